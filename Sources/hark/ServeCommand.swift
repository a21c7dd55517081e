import ArgumentParser
import Engine
import Flow
import Reactor
import Rules

/// `hark serve`: answer from what was recorded, and ask no server.
struct ServeCommand: AsyncParsableCommand {
    enum Likeness: String, ExpressibleByArgument, CaseIterable {
        case nearest, strict
    }

    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer requests from a recording, without contacting any server.",
        usage: "hark serve [<options>] [<session>]",
        discussion: """
            Works as a proxy (for HTTPS too) and as the server itself. If the recording does not have the requested \
            host, only the path is compared. Repeated requests get the recorded responses in order, then the last \
            one again. A request without a recorded response gets 404.

            Example:
              hark serve tour.har
              curl -x http://127.0.0.1:8888 http://demo.hark.test/
              curl http://127.0.0.1:8888/
            """)

    @Argument(
        help: ArgumentHelp(
            "Session name or path, HAR or log (default: the newest session).", valueName: "session"),
        completion: .file())
    var session: String?

    @Option(
        name: [.customShort("l"), .customShort("p"), .long],
        help: ArgumentHelp(
            "Listen here; https://HOST:PORT for TLS. Port 0 picks a free port. Repeatable.", valueName: "host:port"))
    var listen: [String] = ["127.0.0.1:8888"]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Match by host and path with the most similar query, or by the same URL and body.",
            valueName: "nearest|strict"))
    var match = Likeness.nearest

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write 'listening HOST:PORT' for each listener to this file descriptor, then close it.", valueName: "n"))
    var readyFd: Int32?

    @OptionGroup var options: ProxyOptions

    func validate() throws {
        let places = try options.places(listen)
        try options.access.validate(places, isReverse: false)
        if !options.resolving.resolve.isEmpty {
            throw ValidationError("--resolve has no effect here: 'hark serve' contacts no server")
        }
        if options.versions.upstreamHTTP2 {
            throw ValidationError("--upstream-http2 has no effect here: 'hark serve' contacts no server")
        }
    }

    func run() async throws {
        Ready.keep(readyFd)
        let path = try SessionChoice.path(of: session)
        let last = try LastRules(answeringFrom: path, isStrict: match == .strict)
        var configuration = ProxyConfiguration()
        configuration.listeners = try options.listeners(listen, .recorded)
        configuration.asksServers = false
        let proxy = try ProxySession(options, configuration, lastRules: last)
        let server = try await proxy.start()
        if let readyFd { try Ready.tell(server.addresses.map(\.description), page: proxy.pageURL, on: readyFd) }
        ServiceNotice.ready()
        await Signals.wait()
        ServiceNotice.stopping()
        await proxy.stop(server)
    }
}
