/// Whether to wait for a client that has half-closed its connection: it may still read, or may have left. TCP does not
/// show which (RFC 9293 §3.6: the end of one direction says nothing about the other).
///
/// A value without I/O: observations go in, steps come out.
public struct HalfClose: Sendable {
    /// What the system reports about the client's socket.
    public enum Sight: Sendable {
        /// No program has it open.
        case orphan
        /// A program has it open, and may still read.
        case owned
        /// Unknown: it is on another machine, or the system does not report it.
        case unknown
    }

    /// What is to be done.
    public enum Step: Sendable, Hashable {
        /// The client has left, so its exchange must end; `detail` is for the record.
        case leave(detail: String)
        /// Wait, and look again after this time.
        case look(after: Duration)
        /// Wait as for any other client.
        case wait
    }

    private let isSecure: Bool
    private let limit: Duration?
    private var looks = 0
    private var silence = Duration.zero

    /// The first looks come soon: a program that closes its socket ends its side first, and lets go of it then.
    private static let pauses: [Duration] = [.milliseconds(10), .milliseconds(100)]
    /// A program may close later what it has ended now.
    private static let pause = Duration.seconds(1)

    /// - Parameters:
    ///   - isSecure: it speaks TLS, where half-closing is not used.
    ///   - limit: how long a client in an unknown state may read nothing; nil: no limit.
    public init(isSecure: Bool, limit: Duration?) {
        self.isSecure = isSecure
        self.limit = limit
    }

    /// - Parameters:
    ///   - time: the time since the previous look.
    ///   - tookMore: the client has read something since, or has data to read, for which other limits apply.
    public mutating func look(_ sight: Sight, after time: Duration, tookMore: Bool) -> Step {
        if isSecure { return .leave(detail: "it closed its TLS connection after its request") }
        switch sight {
        case .orphan: return .leave(detail: "it closed its connection after its request")
        case .owned:
            silence = .zero
            defer { looks += 1 }
            return .look(after: looks < Self.pauses.count ? Self.pauses[looks] : Self.pause)
        case .unknown:
            guard let limit else { return .wait }
            silence = tookMore ? .zero : silence + time
            if silence >= limit {
                return .leave(
                    detail: """
                        it half-closed the connection after its request, and read nothing more for \(limit.inSeconds) 
                        """
                            + "(--timeout half-close)")
            }
            return .look(after: limit - silence)
        }
    }
}
