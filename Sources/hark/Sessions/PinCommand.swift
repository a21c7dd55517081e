import ArgumentParser
import Fleet

/// `hark pin`: keep flows whatever bound there is.
struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Protect flows from automatic clean-up.",
        discussion: """
            Pinned flows stay when --keep or --keep-sessions removes old ones.

            Examples:
              hark pin 12 13
              hark pin 'status >= 500'
              hark pin --off 12
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers (12, 3-7, last, SESSION:12, all) or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String]

    @Flag(name: .long, help: "Remove the protection.")
    var off = false

    @OptionGroup var choice: EditedSession

    func validate() throws {
        if try FlowArguments(flows).isEverything {
            throw ValidationError("give flow numbers or a filter; 'all' selects every flow")
        }
    }

    func run() throws {
        try MarkCommands.put(.pin(!off), on: FlowArguments(flows), in: choice.session)
    }
}
