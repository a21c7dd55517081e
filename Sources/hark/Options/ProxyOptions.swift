import ArgumentParser
import Bytes
import Engine
import Flow
import HTTPWire
import Reactor

/// The options that `hark proxy`, `hark run` and `hark demo` share: what is forwarded how, what is kept and shown.
struct ProxyOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Write a HAR 1.2 file that is valid after every write.", valueName: "file"),
        completion: .file())
    var har: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Append one JSON line per flow (-: standard output).", valueName: "file"),
        completion: .file())
    var log: String?

    @Flag(
        name: .long,
        help: "Log a line when an HTTP/2 connection ends: settings, stream 0, GOAWAY.")
    var logConnections = false

    @OptionGroup var store: StoreOptions

    @OptionGroup var filters: FilterOptions

    @OptionGroup var headers: HeaderOptions

    @OptionGroup var rules: RuleOptions

    @OptionGroup var scripts: ScriptOptions

    @OptionGroup var resolving: ResolveOptions

    @OptionGroup var access: AccessOptions

    @OptionGroup var upstream: UpstreamOptions

    @OptionGroup var timeouts: TimeoutOptions

    @OptionGroup var tls: TLSOptions

    @OptionGroup var versions: VersionOptions

    @OptionGroup var protos: ProtoOptions

    @OptionGroup var judging: LiveJudgeOptions

    @OptionGroup var page: PageOptions

    @OptionGroup var screen: ScreenOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Store at most this much of each body; the rest is counted but not stored.", valueName: "size")
    )
    var maxBodyRecord = "16MiB"

    @Flag(name: [.short, .long], help: "Do not print exchanges.")
    var quiet = false

    @Flag(
        name: .long,
        help: "Refuse malformed responses that are still readable, and WebSockets that violate the protocol."
    )
    var strict = false

    @Flag(name: [.short, .long], help: "Print every header line and chunk.")
    var verbose = false

    @Flag(
        name: .long,
        help: "Print each message of WebSockets, event streams, multipart streams, JSON lines and gRPC.")
    var messages = false

    @Flag(name: .long, help: "Show credentials: passwords, tokens, cookies (default: hidden).")
    var showSecrets = false

    @Option(name: .long, help: ArgumentHelp("Number of event loops (threads); 0: one per core.", valueName: "n"))
    var shards = 0

    @Flag(
        name: .long,
        help: "Use Dispatch sources instead of epoll (slower).")
    var dispatchSources = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined") }
        if quiet, messages { throw ValidationError("--quiet and --messages cannot be combined") }
        for (flag, path) in [("--har", har), ("--log", log)] where path == "" {
            throw ValidationError("\(flag) needs a file name")
        }
        if let har, let log, log != "-", FilePlace(har) == FilePlace(log) {
            throw ValidationError(
                "--har and --log name the same file, \(har.terminalEscaped); give two different files")
        }
        if har == "-" { throw ValidationError("--har needs a file; only --log can write to '-'") }
        if screen.screen {
            if log == "-" { throw ValidationError("--screen uses the terminal, so --log needs a file") }
            if verbose { throw ValidationError("--screen and --verbose cannot be combined") }
        }
        guard (0...256).contains(shards) else {
            throw ValidationError("invalid value '\(shards)' for --shards (expected 0 to 256)")
        }
        _ = try bodyLimit()
    }

    /// Where `--listen` says, each serving its clients as it says itself, or as `mode`, and these options say.
    func listeners(
        _ texts: [String], _ mode: ForwardingPolicy.Mode = .forward, preservesHost: Bool = false
    ) throws -> [ListenerSpec] {
        let access = try access.policy()
        let way = try upstream.way()
        return try places(texts).map { place in
            let own: ForwardingPolicy.Mode? =
                place.manner == .socks5 || place.manner == .transparent
                ? .forward : place.server.map { .reverse($0, preserveHost: preservesHost) }
            let policy = ForwardingPolicy(
                mode: own ?? mode, rules: headers.rules, announces: headers.announcements, way: way)
            return ListenerSpec(place.address, policy: policy, access: access, manner: place.manner)
        }
    }

    /// What `--listen` names, where it can be served so.
    func places(_ texts: [String]) throws -> [ListenPlace] {
        try texts.map { text in
            let place = try ListenPlace(text)
            guard place.manner != .https || tls.tls != .tunnel else {
                throw ValidationError(
                    "--listen \(text.terminalEscaped) has to decrypt TLS; leave out --tls tunnel")
            }
            return place
        }
    }

    func bodyLimit() throws -> Int {
        try FigureOption.size(maxBodyRecord, of: "--max-body-record")
    }
}
