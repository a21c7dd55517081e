import ArgumentParser
import Fleet

/// `hark tag`: a name that several flows can share.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Tag flows with a name.",
        discussion: """
            The filter 'tag = NAME' finds tagged flows.

            Examples:
              hark tag 12 bug
              hark tag 3-7 slow
              hark tag --off 12 bug
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers (12, 3-7, last, SESSION:12, all) or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: String

    @Argument(help: ArgumentHelp("Name of the tag.", valueName: "name"))
    var name: String

    @Flag(name: .long, help: "Remove the tag.")
    var off = false

    @OptionGroup var choice: EditedSession

    func validate() throws {
        if name.isEmpty { throw ValidationError("the tag is empty; give a name") }
        if try FlowArguments([flows]).isEverything {
            throw ValidationError("give flow numbers or a filter; 'all' selects every flow")
        }
    }

    func run() throws {
        try MarkCommands.put(.tag(name, isOn: !off), on: FlowArguments([flows]), in: choice.session)
    }
}
