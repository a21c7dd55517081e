package import Bytes
package import Flow
package import HTTPModel
internal import HTTPSemantics
package import HTTPWire
package import Reactor

/// Everything the proxy needs to know, decided once from the command's flags.
package struct ProxyConfiguration: Sendable {
    package var listeners = [ListenerSpec(HostPort(host: "127.0.0.1", port: 8888))]
    package var overrides: [ResolveOverride] = []
    /// Listeners of this program that nobody reaches through the proxy, besides its own: those of pages, which may be
    /// opened while it runs.
    package var reserved: @Sendable () -> [SocketAddress] = { [] }
    /// How many descriptors the process may open; nil: as many as the system allows.
    package var descriptorLimit: Int?
    package var limits = Limits()
    /// What a peer that speaks HTTP/2 may cost.
    package var http2 = HTTP2Limits()
    /// HTTP/2 is spoken, with clients that want it and servers that choose it; else HTTP/1 alone (`--http1`).
    package var speaksHTTP2 = true
    /// Servers are spoken with in HTTP/2 whatever the client speaks (`--upstream-http2`).
    package var upstreamHTTP2 = false
    /// Servers are asked; else nobody connects anywhere, and what rules do not answer is told so.
    package var asksServers = true
    /// What rules, and sites of Hark's own, may hold in memory for all connections together.
    package var held = HeldMemory()
    /// What becomes of messages on their way; nil: nobody has rules.
    package var rules: LiveRules?
    /// Programs that are asked about messages; nil: none. With them there are `rules`, if only empty ones.
    package var scripts: LiveScripts?
    /// Header rules for one request, before those of its listener: they name its trace (`--otlp-propagate`).
    package var propagation: (@Sendable (FlowID, RequestHead) -> [HeaderRule])?
    /// Which proxies messages of this program's own go through (`hark replay`, `hark send`).
    package var way = UpstreamWay.straight
    var recordLimits = RecordLimits()
    /// Which mistakes of servers are read nevertheless.
    package var tolerances = Tolerances.standard
    /// A WebSocket that breaks a rule is ended, whichever side does, and not only marked.
    package var isStrict = false
    package var timeouts = Timeouts()
    /// How long a request may take from one proxy of a ring to the next and be noticed as going round.
    package var ringLink = Duration.seconds(1)
    /// Event loops, each with its connections; one a core.
    package var shards = 1
    /// The clients are what one command starts, which was told of the proxy and its authority (`hark run`).
    package var servesOneCommand = false
    /// Use a Dispatch source per socket although there is epoll.
    package var usesDispatchSources = false

    /// How much unread a connection keeps: the largest head there may be, and what a read brings behind it.
    var inputLimit: Int { limits.head + 64 * 1024 }

    package init() {}

    /// The header rules of one exchange. A tunnel's own head is for the next proxy only.
    func headers(_ rules: HeaderRules, for head: RequestHead, of flow: FlowID) -> HeaderRules {
        guard let propagation, !head.asksForTunnel else { return rules }
        return HeaderRules(request: propagation(flow, head) + rules.request, response: rules.response)
    }
}

/// A host as a person writes it, with a port.
package struct HostPort: Sendable, Hashable, CustomStringConvertible {
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`, `[v6]:port`; nil when it is neither.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Bytes(String(text[text.index(after: colon)...])).decimal, port <= UInt64(UInt16.max)
        else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: host, port: UInt16(port))
    }

    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// `--resolve HOST[:PORT]:ADDRESS[:PORT]`: connect to this address for that name, whatever the resolver says.
package struct ResolveOverride: Sendable, Hashable {
    package let host: Bytes
    /// nil: whatever the port.
    package let port: UInt16?
    package let address: String
    /// nil: the port asked for.
    let addressPort: UInt16?

    /// nil when the text is not of that form.
    package init?(_ text: String) {
        var parts = Self.split(text)
        guard parts.count >= 2, let first = parts.first, let host = try? HostName.pattern(first, isGlob: false),
            !host.contains(ASCII.asterisk), !host.contains(ASCII.question)
        else { return nil }
        parts.removeFirst()
        var port: UInt16?
        if parts.count >= 2, let number = Self.port(parts[0]) {
            port = number
            parts.removeFirst()
        }
        guard let address = parts.first, !address.isEmpty else { return nil }
        parts.removeFirst()
        var addressPort: UInt16?
        if let last = parts.first {
            guard parts.count == 1, let number = Self.port(last) else { return nil }
            addressPort = number
        }
        self.host = host
        self.port = port
        self.address = address
        self.addressPort = addressPort
    }

    /// The parts between colons, an address in brackets kept whole.
    private static func split(_ text: String) -> [String] {
        var parts = [""]
        var isInBrackets = false
        for character in text {
            switch character {
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case ":" where !isInBrackets: parts.append("")
            default: parts[parts.count - 1].append(character)
            }
        }
        return isInBrackets ? [] : parts
    }

    private static func port(_ text: String) -> UInt16? {
        Bytes(text).decimal.flatMap { UInt16(exactly: $0) }
    }

    package func applies(to destination: Destination) -> Bool {
        destination.isNamed(host) && (port == nil || port == destination.port)
    }
}
