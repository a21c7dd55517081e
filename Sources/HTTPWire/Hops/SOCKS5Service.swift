package import Bytes

/// SOCKS 5 as its server has it (RFC 1928, RFC 1929): what a client says, and what it is answered. A value without I/O.
package struct SOCKS5Service: Sendable {
    /// What comes next.
    package enum Step: Sendable, Hashable {
        /// More bytes are needed.
        case more
        /// The first `consumed` bytes were read; send this.
        case send(Bytes, consumed: Int)
        /// The client asks for a connection; the bytes after the first `consumed` ones are for the server.
        case connect(host: Bytes, port: UInt16, consumed: Int)
        /// Send this and close the connection.
        case refuse(Bytes, Refusal)
    }

    /// Why a client is not connected.
    package enum Refusal: Sendable, Hashable {
        /// The client does not speak SOCKS 5; its first byte.
        case notSOCKS(UInt8)
        /// It offers no accepted authentication method (RFC 1928 §3).
        case noCommonMethod
        /// Its user name or password is wrong (RFC 1929 §2).
        case wrongCredentials
        /// It requests something other than a connection (RFC 1928 §4).
        case command(UInt8)
        /// Its message breaks RFC 1928.
        case malformed
    }

    private enum State: Sendable {
        case greeting, authentication, request, over
    }

    private var state = State.greeting
    /// `user:password`; nil: nobody is asked.
    private let credentials: Bytes?

    /// - Parameter credentials: `user:password`, which clients have to show.
    package init(credentials: Bytes?) {
        self.credentials = credentials
    }

    /// - Parameter input: everything unread, again and again until it is consumed.
    package mutating func read(_ input: Bytes) -> Step {
        guard let first = input.first else { return .more }
        switch state {
        case .greeting:
            guard first == SOCKS5.version else { return end(Bytes(), .notSOCKS(first)) }
            return greet(input)
        case .authentication:
            guard first == 1 else { return end(Bytes(), .malformed) }
            return authenticate(input)
        case .request:
            guard first == SOCKS5.version else { return end(Self.reply(.generalFailure), .malformed) }
            return request(input)
        case .over: return .more
        }
    }

    private mutating func end(_ answer: Bytes, _ refusal: Refusal) -> Step {
        state = .over
        return .refuse(answer, refusal)
    }

    /// RFC 1928 §3: the methods that the client offers; one is chosen.
    private mutating func greet(_ input: Bytes) -> Step {
        guard input.count >= 2, input.count >= 2 + Int(input[1]) else { return .more }
        let consumed = 2 + Int(input[1])
        let wanted: UInt8 = credentials == nil ? 0 : 2
        guard input.slice(2..<consumed).contains(wanted) else {
            return end(Bytes([SOCKS5.version, 0xFF]), .noCommonMethod)
        }
        state = credentials == nil ? .request : .authentication
        return .send(Bytes([SOCKS5.version, wanted]), consumed: consumed)
    }

    /// RFC 1929 §2. How long it takes does not tell how much was right.
    private mutating func authenticate(_ input: Bytes) -> Step {
        guard input.count >= 2, input.count >= 3 + Int(input[1]) else { return .more }
        let userEnd = 2 + Int(input[1])
        let consumed = userEnd + 1 + Int(input[userEnd])
        guard input.count >= consumed else { return .more }
        let shown = input.slice(2..<userEnd).array + [ASCII.colon] + input.slice((userEnd + 1)..<consumed).array
        guard let credentials, Bytes(shown).equalsInConstantTime(credentials) else {
            return end(Bytes([1, 1]), .wrongCredentials)
        }
        state = .request
        return .send(Bytes([1, 0]), consumed: consumed)
    }

    /// RFC 1928 §4.
    private mutating func request(_ input: Bytes) -> Step {
        guard input.count >= 5 else { return .more }
        guard input[2] == 0 else { return end(Self.reply(.generalFailure), .malformed) }
        guard let length = SOCKS5.addressLength(input[3], input[4]) else {
            return end(Self.reply(.addressTypeNotSupported), .malformed)
        }
        let end = 4 + length
        guard input.count >= end + 2 else { return .more }
        guard input[1] == 1 else { return self.end(Self.reply(.commandNotSupported), .command(input[1])) }
        let port = UInt16(input[end]) << 8 | UInt16(input[end + 1])
        let octets = input.slice(4..<end)
        let host = input[3] == 3 ? octets.slice(1..<octets.count) : Bytes(addressOctets: octets.array) ?? Bytes()
        let isHost = !host.isEmpty && (host.addressOctets != nil || OctetClass.registeredName.containsAll(host))
        guard isHost, port > 0 else { return self.end(Self.reply(.generalFailure), .malformed) }
        state = .over
        return .connect(host: host, port: port, consumed: end + 2)
    }

    /// What a client is answered (RFC 1928 §6).
    package enum Reply: UInt8, Sendable {
        case succeeded = 0
        case generalFailure, notAllowed, networkUnreachable, hostUnreachable, connectionRefused, timeToLiveExpired
        case commandNotSupported, addressTypeNotSupported
    }

    /// The reply's bytes; where the connection is bound here is nobody's business.
    package static func reply(_ reply: Reply) -> Bytes {
        Bytes([SOCKS5.version, reply.rawValue, 0, 1, 0, 0, 0, 0, 0, 0])
    }
}
