internal import CPosix

/// Why no connection was made.
package struct ConnectFailure: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        case refused, unreachable, timedOut
        /// This process has no descriptor or memory left.
        case exhausted
        case other
    }

    /// One address that was tried, and the system's `errno`.
    package struct Attempt: Sendable, Hashable {
        package let address: SocketAddress
        package let code: Int32
    }

    package let reason: Reason
    /// The most telling `errno`: of a host that answered with a refusal before one that could not be reached.
    package let code: Int32
    package let attempts: [Attempt]

    package init(attempts: [Attempt], deadlinePassed: Bool) {
        self.attempts = attempts
        let telling = attempts.max { Self.rank($0.code) < Self.rank($1.code) }
        if deadlinePassed {
            reason = .timedOut
            code = ETIMEDOUT
        } else {
            code = telling?.code ?? EADDRNOTAVAIL
            reason = Self.reason(of: code)
        }
    }

    private static func reason(of code: Int32) -> Reason {
        switch code {
        case ECONNREFUSED: .refused
        case ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, ENETDOWN, EHOSTDOWN, EAFNOSUPPORT: .unreachable
        case ETIMEDOUT: .timedOut
        case _ where SocketError.isExhaustion(code): .exhausted
        default: .other
        }
    }

    private static func rank(_ code: Int32) -> Int {
        switch reason(of: code) {
        case .exhausted: 4
        case .refused: 3
        case .other: 2
        case .timedOut: 1
        case .unreachable: 0
        }
    }
}

extension ConnectFailure: CustomStringConvertible {
    /// `127.0.0.1:9: Connection refused; [::1]:9: Connection refused`.
    package var description: String {
        if reason == .timedOut, attempts.isEmpty {
            return SocketError.text(of: code)
        }
        return attempts.map { "\($0.address): \(SocketError.text(of: $0.code))" }.joined(separator: "; ")
    }
}
