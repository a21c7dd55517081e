import Filter
import Fleet
import Flow
import Library

/// The flows of a fleet's database that a command changes, exactly those that were named. Made for one command.
struct FleetChoice {
    /// How many there are, and what the first of them are.
    let tally: FlowTally
    let link: any PostgresLink
    /// The database, for people.
    let name: String

    /// Finds them. Fails with a sentence and an exit code when there are none, or when a number names several flows.
    ///
    /// - Parameter keep: gets each of them once; the command keeps of it what it needs.
    init(_ asked: FlowArguments, in session: String, _ keep: (FleetKey, FlowContext) -> Void) throws {
        var tally = FlowTally()
        var link: (any PostgresLink)?
        var seen: Set<FleetKey> = []
        for chosen in try asked.all(in: session) {
            guard let source = chosen.source as? FleetLibrary else { continue }
            link = link ?? source.link
            var numbers: [UInt64: FleetKey] = [:]
            var found: [UInt64] = []
            try source.forEachKey(chosen.filter, .here) { key, record, context in
                guard chosen.isChosen(key.number) else { return true }
                if let other = numbers.updateValue(key, forKey: key.number), chosen.areNamed, other != key {
                    throw Self.ambiguous(key, other)
                }
                found.append(key.number)
                guard seen.insert(key).inserted else { return true }
                if tally.count < FlowTally.named {
                    tally.take(record, as: "\(key.run.text.prefix(8)):\(key.number)")
                } else {
                    tally.take(key.number)
                }
                keep(key, context)
                return true
            }
            _ = try chosen.checked(found)
        }
        guard let link else { throw UsageFailure.notFound }
        (self.tally, self.link) = (tally, link)
        name = session.prefix { $0 != "?" }.description
    }

    private static func ambiguous(_ key: FleetKey, _ other: FleetKey) -> any Error {
        let number = key.number
        guard key.run == other.run else {
            return UsageFailure.said(
                "flow \(number) is in several runs; name one, such as \(key.run.text.prefix(8)):\(number)")
        }
        return UsageFailure.said(
            "flow \(number) is in several tenants; choose one: 'run = \(key.run.text) and id = \(number) and tenant = "
                + "\(key.tenant.terminalEscaped)'")
    }
}
