import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeSummary {
    private static let nameLimit = 40
    private static let reasonLimit = 200
    private static let attributeLimit = 60
    private static let attributesLimit = 120
    /// Cookies of one message that are told one by one.
    private static let cookieLimit = 25

    /// The names of the cookies sent.
    mutating func cookies(sent fields: FieldSection) {
        guard fields.contains(.cookie) else { return }
        add(.cookie) { out in
            var count = 0
            CookiePairs.forEach(in: fields) { pair in
                count += 1
                if count > Self.cookieLimit { return }
                if count > 1 { out.text("; ") }
                Self.pair(pair.name, pair.value, to: &out)
            }
            Self.more(count - Self.cookieLimit, to: &out)
        }
    }

    /// Each cookie set with all its attributes.
    mutating func cookies(set fields: FieldSection, _ record: FlowRecord) {
        guard fields.contains(.setCookie) else { return }
        let (context, now) = (record.cookieContext, record.responseSeconds)
        var count = 0
        for line in fields.lines where line.known == .setCookie {
            count += 1
            if count > Self.cookieLimit { continue }
            setCookie(
                SetCookie(line, in: fields), number: count - 1, context, now: now, knowsHost: record.isRecorded(.host))
        }
        if count > Self.cookieLimit { add(.setCookie) { Self.more(count - Self.cookieLimit, to: &$0) } }
    }

    private mutating func setCookie(
        _ cookie: SetCookie, number: Int, _ context: CookieContext, now: Int64, knowsHost: Bool
    ) {
        let fate = cookie.fate(from: context, at: now, knowsHost: knowsHost)
        var tone = Tone.normal
        if case .rejected = fate { tone = .warning }
        add(.setCookie, tone, verdict: .cookie(line: number, fate)) { out in
            Self.pair(cookie.name, cookie.value, to: &out)
            Self.attributes(of: cookie, to: &out)
            switch fate {
            case .rejected(let rejection):
                out.text(" (browsers ignore it: ")
                out.prose(CookieWords.rejection(rejection, cookie, context).withinSentence(), limit: Self.reasonLimit)
                out.text(")")
            case .open(.host): out.text(" (for an unknown host)")
            case .open(.browser): out.text(" (browsers differ about IPv6 in Domain)")
            case .removes: out.text(" (expired: deletes the cookie)")
            case .stored(until: nil, _): out.text(" (until the browser closes)")
            case .stored(let expiry?, let isCapped):
                out.text(" (for ")
                out.duration(seconds: expiry - now)
                out.text(isCapped ? ", the most browsers allow)" : ")")
            }
        }
    }

    /// As they were sent; where they are long, each is cut by itself, so that none hides those after it.
    private static func attributes(of cookie: SetCookie, to out: inout Phrase) {
        guard cookie.hasAttributes else { return }
        guard cookie.tail.count > attributesLimit else { return out.wire(cookie.tail) }
        for attribute in cookie.attributes {
            out.text("; ")
            out.wire(attribute.name, limit: nameLimit)
            if let value = attribute.value {
                out.text("=")
                out.wire(value, limit: attributeLimit)
            }
        }
    }

    private static func pair(_ name: Bytes, _ value: Bytes, to out: inout Phrase) {
        out.wire(name, limit: nameLimit)
        // Whoever has the value is who it was given to.
        if !value.isEmpty {
            if !name.isEmpty { out.text("=") }
            out.secret(value, limit: valueLimit)
        } else if !name.isEmpty {
            out.text("=")
        }
    }

    private static let valueLimit = 100

    private static func more(_ count: Int, to out: inout Phrase) {
        guard count > 0 else { return }
        out.text(" and ")
        out.number(count)
        out.text(" more")
    }
}
