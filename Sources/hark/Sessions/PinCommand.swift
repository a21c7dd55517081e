import ArgumentParser
import Store

/// `hark pin`: keep flows whatever bound there is.
struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Pin flows, so that no bound removes them.",
        discussion: """
            Example:
              hark pin 12 13
              hark pin --off 12
            """)

    @Argument(help: ArgumentHelp("Numbers of flows.", valueName: "n"))
    var numbers: [UInt64]

    @Flag(name: .long, help: "Let them go again.")
    var off = false

    @OptionGroup var choice: SessionChoice

    func run() throws {
        try FlowMarks.put(on: numbers, choice) { editor throws(SessionError) in try editor.pin(numbers, !off) }
    }
}
