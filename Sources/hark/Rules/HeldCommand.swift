import ArgumentParser
import Bytes
import Platform
import Store
import Workbench

/// `hark held`: what rules hold, and what becomes of it.
struct HeldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held",
        abstract: "List the messages that rules hold, and decide what becomes of them.",
        discussion: """
            A rule with 'break' holds messages. N is the number of the flow. 'edit' opens the head in $EDITOR: leaving \
            it sends what is there, an empty file drops the message.

            Examples:
              hark held
              hark held 12 send
              hark held 12 edit
              hark held 12 respond '503 "Retry-After: 5" text "busy"'
            """)

    @Argument(help: ArgumentHelp("The flow's number; without it, all that is held is listed.", valueName: "n"))
    var number: UInt64?

    @Argument(help: ArgumentHelp("send (unless something else is said), edit, drop, respond.", valueName: "what"))
    var what: String?

    @Argument(help: ArgumentHelp("What respond answers: STATUS [\"N: v\"] [text T | json J].", valueName: "answer"))
    var answer: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The proxy, by its session's path; otherwise the newest.", valueName: "session"),
        completion: .file())
    var proxy: String?

    func validate() throws {
        guard let what else { return }
        guard ["send", "edit", "drop", "respond"].contains(what) else {
            throw ValidationError("'\(what.terminalEscaped)' is none of send, edit, drop, respond.")
        }
        if what == "respond", answer.isEmpty { throw ValidationError("respond needs a status, such as 503.") }
    }

    func run() throws {
        let proxy = try HeldProxy.find(proxy)
        guard let number else { return try list(proxy) }
        switch what ?? "send" {
        case "edit":
            let head = try proxy.ask("head \(number)")
            try edit(Bytes(head), of: number, proxy)
        case "respond": _ = try proxy.ask("respond \(number) \(answer.joined(separator: " "))")
        case let verb: _ = try proxy.ask("\(verb) \(number)")
        }
    }

    /// What is refused is kept, and said to be.
    private func edit(_ head: Bytes, of number: UInt64, _ proxy: HeldProxy) throws {
        do {
            _ = try MessageEditor.edit(head) { edited throws(ReplayProblem) in
                do throws(HeldProxy.Refusal) {
                    return try proxy.answer("edit \(number) \(Base64.encode(edited))")
                } catch {
                    throw ReplayProblem(error.text)
                }
            }
        } catch let problem as ReplayProblem {
            Diagnostics.say(problem.text)
            throw ExitCode(1)
        }
    }

    private func list(_ proxy: HeldProxy) throws {
        let lines = try proxy.ask("list").split(separator: "\n")
        Report.lines { out in
            for line in lines { out.line(String(line.replacing("\t", with: "  "))) }
            if lines.isEmpty { out.line("Nothing is held.") }
        }
    }
}

/// A running proxy that answers.
struct HeldProxy {
    private let path: String

    static let suffix = ".control"

    /// The newest that answers, or the one of a session.
    static func find(_ session: String?) throws -> HeldProxy {
        if let session {
            let path = session.hasSuffix(suffix) ? session : session + suffix
            if ControlSocket.ask(path, "list") != nil { return HeldProxy(path: path) }
        } else {
            let folder = try SessionsFolder.existing()
            for entry in folder.files().sorted(by: { $0.path > $1.path }) {
                let path = entry.path + suffix
                if access(path, F_OK) == 0, ControlSocket.ask(path, "list") != nil { return HeldProxy(path: path) }
            }
        }
        Diagnostics.say("no running proxy with rules answers; start one with 'hark proxy --rules FILE'.")
        throw ExitCode(EX_UNAVAILABLE)
    }

    /// Why there is no answer.
    struct Refusal: Error {
        /// A sentence.
        let text: String
        let code: Int32
    }

    /// The lines that it answers.
    func answer(_ question: String) throws(Refusal) -> String {
        guard let answer = ControlSocket.ask(path, question) else {
            throw Refusal(text: "the proxy does not answer any more.", code: EX_UNAVAILABLE)
        }
        if answer.hasPrefix("ok\n") { return String(answer.dropFirst(3)) }
        let reason = answer.dropFirst(3).split(separator: "\n").first
        throw Refusal(text: reason.map { "\($0)." } ?? "that did not work.", code: 1)
    }

    /// The same, for a command: says why there is none, and fails.
    func ask(_ question: String) throws -> String {
        do throws(Refusal) {
            return try answer(question)
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(error.code)
        }
    }
}
