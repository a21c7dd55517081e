import Bytes
public import Flow
import HTTPModel
public import HTTPSemantics

/// What a cache would have done with a session: a private one (a browser's) and a shared one (a proxy's, a CDN's) side
/// by side, each filled by the session, exchange by exchange.
public struct CacheStory: Sendable {
    /// What one cache does with one exchange.
    public struct Side: Sendable {
        /// Of the response; 0 when none came.
        let status: Int
        /// Whether the response may be kept.
        public let isStored: Bool
        /// Why, or why not.
        public let reason: Prose
        /// Where the answer would have come from.
        public let served: CacheVerdict.Served
        /// Of the stored response at the time of the look-up, else of the new one on arrival; nil when there is
        /// neither.
        public let lifetime: Int64?
        /// Its age, in seconds; nil when there is neither.
        public let age: Int64?
        /// The decisions, step by step.
        public let steps: [Reasoning.Step]
        /// The decision itself.
        public let verdict: CacheVerdict
        /// Nothing known was stored for the URL, and exchanges before this number are unknown.
        public let unknownBefore: UInt64?
        /// The browser made the response itself, so no cache was involved.
        public let isMade: Bool
    }

    /// What both caches would have done with one request.
    public struct Entry: Sendable {
        /// Its place in the session, counted from 0.
        public let index: Int
        /// A browser's cache.
        public let privateCache: Side
        /// A proxy's cache.
        public let shared: Side
    }

    /// What a cache would have saved in a whole session.
    public struct Savings: Sendable, Hashable {
        /// Answered without the server.
        public internal(set) var requests = 0
        /// Answered with a head only.
        public internal(set) var validations = 0
        /// Content that would not have been transferred.
        public internal(set) var bytes: UInt64 = 0
    }

    /// One for each exchange.
    public private(set) var entries: [Entry] = []
    /// What a browser's cache would have saved.
    public private(set) var privateSavings = Savings()
    /// What a proxy's cache would have saved.
    public private(set) var sharedSavings = Savings()
    private var privateCache = CacheSimulation(.privateCache)
    private var shared = CacheSimulation(.shared)
    private let since: UInt64?

    /// An empty story.
    public init() {
        since = nil
    }

    /// The story of these exchanges, in their order.
    ///
    /// - Parameter since: some exchanges before this number are unknown; nil: all are known.
    public init(_ session: [FlowRecord], since: UInt64? = nil) {
        self.since = since
        entries.reserveCapacity(session.count)
        for exchange in session { add(exchange) }
    }

    /// Adds the next exchange.
    public mutating func add(_ exchange: FlowRecord) {
        let isMade = Self.isMade(exchange)
        // Of fields that nobody recorded, and of a time that was made up, nothing is said.
        let isTimeMadeUp = exchange.provenance(of: .startTime) == .assumed && exchange.requestSeconds == 0
        guard exchange.provenance(of: .response) != .assumed, !isTimeMadeUp else { return }
        let seen = isMade ? exchange.unansweredCacheExchange : exchange.cacheExchange
        let number = Int(clamping: exchange.id.number)
        let own = privateCache.handle(seen, index: number)
        let common = shared.handle(seen, index: number)
        if !isMade {
            Self.count(own, &privateSavings)
            Self.count(common, &sharedSavings)
        }
        entries.append(
            Entry(
                index: exchange.index, privateCache: Self.side(own, exchange, since),
                shared: Self.side(common, exchange, since)))
    }

    private static func isMade(_ exchange: FlowRecord) -> Bool {
        guard let head = exchange.responseHead else { return false }
        return Redirect.isMadeByBrowser(status: head.status, response: head.fields)
    }

    private static func count(_ verdict: CacheVerdict, _ savings: inout Savings) {
        switch verdict.served {
        case .no: break
        case .fresh, .stale: savings.requests += 1
        case .validated: savings.validations += 1
        }
        savings.bytes = savings.bytes.addingReportingOverflow(verdict.savedBytes).partialValue
    }

