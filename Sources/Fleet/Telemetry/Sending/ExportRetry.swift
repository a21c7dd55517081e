/// What becomes of a request to a collector (OTLP, "OTLP/HTTP Response"): it is sent again after some failures, with
/// growing pauses and not for ever. A value; one for each request.
package struct ExportRetry: Sendable {
    package enum Answer: Sendable, Equatable {
        /// - Parameter retryAfter: seconds that the collector asks for.
        case status(Int, retryAfter: Int64?)
        /// No answer came.
        case lost
    }

    package enum Decision: Sendable, Equatable {
        case done
        /// In microseconds.
        case again(after: Int64)
        /// - Parameter reason: for the counter: `status-400`, `unreachable`.
        case drop(reason: String)
    }

    /// After so many microseconds it is given up.
    private static let limit: Int64 = 300_000_000
    private static let longest: Int64 = 30_000_000
    private let begun: Int64
    private var pause: Int64 = 1_000_000

    package init(now: Int64) { begun = now }

    /// - Parameter jitter: a random number from 0 to 1.
    package mutating func decide(_ answer: Answer, now: Int64, jitter: Double) -> Decision {
        var asked: Int64?
        let reason: String
        switch answer {
        case .status(200..<300, _): return .done
        case .status(let status, let seconds):
            guard [429, 502, 503, 504].contains(status) else { return .drop(reason: "status-\(status)") }
            asked = seconds.map { min(max(0, $0), 3_600) * 1_000_000 }
            reason = "status-\(status)"
        case .lost: reason = "unreachable"
        }
        // Between half of it and all of it, so that many senders do not come back together.
        let after = asked ?? Int64(Double(pause) * (0.5 + min(max(jitter, 0), 1) / 2))
        pause = min(pause * 2, Self.longest)
        guard now + after - begun < Self.limit else { return .drop(reason: reason) }
        return .again(after: after)
    }
}
