import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Views

/// Flags that say what is in the file.
struct ExplainInputOptions: ParsableArguments {
    @Flag(name: .long, help: "All messages are requests (default: told from each first line).")
    var request = false

    @Flag(name: .long, help: "All messages are responses.")
    var response = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What the file is: har, log, raw, curl, or what one side of an HTTP/2 connection sent, h2-client or "
                + "h2-server (default: told from it).", valueName: "form"))
    var form: InputForm?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Which entry of a HAR or log, counted from 0; or a flow by its number, '#12', or last, last-3.",
            valueName: "n"))
    var entry: EntryChoice?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A recorded flow: 12, #12, last, last-3 (the third newest), SESSION:12; of the newest session or of "
                + "--session.", valueName: "n"))
    var flow: String?

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
        if let flow, try FlowArguments([flow]).isEverything {
            throw ValidationError("--flow needs the number of a flow, such as 12 or last.")
        }
        if request, response { throw ValidationError("--request and --response: only one of them.") }
        if let toMethod, toMethod.isEmpty || !toMethod.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) {
            throw ValidationError("--to-method '\(toMethod.terminalEscaped)' is no method, such as HEAD.")
        }
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw ValidationError("--url '\(url.terminalEscaped)' does not begin with http:// or https://.")
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

    func circumstances(kind: MessageKind?) -> ExplainedInput.Circumstances {
        ExplainedInput.Circumstances(
            kind: kind, method: toMethod.map { Method(Bytes($0)) }, url: url.map { Bytes($0) },
            now: WallTime.seconds, options: options)
    }
}
