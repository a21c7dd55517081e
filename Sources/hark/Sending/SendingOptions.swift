import ArgumentParser
import Bytes
import Engine
import Flow
import Workbench

/// What `hark send` and `hark replay` have in common: how servers are reached, and where the new flows are kept.
struct SendingOptions: ParsableArguments {
    @OptionGroup var resolving: ResolveOptions

    @OptionGroup var timeouts: TimeoutOptions

    @OptionGroup var servers: ServerTLSOptions

    @OptionGroup var upstream: UpstreamOptions

    @Option(
        name: .long,
        help: ArgumentHelp("Store the new flows in this session file.", valueName: "file"), completion: .file())
    var store: String?

    @Flag(name: .long, help: "Do not store the new flows.")
    var noStore = false

    func validate() throws {
        if noStore, store != nil {
            throw ValidationError("--store and --no-store cannot be combined")
        }
        if store == "" { throw ValidationError("--store needs a file name") }
    }

    func configuration() throws -> ProxyConfiguration {
        var configuration = ProxyConfiguration()
        configuration.listeners = []
        configuration.overrides = try resolving.overrides()
        configuration.way = try upstream.way()
        // A person waits for this, and not a client that knows how long an answer may take.
        configuration.timeouts.responseHead = .seconds(30)
        configuration.timeouts.body = .seconds(60)
        timeouts.apply(to: &configuration.timeouts)
        return configuration
    }

    /// `https://HOST:PORT`, `http://HOST`, `HOST:PORT`.
    static func server(_ text: String) throws -> Destination {
        if let place = HostPort(text), place.port > 0 {
            return Destination(host: Bytes(place.host), port: place.port)
        }
        guard let destination = Destination(url: Bytes(text)) else {
            throw ValidationError(
                "--to '\(text.terminalEscaped)' is not a server (expected https://HOST, http://HOST:PORT or HOST:PORT)")
        }
        return destination
    }
}
