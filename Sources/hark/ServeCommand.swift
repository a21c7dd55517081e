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
        abstract: "Answer requests from a session, a HAR or a log; no server is asked.",
        discussion: """
            Works as a proxy (https too) and as the server itself: of a host that the recording does not have, the \
            path alone is looked for. The n-th request for something gets the n-th recorded answer, later ones the \
            last. What was not recorded is answered 404.

            Examples:
              hark serve tour.har
              curl -x http://127.0.0.1:8888 http://demo.hark.test/
              curl http://127.0.0.1:8888/
            """)

    @Argument(
        help: ArgumentHelp(
            "The session by name or path, a HAR or a log; otherwise the newest session.", valueName: "session"),
        completion: .file())
    var session: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where to listen, repeatable; port 0 picks one. https://HOST:PORT: over TLS.", valueName: "host:port"))
    var listen: [String] = ["127.0.0.1:8888"]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What answers: the same host and path with the query most alike, or the same URL and content.",
            valueName: "nearest|strict"))
    var match = Likeness.nearest

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write 'listening HOST:PORT' for each listener to this descriptor, then close it.", valueName: "n"))
    var readyFd: Int32?

    @OptionGroup var options: ProxyOptions

    func validate() throws {
        let places = try options.places(listen)
        try options.access.validate(places, isReverse: false)
        if !options.resolving.resolve.isEmpty {
            throw ValidationError("--resolve says where servers are, and 'hark serve' asks none.")
        }
        if options.versions.upstreamHTTP2 {
            throw ValidationError("--upstream-http2 is about servers, and 'hark serve' asks none.")
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
        await Signals.wait()
        await proxy.stop(server)
    }
}
