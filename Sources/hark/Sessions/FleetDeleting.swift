import Fleet

/// Takes flows out of a fleet's database: says what and asks, then deletes, for good. Made for one command.
struct FleetDeleting {
    private let asked: FlowArguments
    private let session: String
    private let isForced: Bool

    init(_ asked: FlowArguments, _ session: String, isForced: Bool) {
        (self.asked, self.session, self.isForced) = (asked, session, isForced)
    }

    func perform(_ report: DeletionReport) throws {
        var keys: [FleetKey] = []
        let choice = try FleetChoice(asked, in: session) { key, _ in keys.append(key) }
        let deletion = FleetDeletion(choice.link)
        try FleetConnector.saying { try deletion.checkRights() }
        let (tally, place) = (choice.tally, choice.name.terminalEscaped)
        let flows = FlowTally.flows(tally.count)
        try Consent.ask(
            isForced
                ? "deleting \(flows) from \(place): \(tally.list)"
                : "\(flows) would be deleted from \(place): \(tally.list).",
            "delete \(tally.count == 1 ? "it" : "them")? This cannot be undone.", isForced: isForced)
        var count = 0
        do {
            count = try FleetConnector.saying { try deletion.delete(keys) { count = $0 } }
        } catch {
            if count > 0 { report.deleted(count, of: count, from: choice.name) }
            throw error
        }
        report.deleted(count, of: tally.count, from: choice.name)
    }
}
