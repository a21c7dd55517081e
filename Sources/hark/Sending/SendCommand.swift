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
        abstract: "Send a raw message as it is, and show the answer.",
        discussion: """
            Every byte goes out as it is in FILE, or comes from standard input, also when it is not HTTP. HTTP wants \
            CR LF at line ends and typed text has LF; --crlf makes those of the head CR LF.

            The answer is printed as it came, or explained with --explain.

            Examples:
              hark send request.txt --to https://example.com
              printf 'GET / HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n' | hark send --to localhost:80
              hark send --crlf --to demo.hark.test:80
            """)

    @Argument(help: ArgumentHelp("The message (-: standard input).", valueName: "file"), completion: .file())
    var file = "-"

    @Option(name: .long, help: ArgumentHelp("The server.", valueName: "url|host:port"))
    var to: String

    @Flag(name: .long, help: "Make the line ends of the head CR LF.")
    var crlf = false

    @Flag(name: .long, help: "End this side behind the last byte.")
    var halfClose = false

    @Flag(name: .long, help: "Explain message and answer, as 'hark explain' does.")
    var explain = false

    @OptionGroup var sending: SendingOptions

    func validate() throws {
        _ = try SendingOptions.server(to)
    }

    func run() async throws {
        if file == "-", isatty(STDIN_FILENO) == 1 { Diagnostics.say("type the message; Ctrl-D ends it.") }
        let read = try InputFile(file).read()
        let bytes = crlf ? RawMessage.withLineEnds(read) : read
        guard !bytes.isEmpty else {
            Diagnostics.say("there is nothing to send.")
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
        let kept = run.path.map { " Kept as #\(number) in \($0).\(SendingSession.hint(number, in: $0))" } ?? ""
        if let failure = record.sendingFailure {
            Diagnostics.say(failure + kept)
            throw ExitCode(EX_UNAVAILABLE)
        }
        Diagnostics.say("answered in \(StatsReport.time(PhaseTimes(record).total)).\(kept)")
    }

    /// What is wrong with it: said, not mended.
    private func say(_ bytes: Bytes) {
        if let feed = bytes.firstIndex(of: ASCII.lineFeed), feed == 0 || bytes[feed - 1] != ASCII.carriageReturn {
            Diagnostics.say("its first line ends with LF alone, and HTTP wants CR LF; --crlf makes it so.")
        }
        if let problem = RawMessage.problem(of: bytes) { Diagnostics.say("it is sent as it is, but: \(problem)") }
    }
}
