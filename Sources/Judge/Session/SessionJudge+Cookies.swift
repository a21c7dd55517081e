import Bytes
import HTTPModel
import HTTPSemantics

// The cookies of a request beside those that responses before it have set.
extension SessionJudge {
    private static let sessionNames: [StaticString] = [
        "sid", "session", "sessionid", "session_id", "phpsessid", "jsessionid", "connect.sid", "asp.net_sessionid",
    ]
    private static let passwordNames: [StaticString] = ["password", "passwd", "pwd", "pass"]

    /// What is wrong with them. Only responses that had come when the request began count.
    static func cookieFaults(
        of facts: Facts, _ visit: SessionVisit, in jar: inout CookieJar, _ visits: [SessionVisit]
    ) -> CookieFaults {
        var faults = CookieFaults()
        guard let fields = facts.request?.fields, fields.contains(.cookie), let start = visit.trace.start,
            let url = facts.url
        else { return faults }
        func hadCome(_ place: Int) -> Bool {
            visits.indices.contains(place) && (visits[place].trace.end.map { $0 < start } ?? false)
        }
        let pairs = CookiePairs.parse(fields)
        let context = CookieContext(url: url.raw, method: visit.method, request: fields)
        let (due, sendings) = jar.judge(pairs, for: context, at: start / 1_000_000)
        for sending in sendings.prefix(200) where sending.isRight == false {
            switch sending.reason {
            case .held(let cookie, let hindrance) where sending.isSent && hadCome(cookie.setBy):
                faults.undue.append((sending.name, words(hindrance)))
            case .expired(let place) where sending.isSent && hadCome(place):
                faults.undue.append((sending.name, "it was removed, or its time has run out"))
            case .due(let cookie) where !sending.isSent && hadCome(cookie.setBy):
                if faults.withheld.count < 20 { faults.withheld.append((sending.name, cookie.setBy)) }
            default: break
            }
        }
        faults.early = early(pairs, due)
        faults.fixed = fixedSession(facts, pairs, due).flatMap { hadCome($0.setBy) ? ($0.name, $0.setBy) : nil }
        return faults
    }

    private static func words(_ hindrance: CookieHindrance) -> String {
        switch hindrance {
        case .hostOnly: "it is for another host"
        case .domain: "it is for another domain"
        case .path: "it is for another path"
        case .secure: "it is Secure and the request has no TLS"
        case .sameSite: "its SameSite forbids it in a request of another site"
        case .expired: "its time has run out"
        }
    }

    /// A pair before one whose cookie has a longer path (RFC 6265bis §5.8.3 step 2).
    private static func early(_ pairs: [CookiePairs.Pair], _ due: [CookieJar.Cookie]) -> (name: Bytes, next: Bytes)? {
        let sent = pairs.prefix(200).compactMap { pair in
            due.first { $0.name == pair.name && $0.value == pair.value }
        }
        for (first, next) in zip(sent, sent.dropFirst()) where first.path.count < next.path.count {
            return (first.name, next.name)
        }
        return nil
    }

    /// The session of a login that succeeds and sets no other.
    private static func fixedSession(
        _ facts: Facts, _ pairs: [CookiePairs.Pair], _ due: [CookieJar.Cookie]
    ) -> CookieJar.Cookie? {
        guard facts.request?.method == .post, let redirect = facts.followed, let url = facts.url,
            redirect.status == 302 || redirect.status == 303,
            // Back to the form: it failed.
            redirect.target.bytes(redirect.target.path) != url.bytes(url.path),
            facts.form.contains(where: { field in
                !field.value.isEmpty && passwordNames.contains { field.name.equalsIgnoringCase($0) }
            })
        else { return nil }
        return due.first { cookie in
            sessionNames.contains { cookie.name.equalsIgnoringCase($0) }
                && pairs.contains { $0.name == cookie.name && $0.value == cookie.value }
                && !facts.cookies.contains { $0.cookie.name == cookie.name }
        }
    }
}
