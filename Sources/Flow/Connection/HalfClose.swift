/// Whether to wait for a client that has half-closed its connection: it may still read, or may have left. TCP does not
/// tell which (RFC 9293 §3.6: the end of one direction says nothing of the other).
///
/// A value without I/O: what was seen of it goes in, what to do comes out.
public struct HalfClose: Sendable {
    /// What the system says of the client's end.
    public enum Sight: Sendable {
        /// No program has it any more.
        case orphan
        /// A program has it, which may read on.
        case owned
        /// Nothing is known: it is on another machine, or the system does not say.
        case unknown
    }

    /// What is to be done.
    public enum Step: Sendable, Hashable {
        /// The client has left, and its exchange has to end; `detail` is for the record.
        case leave(detail: String)
        /// It is waited for; look again after this time.
        case look(after: Duration)
        /// It is waited for as any other.
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
    ///   - limit: how long a client may take nothing of which nothing is known; nil: as long as it likes.
    public init(isSecure: Bool, limit: Duration?) {
        self.isSecure = isSecure
        self.limit = limit
    }

    /// - Parameters:
    ///   - time: how long ago the look before was.
    ///   - tookMore: the client has taken something since, or is yet to take something: others watch over that.
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
