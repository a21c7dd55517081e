public import Bytes
import HTTPModel
import HTTPSemantics

/// The story of every cookie in a session: set and stored or not, sent and due or not, each with the step that decided.
///
/// A jar is filled from the Set-Cookie fields in the order of the entries, as a conforming user agent would fill it
/// (RFC 6265bis); each request is compared with what that jar would send.
public struct CookieStory: Sendable {
    /// One attribute of a Set-Cookie line, and what it means there.
    public struct Attribute: Sendable {
        public let name: Bytes
        public let value: Bytes?
        public let meaning: Prose
    }

    /// One Set-Cookie line.
    public struct Setting: Sendable {
        public let name: Bytes
        public let value: Bytes
        public let isStored: Bool
        /// The step that decided, as RFC 6265bis numbers it: `5.7 step 10`.
        public let step: String
        public let text: Prose
        public let attributes: [Attribute]
        /// Seconds since 1970; nil for a cookie of the session.
        public let expiry: Int64?
        /// Whether `document.cookie` shows it.
        public let isReadByScripts: Bool
    }

    /// One cookie of a request: one that it has, or one of the jar that it might have had.
    public struct Sending: Sendable {
        public let name: Bytes
        public let isSent: Bool
        /// Whether a conforming user agent would have sent it, given the session so far.
        public let isExpected: Bool
        /// The step that decided.
        public let step: String
        public let text: Prose

        /// It was sent as it should be, or rightly not.
        public var isRight: Bool { isSent == isExpected }
    }

    public struct Entry: Sendable {
        public let index: Int
        public let settings: [Setting]
        public let sendings: [Sending]
        /// What a conforming user agent would send with this request, in order: `name=value`.
        public let jar: [Bytes]
        /// What scripts of a page from here could read afterwards.
        public let readByScripts: [Bytes]
    }

    public private(set) var entries: [Entry] = []
    private var jar = CookieJar()

    public init() {}

    public init(_ session: [RecordedExchange]) {
        entries.reserveCapacity(session.count)
        for exchange in session { add(exchange) }
    }

    /// Takes in the next exchange.
    public mutating func add(_ exchange: RecordedExchange) {
        let context = exchange.cookieContext
        let (due, held) = jar.retrieve(for: context, at: exchange.requestSeconds)
        let sent = sendings(exchange, context, due: due, held: held)
        var set: [Setting] = []
        var afterwards = due
        if let response = exchange.response, response.fields.contains(.setCookie) {
            for line in response.fields.lines where line.known == .setCookie {
                let cookie = SetCookie(response.fields.unfoldedValue(of: line))
                set.append(setting(cookie, context, exchange))
            }
            afterwards = jar.cookies(for: context, at: exchange.responseSeconds)
        }
        entries.append(
            Entry(
                index: exchange.index, settings: set, sendings: sent, jar: due.map(\.pair),
                readByScripts: afterwards.filter { !$0.isHTTPOnly }.map(\.name)))
    }

    private mutating func setting(_ cookie: SetCookie, _ context: CookieContext, _ exchange: RecordedExchange)
        -> Setting
    {
        let now = exchange.responseSeconds
        let outcome = jar.store(cookie, from: context, at: now, setBy: exchange.index)
        let isStored: Bool
        let step: String
        let text: Prose
        switch outcome {
        case .rejected(let reason):
            (isStored, step) = (false, reason.step.description)
            text = CookieWords.rejection(reason, cookie, context)
        case .removed(let old):
            (isStored, step) = (false, "5.7: expired")
            text =
                old.map { "It removes the cookie that entry \($0.setBy) set: its time is over." }
                ?? "Its time is over already; there was no such cookie to remove."
        case .stored(_, let old, let dropped):
            isStored = true
            step = old == nil ? "5.7 step 24" : "5.7 step 23"
            var words: Prose =
                old.map { "It replaces the one that entry \($0.setBy) set. " } ?? ""
            words = words + CookieWords.lifetime(cookie, now: now)
            if !dropped.isEmpty {
                words = words + " The jar was full: " + .list(dropped.map(\.name)) + " had to go."
            }
            text = words
        }
        return Setting(
            name: cookie.name, value: cookie.value, isStored: isStored, step: step, text: text,
            attributes: cookie.attributes.map {
                Attribute(name: $0.name, value: $0.value, meaning: CookieWords.meaning($0, of: cookie, now: now))
            }, expiry: cookie.storedExpiry(now: now), isReadByScripts: isStored && !cookie.isHTTPOnly)
    }

