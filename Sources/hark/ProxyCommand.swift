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
        abstract: "Run the proxy; print each exchange as it happens.",
        discussion: """
            Example:
              hark proxy --har session.har --set-request-header 'Accept-Language: de'
              curl -x http://127.0.0.1:8888 http://demo.hark.test/redirect/1

            SIGINT and SIGTERM end it after up to 5 seconds for running exchanges; SIGHUP reopens --log.
            """)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where to listen, repeatable; port 0 picks one. https:// in front: over TLS alone; socks5://: for SOCKS; "
                + "transparent://: for what a packet filter redirects (Linux); "
                + "reverse+http://HOST:PORT=URL, reverse+https://…: in place of that server.",
            valueName: "host:port"))
    var listen: [String] = ["127.0.0.1:8888"]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Stand in for this server instead of being a forward proxy (on the listeners that say nothing else).",
            valueName: "url"))
    var reverse: String?

    @Flag(name: .long, help: "With --reverse: leave Host as the client sent it.")
    var preserveHost = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write 'listening HOST:PORT' for each listener to this descriptor, then close it.", valueName: "n"))
    var readyFd: Int32?

    @OptionGroup var options: ProxyOptions

    func validate() throws {
        let places = try options.places(listen)
        try options.access.validate(places, isReverse: reverse != nil)
        _ = try mode()
        if preserveHost, reverse == nil, places.allSatisfy({ $0.server == nil }) {
            throw ValidationError("--preserve-host goes with --reverse.")
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
        let hint = "\(option) '\(text.terminalEscaped)' is not the URL of a server, such as http://127.0.0.1:3000"
        let decoded = try? head.withSpan { span throws(WireError) in try decoder.decode(span) }
        guard case .requestHead(let request, _)? = decoded?.part,
            request.target.form == .absolute, let scheme = request.target.scheme, let host = request.target.host,
            !host.isEmpty
        else { throw ValidationError("\(hint).") }
        let isSecure = request.raw.slice(scheme).equalsIgnoringCase("https")
        guard isSecure || request.raw.slice(scheme).equalsIgnoringCase("http") else {
            throw ValidationError("\(hint): only http:// and https:// can be forwarded to.")
        }
        let path = request.raw.slice(request.target.pathAndQuery)
        guard path.isEmpty || path == "/", request.target.userinfo == nil, request.target.port != 0 else {
            throw ValidationError("\(hint): give scheme, host and port alone; paths are the client's.")
        }
        let name = request.raw.slice(host)
        return Destination(
            host: name, port: request.target.port ?? (isSecure ? 443 : 80), serverName: isSecure ? name : nil)
    }
}
