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
            A rule with 'break' holds messages. They are named by the number of their flow: 12, #12, 3-7, 12,15, last \
            (the newest that is held), last-2, all. 'edit' opens the head in $EDITOR: leaving \
            it sends what is there, an empty file drops the message.

            Examples:
              hark held
              hark held 12 send
              hark held 12 edit
              hark held 12 respond '503 "Retry-After: 5" text "busy"'
            """)

    @Argument(help: ArgumentHelp("Which: 12, 3-7, last, all; without it, what is held is listed.", valueName: "n"))
    var number: String?

    @Argument(help: ArgumentHelp("send (unless something else is said), edit, drop, respond.", valueName: "what"))
    var what: String?

    @Argument(help: ArgumentHelp("What respond answers: STATUS [\"N: v\"] [text T | json J].", valueName: "answer"))
    var answer: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The proxy, by its session's path; otherwise the newest.", valueName: "session"),
        completion: .file())
    var proxy: String?

    @Flag(name: .long, help: "List one JSON object a line.")
    var json = false

    func validate() throws {
        if let number { _ = try HeldChoice(number) }
        if json, number != nil { throw ValidationError("--json lists what is held; it goes without a number.") }
        guard let what else { return }
        guard ["send", "edit", "drop", "respond"].contains(what) else {
            throw ValidationError("'\(what.terminalEscaped)' is none of send, edit, drop, respond.")
        }
        if what == "respond", answer.isEmpty { throw ValidationError("respond needs a status, such as 503.") }
    }

    func run() throws {
        let proxy = try HeldProxy.find(proxy)
        guard let number else { return try list(proxy) }
        let numbers = try HeldChoice(number).numbers(proxy)
        if numbers.count > 1 {
            guard what != "edit" else { throw UsageFailure.said("one message is edited at a time.") }
            Diagnostics.say("\(what ?? "send"): \(numbers.map { "#\($0)" }.joined(separator: ", "))")
        }
        for number in numbers {
            switch what ?? "send" {
            case "edit":
                let head = Base64.decode(Bytes(try proxy.ask("head \(number)"))) ?? []
                try edit(Bytes(head), of: number, proxy)
            case "respond": _ = try proxy.ask("respond \(number) \(answer.joined(separator: " "))")
            case let verb: _ = try proxy.ask("\(verb) \(number)")
            }
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
        if json {
            let text = try proxy.ask("json")
            return Report.lines { out in
                for line in text.split(separator: "\n") { out.line(String(line)) }
            }
        }
        let lines = try proxy.ask("list").split(separator: "\n")
        Report.lines { out in
            for line in lines { out.line(String(line.replacing("\t", with: "  "))) }
            if lines.isEmpty { out.line("Nothing is held.") }
        }
    }
}
