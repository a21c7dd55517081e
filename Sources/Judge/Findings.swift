package import Flow

/// What the checks found so far. A check calls it with what it found.
package struct Findings {
    package private(set) var list: [Finding] = []
    private let facts: Facts
    /// The check that runs.
    private var check: Check?

    init(_ facts: Facts) {
        self.facts = facts
    }

    /// Runs a check.
    mutating func run(_ check: Check) {
        self.check = check
        check.run(facts, &self)
    }

    /// About these bytes of the check's message; without a range about the field's value, or the start line.
    package mutating func callAsFunction(
        at range: Range<Int>? = nil, _ arguments: KeyValuePairs<Slot, Value> = [:]
    ) {
        guard let scope = check?.scope else { return }
        report(scope.message, range ?? facts.place(of: scope), arguments)
    }

    /// About these bytes of that message, or its start line.
    package mutating func callAsFunction(
        in message: MessageKind, at range: Range<Int>? = nil, _ arguments: KeyValuePairs<Slot, Value> = [:]
    ) {
        report(message, range ?? facts.place(of: .message(message)), arguments)
    }

    private mutating func report(
        _ message: MessageKind?, _ range: Range<Int>, _ arguments: KeyValuePairs<Slot, Value>
    ) {
        guard let check else { return }
        list.append(
            Finding(
                check: check, message: message, range: range,
                arguments: arguments.map { Argument($0.key, $0.value) }))
    }
}
