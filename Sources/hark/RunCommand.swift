import ArgumentParser
import Engine
import Flow
import Launch
import Platform
import Reactor

/// `hark run`: start a command with a private proxy, trusted by that command alone, and end as it ends.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start a command so that its traffic goes through a private proxy.",
        usage: "hark run [<options>] -- <command> [<argument> ...]",
        discussion: """
            Examples:
              hark run -- curl https://demo.hark.test/
              hark run --har tests.har --quiet -- npm test
              hark run -- chromium

            The command gets the proxy, and trust in Hark's certificates, by the variables that programs read: \
            HTTP_PROXY and its like, SSL_CERT_FILE and its like, JAVA_TOOL_OPTIONS, WGETRC, and HARK_PROXY for your \
            own use. Node and Python load a small script first (NODE_OPTIONS, PYTHONPATH), as many of their clients \
            read no variables. Chromium, Chrome, Edge, Brave and Firefox get a profile of their own. Nothing else on \
            the system changes, and what was made for the command is removed at its end.

            Standard input and output are the command's. Exchange lines and a summary go to standard error; --quiet \
            keeps them back. With --screen the terminal is Hark's: the command reads nothing, and what it writes is \
            printed when the screen is gone.

            Signals are passed to the command. The exit code is the command's, 128 and the number of the signal that \
            ended it, 127 when it is not found, 126 when it cannot be run; if the proxy cannot start, the command is \
            not started, and the code is that of 'hark proxy'.
            """)

    @Option(name: .long, help: ArgumentHelp("Where to listen, repeatable; port 0 picks one.", valueName: "host:port"))
    var listen: [String] = ["127.0.0.1:0"]

    @OptionGroup var options: ProxyOptions

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, after '--'.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        let places = try options.places(listen)
        try options.access.validate(places, isReverse: false)
        if let first = places.first, first.manner != .http || first.server != nil {
            throw ValidationError(
                "The command gets the first listener as its HTTP proxy, and --listen \(first.text.terminalEscaped) is "
                    + "none.")
        }
        guard let program = command.first else {
            throw ValidationError("There is no command. Write it after '--': hark run -- curl https://demo.hark.test/")
        }
        if program.isEmpty { throw ValidationError("The command's name is empty.") }
    }

    func run() async throws {
        var configuration = ProxyConfiguration()
        configuration.listeners = try options.listeners(listen)
        configuration.servesOneCommand = true
        let session = try ProxySession(options, configuration, isGuest: true)
        let server = try await session.start()
        let output = session.screen == nil ? nil : SpooledOutput()
        let code: Int32
        var hasRun = true
        do throws(RunFailure) {
            let run = CommandRun(command: command, tls: session.tls, isQuiet: options.quiet, output: output)
            code = try await run.exitCode(proxy: ProxyAddress(server.addresses[0]))
        } catch {
            Diagnostics.say(error.text)
            code = error.code
            hasRun = false
        }
        if hasRun, let screen = session.screen {
            screen.tell("The command ended with code \(code). Its output is printed when you quit: q.")
            await screen.wait()
        }
        await session.stop(server)
        output?.print()
        // Whatever the command ended with: that nothing came is often why it failed.
        if hasRun, !options.quiet, session.counters.flowCount == 0 {
            Diagnostics.say(
                "if \(command[0]) did make requests, it follows none of the settings that point to the proxy. Give it "
                    + "the address in HARK_PROXY by an option of its own.")
        }
        if code != 0 { throw ExitCode(code) }
    }
}
