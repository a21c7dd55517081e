public import Bytes

/// The targets of recent redirects, to recognize the request that follows one, in recordings and in live traffic.
///
/// A request follows a redirect if the same client requests its target soon after; of several, the last one. Followed
/// redirects are removed, and the oldest beyond the limit. Times and the window have the same unit, which the caller
/// chooses.
public struct RedirectTargets: Sendable {
    private struct Key: Hashable {
        let client: Bytes
        let url: Bytes
    }

    private struct Target {
        let mark: Int
        let time: Int64
        let serial: UInt64
    }

    private var waiting: [Key: [Target]] = [:]
    /// Keys in the order they were remembered; `oldest` is the first that may still be there.
    private var order: [(key: Key, serial: UInt64)] = []
    private var oldest = 0
    private var serial: UInt64 = 0
    private let window: Int64
    private let limit: Int

    /// - Parameters:
    ///   - window: the maximum time until the next request.
    ///   - limit: how many redirects wait at once.
    public init(window: Int64, limit: Int = .max) {
        self.window = window
        self.limit = max(1, limit)
    }

    /// Whether no redirect waits to be followed.
    public var isEmpty: Bool { waiting.isEmpty }

    /// The form of URLs for the look-up: no fragment, and at least `/` as path.
    public static func key(_ url: Bytes) -> Bytes { URLReference(url).requestKey }

    /// The mark of the redirect that this request follows; nil when it follows none. `url` is a `key`.
    public mutating func follow(_ url: Bytes, client: Bytes = Bytes(), at time: Int64) -> Int? {
        let key = Key(client: client, url: url)
        defer { if waiting[key]?.isEmpty == true { waiting[key] = nil } }
        while let target = waiting[key]?.popLast() {
            let (age, overflow) = time.subtractingReportingOverflow(target.time)
            if !overflow, age <= window { return target.mark }
        }
        return nil
    }

    /// Adds a redirect to `url`, which is a `key`; the caller identifies it by `mark`.
    public mutating func remember(_ url: Bytes, client: Bytes = Bytes(), mark: Int, at time: Int64) {
        serial += 1
        let key = Key(client: client, url: url)
        waiting[key, default: []].append(Target(mark: mark, time: time, serial: serial))
        guard limit < .max else { return }
        order.append((key, serial))
        while order.count - oldest > limit {
            let gone = order[oldest]
            oldest += 1
            waiting[gone.key]?.removeAll { $0.serial == gone.serial }
            if waiting[gone.key]?.isEmpty == true { waiting[gone.key] = nil }
        }
        if oldest > limit {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}
