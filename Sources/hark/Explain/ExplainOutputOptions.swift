import ArgumentParser
import Explain
import Filter

/// Flags that say what is printed.
struct ExplainOutputOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("All names of a kind, such as method, header or alert.", valueName: "kind"))
    var list: String?

    @Flag(name: .long, help: "Name every byte: offset, hexadecimal, text, rule.")
    var bytes = false

    @Option(
        name: .customLong("only"),
        help: ArgumentHelp(
            "Show this reasoning only; repeatable, or several with commas: \(topicNames).", valueName: "topic"),
        transform: ExplainOutputOptions.topics)
    var onlyLists: [[Reasoning.Topic]] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Tell the story of a session, a HAR or a log: cookies, caches, redirects; or of --flow alone.",
            valueName: "session"))
    var session: String?

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @Flag(name: .long, help: "Show every step and every note in full (default: a page of answers).")
    var all = false

    @Flag(
        name: .long,
        help: "With --flow and --session: show what proves who one is: passwords, tokens, cookies.")
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
