import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Views

/// Flags that say what is in the file.
struct ExplainInputOptions: ParsableArguments {
    @Flag(name: .long, help: "Read all messages as requests (default: by the first line).")
    var request = false

    @Flag(name: .long, help: "Read all messages as responses.")
    var response = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Read the file as har, log, raw, curl, or one side of an HTTP/2 connection: h2-client or h2-server "
                + "(default: by its content).", valueName: "form"))
    var form: InputForm?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Choose an entry of a HAR or log: its index from 0, or a flow number: '#12', last, last-3.",
            valueName: "n"))
    var entry: EntryChoice?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Explain a recorded flow: 12, #12, last, last-3 (the third newest), SESSION:12. Read from --session, "
                + "or from the newest session.", valueName: "n"))
    var flow: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Set the request method for a response without its request.", valueName: "method"))
    var toMethod: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Set the URL of the first message if the message does not have it.", valueName: "url"))
    var url: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Verify Digest responses with this password, which is not shown. Repeatable.",
            valueName: "[user:]password"))
    var password: [String] = []

    func validate() throws {
        if let flow, try FlowArguments([flow]).isEverything {
            throw ValidationError("--flow needs a flow number, such as 12 or last")
        }
        if request, response { throw ValidationError("--request and --response cannot be combined") }
        if let toMethod, toMethod.isEmpty || !toMethod.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) {
            throw ValidationError(
                "--to-method '\(toMethod.terminalEscaped)' is not a method (expected a name such as HEAD)")
        }
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw ValidationError(
                "--url '\(url.terminalEscaped)' is not a URL (expected http:// or https:// at its start)")
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
        return ExplainOptions(passwords: passwords, notes: Checks.notes, decode: PlainContent.decoded)
    }

    func circumstances(kind: MessageKind?, url stated: Bytes? = nil) -> ExplainedInput.Circumstances {
        ExplainedInput.Circumstances(
            kind: kind, method: toMethod.map { Method(Bytes($0)) }, url: url.map { Bytes($0) } ?? stated,
            now: WallTime.seconds, options: options)
    }
}
