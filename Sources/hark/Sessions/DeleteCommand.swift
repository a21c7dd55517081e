import ArgumentParser
import Fleet
import Library

/// `hark delete`: take flows out of a session.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete flows from a session, or undo the last deletion.",
        discussion: """
            FLOWS are numbers (12, #12, 3-7, 12,15, last, last-3, SESSION:12, all) or a filter; a single word is \
            refused, so write text:WORD to search for text. Hark prints what it is about to delete.

            Deleted flows are overwritten with zeros in the session file. SESSION.undo keeps a copy until the next \
            deletion, or until Hark records into the session again; then Hark overwrites the copy too. --final keeps \
            none. Unfinished flows are not deleted. Other files with a copy, such as a HAR, are not changed.

            From a fleet's database (--session fleet) flows can only be deleted with --final, by its owner.

            Examples:
              hark delete 12
              hark delete 3-7 --final
              hark delete --undo
              hark delete --force 'host ~ "*.example.com" and time < -1d'
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers (12, 3-7, last, SESSION:12, all) or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: EditedSession

    @Flag(name: [.long, .customLong("yes")], help: "Do not ask for confirmation.")
    var force = false

    @Flag(name: .long, help: "Keep no copy for --undo.")
    var final = false

    @Flag(name: .long, help: "Restore the flows of the last deletion.")
    var undo = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func validate() throws {
        let isEverything = try FlowArguments(flows).isEverything
        if undo {
            if !flows.isEmpty || final { throw ValidationError("--undo cannot be combined with flows or --final") }
        } else if isEverything {
            throw ValidationError("give flow numbers or a filter; 'all' selects every flow")
        }
    }

    func run() throws {
        let report = DeletionReport(isJSON: json)
        if let session = choice.session, FleetLibrary.isFleet(session) {
            guard final else {
                throw UsageFailure.said(
                    undo
                        ? "a deletion from a database cannot be undone"
                        : "a deletion from a database cannot be undone; to delete without a copy, add --final")
            }
            return try FleetDeleting(FlowArguments(flows), session, isForced: force).perform(report)
        }
        if undo { return try FlowDeleting.bringBack(choice.session, report) }
        let asked = try FlowArguments(flows)
        try FlowDeleting(asked, try asked.session(choice.session), isForced: force, isFinal: final).perform(report)
    }
}
