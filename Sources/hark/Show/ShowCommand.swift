import ArgumentParser
import Filter
import Flow

/// `hark show`: all that is known of flows, or a part of it.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all about recorded flows, or a part: heads, bodies, changes, timing, TLS.",
        discussion: """
            Flows are named by the numbers that Hark printed: 12, #12, 3-7, 12,15, last, last-3 (the third newest), \
            SESSION:12, all; or by a filter. Bodies are laid out by their type; --raw gives the exact bytes. What \
            proves who one is (passwords, tokens, cookies) is hidden unless --show-secrets; files and pipes get --raw, \
            --hex and --json whole.

            Examples:
              hark show 12
              hark show last --response --body
              hark show 12 --changes --timing
              hark show 12 --response --body --raw > answer.png
              hark show 3 --session tour.har --story
            """)

    @Argument(
        help: ArgumentHelp("Which flows: 12, 3-7, last, SESSION:12, or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup(title: "Of which message") var message: ShowMessageOptions
    @OptionGroup(title: "Instead of everything") var parts: ShowPartOptions
    @OptionGroup var choice: SessionChoice
    @OptionGroup var protos: ProtoOptions

    func validate() throws {
        if try FlowArguments(flows).isEverything {
            throw ValidationError("Which flow? Give a number of 'hark flows', last, or a filter.")
        }
        if parts.json, message.isAsked || parts.sections.count > 0 {
            throw ValidationError("--json has everything: leave the other parts out.")
        }
        if message.raw, message.hex { throw ValidationError("--raw and --hex: only one of them.") }
        if [message.head, message.body, message.sent].filter({ $0 }).count > 1 {
            throw ValidationError("--head, --body and --sent: only one of them.")
        }
    }

    func run() throws {
        let schema = try protos.schema()
        let chosen = try FlowArguments(flows).all(in: choice.session).map { ($0.source, try $0.numbers()) }
        let count = chosen.reduce(0) { $0 + $1.1.count }
        try Pager.page { pager in
            for (source, numbers) in chosen {
                for number in numbers {
                    guard !pager.hasFailed, let subject = try source.flow(number) else { continue }
                    var shown = ShownFlow(subject, in: source, message, parts, pager, schema)
                    // A part by itself does not say which flow it is of.
                    if count > 1 { shown.title() }
                    try shown.write()
                }
            }
        }
    }
}