    private static func side(_ verdict: CacheVerdict, _ exchange: FlowRecord, _ since: UInt64?) -> Side {
        if isMade(exchange) {
            return Side(
                status: exchange.responseHead?.status ?? 0, isStored: false, reason: ResponseOrigin.browser.words,
                served: .no, lifetime: nil, age: nil, steps: [], verdict: verdict, unknownBefore: nil, isMade: true)
        }
        let unknown = verdict.ground == .nothingStored ? since : nil
        var steps = [CachePhrases.ground(verdict, since: unknown)]
        if let reused = verdict.reused, let fields = verdict.reusedFields {
            steps += CachePhrases.lifetime(reused, fields, status: verdict.reusedStatus)
            steps += CachePhrases.age(reused, fields, status: verdict.reusedStatus)
        }
        steps += CachePhrases.check(verdict)
        let reason: Prose
        if let freshness = verdict.freshness, let response = exchange.responseHead {
            if let exclusion = verdict.exclusion, exclusion != .servedFromCache {
                reason = CachePhrases.exclusion(exclusion).asSentence
            } else {
                reason =
                    CachePhrases.reason(
                        freshness.storability, status: response.status, method: exchange.method
                    ).asSentence
            }
            if verdict.served == .no {
                steps += CachePhrases.storing(CachePhrases.facts(exchange, response), verdict.cache)
                if verdict.isStorable, verdict.reused == nil {
                    steps += CachePhrases.lifetime(freshness, response.fields, status: response.status)
                }
            }
        } else {
            reason = CachePhrases.exclusion(.noResponse).asSentence
        }
        steps += CachePhrases.effects(verdict)
        let shown = verdict.reused ?? (verdict.isStorable ? verdict.freshness : nil)
        return Side(
            status: exchange.responseHead?.status ?? 0, isStored: verdict.isStorable, reason: reason,
            served: verdict.served, lifetime: shown?.lifetime.seconds,
            age: shown?.age.currentAge, steps: steps, verdict: verdict, unknownBefore: unknown,
            isMade: false)
    }
}

extension CacheStory.Side {
    /// What happened and why, in a few sentences for people.
    public var line: Prose {
        switch served {
        case .no where isMade: return reason
        case .no:
            var words: Prose = why
            if let check = verdict.check { words = words + CachePhrases.answer(check).text + " " }
            for effect in CachePhrases.effects(verdict) { words = words + effect.text + " " }
            guard isStored, let freshness = verdict.freshness else { return words + "Not stored. " + reason }
            return words + "Kept. " + reason + Self.afterwards(freshness.use(status: status))
        case .fresh, .stale:
            let (age, lifetime) = (age ?? 0, lifetime ?? 0)
            let aside: Prose = verdict.normalizedField == nil ? "" : CachePhrases.effects(verdict)[0].text + " "
            if verdict.ground == .leftToTheCache {
                return why + aside + "It is \(Quantity.count(age, "second")) old."
            }
            return why + aside + "It is \(Quantity.count(age, "second")) old, and fresh for \(lifetime)."
        case .validated: return why + (verdict.check.map { CachePhrases.answer($0).text } ?? "")
        }
    }

    private static func afterwards(_ use: Freshness.Use) -> Prose {
        switch use {
        case .notKept: ""
        case .uncheckable, .checkedAlways: " Revalidated before each use."
        case .fresh(let seconds, _): " Fresh for \(Quantity.seconds(UInt64(seconds)))."
        case .leftToTheCache: " The cache decides for how long."
        case .undated: " The lifetime is unknown without Date."
        case .staleWhileRevalidated(let left, _):
            " Stale, and used for \(Quantity.seconds(UInt64(left))) more while it is revalidated."
        case .stale: " Stale at once, so it is revalidated before it is reused."
        }
    }

    /// Why the request went to the server, or did not; nothing where it was simply the first for its URL, or has to.
    private var why: Prose {
        if let unknownBefore { return CachePhrases.ground(verdict, since: unknownBefore).text + " " }
        if verdict.ground == .nothingStored || verdict.ground == .method { return "" }
        return CachePhrases.ground(verdict).text + " "
    }
}
