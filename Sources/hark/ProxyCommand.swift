import ArgumentParser
import Engine
import Flow
import Reactor

/// `hark proxy`: run the proxy until a signal says stop.
struct ProxyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Run the proxy and print each exchange as it happens.",
        usage: "hark proxy [<options>]",
        discussion: """
            SIGINT and SIGTERM stop the proxy; running exchanges get up to 5 seconds. SIGHUP reopens --log and reads \
            --rules again.

            Example:
              hark proxy --har session.har --set-request-header 'Accept-Language: de'
              curl -x http://127.0.0.1:8888 http://demo.hark.test/redirect/1
            """)

    @Option(
        name: [.customShort("l"), .customShort("p"), .long],
        help: ArgumentHelp(
            "Listen here. Port 0 picks a free port. Repeatable. Prefixes: https:// (TLS only), socks5://, "
                + "transparent:// (connections that a packet filter redirects, Linux), "
                + "reverse+http://HOST:PORT=URL or reverse+https:// (a reverse proxy for URL).",
            valueName: "host:port"))
    var listen: [String] = ["127.0.0.1:8888"]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Act as a reverse proxy for this server; on every listener without a prefix.",
            valueName: "url"))
    var reverse: String?

    @Flag(name: .long, help: "Keep the Host field that the client sent (with --reverse).")
    var preserveHost = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write 'listening HOST:PORT' for each listener to this file descriptor, then close it.", valueName: "n"))
    var readyFd: Int32?

    @OptionGroup var options: ProxyOptions

    @OptionGroup var sharing: SharingOptions

    func validate() throws {
        let places = try options.places(listen)
        try options.access.validate(places, isReverse: reverse != nil)
        _ = try mode()
        if preserveHost, reverse == nil, places.allSatisfy({ $0.server == nil }) {
            throw ValidationError("--preserve-host needs --reverse URL")
        }
    }

    private func mode() throws -> ForwardingPolicy.Mode {
        guard let reverse else { return .forward }
        return .reverse(try ReverseURL.destination(reverse), preserveHost: preserveHost)
    }

    func run() async throws {
        Ready.keep(readyFd)
        var configuration = ProxyConfiguration()
        configuration.listeners = try options.listeners(listen, try mode(), preservesHost: preserveHost)
        let session = try ProxySession(options, configuration, sharing)
        let server = try await session.start()
        if let readyFd {
            try Ready.tell(
                server.addresses.map(\.description), page: session.pageURL, metrics: session.metricsAddresses,
                on: readyFd)
        }
        ServiceNotice.ready()
        await Signals.wait()
        ServiceNotice.stopping()
        await session.stop(server)
        _ = session.judge?.conclude(inFull: false)
    }
}
