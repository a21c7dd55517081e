import ArgumentParser
import Bytes
import Flow
import HTTPModel
import Platform
import Store
import Views

/// `hark show`: a flow of a session, as it was printed when it passed, or the exact bytes of a part of it.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show flows of a session, or the exact bytes of a part.",
        discussion: """
            Example:
              hark show 12
              hark show 12 --request --head
              hark show 12 --response --body > answer
            """)

    @Argument(help: ArgumentHelp("Numbers of flows.", valueName: "n"))
    var numbers: [UInt64]

    @Flag(name: .long, help: "The request's bytes: all that is kept, or the part that is named.")
    var request = false

    @Flag(name: .long, help: "The response's bytes: all that is kept, or the part that is named.")
    var response = false

    @Flag(name: .long, help: "The head alone, as it came.")
    var head = false

    @Flag(name: .long, help: "The content alone, as it was transferred.")
    var body = false

    @Flag(name: .long, help: "The head as it went on.")
    var sent = false

    @OptionGroup var choice: SessionChoice

    func validate() throws {
        if request, response { throw ValidationError("--request and --response: only one of them.") }
        if [head, body, sent].filter({ $0 }).count > 1 {
            throw ValidationError("--head, --body and --sent: only one of them.")
        }
        if head || body || sent, !request, !response {
            throw ValidationError("Whose? Add --request or --response.")
        }
    }

    func run() throws {
        let path = try choice.path()
        let reader = try SessionChoice.say { () throws(SessionError) in try SessionReader(path) }
        defer { reader.close() }
        let bytes = StoredBytes(part: sent ? .sent : head ? .head : body ? .body : .all)
        for number in numbers {
            guard let flow = try SessionChoice.say({ () throws(SessionError) in try reader.flow(number) }) else {
                Diagnostics.say("there is no flow \(number) in \(path)")
                throw ExitCode(EX_NOINPUT)
            }
            if request || response {
                try bytes.write(flow.record, request ? .request : .response)
            } else {
                lines(flow)
            }
        }
    }

    private func lines(_ flow: StoredFlow) {
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        let style = Style(
            isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"), term: Environment.value("TERM"))
        var lines = ExchangeLines(
            options: ExchangeLines.Options(
                style: style, width: terminal.width, isVerbose: true,
                utcOffset: LocalTime.offset(at: (flow.record.startedAt ?? 0) / 1_000_000)))
        lines.render(flow.record)
        terminal.write(lines.take())
    }
}
