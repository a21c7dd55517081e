import Bytes
import Flow
import HTTPModel
import HTTPWire
import Platform
import Workbench

/// What figures ask of some flows that follow one another, read from columns.
struct StatisticsPage: Sendable {
    /// What is known of one flow.
    struct Item: Sendable {
        let id: UInt64
        let sample: FlowSample
        /// Its group: a place in the keys of whoever read the page.
        let key: Int
        let isWorthCaching: Bool
        /// Where the method and the URL lie in `text`.
        let method: Range<Int32>
        let url: Range<Int32>
    }

    /// Places in the keys begin anew with this page.
    var forgetsKeys = false
    var items: [Item] = []
    var text: [UInt8] = []
    /// Keys that did not come before.
    var newKeys: [StatKey] = []
    /// It is the last of a part of the file.
    var isLast = false
    /// Nothing more could be read.
    var failure: SessionError?
}

/// Makes pages of columns. Used by one thread.
struct StatisticsReading {
    private let dimension: StatDimension
    private(set) var page = StatisticsPage()
    /// What keys are made of, and which they are.
    private var known: [UInt64: Known] = [:]
    private var keyCount = 0
    private var text: [UInt8] = []

    private struct Known {
        let text: [UInt8]
        let key: Int
    }

    /// Bytes of URLs of one page.
    private static let textLimit = 2 << 20
    /// More texts than these are not remembered at a time.
    private static let knownLimit = 100_000

    init(by dimension: StatDimension) {
        self.dimension = dimension
    }

    /// The columns that are asked.
    var facts: Set<FlowFact> {
        var facts = Set(FlowFact.allCases)
        if dimension != .client { facts.subtract([.client, .request]) }
        if dimension != .type { facts.remove(.type) }
        return facts
    }

    /// What was read since it was last asked.
    mutating func takePage() -> StatisticsPage {
        defer {
            page = StatisticsPage()
            if keyCount >= Self.knownLimit { (known, keyCount, page.forgetsKeys) = ([:], 0, true) }
        }
        return page
    }

    /// Takes a flow in; false when there is enough for a page.
    mutating func add(_ facts: FlowFacts) -> Bool {
        let key = key(of: facts)
        let method = keep(.method, facts)
        let url = keep(.url, facts)
        page.items.append(
            StatisticsPage.Item(
                id: UInt64(bitPattern: facts.integer(.id) ?? 0), sample: Self.sample(facts), key: key,
                isWorthCaching: facts.isThere(.cacheable), method: method, url: url))
        return page.text.count < Self.textLimit
    }

    private mutating func keep(_ fact: FlowFact, _ facts: FlowFacts) -> Range<Int32> {
        let start = Int32(clamping: page.text.count)
        unsafe facts.withBytes(fact) { unsafe page.text.append(contentsOf: $0) }
        return start..<Int32(clamping: page.text.count)
    }

    private static func sample(_ facts: FlowFacts) -> FlowSample {
        // Most flows end well, and their outcome is not looked at.
        let outcome = facts.isThere(.error) ? facts.text(.outcome).flatMap(Outcome.Kind.init(rawValue:)) : nil
        return FlowSample(
            outcome: outcome, status: facts.integer(.status), requestSize: facts.integer(.requestSize),
            responseSize: facts.integer(.responseSize), isReused: facts.integer(.isReused).map { $0 == 1 },
            startedAt: facts.integer(.time)
        ) { phase in
            switch phase {
            case .dns: facts.integer(.dns)
            case .connect: facts.integer(.connect)
            case .tls: facts.integer(.handshake)
            case .send: facts.integer(.send)
            case .wait: facts.integer(.wait)
            case .receive: facts.integer(.receive)
            case .total: facts.integer(.duration)
            }
        }
    }

    // MARK: - Groups

    /// Keys are made of parts, and most came before.
    private mutating func key(of facts: FlowFacts) -> Int {
        text.removeAll(keepingCapacity: true)
        gather(facts)
        let hash = Self.hash(text)
        if let known = known[hash], Self.areEqual(known.text, text) { return known.key }
        let key = keyCount
        keyCount += 1
        page.newKeys.append(makeKey(facts))
        known[hash] = Known(text: text, key: key)
        return key
    }

    /// What the key is made of, so that equal texts have equal keys.
    private mutating func gather(_ facts: FlowFacts) {
        switch dimension {
        case .endpoint, .host:
            if dimension == .endpoint { append(.method, facts) }
            unsafe facts.withBytes(.url) { url in
                // The query has no part in it.
                guard let start = url.baseAddress else { return }
                let mark = unsafe memchr(start, Int32(ASCII.question), url.count)
                let count = unsafe mark.map { unsafe UnsafeRawPointer($0) - start } ?? url.count
                unsafe text.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
            }
        case .status:
            unsafe withUnsafeBytes(of: facts.integer(.status) ?? -1) { unsafe text.append(contentsOf: $0) }
            append(.outcomeCode, facts)
        case .type:
            text.append(facts.isThere(.redirect) ? 1 : 0)
            append(.type, facts)
        case .client:
            append(.client, facts)
            text.append(contentsOf: agent(facts) ?? Bytes())
        }
    }

    private mutating func append(_ fact: FlowFact, _ facts: FlowFacts) {
        unsafe facts.withBytes(fact) { unsafe text.append(contentsOf: $0) }
        text.append(facts.isThere(fact) ? 0 : 1)
    }

    private func makeKey(_ facts: FlowFacts) -> StatKey {
        switch dimension {
        case .endpoint: StatKey(method: facts.bytes(.method) ?? "GET", url: facts.bytes(.url) ?? Bytes())
        case .host: StatKey(hostOf: facts.bytes(.url) ?? Bytes())
        case .status:
            StatKey(
                status: facts.integer(.status).map { Int(clamping: $0) },
                outcome: facts.text(.outcomeCode).flatMap(Outcome.Code.init(rawValue:)))
        case .type: StatKey(hasAnswer: facts.isThere(.redirect), type: facts.bytes(.type))
        case .client: StatKey(client: facts.text(.client) ?? "", agent: agent(facts))
        }
    }

    private func agent(_ facts: FlowFacts) -> Bytes? {
        if case .some(let agent) = unsafe facts.withBytes(.request, { unsafe AgentLine.find($0) }) { return agent }
        return facts.bytes(.request).flatMap { RecordedHead.request($0).head.fields.first(.userAgent) }
    }

    /// At once: arrays are compared one element after the other.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        unsafe left.count == right.count
            && left.withUnsafeBytes { left in
                unsafe right.withUnsafeBytes { right in
                    guard let start = left.baseAddress, let other = right.baseAddress else { return true }
                    return unsafe memcmp(start, other, left.count) == 0
                }
            }
    }

    /// Eight bytes at a time; which texts have one hash is told apart by the texts.
    private static func hash(_ text: [UInt8]) -> UInt64 {
        unsafe text.withUnsafeBytes { bytes in
            var hash = UInt64(bytes.count) ^ 0xCBF2_9CE4_8422_2325
            var place = 0
            func mix(_ word: UInt64) {
                let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
                hash = product.high ^ product.low
            }
            while place + 8 <= bytes.count {
                unsafe mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                place += 8
            }
            var rest: UInt64 = 0
            while place < bytes.count {
                rest = unsafe rest << 8 | UInt64(bytes[place])
                place += 1
            }
            mix(rest)
            return hash
        }
    }
}