    // MARK: Sent and due

    private func sendings(
        _ exchange: RecordedExchange, _ context: CookieContext, due: [CookieJar.Cookie],
        held: [(cookie: CookieJar.Cookie, reason: CookieHindrance)]
    ) -> [Sending] {
        var result: [Sending] = []
        let pairs = exchange.request.fields.contains(.cookie) ? CookiePairs.parse(exchange.request.fields) : []
        var open: [Bytes: [CookieJar.Cookie]] = [:]
        for cookie in due { open[cookie.name, default: []].append(cookie) }
        var explained: Set<CookieJar.Cookie> = []
        for pair in pairs {
            if let place = open[pair.name]?.firstIndex(where: { $0.value == pair.value })
                ?? open[pair.name]?.indices.first,
                let cookie = open[pair.name]?.remove(at: place)
            {
                result.append(sentAndDue(pair, cookie))
            } else {
                let (sending, cookie) = sentOnly(pair, exchange, context, held)
                result.append(sending)
                if let cookie { explained.insert(cookie) }
            }
        }
        for cookie in due where open[cookie.name]?.contains(cookie) == true {
            let why: Prose =
                pairs.isEmpty
                ? "The request has no cookies at all: the client keeps none, or was told to send none here."
                : "The client did not keep it, dropped it, or left it out."
            result.append(
                Sending(
                    name: cookie.name, isSent: false, isExpected: true, step: "5.8.3 step 1",
                    text: "Set by entry \(cookie.setBy), and nothing keeps it from this request. " + why))
        }
        for (cookie, reason) in held where !explained.contains(cookie) {
            result.append(
                Sending(
                    name: cookie.name, isSent: false, isExpected: false, step: reason.step.description,
                    text: "Rightly left out. " + CookieWords.hindrance(reason, cookie, context)))
        }
        return result
    }

    private func sentAndDue(_ pair: CookiePairs.Pair, _ cookie: CookieJar.Cookie) -> Sending {
        if pair.value == cookie.value {
            return Sending(
                name: pair.name, isSent: true, isExpected: true, step: "5.8.3 step 1",
                text: "Set by entry \(cookie.setBy); host, path and security allow it.")
        }
        let why: Prose =
            cookie.isHTTPOnly
            ? "Scripts cannot have changed it, as it is HttpOnly: the client missed the newer value, or sets its own."
            : "A script may have changed it, or the client missed the newer value."
        return Sending(
            name: pair.name, isSent: true, isExpected: true, step: "5.8.3 step 4: other value",
            text: "It is due, but entry \(cookie.setBy) set \(cookie.value.shortened), not \(pair.value.shortened). "
                + why)
    }

    /// A cookie that the jar would not have sent, and why; with the cookie of the jar that it may be.
    private func sentOnly(
        _ pair: CookiePairs.Pair, _ exchange: RecordedExchange, _ context: CookieContext,
        _ held: [(cookie: CookieJar.Cookie, reason: CookieHindrance)]
    ) -> (Sending, CookieJar.Cookie?) {
        func made(_ step: String, _ text: Prose) -> Sending {
            Sending(name: pair.name, isSent: true, isExpected: false, step: step, text: text)
        }
        if let (cookie, reason) = held.first(where: { $0.cookie.name == pair.name }) {
            let text: Prose = "It should have stayed behind. " + CookieWords.hindrance(reason, cookie, context)
            return (made(reason.step.description, text), cookie)
        }
        if let (cookie, reason) = jar.elsewhere(pair.name, for: context, at: exchange.requestSeconds) {
            let text: Prose = "It should have stayed behind. " + CookieWords.hindrance(reason, cookie, context)
            return (made(reason.step.description, text), cookie)
        }
        switch jar.absence(of: pair.name) {
        case .rejected(let reason, let entry):
            return (
                made(
                    reason.step.description,
                    """
                    Entry \(entry) tried to set it, and a conforming client would have ignored that line; this \
                    one did not.
                    """
                ),
                nil
            )
        case .expired(let entry):
            return (
                made(
                    "5.7: expired",
                    "Its time has run out, or entry \(entry) removed it; the client sent it nevertheless."), nil
            )
        case .evicted:
            return (made("5.7: excess", "A full jar would have dropped it; this client keeps more."), nil)
        case .neverSet:
            return (
                made(
                    "not set in this session",
                    "No entry before this one set it: it is older than the session, or a script or a user made it."),
                nil
            )
        }
    }
}
