package import Bytes
package import HTTPModel

/// What comes next between a client and a proxy that it asks to be connected.
package enum HopStep: Sendable, Hashable {
    /// More bytes are needed.
    case more
    /// The first `consumed` bytes were read; send this.
    case send(Bytes, consumed: Int)
    /// After the first `consumed` bytes the tunnel is open.
    case open(consumed: Int)
}

/// Why a proxy did not connect its client.
package enum HopFailure: Error, Sendable, Hashable {
    /// It answered CONNECT with this status; `asks`: the authentication schemes that it accepts.
    case refused(status: Int, reason: Bytes, asks: [String])
    /// Its answer is not HTTP.
    case malformed(WireError)
    /// It does not speak SOCKS 5; the first byte of its answer.
    case notSOCKS(UInt8)
    /// It offers no supported authentication method (RFC 1928 §3).
    case noCommonMethod(shown: Bool)
    /// It rejected the user name and password (RFC 1929 §2).
    case credentialsRefused
    /// It refused to connect, or could not (RFC 1928 §6).
    case reply(UInt8)
    /// Its answer breaks RFC 1928.
    case malformedReply
    /// A name or password is longer than SOCKS allows (255 bytes).
    case tooLong
}

/// One hop of a way, from the first byte to the last: events in, bytes out. A value without I/O.
package enum HopNegotiation: Sendable {
    case connect(ConnectNegotiation)
    case socks5(SOCKS5Negotiation)

    /// What is sent first.
    package func opening() throws(HopFailure) -> Bytes {
        switch self {
        case .connect(let negotiation): negotiation.opening
        case .socks5(let negotiation): try negotiation.opening()
        }
    }

    /// - Parameter input: everything unread, again and again until it is consumed.
    package mutating func read(_ input: Bytes) throws(HopFailure) -> HopStep {
        switch self {
        case .connect(var negotiation):
            let step = try negotiation.read(input)
            self = .connect(negotiation)
            return step
        case .socks5(var negotiation):
            let step = try negotiation.read(input)
            self = .socks5(negotiation)
            return step
        }
    }
}
