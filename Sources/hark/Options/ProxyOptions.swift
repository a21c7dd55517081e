import ArgumentParser
import Bytes
import Engine
import Flow
import HTTPWire
import Reactor

/// The options that `hark proxy`, `hark run` and `hark demo` share: what is forwarded how, what is kept and shown.
struct ProxyOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Keep a HAR 1.2 file, valid JSON after every write.", valueName: "file"),
        completion: .file())
    var har: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Append one JSON object per finished flow, one a line (-: standard output).", valueName: "file"),
        completion: .file())
    var log: String?

    @Flag(
        name: .long,
        help:
            "Give each HTTP/2 connection a line in the log when it ends: settings, frames of stream 0, GOAWAY.")
    var logConnections = false

    @OptionGroup var store: StoreOptions

    @OptionGroup var filters: FilterOptions

    @OptionGroup var headers: HeaderOptions

    @OptionGroup var rules: RuleOptions

    @OptionGroup var resolving: ResolveOptions

    @OptionGroup var access: AccessOptions

    @OptionGroup var upstream: UpstreamOptions

    @OptionGroup var timeouts: TimeoutOptions

    @OptionGroup var tls: TLSOptions

    @OptionGroup var versions: VersionOptions

    @OptionGroup var protos: ProtoOptions

    @OptionGroup var page: PageOptions

    @OptionGroup var screen: ScreenOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How much of a body to keep (units k, M, G: powers of 1024); more is counted, not kept.", valueName: "size")
    )
    var maxBodyRecord = "16MiB"

    @Flag(name: .long, help: "Print no exchange lines.")
    var quiet = false

    @Flag(
        name: .long,
        help: """
            Refuse responses that are wrong but readable too: LF line ends, short status lines, HTTP/1.2 and later …; \
            end WebSockets that break their rules.
            """
    )
    var strict = false

    @Flag(name: .long, help: "Print every header line and chunk too.")
    var verbose = false

    @Flag(
        name: .long,
        help: "Print each message as it passes: of WebSockets, event streams, multipart streams, JSON lines, gRPC.")
    var messages = false

    @Flag(name: .long, help: "Print secrets too: values of cookies, tokens, passwords; otherwise lines leave them out.")
    var showSecrets = false

    @Option(name: .long, help: ArgumentHelp("Event loops, each on a thread of its own; 0: one a core.", valueName: "n"))
    var shards = 0

    @Flag(
        name: .long,
        help: "Use one Dispatch source per socket instead of epoll (slower; where there is no epoll it is on).")
    var dispatchSources = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose contradict each other; give one of them.") }
        if quiet, messages { throw ValidationError("--quiet prints no messages: leave out --messages.") }
        for (flag, path) in [("--har", har), ("--log", log)] where path == "" {
            throw ValidationError("\(flag) needs the name of a file.")
        }
        if let har, let log, log != "-", FilePlace(har) == FilePlace(log) {
            throw ValidationError(
                "--har and --log name the same file, \(har.terminalEscaped); give each one of its own.")
        }
        if har == "-" { throw ValidationError("--har needs a file; '-' is for --log.") }
        if screen.screen {
            if log == "-" { throw ValidationError("--screen fills the terminal: --log needs a file.") }
            if verbose { throw ValidationError("--screen shows no exchange lines: leave out --verbose.") }
        }
        guard (0...256).contains(shards) else { throw ValidationError("--shards takes a number from 0 to 256.") }
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
                    "--listen \(text.terminalEscaped) has to decrypt what comes: leave out --tls tunnel.")
            }
            return place
        }
    }

    func bodyLimit() throws -> Int {
        try FigureOption.size(maxBodyRecord, of: "--max-body-record")
    }
}
