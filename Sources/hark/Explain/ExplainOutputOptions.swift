import ArgumentParser
import Explain
import Filter

/// Flags that say what is printed.
struct ExplainOutputOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("List all names of a kind, such as method, header or alert.", valueName: "kind"))
    var list: String?

    @Flag(name: .long, help: "Show every byte: offset, hexadecimal, text, rule.")
    var bytes = false

    @Option(
        name: .customLong("only"),
        help: ArgumentHelp(
            "Show only these topics, separated by commas. Repeatable. Topics: \(topicNames).", valueName: "topic"),
        transform: ExplainOutputOptions.topics)
    var onlyLists: [[Reasoning.Topic]] = []

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Explain a whole session, HAR or log: cookies, caches, redirects. With --flow: where to find it.",
            valueName: "session"))
    var session: String?

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @Flag(name: .long, help: "Show every step and every note in full (default: a summary).")
    var all = false

    @Flag(
        name: .long,
        help: "Show credentials with --flow and --session (default: hidden).")
    var showSecrets = false

    var only: [Reasoning.Topic] { Array(onlyLists.joined()) }
    var topics: Set<Reasoning.Topic> { Set(only) }

    /// `framing,connection`.
    @Sendable private static func topics(_ text: String) throws -> [Reasoning.Topic] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            if let topic = Reasoning.Topic(rawValue: String(word)) { return topic }
            let nearest = NearestName.find(word.lowercased(), among: Reasoning.Topic.allCases.map(\.rawValue))
            throw ValidationError(nearest.map { "did you mean '\($0)'?" } ?? "hark explain --help lists what there is.")
        }
    }

    private static let topicNames = Reasoning.Topic.allCases.map(\.rawValue).joined(separator: ", ")
}
