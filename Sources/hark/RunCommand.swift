import ArgumentParser
import Authority
import Engine
import Flow
import Launch
import Reactor
import Platform

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
            keeps them back.

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
        try options.access.validate([HostPort](listening: listen), isReverse: false)
        guard let program = command.first else {
            throw ValidationError("There is no command. Write it after '--': hark run -- curl https://demo.hark.test/")
        }
        if program.isEmpty { throw ValidationError("The command's name is empty.") }
    }

    func run() async throws {
        var configuration = ProxyConfiguration()
        configuration.listeners = try options.listeners(listen)
        configuration.servesOneCommand = true
        let session = try Session(options, configuration, isGuest: true)
        let server = try await session.start()
        let code: Int32
        var hasRun = true
        do throws(RunFailure) {
            code = try await runCommand(proxy: ProxyAddress(server.addresses[0]), session.tls)
        } catch {
            Diagnostics.say(error.text)
            code = error.code
            hasRun = false
        }
        await session.stop(server)
        // Whatever the command ended with: that nothing came is often why it failed.
        if hasRun, !options.quiet, session.counters.flowCount == 0 {
            Diagnostics.say(
                "if \(command[0]) did make requests, it heeds none of the ways by which it was told of the proxy. Give "
                    + "it the address in HARK_PROXY by an option of its own.")
        }
        if code != 0 { throw ExitCode(code) }
    }

    /// Returns the command's exit code; what was made for it is gone then.
    private func runCommand(proxy: ProxyAddress, _ tls: TLSWiring) async throws(RunFailure) -> Int32 {
        let folder: RunFolder
        do throws(LaunchFailure) {
            folder = try RunFolder(in: Environment.value("TMPDIR"))
        } catch {
            throw RunFailure(text: error.text, code: EX_IOERR)
        }
        let result: Result<Int32, RunFailure>
        do throws(RunFailure) {
            result = .success(try await start(proxy, tls, folder))
        } catch {
            result = .failure(error)
        }
        if let problem = await folder.remove() { Diagnostics.say(problem) }
        return try result.get()
    }

    private func start(
        _ proxy: ProxyAddress, _ tls: TLSWiring, _ folder: RunFolder
    ) async throws(RunFailure) -> Int32 {
        let environment = CommandEnvironment.current()
        let former = environment.formerProxies
        if !former.isEmpty, !options.quiet {
            Diagnostics.say(
                "\(former.joined(separator: ", ")) named a proxy; Hark does not go through it, but to servers directly."
            )
        }
        let launch: Launch
        do throws(LaunchFailure) {
            launch = try Launch(
                command, environment: environment, proxy: proxy, authority: tls.authority?.certificate,
                leafPin: tls.leafPin, folder: folder, say: Diagnostics.say)
        } catch {
            throw RunFailure(text: error.text, code: EX_IOERR)
        }
        var words = CommandWords.last(command.count)
        words.insert(contentsOf: launch.arguments.map { Array($0.utf8) }, at: min(1, words.count))
        do throws(ChildProcess.StartFailure) {
            switch try ChildProcess.start(words, environment: launch.environment) {
            case .success(let child): return await child.exitCode()
            case .failure(let interruption): return 128 + interruption.signal
            }
        } catch {
            throw RunFailure(text: error.text, code: error.code)
        }
    }
}

/// Why there is no command to wait for, and the code to end with.
private struct RunFailure: Error {
    let text: String
    let code: Int32
}

/// The words of this process's command line as the system gave them: a file's name need not be UTF-8.
private enum CommandWords {
    static func last(_ count: Int) -> [[UInt8]] {
        let total = Int(CommandLine.argc)
        return (max(0, total - count)..<total).compactMap { index in
            CommandLine.unsafeArgv[index].map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }
}
