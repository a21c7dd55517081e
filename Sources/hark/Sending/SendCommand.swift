import ArgumentParser
import Bytes
import Engine
import Flow
import Platform
import Workbench

/// `hark send`: a message as a person wrote it.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a raw message byte for byte and print the response.",
        usage: "hark send [<options>] --to <url|host:port> [<file>]",
        discussion: """
            Sends every byte of FILE or standard input unchanged, even if it is not HTTP. HTTP needs CR LF line ends; \
            --crlf converts the line ends of the head.

            Examples:
              hark send request.txt --to https://example.com
              printf 'GET / HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n' | hark send --to localhost:80
              hark send --crlf --to demo.hark.test:80
            """)

    @Argument(help: ArgumentHelp("File with the message (-: standard input).", valueName: "file"), completion: .file())
    var file = "-"

    @Option(name: .long, help: ArgumentHelp("Send to this server.", valueName: "url|host:port"))
    var to: String

    @Flag(name: .long, help: "Convert the line ends of the head to CR LF.")
    var crlf = false

    @Flag(name: .long, help: "Half-close the connection after the last byte.")
    var halfClose = false

    @Flag(name: .long, help: "Explain the message and the response, like 'hark explain'.")
    var explain = false

    @OptionGroup var sending: SendingOptions

    func validate() throws {
        _ = try SendingOptions.server(to)
    }

    func run() async throws {
        if file == "-", isatty(STDIN_FILENO) == 1 { Diagnostics.say("type the message, then press Ctrl-D") }
        let read = try InputFile(file).read()
        let bytes = crlf ? RawMessage.withLineEnds(read) : read
        guard !bytes.isEmpty else {
            Diagnostics.say("the message is empty; give a file or standard input with at least one byte")
            throw ExitCode(EX_DATAERR)
        }
        say(bytes)
        let run = try await SendingRun(sending)
        let answer = AnswerWriter(isShown: !explain)
        var message = Sending(bytes, to: try SendingOptions.server(to))
        message.endsSide = halfClose
        message.received = { answer.take($0) }
        let record = await run.send(message)
        await run.finish()
        answer.finish()
        if explain { AnswerPage.print(bytes, answer.all) }
        let number = record.id.number
        let kept = run.path.map { " Stored as #\(number) in \($0).\(SendingSession.hint(number, in: $0))" } ?? ""
        if let failure = record.sendingFailure {
            Diagnostics.say(failure + kept)
            throw ExitCode(EX_UNAVAILABLE)
        }
        Diagnostics.say("answered in \(StatsReport.time(PhaseTimes(record).total)).\(kept)")
    }

    /// What is wrong with it: said, not mended.
    private func say(_ bytes: Bytes) {
        if let feed = bytes.firstIndex(of: ASCII.lineFeed), feed == 0 || bytes[feed - 1] != ASCII.carriageReturn {
            Diagnostics.say("the first line ends with LF, but HTTP needs CR LF; --crlf converts the head")
        }
        if let problem = RawMessage.problem(of: bytes) { Diagnostics.say("sent unchanged, but: \(problem)") }
    }
}
