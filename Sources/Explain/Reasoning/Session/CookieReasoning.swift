import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// The cookies of one exchange: each one sent, and each Set-Cookie attribute by attribute, stored or rejected by which
/// step. What came before is not known here; `CookieStory` knows it.
package enum CookieReasoning {
    /// nil when there are none.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        let request = exchange.requestFields
        let response = exchange.responseHead?.fields
        let pairs = request.contains(.cookie) ? CookiePairs.parse(request) : []
        let setsCookies = response?.contains(.setCookie) == true
        guard request.contains(.cookie) || setsCookies else { return nil }
        var list = StepCollector()
        for pair in pairs {
            if let joined = SetCookie.name(afterCommaIn: pair.value, needsSpace: true) {
                list.fault(
                    "comma",
                    """
                    The value of “\(pair.name)” seems to hold another cookie, “\(joined)”, after a comma. Cookies are \
                    separated by semicolons: most servers read one value.
                    """, "draft-ietf-httpbis-rfc6265bis §4.2.1")
            }
            list.add(
                "Cookie", held: true, CookieWords.name(pair.name, value: pair.value).capitalized + " was sent.",
                "draft-ietf-httpbis-rfc6265bis §5.8.3")
        }
        var (stored, removed, unknown, disputed) = (0, 0, 0, 0)
        var lines = 0
        if let response, setsCookies {
            let context = exchange.cookieContext
            for line in response.lines where line.known == .setCookie {
                lines += 1
                let cookie = SetCookie(response.unfoldedValue(of: line))
                switch add(
                    cookie, context, now: exchange.responseSeconds, knowsHost: exchange.isRecorded(.host), to: &list)
                {
                case .stored: stored += 1
                case .removes: removed += 1
                case .open(.host): unknown += 1
                case .open(.browser): disputed += 1
                case .rejected: break
                }
            }
        }
        let sent: Prose = pairs.isEmpty ? "" : "\(pairs.count) sent"
        let set: Prose =
            switch (lines, removed) {
            case (0, _): ""
            case _ where unknown > 0:
                """
                \(lines) set; whether browsers store \(Prose.phrase(lines == 1 ? "it" : "\(unknown) of them")) depends \
                on the host, which is unknown here
                """
            case _ where disputed > 0:
                """
                \(lines) set; whether browsers store \(Prose.phrase(lines == 1 ? "it" : "\(disputed) of them")) \
                differs
                """
            case (removed, _): "\(removed) to be deleted"
            case (stored, _): lines == 1 ? "1 set, and stored" : "\(lines) set, and all stored"
            case (_, 0): "\(lines) set, \(Prose.phrase(stored == 0 ? "none" : "\(stored)")) of them stored"
            default: "\(lines) set, \(stored) of them stored and \(removed) to be deleted"
            }
        let conclusion = sent.pieces.isEmpty || set.pieces.isEmpty ? sent + set : sent + "; " + set
        return Reasoning(.cookies, "Cookies: " + conclusion + ".", steps: list.steps)
    }

    private static func add(
        _ cookie: SetCookie, _ context: CookieContext, now: Int64, knowsHost: Bool, to list: inout StepCollector
    ) -> SetCookie.Fate {
        let name = CookieWords.name(cookie.name, value: cookie.value)
        for attribute in cookie.attributes {
            let value: Prose = attribute.value.map { "=\($0.abbreviated)" } ?? ""
            let meaning = CookieWords.meaning(attribute, of: cookie, now: now)
            list.add(
                attribute.name.abbreviated,
                name.capitalized + ", \(attribute.name.abbreviated)\(value): \(meaning)",
                spec(attribute))
        }
        if let joined = cookie.joinedName {
            list.fault(
                "comma",
                "The line of " + name
                    + """
                     seems to hold another cookie, “\(joined)”, after a comma. Browsers do not split it, so \
                    “\(joined)” is not set. Each cookie needs a Set-Cookie line.
                    """, "RFC 9110 §5.3")
        }
        let fate = cookie.fate(from: context, at: now, knowsHost: knowsHost)
        switch fate {
        case .open(let doubt):
            list.add(
                "5.7 step 10", name.capitalized + " may be stored. " + CookieWords.doubt(doubt, cookie),
                CookieWords.spec)
        case .rejected(let reason):
            list.fault(
                reason.step.description,
                name.capitalized + " is not stored. " + CookieWords.rejection(reason, cookie, context),
                reason == .partitionedWithoutSecure
                    ? "draft-cutler-httpbis-partitioned-cookies" : CookieWords.spec)
        case .removes:
            list.add(
                "5.7: expired", held: true,
                name.capitalized + " is deleted: its expiry time is in the past.", CookieWords.spec)
        case .stored(let expiry, let isCapped):
            let domain = cookie.domain.flatMap { SetCookie.isPublicSuffix($0) ? nil : $0 }
            let place: Prose =
                domain.map { HostName.isAddress($0) ? "only to \($0)" : "to \($0) and hosts below it" }
                ?? (knowsHost ? "only to \(context.host)" : "only to the host that set it")
            let scripts: Prose = cookie.isHTTPOnly ? "Scripts cannot read it." : "Scripts can read and change it."
            let path: Prose =
                cookie.path.map { "path \($0)" }
                ?? (knowsHost ? "path \(context.defaultPath)" : "paths like the request's")
            list.add(
                "5.7 step 24", held: true,
                """
                \(name.capitalized) is stored. The client returns it \(place), \(path). \
                \(CookieWords.lifetime(until: expiry, isCapped: isCapped, now: now)) \(scripts)
                """,
                CookieWords.spec)
        }
        return fate
    }

    private static func spec(_ attribute: SetCookie.Attribute) -> String {
        switch attribute.meaning {
        case .expires: "draft-ietf-httpbis-rfc6265bis §5.6.1"
        case .maxAge: "draft-ietf-httpbis-rfc6265bis §5.6.2"
        case .domain: "draft-ietf-httpbis-rfc6265bis §5.6.3"
        case .path: "draft-ietf-httpbis-rfc6265bis §5.6.4"
        case .secure: "draft-ietf-httpbis-rfc6265bis §5.6.5"
        case .httpOnly: "draft-ietf-httpbis-rfc6265bis §5.6.6"
        case .sameSite: "draft-ietf-httpbis-rfc6265bis §5.6.7"
        case .partitioned: "draft-cutler-httpbis-partitioned-cookies"
        case .obsolete: "RFC 2965 §3.2.2"
        case .unknown, .tooLong: "draft-ietf-httpbis-rfc6265bis §5.6"
        }
    }
}
