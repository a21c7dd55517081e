import ArgumentParser
import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
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
        name: .long,
        help: ArgumentHelp(
            "Listen here. Port 0 picks a free port. Repeatable. Prefixes: https:// (TLS only), socks5://, "
                + "transparent:// (connections that a packet filter redirects, Linux), "
                + "reverse+http://HOST:PORT=URL or reverse+https:// (a reverse proxy for URL).",
            valueName: "host:port"))
    var listen: [String] = ["127.0.0.1:8888"]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Act as a reverse proxy for this server, on every listener without a prefix.",
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
        let session = try ProxySession(options, configuration)
        let server = try await session.start()
        if let readyFd { try Ready.tell(server.addresses.map(\.description), page: session.pageURL, on: readyFd) }
        await Signals.wait()
        await session.stop(server)
    }
}

/// The URL of `--reverse`.
enum ReverseURL {
    static func destination(_ text: String, option: String = "--reverse") throws -> Destination {
        let head = Bytes("GET \(text) HTTP/1.0\r\n\r\n")
        var decoder = HTTP1Decoder(role: .request)
        let hint =
            "\(option) '\(text.terminalEscaped)' is not a server URL (expected http://HOST:PORT, such as "
                + "http://127.0.0.1:3000)"
        let decoded = try? head.withSpan { span throws(WireError) in try decoder.decode(span) }
        guard case .requestHead(let request, _)? = decoded?.part,
            request.target.form == .absolute, let scheme = request.target.scheme, let host = request.target.host,
            !host.isEmpty
        else { throw ValidationError(hint) }
        let isSecure = request.raw.slice(scheme).equalsIgnoringCase("https")
        guard isSecure || request.raw.slice(scheme).equalsIgnoringCase("http") else {
            throw ValidationError("\(hint): Hark forwards only to http:// and https://")
        }
        let path = request.raw.slice(request.target.pathAndQuery)
        guard path.isEmpty || path == "/", request.target.userinfo == nil, request.target.port != 0 else {
            throw ValidationError("\(hint): give only scheme, host and port; the path comes from the client")
        }
        let name = request.raw.slice(host)
        return Destination(
            host: name, port: request.target.port ?? (isSecure ? 443 : 80), serverName: isSecure ? name : nil)
    }
}
