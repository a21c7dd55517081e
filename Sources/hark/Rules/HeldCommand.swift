import ArgumentParser
import Platform

/// `hark held`: what rules hold, and what becomes of it.
struct HeldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held",
        abstract: "List, show and release messages held at a breakpoint.",
        discussion: """
            A rule with 'break' holds messages. Name them by flow number: 12, #12, 3-7, 12,15, last (the newest that \
            is held), last-2, all. Action 'show' prints head and body. Action 'edit' opens both in $EDITOR and sends \
            the message when you leave the editor; an empty file drops it. 'edit head' does not wait for the body.

            Examples:
              hark held
              hark held 12 show
              hark held 12 send
              hark held 12 edit
              hark held 12 respond '503 "Retry-After: 5" text "busy"'
            """)

    @Argument(help: ArgumentHelp("Flow numbers: 12, 3-7, last, all (default: list all).", valueName: "n"))
    var number: String?

    @Argument(help: ArgumentHelp("Action: show, send, edit, drop or respond (default: send).", valueName: "what"))
    var what: String?

    @Argument(
        help: ArgumentHelp("For respond: STATUS [\"N: v\"] [text T | json J]; for edit: head.", valueName: "answer"))
    var answer: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Use the proxy of this session (a path) (default: the newest).", valueName: "session"),
        completion: .file())
    var proxy: String?

    @Flag(name: .long, help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        if let number { _ = try HeldChoice(number) }
        if json, number != nil { throw ValidationError("--json lists all held messages; leave out the number") }
        guard let what else { return }
        guard ["show", "send", "edit", "drop", "respond"].contains(what) else {
            throw ValidationError(
                "'\(what.terminalEscaped)' is not an action (expected show, send, edit, drop or respond)")
        }
        if what == "respond", answer.isEmpty { throw ValidationError("respond needs a status, such as 503") }
        if what == "edit", !answer.isEmpty, answer != ["head"] { throw ValidationError("edit takes only 'head'") }
        if what != "edit", what != "respond", let word = answer.first {
            throw ValidationError("unexpected argument '\(word.terminalEscaped)' (\(what) takes no more words)")
        }
    }

    func run() throws {
        let proxy = try HeldProxy.find(proxy)
        guard let number else { return try list(proxy) }
        let numbers = try HeldChoice(number).numbers(proxy)
        if numbers.count > 1 {
            guard what != "edit" else { throw UsageFailure.said("edit takes one message at a time") }
            Diagnostics.say("\(what ?? "send"): \(numbers.map { "#\($0)" }.joined(separator: ", "))")
        }
        for (place, number) in numbers.enumerated() {
            switch what ?? "send" {
            case "show":
                if numbers.count > 1 { Report.text("\(place > 0 ? "\n" : "")--- #\(number) ---\n") }
                try proxy.show(number)
            case "edit": try proxy.edit(number, hasBody: answer.isEmpty)
            case "respond": _ = try proxy.ask("respond \(number) \(answer.joined(separator: " "))")
            case let verb: _ = try proxy.ask("\(verb) \(number)")
            }
        }
    }

    private func list(_ proxy: HeldProxy) throws {
        if json { return Report.text(try proxy.ask("json")) }
        let lines = try proxy.ask("list").split(separator: "\n")
        Report.lines { out in
            for line in lines { out.line(String(line.replacing("\t", with: "  "))) }
            if lines.isEmpty { out.line("No messages are held.") }
        }
    }
}
