import Bytes
import Flow
import HTTPModel
import HTTPSemantics

// What fields say of the way that a flow went, and how it ended.
extension FilterSubject {
    var startedAt: Int64? { record.isRecorded(.startTime) ? record.startedAt : nil }

    var duration: Int64? { record.duration }

    /// `fresh`, `stale`, `validated` or `none`, of a browser's cache at the moment the response came.
    var cacheState: Bytes? {
        caching.map { caching in
            switch caching.state {
            case .validated: "validated"
            case .none: "none"
            case .fresh: "fresh"
            case .stale: "stale"
            }
        }
    }

    var age: Int64? { caching?.age }

    var lifetime: Int64? { caching?.lifetime }

    /// A cache that kept the response might spare the server something: it stays fresh for a time, or has a validator.
    package var isWorthCaching: Bool { caching?.isWorthKeeping ?? false }

    /// Sending the request, in microseconds.
    package var sendTime: Int64? { phases?.send }

    var isStream: Bool? {
        guard let head = record.responseHead else { return nil }
        return head.status == 101 || mediaType(.response) == "text/event-stream"
    }

    /// Events of an event stream: blocks with data, each ended by an empty line (WHATWG HTML §9.2.6).
    var messageCount: Int64? {
        let inner = record.inner.count
        if inner > 0 || record.isWebSocket { return Int64(inner) }
        guard mediaType(.response) == "text/event-stream", let content = contents([.response]).first else { return nil }
        var count: Int64 = 0
        var hasData = false
        var start = 0
        while start < content.count {
            var end = start
            while end < content.count, content[end] != ASCII.lineFeed, content[end] != ASCII.carriageReturn { end += 1 }
            let line = content.slice(start..<end)
            if line.isEmpty {
                if hasData { count += 1 }
                hasData = false
            } else if line == "data" || line.starts(with: "data:".utf8) {
                hasData = true
            }
            let isPair =
                end + 1 < content.count && content[end] == ASCII.carriageReturn && content[end + 1] == ASCII.lineFeed
            start = end + (isPair ? 2 : 1)
        }
        return count
    }

    // MARK: The messages inside

    var messageDirections: [Bytes] {
        (record.inner.sent > 0 ? ["sent"] : []) + (record.inner.received > 0 ? ["received"] : [])
    }

    var messageTexts: [Bytes] {
        record.inner.list.compactMap { message in
            switch message.form {
            case .text, .event, .line, .close: message.bytes
            case .binary, .ping, .pong, .part, .call, .callEnd: nil
            }
        }
    }

    /// Each name once.
    var eventNames: [Bytes] {
        var names: [Bytes] = []
        for message in record.inner.list {
            if case .event(let event) = message.form, !names.contains(event.name) { names.append(event.name) }
        }
        return names
    }

    // MARK: The connection

    var agreements: [TLSFacts.Agreement] { [record.clientTLS, record.upstreamTLS].compactMap { $0?.agreement } }

    var isEncrypted: Bool { !agreements.isEmpty || reference.hasScheme("https") || reference.hasScheme("wss") }

    var serverNames: [Bytes] {
        let asked = record.clientTLS?.offer?.serverName.map { [$0] } ?? []
        return (asked + agreements.compactMap { $0.serverName.map { Bytes($0) } }).map { HostName.compared($0) }
    }

    // MARK: The end

    /// Nobody knows of a flow without an outcome that no run of Hark recorded: other recordings have none.
    var isOpen: Bool? { record.isFinished ? false : record.run == nil ? nil : true }

    /// There when the outcome is neither `complete` nor `tunnel`.
    var error: Bytes? {
        guard let outcome = record.outcome else { return nil }
        switch outcome.kind {
        case .complete, .tunnel: return nil
        case .aborted, .refused, .failed: return Bytes(outcome.code.rawValue)
        }
    }

    var quirks: [Bytes] {
        (record.quirks(.request) + record.interimQuirks.map(\.quirk) + record.quirks(.response))
            .map { Bytes($0.code.name) }
    }

    /// Of each changed line the field's name in lower case; `start-line` for a start line.
    var changedNames: [Bytes] {
        (changes ?? []).map { change in
            let line = change.line
            let isName = line.firstIndex(of: ASCII.colon).map { colon in
                colon > 0 && OctetClass.token.containsAll(line.slice(0..<colon))
            }
            guard isName == true, let colon = line.firstIndex(of: ASCII.colon) else { return "start-line" }
            return line.slice(0..<colon).lowercased
        }
    }

    /// The reasons of changes that a person asked for; those a proxy owes begin with an RFC. And whatever else rules
    /// did: one that answers, holds or waits changes no line.
    var rules: [Bytes] {
        var rules = (changes ?? []).map(\.reason).filter { !$0.isEmpty && !$0.starts(with: "RFC ".utf8) }
        for act in record.ruleActs where !act.rule.isEmpty {
            let source = Bytes("\(act.rule) (\(act.place))")
            if !rules.contains(source) { rules.append(source) }
        }
        return rules
    }

    /// Each of them once.
    var scripts: [Bytes] {
        record.ruleActs.reduce(into: []) { names, act in
            guard let name = act.script.map({ Bytes($0) }), !names.contains(name) else { return }
            names.append(name)
        }
    }

    var scriptFailures: [Bytes] {
        record.ruleActs.filter { ["failed", "refused"].contains($0.scriptAnswer?.verdict) }.map { Bytes($0.text) }
    }
}

/// What fields ask of the verdict of a browser's cache: small, where the verdict has many parts, and is asked for each
/// flow that a session keeps.
struct CacheFacts {
    /// What the cache may do with the response.
    enum State {
        /// 304: it was asked whether what is stored may be used.
        case validated
        /// It is not stored.
        case none
        case fresh
        case stale
    }

    let state: State
    /// In microseconds.
    let age: Int64
    /// In microseconds; nil when nothing tells it, or nothing is stored.
    let lifetime: Int64?
    /// It stays fresh for a time, or has a validator.
    let isWorthKeeping: Bool

    init(_ freshness: Freshness, _ head: ResponseHead) {
        state =
            if head.status == 304 {
                .validated
            } else {
                switch freshness.use(status: head.status) {
                case .notKept: .none
                case .fresh, .leftToTheCache: .fresh
                case .uncheckable, .checkedAlways, .undated, .staleWhileRevalidated, .stale: .stale
                }
            }
        age = Self.microseconds(freshness.age.currentAge)
        let source = freshness.lifetime.source
        lifetime =
            freshness.isKept && source != .none && source != .undated
            ? Self.microseconds(freshness.lifetime.seconds) : nil
        isWorthKeeping =
            freshness.isKept
            && (source != .none || head.fields.contains(.etag) || head.fields.contains(.lastModified)
                || CacheControl(head.fields).contains(.staleWhileRevalidate))
    }

    private static func microseconds(_ seconds: Int64) -> Int64 {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : product
    }
}
