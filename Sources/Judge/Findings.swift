package import Flow

/// What the checks found so far. A check calls it with what it found.
package struct Findings {
    package private(set) var list: [Finding] = []
    private let facts: Facts
    private let checks: [Check]
    /// The check that runs.
    private var place = 0

    init(_ facts: Facts, _ checks: [Check]) {
        self.facts = facts
        self.checks = checks
    }

    /// Runs the check at this place of the list.
    mutating func run(_ place: Int, _ check: Check.Run) {
        self.place = place
        check(facts, &self)
    }

    /// About these bytes of the check's message; without a range about the field's value, or the start line.
    package mutating func callAsFunction(
        at range: Range<Int>? = nil, _ arguments: KeyValuePairs<Slot, Value> = [:]
    ) {
        let check = checks[place]
        report(check.scope.message, range ?? facts.place(of: check.scope), arguments)
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
        list.append(
            Finding(
                check: checks[place], message: message, range: range,
                arguments: arguments.map { Argument($0.key, $0.value) }))
    }
}
