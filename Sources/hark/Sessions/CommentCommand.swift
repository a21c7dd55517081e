import ArgumentParser
import Store

/// `hark comment`: a sentence on a flow.
struct CommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Write a comment on a flow; without a text, remove it.",
        discussion: """
            The flow is named by number (12, #12, last, SESSION:12); several get the same comment.

            Example:
              hark comment 12 'the token is refused here'
            """)

    @Argument(
        help: ArgumentHelp("Which flows: 12, 3-7, last, SESSION:12, or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: String

    @Argument(help: ArgumentHelp("The comment.", valueName: "text"))
    var text: String?

    @OptionGroup var choice: EditedSession

    func validate() throws {
        if try FlowArguments([flows]).isEverything { throw ValidationError("Which flows? 'all' names all of them.") }
    }

    func run() throws {
        try FlowMarks.put(on: FlowArguments([flows]), in: choice.session, "commented") {
            editor, numbers throws(SessionError) in
            try editor.comment(numbers, text)
        }
    }
}
