public import Bytes
public import Flow
import HTTPModel
public import HTTPSemantics

/// The story of every cookie in a session: set and stored or not, sent and expected or not, each with the step that
/// decided.
///
/// A jar is filled from the Set-Cookie fields in the order of the entries, as a conforming user agent does (RFC
/// 6265bis). Each request is compared with what that jar would send.
public struct CookieStory: Sendable {
    /// One attribute of a Set-Cookie line, and what it means there.
    public struct Attribute: Sendable {
        /// The attribute, as it was sent.
        public let name: Bytes
        /// Its value; nil without an equals sign.
        public let value: Bytes?
        /// What it means.
        public let meaning: Prose
    }

    /// One Set-Cookie line.
    public struct Setting: Sendable {
        /// The cookie.
        public let name: Bytes
        /// Its value.
        public let value: Bytes
        /// Whether a browser keeps it.
        public let isStored: Bool
        /// Why this cannot be told; the jar of this story goes by `isStored` then.
        public let doubt: SetCookie.Doubt?
        /// The step that decided, as RFC 6265bis numbers it: `5.7 step 10`.
        public let step: String
        /// Its expiry time is in the past: the line is there to delete the cookie.
        public var isRemoval: Bool { step == CookieStory.expired }
        /// What the browser did with it, and why.
        public let text: Prose
        /// Its attributes, in the order of arrival.
        public let attributes: [Attribute]
        /// Seconds since 1970; nil for a session cookie.
        public let expiry: Int64?
        /// Whether `document.cookie` shows it.
        public let isReadByScripts: Bool
    }

    /// One cookie of a request: one that was sent, or one in the jar that could have been sent.
    public struct Sending: Sendable {
        /// Whether it should have been sent.
        public let verdict: CookieSending
        /// Why it was sent, or was not.
        public let text: Prose
        /// No known exchange set it, and exchanges before this number are unknown; nil: all are known, or it was set.
        public let unknownBefore: UInt64?

        /// The cookie.
        public var name: Bytes { verdict.name }
        /// Whether the request has it.
        public var isSent: Bool { verdict.isSent }
        /// Whether a conforming user agent would have sent it; nil when the session does not show enough to tell.
        public var isExpected: Bool? { verdict.isExpected }
        /// The step that decided.
        public var step: String { unknownBefore.map { "unknown before #\($0)" } ?? verdict.step }
        /// Whether the client did the right thing; nil when it cannot be known.
        public var isRight: Bool? { verdict.isRight }
    }

    /// The cookies of one exchange.
    public struct Entry: Sendable {
        /// Its place in the session, counted from 0.
        public let index: Int
        /// What its response set.
        public let settings: [Setting]
        /// What its request sent, or left out.
        public let sendings: [Sending]
        /// What a conforming user agent would send with this request, in order: `name=value`.
        public let jar: [Bytes]
        /// What scripts of a page of this site could read afterwards.
        public let readByScripts: [Bytes]
    }

