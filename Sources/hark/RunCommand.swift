import ArgumentParser
import Doctor
import Engine
import Flow
import Platform
import Reactor

/// `hark run`: start a command with a private proxy, trusted by that command alone, and end as it ends.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command with its traffic through a private proxy.",
        usage: "hark run [<options>] [--] <command> [<argument> ...]",
        discussion: """
            Hark sets the environment variables for proxies and CA files (HTTP_PROXY, SSL_CERT_FILE and others) for \
            this command only. A program that ignores them can be given the address in HARK_PROXY.

            Node and Python load a small script first; Chromium, Chrome, Edge, Brave and Firefox get a temporary \
            profile. Hark removes its temporary files when the command ends.

            Standard input and output belong to the command; exchange lines go to standard error. With --screen, Hark \
            uses the terminal and prints the command's output when you quit.

            Exit code: the command's, 128 plus the signal that ended it, 127 if it was not found, 126 if it cannot be \
            run, 1 if only --fail-on failed.

            Examples:
              hark run curl https://demo.hark.test/
              hark run --har tests.har --quiet npm test
              hark run --judge --fail-on bad --report sarif=judge.sarif -- npm test
              hark run --fail-on 'status >= 500 or error' -- pytest
              hark run chromium
            """)

    @Option(
        name: [.customShort("l"), .customShort("p"), .long],
        help: ArgumentHelp("Listen here. Port 0 picks a free port. Repeatable.", valueName: "host:port"))
    var listen: [String] = ["127.0.0.1:0"]

    @OptionGroup var options: ProxyOptions

    @OptionGroup var sharing: SharingOptions

    @OptionGroup var judged: JudgedRunOptions

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("Command to run, with its own options.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        let places = try options.places(listen)
        try options.access.validate(places, isReverse: false)
        if let first = places.first, first.manner != .http || first.server != nil {
            throw ValidationError(
                "--listen \(first.text.terminalEscaped): the first listener has to be an HTTP proxy, for the command "
                    + "(expected HOST:PORT)")
        }
        guard let program = command.first else {
            throw ValidationError(
                "missing command; give it after the options, for example: hark run curl https://demo.hark.test/")
        }
        if program.isEmpty { throw ValidationError("the command name is empty") }
    }

    func run() async throws {
        var configuration = ProxyConfiguration()
        configuration.listeners = try options.listeners(listen)
        configuration.servesOneCommand = true
        let judge = try judged.judge(options.judging, showsSecrets: options.showSecrets)
        let session = try ProxySession(options, configuration, sharing, isGuest: true, judge: judge)
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
            screen.tell("The command exited with code \(code). Press q to quit and see its output.")
            await screen.wait()
        }
        await session.stop(server)
        output?.print()
        // Whatever the command ended with: that nothing came is often why it failed.
        if hasRun, !options.quiet, session.counters.flowCount == 0 {
            Diagnostics.say(
                "no traffic from \(command[0]) reached Hark. If it made requests, it ignores the proxy variables: use "
                    + "its own proxy option with $HARK_PROXY.")
        }
        // The command's own failure wins.
        let verdict = judge?.conclude(judged.report, inFull: true)
        if code != 0 { throw ExitCode(code) }
        if let verdict { throw verdict }
    }
}
