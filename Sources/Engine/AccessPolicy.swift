internal import Flow
package import Reactor

/// Who may use the proxy. Without credentials and ranges: everybody who can reach it.
package struct AccessPolicy: Sendable {
    /// `user:password`, which clients of a forward proxy have to show, by Basic or Digest.
    package var credentials: String?
    /// The addresses that clients may come from; empty: all. This machine may always.
    package var allowed: [AddressRange] = []
    private let nonces = DigestKeeper()

    package init(credentials: String? = nil, allowed: [AddressRange] = []) {
        self.credentials = credentials
        self.allowed = allowed
    }

    /// How clients are asked for the credentials; nil when they are not.
    var asked: ProxyCredentials? { credentials.map { ProxyCredentials($0, nonces: nonces) } }

    func admits(_ client: SocketAddress) -> Bool {
        allowed.isEmpty || client.isLoopback || allowed.contains { $0.contains(client) }
    }

    /// Where a client from elsewhere may not be led: what listens on loopback relies on it that nobody else can come
    /// there.
    static func forbidden(of addresses: [SocketAddress]) -> SocketAddress? {
        addresses.first { $0.leadsToLoopback }
    }
}

/// Addresses that share their first bits, as in `192.168.0.0/16` (RFC 4632 §3.1, RFC 4291 §2.3).
package struct AddressRange: Sendable, Hashable {
    private let host: SocketAddress.Host
    private let bits: Int

    /// An address with or without `/bits`; nil when the text is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ Resolver.literal(String($0), port: 0) }) else { return nil }
        let width: Int
        switch address.unmappedHost {
        case .v4: width = 32
        case .v6: width = 128
        case .local: return nil
        }
        if parts.count == 2 {
            let digits = parts[1]
            guard !digits.isEmpty, digits.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
                let bits = Int(digits), bits <= width
            else { return nil }
            self.bits = bits
        } else {
            bits = width
        }
        host = address.unmappedHost
    }

    /// An IPv4 address that came as IPv6 (`::ffff:a.b.c.d`) counts as what it is.
    package func contains(_ address: SocketAddress) -> Bool {
        switch (host, address.unmappedHost) {
        case (.v4(let wanted), .v4(let given)):
            bits == 0 || (wanted ^ given) >> UInt32(32 - bits) == 0
        case (.v6(let wantedHigh, let wantedLow), .v6(let high, let low)):
            Self.agree(wantedHigh, high, min(bits, 64)) && Self.agree(wantedLow, low, max(0, bits - 64))
        case (.v4, _), (.v6, _), (.local, _): false
        }
    }

    private static func agree(_ one: UInt64, _ other: UInt64, _ bits: Int) -> Bool {
        bits == 0 || (one ^ other) >> UInt64(64 - bits) == 0
    }
}
