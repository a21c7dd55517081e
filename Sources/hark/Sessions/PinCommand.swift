import ArgumentParser
import Store

/// `hark pin`: keep flows whatever bound there is.
struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Protect flows from automatic clean-up.",
        discussion: """
            Flows are named by number (12, #12, 3-7, last, SESSION:12, all) or by a filter.

            Examples:
              hark pin 12 13
              hark pin 'status >= 500'
              hark pin --off 12
            """)

    @Argument(
        help: ArgumentHelp("Which flows: 12, 3-7, last, SESSION:12, or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String]

    @Flag(name: .long, help: "Unpin them.")
    var off = false

    @OptionGroup var choice: EditedSession

    func validate() throws {
        if try FlowArguments(flows).isEverything { throw ValidationError("Which flows? 'all' names all of them.") }
    }

    func run() throws {
        let verb = off ? "unpinned" : "pinned"
        try FlowMarks.put(on: FlowArguments(flows), in: choice.session, verb) { editor, numbers throws(SessionError) in
            try editor.pin(numbers, !off)
        }
    }
}
