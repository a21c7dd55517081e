package import Flow
import HTTPModel
package import HTTPSemantics

/// What one cache would have made of one exchange, as much as fits beside its row. A value.
package struct CacheGhost: Sendable, Hashable {
    /// Whether the stored response would have answered the request.
    package let served: CacheVerdict.Served
    /// Until when the response may be used without asking, in seconds since 1970; nil: not at all.
    package let until: Int64?
    /// Content bytes that need not have travelled.
    package let savedBytes: UInt64
    /// What the answer took, when it need not have been waited for; microseconds.
    package let savedTime: Int64

    /// nil when the cache has nothing to do with it: it neither keeps the answer for a while nor has one.
    package init?(_ verdict: CacheVerdict, _ exchange: FlowRecord) {
        served = verdict.served
        savedBytes = verdict.savedBytes
        let answered = verdict.served == .fresh || verdict.served == .stale
        savedTime = answered ? max(0, exchange.duration ?? 0) : 0
        let shown = answered ? verdict.reused : verdict.isStorable ? verdict.freshness : nil
        let moment = answered ? exchange.requestSeconds : exchange.responseSeconds
        let left = shown.map { $0.lifetime.seconds.subtractingReportingOverflow($0.age.currentAge).partialValue } ?? 0
        let isAsked = shown?.validation == .always
        until = left > 0 && !isAsked ? moment.addingReportingOverflow(left).partialValue : nil
        if served == .no, until == nil { return nil }
    }

    /// What it would have done, in a sentence.
    ///
    /// - Parameter cache: `A private cache`.
    package func words(_ cache: String) -> String {
        let end = until.map { " until \(Quantity.moment($0))" }
        switch served {
        case .no: return "\(cache) could answer this\(end ?? "")."
        case .validated:
            return "\(cache) would have revalidated its copy, successfully"
                + (savedBytes > 0 ? ": \(Quantity.size(savedBytes)) less to transfer." : ".")
        case .fresh, .stale:
            let kind = served == .stale ? " with a stale copy" : ""
            return "\(cache) would have answered this\(kind)\(Self.saving(savedTime, savedBytes))"
                + (until.map { "; it is fresh until \(Quantity.moment($0))." } ?? ".")
        }
    }

    /// `, saving 4 ms and 2 KiB`: what is nothing is left out.
    fileprivate static func saving(_ time: Int64, _ bytes: UInt64) -> String {
        let parts = [time > 0 ? Quantity.duration(time) : nil, bytes > 0 ? Quantity.size(bytes) : nil]
        let saved = parts.compactMap { $0 }.joined(separator: " and ")
        return saved.isEmpty ? "" : ", saving \(saved)"
    }
}

/// The ghosts of a session, flow by flow as it goes: what a private and a shared cache would have answered, and what
/// that would have saved. Keeps those of the newest flows only. A value.
package struct CacheGhosts: Sendable {
    /// What one cache would have saved.
    package struct Total: Sendable, Hashable {
        package var requests = 0
        package var validations = 0
        package var bytes: UInt64 = 0
        /// Microseconds.
        package var time: Int64 = 0

        fileprivate mutating func add(_ ghost: CacheGhost?) {
            guard let ghost else { return }
            switch ghost.served {
            case .no: return
            case .fresh, .stale: requests += 1
            case .validated: validations += 1
            }
            bytes = bytes.addingReportingOverflow(ghost.savedBytes).partialValue
            time = time.addingReportingOverflow(ghost.savedTime).partialValue
        }
    }

    /// What both caches would have made of one exchange.
    package struct Pair: Sendable {
        package let privateCache: CacheGhost?
        package let shared: CacheGhost?

        private var both: [CacheGhost] { [privateCache, shared].compactMap { $0 } }

        /// Whether one of them would have answered, or had a copy that the server found still good.
        package var isServed: Bool { both.contains { $0.served != .no } }

        /// Until when one of them may answer without asking, in seconds since 1970.
        package var until: Int64? { both.compactMap(\.until).max() }

        /// What they would have done, a sentence for each, or one for both.
        package var words: [String] {
            if let privateCache, privateCache == shared { return [privateCache.words("Either cache")] }
            return [privateCache?.words("A private cache"), shared?.words("A shared cache")].compactMap { $0 }
        }
    }

    /// So many flows have a ghost at most; the totals are of all.
    private let most: Int
    package private(set) var privateTotal = Total()
    package private(set) var sharedTotal = Total()
    /// How many flows were looked at.
    package private(set) var count = 0
    private var pairs: [UInt64: Pair] = [:]
    /// Numbers with a ghost, oldest first from `first` on.
    private var order: [UInt64] = []
    private var first = 0
    private var privateCache = CacheSimulation(.privateCache)
    private var shared = CacheSimulation(.shared)

    package init(most: Int = 50_000) {
        self.most = most
    }

    /// Takes in the next exchange, in the order of recording.
    package mutating func add(_ exchange: FlowRecord) {
        count += 1
        let seen = exchange.cacheExchange
        let number = Int(clamping: exchange.id.number)
        let pair = Pair(
            privateCache: CacheGhost(privateCache.handle(seen, index: number), exchange),
            shared: CacheGhost(shared.handle(seen, index: number), exchange))
        privateTotal.add(pair.privateCache)
        sharedTotal.add(pair.shared)
        guard pair.privateCache != nil || pair.shared != nil else { return }
        if pairs.updateValue(pair, forKey: exchange.id.number) == nil { order.append(exchange.id.number) }
        while pairs.count > most {
            pairs[order[first]] = nil
            first += 1
        }
        guard first > most else { return }
        order.removeFirst(first)
        first = 0
    }

    package subscript(_ number: UInt64) -> Pair? { pairs[number] }

    /// What both would have saved, in a sentence; nil when it is nothing.
    package var words: String? {
        let (own, common) = (Self.words(privateTotal), Self.words(sharedTotal))
        if own == nil, common == nil { return nil }
        if privateTotal == sharedTotal, let own { return "Either cache would have \(own)." }
        let parts = [own.map { "a private cache would have \($0)" }, common.map { "a shared one \($0)" }]
        let text = parts.compactMap { $0 }.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private static func words(_ total: Total) -> String? {
        guard total.requests > 0 || total.validations > 0 else { return nil }
        let saving = CacheGhost.saving(total.time, total.bytes)
        let checks = "\(total.validations) after a revalidation"
        guard total.requests > 0 else { return "answered \(checks)\(saving)" }
        return "answered \(total.requests)" + (total.validations > 0 ? " (and \(checks))" : "") + saving
    }
}
