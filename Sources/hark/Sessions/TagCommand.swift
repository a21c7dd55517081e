import ArgumentParser
import Store

/// `hark tag`: a name that several flows can share.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Put a tag on flows.",
        discussion: """
            Flows are named by number (12, #12, 3-7, last, SESSION:12, all) or by a filter in quotes.

            Examples:
              hark tag 12 bug
              hark tag 3-7 slow
              hark tag --off 12 bug
            """)

    @Argument(
        help: ArgumentHelp("Which flows: 12, 3-7, last, SESSION:12, or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: String

    @Argument(help: ArgumentHelp("The tag.", valueName: "name"))
    var name: String

    @Flag(name: .long, help: "Remove the tag.")
    var off = false

    @OptionGroup var choice: EditedSession

    func validate() throws {
        if name.isEmpty { throw ValidationError("A tag needs a name.") }
        if try FlowArguments([flows]).isEverything { throw ValidationError("Which flows? 'all' names all of them.") }
    }

    func run() throws {
        let verb = off ? "untagged" : "tagged"
        try FlowMarks.put(on: FlowArguments([flows]), in: choice.session, verb) {
            editor, numbers throws(SessionError) in
            try editor.tag(numbers, name, isOn: !off)
        }
    }
}
