import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Views

/// How a file is to be read.
enum InputForm: String, ExpressibleByArgument, CaseIterable {
    case raw, curl, har, log
}

/// Flags that say what is in the file.
struct ExplainInputOptions: ParsableArguments {
    @Flag(name: .long, help: "All messages are requests (default: told from each first line).")
    var request = false

    @Flag(name: .long, help: "All messages are responses.")
    var response = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("What the file is: har, log, raw or curl (default: told from it).", valueName: "form"))
    var form: InputForm?

    @Option(name: .long, help: ArgumentHelp("Which entry of a HAR or log, counted from 0.", valueName: "n"))
    var entry: Int?

    @Option(
        name: .long,
        help: ArgumentHelp("The method that a response answers whose request is not there.", valueName: "method"))
    var toMethod: String?

    @Option(
        name: .long,
        help: ArgumentHelp("What the first message asks for or answers, when it does not say.", valueName: "url"))
    var url: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A password to compute Digest responses with, repeatable; it is not shown.",
            valueName: "[user:]password"))
    var password: [String] = []

    func validate() throws {
        if request, response { throw ValidationError("--request and --response: only one of them.") }
        if let entry, entry < 0 { throw ValidationError("--entry \(entry): entries are counted from 0.") }
        if let toMethod, toMethod.isEmpty || !toMethod.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) {
            throw ValidationError("--to-method '\(toMethod.shown)' is no method, such as HEAD.")
        }
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw ValidationError("--url '\(url.shown)' does not begin with http:// or https://.")
        }
    }

    var kind: MessageKind? { request ? .request : response ? .response : nil }

    /// `user:password` is given as `password` too: which of the two it is, the response to a challenge will tell.
    var options: ExplainOptions {
        var passwords: [Bytes] = []
        for text in password {
            passwords.append(Bytes(text))
            if let colon = text.firstIndex(of: ":") {
                passwords.append(Bytes(String(text[text.index(after: colon)...])))
            }
        }
        return ExplainOptions(passwords: passwords, notes: Checks.notes)
    }

    func circumstances(kind: MessageKind?) -> ExplainedInput.Circumstances {
        ExplainedInput.Circumstances(
            kind: kind, method: toMethod.map { Method(Bytes($0)) }, url: url.map { Bytes($0) },
            now: WallTime.seconds, options: options)
    }
}

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
                let nearest = CommandName.nearest(to: text, among: Reasoning.Topic.allCases.map(\.rawValue))
                throw ValidationError(
                    nearest.map { "did you mean '\($0)'?" } ?? "hark explain --help lists what there is.")
            }
            return topic
        })
    var only: [Reasoning.Topic] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Tell the story of all entries of a HAR or log: cookies, caches, redirects.", valueName: "file"))
    var session: String?

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @Flag(name: .long, help: "Show every step and every note in full (default: a page of answers).")
    var all = false

    var topics: Set<Reasoning.Topic> { Set(only) }

    private static let topicNames = Reasoning.Topic.allCases.map(\.rawValue).joined(separator: ", ")
}

/// Flags that change a line to see what follows.
struct ExplainChangeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Say what changes when this line stands there, repeatable, of the message that has such a field; nothing is \
            sent.
            """,
            valueName: "'Name: value'"))
    var whatIf: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Say what changes when this field is not there, repeatable.", valueName: "name"))
    var without: [String] = []

    var isAsked: Bool { !whatIf.isEmpty || !without.isEmpty }

    func validate() throws {
        for line in whatIf where HeadChange(setting: Bytes(line)) == nil {
            throw ValidationError("--what-if '\(line.shown)' is not 'Name: value' on one line.")
        }
        if without.contains("") { throw ValidationError("--without needs the name of a field.") }
    }

    /// First what goes, then what comes: one may take the place of the other.
    var changes: [HeadChange] {
        without.map { HeadChange(removing: Bytes($0)) } + whatIf.compactMap { HeadChange(setting: Bytes($0)) }
    }
}
