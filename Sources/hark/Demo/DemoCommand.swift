import ArgumentParser
import Engine
import Flow
import Platform
import Views

/// `hark demo`: run the proxy, walk through the demo site with a small client, print the exchanges as a lesson.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Take a guided tour of the built-in demo site, without a network.",
        usage: "hark demo [<options>]",
        discussion: """
            Each step explains what to look at, then sends requests through the proxy, which prints them. On a \
            terminal, press Return for the next step.

            Examples:
              hark demo
              hark demo --har tour.har
            """)

    @OptionGroup var options: ProxyOptions

    @OptionGroup var sharing: SharingOptions

    func validate() throws {
        if options.quiet { throw ValidationError("--quiet hides the whole tour; leave it out") }
    }

    func run() async throws {
        var configuration = ProxyConfiguration()
        configuration.listeners = try options.listeners(["127.0.0.1:0"])
        let finished = FinishedCount()
        let session = try ProxySession(options, configuration, sharing, last: { FinishedSink(finished) })
        let server = try await session.start()
        Task.detached {
            let signal = await Signals.wait()
            await session.stop(server)
            ProcessEnd.now(signal == 0 ? EXIT_SUCCESS : 128 + signal)
        }
        let guide = TourGuide(
            proxy: server.addresses[0], finished: finished,
            output: session.screen != nil ? -1 : options.log == "-" ? 2 : 1,
            waits: session.screen == nil && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
        let failure = await guide.walk()
        // A person looks at it until they quit, which ends the process.
        while session.screen != nil { try await Task.sleep(for: .seconds(3600)) }
        await session.stop(server)
        if let failure {
            Diagnostics.say("the tour ended early: \(failure)")
            throw ExitCode(EX_SOFTWARE)
        }
    }
}
