import Engine

/// The value of a variable like `http_proxy`, read as clients read it. The user and password in it are never shown.
struct ProxySetting {
    /// Lower case; nil when the value names none.
    let scheme: String?
    /// nil when what should be host and port is neither.
    let place: HostPort?
    /// The value as it may be printed.
    let shown: String

    init(_ value: String) {
        var rest = value[...]
        var scheme: String?
        if let mark = rest.firstRange(of: "://") {
            scheme = rest[..<mark.lowerBound].lowercased()
            rest = rest[mark.upperBound...]
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        self.scheme = scheme
        place = HostPort(String(host))
        shown = (scheme.map { $0 + "://" } ?? "") + (host == authority ? "" : "…@") + host
    }

    /// Whether it names this proxy; the names of this machine's loopback address count as the address.
    func names(_ proxy: HostPort) -> Bool {
        guard let place else { return false }
        return place.port == proxy.port && Self.canonical(place.host) == Self.canonical(proxy.host)
    }

    static func isLoopback(_ host: String) -> Bool {
        let host = canonical(host)
        return host.hasPrefix("127.") || host == "::1"
    }

    private static func canonical(_ host: String) -> String {
        let host = host.lowercased()
        return host == "localhost" || host == "localhost." ? "127.0.0.1" : host
    }
}
