import ArgumentParser
import Filter
import Flow

/// `hark show`: all that is known of flows, or a part of it.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all about recorded flows, or a part: heads, bodies, changes, timing, TLS.",
        discussion: """
            Numbers are those of 'hark flows': 12, several, 3-7, or last. Bodies are laid out by their type; --raw \
            gives the exact bytes. What proves who one is (passwords, tokens, cookies) is hidden unless \
            --show-secrets; files and pipes get --raw, --hex and --json whole.

            Examples:
              hark show 12
              hark show last --response --body
              hark show 12 --changes --timing
              hark show 12 --response --body --raw > answer.png
              hark show 3 --session tour.har --story
            """)

    @Argument(
        help: ArgumentHelp("Which flows: 12, 3-7, last.", valueName: "n"))
    var numbers: [FlowNumbers] = []

    @OptionGroup(title: "Of which message") var message: ShowMessageOptions
    @OptionGroup(title: "Instead of everything") var parts: ShowPartOptions
    @OptionGroup var choice: SessionChoice
    @OptionGroup var protos: ProtoOptions

    func validate() throws {
        if numbers.isEmpty { throw ValidationError("Which flow? Give a number of 'hark flows', or last.") }
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
        let source = try choice.source()
        let flows = try FlowNumbers.find(numbers, in: source)
        guard flows.missing.isEmpty else {
            throw SessionChoice.lacks(flows.missing.map(String.init).joined(separator: ", "), in: choice.session)
        }
        try Pager.page { pager in
            for number in flows.numbers {
                guard !pager.hasFailed, let subject = try source.flow(number) else { continue }
                var shown = ShownFlow(subject, in: source, message, parts, pager, schema)
                // A part alone does not say which flow it is of.
                if flows.numbers.count > 1 { shown.title() }
                try shown.write()
            }
        }
    }
}
