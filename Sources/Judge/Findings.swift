package import Explain
package import Flow

/// What the checks found so far. A check calls it with what it found. What one of them finds over and over is listed
/// so often, and then counted: a field may have a hundred thousand members, each of them wrong.
package struct Findings {
    /// So often one check's findings are listed.
    package static let mostOfOne = 100

    /// In the order of their bytes, the request's before the response's, as long as they are `few`.
    package private(set) var list: [Finding] = []
    /// Up to so many are put in their places as they come; more of them are sorted when all are there.
    static let few = 16
    /// Where the last one went.
    private var last = 0
    private let facts: Facts
    /// The message that a check of either message is asked of.
    private(set) var side = MessageKind.request
    /// The check that runs: whose caller holds it meanwhile, so that asking hundreds of them counts no references.
    private unowned(unsafe) var check: Check?
    /// How often it found something.
    private var count = 0

    init(_ facts: Facts) {
        self.facts = facts
    }

    /// Runs a check, of this message where it is one of either.
    mutating func run(_ check: Check, of side: MessageKind) {
        self.check = check
        self.side = side
        count = 0
        check.run(facts, &self)
        if count > Self.mostOfOne { list[last].more = count - Self.mostOfOne }
    }

    /// About these bytes of the check's message; without a range about the field's value, or the start line.
    ///
    /// - Parameter level: where it matters less, or more, than the check says.
    package mutating func callAsFunction(
        at range: Range<Int>? = nil, _ arguments: KeyValuePairs<Slot, Value> = [:], level: Note.Level? = nil
    ) {
        guard let scope = check?.scope.narrowed(to: side) else { return }
        report(scope.message, range ?? facts.place(of: scope), arguments, level)
    }

    /// About these bytes of that message, or its start line.
    package mutating func callAsFunction(
        in message: MessageKind, at range: Range<Int>? = nil, _ arguments: KeyValuePairs<Slot, Value> = [:]
    ) {
        report(message, range ?? facts.place(of: .message(message)), arguments, nil)
    }

    private mutating func report(
        _ message: MessageKind?, _ range: Range<Int>, _ arguments: KeyValuePairs<Slot, Value>, _ level: Note.Level?
    ) {
        guard let check else { return }
        count += 1
        guard count <= Self.mostOfOne else { return }
        if list.isEmpty { list.reserveCapacity(8) }
        let finding = Finding(
            check: check, message: message, range: range,
            arguments: arguments.isEmpty ? [] : arguments.map { Argument($0.key, $0.value) }, level: level)
        last = list.count
        if last < Self.few {
            while last > 0, list[last - 1].rank > finding.rank { last -= 1 }
        }
        list.insert(finding, at: last)
    }
}
