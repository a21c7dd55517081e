import ArgumentParser
import Store

/// `hark comment`: a sentence on a flow.
struct CommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Write a comment on a flow; without a text, take it away.",
        discussion: """
            Example:
              hark comment 12 'the token is refused here'
            """)

    @Argument(help: ArgumentHelp("The flow's number.", valueName: "n"))
    var number: UInt64

    @Argument(help: ArgumentHelp("The comment.", valueName: "text"))
    var text: String?

    @OptionGroup var choice: SessionChoice

    func run() throws {
        try FlowMarks.put(on: [number], choice) { editor throws(SessionError) in try editor.comment([number], text) }
    }
}
