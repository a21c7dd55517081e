import Bytes
import HTTPSemantics

/// Any bytes are Set-Cookie lines, one a line, that a jar takes in or rejects, and what the jar sends reads back as the
/// same cookies. The first line is the URL they come from.
enum CookieTarget {
    private static let now: Int64 = 1_700_000_000

    static func run(_ input: Bytes) {
        var lines = input.split(separator: ASCII.lineFeed, maxSplits: 16, omittingEmptySubsequences: false)[...]
        let context = CookieContext(url: lines.popFirst().map { Bytes(Array($0)) } ?? Bytes())
        var jar = CookieJar(limits: limits)
        for line in lines {
            let line = Bytes(Array(line))
            _ = CookiePairs.parse(line)
            let cookie = SetCookie(line)
            if let expiry = cookie.expiry(now: now), let stored = cookie.storedExpiry(now: now) {
                check(stored <= expiry && stored <= now + SetCookie.lifetimeLimit, "\(line.text) is kept too long")
            }
            store(cookie, context, in: &jar)
            check(jar.count <= limits.cookies, "the jar holds \(jar.count)")
        }

        let sent = jar.cookies(for: context, at: now)
        for cookie in sent {
            check(cookie.expiry.map { $0 > now } ?? true, "an expired cookie is sent")
            check(CookieContext.path(context.path, matches: cookie.path), "sent to \(context.path.text)")
        }
        let text = sent.map { $0.name.isEmpty ? $0.value.array : $0.name.array + [ASCII.equals] + $0.value.array }
        let pairs = CookiePairs.parse(Bytes(Array(text.joined(separator: [ASCII.semicolon, ASCII.space]))))
        // A cookie with neither name nor value is rejected, so each is read back.
        check(pairs.count == sent.count, "\(sent.count) cookies are sent, \(pairs.count) read")
        for (pair, cookie) in zip(pairs, sent) where !cookie.name.isEmpty {
            check(pair.name == cookie.name && pair.value == cookie.value, "\(cookie.name.text) is read back otherwise")
        }
    }

    private static let limits: CookieJar.Limits = {
        var limits = CookieJar.Limits()
        limits.cookies = 12
        limits.cookiesPerDomain = 5
        return limits
    }()

    private static func store(_ line: SetCookie, _ context: CookieContext, in jar: inout CookieJar) {
        switch jar.store(line, from: context, at: now) {
        case .stored(let cookie, _, let dropped):
            check(!(cookie.name.isEmpty && cookie.value.isEmpty), "a cookie without name and value is stored")
            let isThere = jar.cookies(under: cookie.domain).contains { $0.replaces(cookie) }
            check(isThere || dropped.contains { $0.replaces(cookie) }, "\(cookie.name.text) is nowhere")
            check(
                cookie.isHostOnly || SetCookie.host(context.host, matches: cookie.domain),
                "stored for a foreign domain, \(cookie.domain.text)")
        case .removed, .missed: break
        case .rejected: break
        }
    }
}
