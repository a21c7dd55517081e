import ArgumentParser
import Store

/// `hark tag`: a name that several flows can share.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Put a tag on a flow.",
        discussion: """
            Example:
              hark tag 12 bug
              hark tag --off 12 bug
            """)

    @Argument(help: ArgumentHelp("The flow's number.", valueName: "n"))
    var number: UInt64

    @Argument(help: ArgumentHelp("The tag.", valueName: "name"))
    var name: String

    @Flag(name: .long, help: "Take it off.")
    var off = false

    @OptionGroup var choice: SessionChoice

    func validate() throws {
        if name.isEmpty { throw ValidationError("A tag needs a name.") }
    }

    func run() throws {
        try FlowMarks.put(on: [number], choice) { editor throws(SessionError) in
            try editor.tag([number], name, isOn: !off)
        }
    }
}
