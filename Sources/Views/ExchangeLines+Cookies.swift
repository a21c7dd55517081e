import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeLines {
    private static let nameLimit = 40
    private static let reasonLimit = 200
    private static let attributeLimit = 60
    private static let attributesLimit = 120
    /// Cookies of one message that are told one by one.
    private static let cookieLimit = 25

    /// Each cookie set with all its attributes, and the names of those sent.
    mutating func cookieLines(_ record: FlowRecord) {
        if let request = record.requestHead, request.fields.contains(.cookie) {
            let pairs = CookiePairs.parse(request.fields)
            writer.detail("cookie") { out in
                for (place, pair) in pairs.prefix(Self.cookieLimit).enumerated() {
                    if place > 0 { out.text("; ") }
                    Self.pair(pair.name, pair.value, to: &out)
                }
                Self.more(pairs.count - Self.cookieLimit, to: &out)
            }
        }
        guard let response = record.responseHead, response.fields.contains(.setCookie) else { return }
        let now = record.seconds(at: record.times.responseHead)
        let context = CookieContext(
            url: ExchangeURL.of(record) ?? Bytes(), method: record.requestHead?.method ?? .get,
            request: record.requestHead?.fields)
        var count = 0
        for line in response.fields.lines where line.known == .setCookie {
            count += 1
            if count > Self.cookieLimit { continue }
            setCookieLine(response.fields.value(of: line), context, now: now)
        }
        if count > Self.cookieLimit {
            writer.detail("") { Self.more(count - Self.cookieLimit, to: &$0) }
        }
    }

    private mutating func setCookieLine(_ line: Bytes, _ context: CookieContext, now: Int64) {
        let cookie = SetCookie(line)
        let fate = cookie.fate(from: context, at: now)
        var ink = Ink.normal
        if case .rejected = fate { ink = .warning }
        writer.detail("set-cookie", ink: ink) { out in
            Self.pair(cookie.name, cookie.value, to: &out)
            Self.attributes(of: cookie, line, to: &out)
            out.text(" (")
            switch fate {
            case .rejected(let rejection):
                out.text("browsers ignore it: ")
                out.wire(CookieWords.rejection(rejection, cookie, context).withinSentence.text, limit: Self.reasonLimit)
            case .removes: out.text("expired: deletes the cookie")
            case .stored(until: nil, _): out.text("until the browser closes")
            case .stored(let expiry?, let isCapped):
                out.text("for ")
                out.duration(seconds: expiry - now)
                if isCapped { out.text(", the most browsers allow") }
            }
            out.text(")")
        }
    }

    /// As they were sent; where they are long, each is cut by itself, so that none hides those after it.
    private static func attributes(of cookie: SetCookie, _ line: Bytes, to out: inout LineBuffer) {
        guard !cookie.attributes.isEmpty, let start = line.firstIndex(of: ASCII.semicolon) else { return }
        guard line.count - start > attributesLimit else { return out.wire(line.slice(start..<line.count)) }
        for attribute in cookie.attributes {
            out.text("; ")
            out.wire(attribute.name, limit: nameLimit)
            if let value = attribute.value {
                out.text("=")
                out.wire(value, limit: attributeLimit)
            }
        }
    }

    private static func pair(_ name: Bytes, _ value: Bytes, to out: inout LineBuffer) {
        out.wire(name, limit: nameLimit)
        if !name.isEmpty { out.text("=") }
        // Whoever has the value is who it was given to.
        if !value.isEmpty { out.text("…") }
    }

    private static func more(_ count: Int, to out: inout LineBuffer) {
        guard count > 0 else { return }
        out.text(" and ")
        out.number(count)
        out.text(" more")
    }
}
