public import Bytes

/// A client that speaks another protocol than its listener, recognized by its first byte, which is unique for each of
/// these protocols.
public enum ForeignGreeting: Sendable, Hashable {
    /// The listener's own.
    public enum Spoken: Sendable {
        case http, socks5
    }

    case socks4, socks5, tls, http
    /// An unknown protocol, with its first byte.
    case other(UInt8)

    /// nil if it may be the listener's protocol.
    public init?(_ first: UInt8, where spoken: Spoken) {
        switch first {
        case 4: self = .socks4
        // RFC 1928 §3
        case 5 where spoken != .socks5: self = .socks5
        case 5: return nil
        // RFC 8446 §5.1
        case 0x16: self = .tls
        // What else no request begins with may be a request all the same, by a client that makes mistakes.
        case _ where spoken == .http: return nil
        case _ where OctetClass.token.contains(first): self = .http
        default: self = .other(first)
        }
    }

    /// A client sent the HTTP/2 preface (RFC 9113 §3.4) to a listener without HTTP/2.
    public static let noHTTP2 =
        "The client begins with HTTP/2, which is disabled here: make it use HTTP/1.1, or remove --http1."

    /// The same over TLS, where ALPN selects the protocol (§3.2).
    public static let noALPN = "Over TLS, HTTP/2 needs h2 in ALPN (RFC 9113 §3.2)."

    /// A refusal in the client's protocol; nil: the answer in HTTP.
    public var answer: Bytes? {
        switch self {
        // A reply has no version of its own, 91 says that the request was rejected, and six octets follow.
        case .socks4: Bytes([0, 91, 0, 0, 0, 0, 0, 0] as [UInt8])
        // RFC 1928 §3: no method is acceptable.
        case .socks5: Bytes([5, 0xFF] as [UInt8])
        case .tls, .http, .other: nil
        }
    }

    /// How such a connection ends: what came, and what to do.
    public func outcome(where spoken: Spoken) -> Outcome {
        Outcome(.refused, by: .client, .wrongProtocol, detail: "\(came), and \(advice(spoken))")
    }

    private var came: String {
        switch self {
        case .socks4: "The client speaks SOCKS 4"
        case .socks5: "The client speaks SOCKS 5"
        case .tls: "The client speaks TLS"
        case .http: "The client speaks HTTP"
        case .other(let byte): "The client's first byte was \(byte)"
        }
    }

    private func advice(_ spoken: Spoken) -> String {
        switch (spoken, self) {
        case (.http, .socks5):
            "this port speaks HTTP. Set Hark as the client's HTTP proxy, or start it with --listen socks5://HOST:PORT."
        case (.http, .socks4):
            "this port speaks HTTP. Set Hark as the client's HTTP proxy, or start it with --listen socks5://HOST:PORT "
                + "and set the client to SOCKS 5."
        case (.http, .tls): "this port speaks HTTP without TLS. Begin the URL of the proxy with http://."
        case (.http, _): "this port speaks HTTP. Set Hark as the client's HTTP proxy."
        case (.socks5, .http):
            "this port speaks SOCKS 5. Set Hark as the client's SOCKS proxy (socks5h://), or start it with "
                + "--listen HOST:PORT for HTTP."
        case (.socks5, .socks4): "this port speaks SOCKS 5. Set the client to version 5 (socks5h://)."
        case (.socks5, _): "this port speaks SOCKS 5. Set Hark as the client's SOCKS proxy (socks5h://)."
        }
    }
}
