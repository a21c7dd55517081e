package import Bytes

/// SOCKS 5 as its client has it (RFC 1928, RFC 1929): methods, perhaps a user name and password, the request to
/// connect, the reply.
///
/// The name goes to the proxy as it is, which looks it up.
package struct SOCKS5Negotiation: Sendable {
    private enum State: Sendable {
        case method, authentication, reply
    }

    private let host: Bytes
    private let port: UInt16
    private let user: (name: Bytes, password: Bytes)?
    private var state = State.method

    /// - Parameters:
    ///   - host: a name or an address, brackets left out.
    ///   - user: who asks.
    package init(to host: Bytes, port: UInt16, as user: (name: Bytes, password: Bytes)? = nil) {
        self.host = host
        self.port = port
        self.user = user
    }

    /// The methods that there are here (RFC 1928 §3): none, and user name with password for who has them.
    package func opening() throws(HopFailure) -> Bytes {
        guard host.count <= 255, user.map({ $0.name.count <= 255 && $0.password.count <= 255 }) != false else {
            throw .tooLong
        }
        return user == nil ? Bytes([5, 1, 0]) : Bytes([5, 2, 0, 2])
    }

    package mutating func read(_ input: Bytes) throws(HopFailure) -> HopStep {
        guard let first = input.first else { return .more }
        switch state {
        case .method:
            guard first == SOCKS5.version else { throw .notSOCKS(first) }
            guard input.count >= 2 else { return .more }
            return try chosen(input[1])
        case .authentication:
            // RFC 1929 §2: a version of its own, and any status but 0 is a failure.
            guard first == 1 else { throw .malformedReply }
            guard input.count >= 2 else { return .more }
            guard input[1] == 0 else { throw .credentialsRefused }
            state = .reply
            return .send(request, consumed: 2)
        case .reply: return try reply(input)
        }
    }

    private mutating func chosen(_ method: UInt8) throws(HopFailure) -> HopStep {
        switch (method, user) {
        case (0, _):
            state = .reply
            return .send(request, consumed: 2)
        case (2, let user?):
            state = .authentication
            let name = [UInt8(truncatingIfNeeded: user.name.count)] + user.name.array
            return .send(
                Bytes([1] + name + [UInt8(truncatingIfNeeded: user.password.count)] + user.password.array), consumed: 2)
        default: throw .noCommonMethod(shown: user != nil)
        }
    }

    /// CONNECT (RFC 1928 §4).
    private var request: Bytes {
        Bytes([SOCKS5.version, 1, 0] + SOCKS5.address(host) + [UInt8(port >> 8), UInt8(port & 0xFF)])
    }

    /// RFC 1928 §6: the address it is bound to tells its length, and nothing that matters here.
    private func reply(_ input: Bytes) throws(HopFailure) -> HopStep {
        guard input[0] == SOCKS5.version else { throw .malformedReply }
        guard input.count >= 2 else { return .more }
        guard input[1] == 0 else { throw .reply(input[1]) }
        guard input.count >= 5 else { return .more }
        guard input[2] == 0, let length = SOCKS5.addressLength(input[3], input[4]) else { throw .malformedReply }
        let end = 4 + length + 2
        return input.count >= end ? .open(consumed: end) : .more
    }
}

/// What both sides of SOCKS 5 have in common.
enum SOCKS5 {
    static let version: UInt8 = 5

    /// The type and the octets of an address; of a name its length before it (RFC 1928 §5).
    static func address(_ host: Bytes) -> [UInt8] {
        if let octets = host.addressOctets { return [octets.count == 4 ? 1 : 4] + octets }
        return [3, UInt8(truncatingIfNeeded: host.count)] + host.array
    }

    /// How many octets the address of this type has, `first` being the first of them; nil for no type that there is.
    static func addressLength(_ type: UInt8, _ first: UInt8) -> Int? {
        switch type {
        case 1: 4
        case 3: 1 + Int(first)
        case 4: 16
        default: nil
        }
    }
}
