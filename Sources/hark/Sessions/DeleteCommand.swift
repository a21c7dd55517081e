import ArgumentParser

/// `hark delete`: take flows out of a session.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete flows of a session, or undo the last deletion.",
        discussion: """
            FLOWS are numbers (12, #12, 3-7, 12,15, last, last-3, SESSION:12, all) or a filter. What would be deleted \
            is printed first. A word by itself is refused: text:WORD searches for a text.

            The session file is overwritten with zeros where the flows were. They are kept beside it, in \
            SESSION.undo, until the next command or proxy that writes flows to this session, or the next deletion; \
            then that file is overwritten, too. --final keeps nothing. Flows that have not ended stay; so does every \
            other file that has a copy.

            Examples:
              hark delete 12
              hark delete 3-7 --final
              hark delete --undo
              hark delete --force 'host ~ "*.example.com" and time < -1d'
            """)

    @Argument(
        help: ArgumentHelp("Which flows: 12, 3-7, last, SESSION:12, all, or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: EditedSession

    @Flag(name: [.long, .customLong("yes")], help: "Do not ask.")
    var force = false

    @Flag(name: .long, help: "Keep nothing to undo it with.")
    var final = false

    @Flag(name: .long, help: "Bring back what the last deletion took out.")
    var undo = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func validate() throws {
        let isEverything = try FlowArguments(flows).isEverything
        if undo {
            if !flows.isEmpty || final { throw ValidationError("--undo goes without flows and without --final.") }
        } else if isEverything {
            throw ValidationError("Which flows? 'all' names all of them.")
        }
    }

    func run() throws {
        let report = DeletionReport(isJSON: json)
        if undo { return try FlowDeleting.bringBack(choice.session, report) }
        let asked = try FlowArguments(flows)
        try FlowDeleting(asked, try asked.session(choice.session), isForced: force, isFinal: final).perform(report)
    }
}
