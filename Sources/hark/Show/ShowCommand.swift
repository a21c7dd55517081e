import ArgumentParser
import Filter
import Flow
import Library

/// `hark show`: all that is known of flows, or a part of it.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about recorded flows, or one part.",
        discussion: """
            FLOWS are the numbers that Hark printed (12, #12, 3-7, 12,15, last, last-3, SESSION:12, all) or a filter. \
            Bodies are formatted by their type; --raw prints the exact bytes. Credentials are hidden unless you pass \
            --show-secrets; --raw, --hex and --json contain them when they go to a file or a pipe.

            Examples:
              hark show 12
              hark show last --response --body
              hark show 12 --changes --timing
              hark show 12 --response --body --raw > answer.png
              hark show 3 --session tour.har --story
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers (12, 3-7, last, SESSION:12, all) or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup(title: "Message") var message: ShowMessageOptions
    @OptionGroup(title: "Parts") var parts: ShowPartOptions
    @OptionGroup var choice: SessionChoice
    @OptionGroup var protos: ProtoOptions

    func validate() throws {
        if try FlowArguments(flows).isEverything {
            throw ValidationError("give a flow number of 'hark flows', last, or a filter")
        }
        if parts.json, message.isAsked || parts.sections.count > 0 {
            throw ValidationError("--json prints everything; leave the other parts out")
        }
        if message.raw, message.hex { throw ValidationError("--raw and --hex cannot be combined") }
        if [message.head, message.body, message.sent].filter({ $0 }).count > 1 {
            throw ValidationError("give only one of --head, --body and --sent")
        }
    }

    func run() throws {
        let schema = try protos.schema()
        let chosen = try FlowArguments(flows).all(in: choice.session).map { ($0, try $0.numbers()) }
        let count = chosen.reduce(0) { $0 + $1.1.count }
        try Pager.page { pager in
            for (flows, numbers) in chosen {
                let source = flows.source
                let views = try SessionChoice.storedPath(of: flows.session).flatMap(ScriptBodyViews.init(beside:))
                for number in numbers {
                    guard !pager.hasFailed, let subject = try source.flow(number) else { continue }
                    var shown = ShownFlow(subject, in: source, message, parts, pager, schema, views)
                    // A part by itself does not say which flow it is of.
                    if count > 1 { shown.title() }
                    try shown.write()
                }
            }
        }
    }
}
