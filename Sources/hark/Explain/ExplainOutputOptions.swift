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
        name: .long,
        help: ArgumentHelp(
            "Only this reasoning, repeatable: \(topicNames).", valueName: "topic"),
        transform: { text in
            guard let topic = Reasoning.Topic(rawValue: text) else {
                let nearest = NearestName.find(text.lowercased(), among: Reasoning.Topic.allCases.map(\.rawValue))
                throw ValidationError(
                    nearest.map { "did you mean '\($0)'?" } ?? "hark explain --help lists what there is.")
            }
            return topic
        })
    var only: [Reasoning.Topic] = []

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

    var topics: Set<Reasoning.Topic> { Set(only) }

    private static let topicNames = Reasoning.Topic.allCases.map(\.rawValue).joined(separator: ", ")
}