    /// One for each exchange that sets or sends cookies.
    public private(set) var entries: [Entry] = []
    private static let expired = "5.7: expired"
    private var jar = CookieJar()
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
        let context = exchange.cookieContext
        let fields = exchange.requestFields
        let pairs = fields.contains(.cookie) ? CookiePairs.parse(fields) : []
        // A CONNECT asks a proxy, which no cookie is for (RFC 9110 §9.3.6).
        // Where a recorder lists no fields, nobody knows which cookies went along.
        let isForServer = (exchange.method != .connect || !pairs.isEmpty) && exchange.listsRequestFields
        let (due, judged) =
            isForServer ? jar.judge(pairs, for: context, at: exchange.requestSeconds) : (due: [], sendings: [])
        let sent = judged.map { [since] verdict in
            let unknown = verdict.reason == .neverSet ? since : nil
            let text = CookieWords.sending(verdict, in: context, hasCookies: !pairs.isEmpty, since: since)
            return Sending(verdict: verdict, text: text, unknownBefore: unknown)
        }
        var set: [Setting] = []
        var afterwards = due
        if let response = exchange.responseHead, response.fields.contains(.setCookie) {
            let cookies = response.fields.lines.filter { $0.known == .setCookie }.map {
                SetCookie(response.fields.unfoldedValue(of: $0))
            }
            for cookie in cookies { set.append(setting(cookie, among: cookies, context, exchange)) }
            afterwards = jar.cookies(for: context, at: exchange.responseSeconds)
        }
        entries.append(
            Entry(
                index: exchange.index, settings: set, sendings: sent, jar: due.map(\.pair),
                readByScripts: afterwards.filter { !$0.isHTTPOnly }.map(\.name)))
    }

    /// Whether one of these lines replaces that cookie.
    private static func isSetAnew(
        _ other: CookieJar.Cookie, by cookies: [SetCookie], _ context: CookieContext, now: Int64
    ) -> Bool {
        cookies.contains { cookie in
            cookie.name == other.name && (cookie.storedExpiry(now: now) ?? .max) > now
                && (cookie.domain ?? context.host) == other.domain
                && (cookie.path ?? context.defaultPath) == other.path && cookie.rejection(from: context) == nil
        }
    }

    /// - Parameter cookies: all that the response sets.
    private mutating func setting(
        _ cookie: SetCookie, among cookies: [SetCookie], _ context: CookieContext, _ exchange: FlowRecord
    ) -> Setting {
        let now = exchange.responseSeconds
        let outcome = jar.store(cookie, from: context, at: now, setBy: Int(clamping: exchange.id.number))
        let isStored: Bool
        let step: String
        let text: Prose
        switch outcome {
        case .rejected(let reason):
            (isStored, step) = (false, reason.step.description)
            text = CookieWords.rejection(reason, cookie, context)
        case .missed(let other) where other.setBy == Int(clamping: exchange.id.number):
            (isStored, step) = (false, Self.expired)
            text = """
                Its expiry time is in the past. The cookie of this name that the same response sets has another Domain \
                or Path, and is kept.
                """
        case .missed(let other) where Self.isSetAnew(other, by: cookies, context, now: now):
            (isStored, step) = (false, Self.expired)
            text = """
                Its expiry time is in the past. The cookie that \(flow: other.setBy) set has another Domain or Path; \
                the same response replaces it.
                """
        case .missed(let other):
            (isStored, step) = (false, "5.7 step 23")
            let domain: Prose = other.isHostOnly ? "no Domain" : "\("Domain=")\(other.domain)"
            text = """
                The cookie that \(flow: other.setBy) set has \(domain) and \("Path=")\(other.path), so it is another \
                cookie and stays. To delete it, repeat both.
                """
        case .removed(let old):
            (isStored, step) = (false, Self.expired)
            text =
                old.map { "It deletes the cookie that \(flow: $0.setBy) set: its expiry time is in the past." }
                    ?? """
                    Its expiry time is in the past. This recording has no such cookie; one that was set earlier is \
                    deleted.
                    """
        case .stored(let kept, let old, let dropped):
            isStored = true
            step = old == nil ? "5.7 step 24" : "5.7 step 23"
            var words: Prose =
                old.map { "It replaces the one that \(flow: $0.setBy) set. " } ?? ""
            let isCapped = kept.expiry != cookie.expiry(now: now)
            words = words + CookieWords.lifetime(until: kept.expiry, isCapped: isCapped, now: now)
            if !dropped.isEmpty {
                words = words + " The cookie store was full: " + .list(dropped.map(\.name)) + " was evicted."
            }
            text = words
        }
        let doubt =
            switch outcome {
            case .rejected(let reason): cookie.doubt(knowsHost: exchange.isRecorded(.host), after: reason)
            case .stored: cookie.doubt(knowsHost: exchange.isRecorded(.host), after: nil)
            case .removed, .missed: SetCookie.Doubt?.none
            }
        return Setting(
            name: cookie.name, value: cookie.value, isStored: isStored, doubt: doubt,
            step: doubt == nil ? step : "5.7 step 10",
            text: doubt.map { CookieWords.doubt($0, cookie) } ?? text,
            attributes: cookie.attributes.map {
                Attribute(name: $0.name, value: $0.value, meaning: CookieWords.meaning($0, of: cookie, now: now))
            }, expiry: cookie.storedExpiry(now: now), isReadByScripts: isStored && !cookie.isHTTPOnly)
    }
}
