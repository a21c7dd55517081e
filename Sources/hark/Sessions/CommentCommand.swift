import ArgumentParser
import Fleet

/// `hark comment`: a sentence on a flow.
struct CommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Comment on flows; without text, remove the comment.",
        discussion: """
            Several flows get the same comment.

            Example:
              hark comment 12 'the token is refused here'
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers (12, 3-7, last, SESSION:12, all) or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: String

    @Argument(help: ArgumentHelp("Comment to store; without it, the comment is removed.", valueName: "text"))
    var text: String?

    @OptionGroup var choice: EditedSession

    func validate() throws {
        if try FlowArguments([flows]).isEverything {
            throw ValidationError("give flow numbers or a filter; 'all' selects every flow")
        }
    }

    func run() throws {
        try MarkCommands.put(.comment(text), on: FlowArguments([flows]), in: choice.session)
    }
}
