import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about the status and the fields it needs.
public enum StatusNotes: NoteSource {
    public static let codes = [
        "status-401-without-challenge", "status-405-without-allow", "status-407-without-challenge",
        "status-426-without-upgrade", "status-unknown", "retry-after-missing", "retry-after-malformed",
        "retry-after-given",
        "allow-lists-method", "redirect-without-location", "created-without-location",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let response = exchange.responseHead else { return [] }
        var notes = NoteList(exchange)
        let fields = response.fields
        switch response.status {
        case 401 where !fields.contains(.wwwAuthenticate):
            notes.response(
                "status-401-without-challenge", .bad, "401 without a challenge",
                """
                401 must come with \("WWW-Authenticate"), or the client is not told how to prove who it is. Add \
                it, or send 403.
                """,
                "RFC 9110 §15.5.2")
        case 405: allow(exchange, response, &notes)
        case 407 where !fields.contains(.proxyAuthenticate):
            notes.response(
                "status-407-without-challenge", .bad, "407 without a challenge",
                "407 must come with \("Proxy-Authenticate"), or the client is not told how to prove who it is.",
                "RFC 9110 §15.5.8")
        case 426 where !fields.contains(.upgrade):
            notes.response(
                "status-426-without-upgrade", .bad, "426 without Upgrade",
                "426 must come with \("Upgrade"), which names the protocol that is wanted.", "RFC 9110 §15.5.22")
        case 301, 302, 303, 307, 308:
            if !fields.contains(.location) {
                notes.response(
                    "redirect-without-location", .bad, "A redirect that leads nowhere",
                    "\(response.status) without \("Location"): no client can follow. Name the URL.", "RFC 9110 §15.4")
            }
        case 201 where !fields.contains(.location):
            notes.response(
                "created-without-location", .info, "What was made where?",
                "Without \("Location") the new resource is at the URL of the request, \(exchange.url).",
                "RFC 9110 §15.3.2")
        case 429, 503: retryAfter(response, exchange.seconds, &notes)
        default: break
        }
        if StatusAdvice.next(response.status) == nil, response.status >= 200 {
            notes.response(
                "status-unknown", .info, "A status not known here",
                "Clients treat \(response.status) like \(response.status / 100 * 100), the general one of its class.",
                "RFC 9110 §15")
        }
        return notes.notes
    }

    private static func allow(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        let method = exchange.method.name
        guard let range = response.fields.range(named: "allow") else {
            notes.response(
                "status-405-without-allow", .bad, "405 without Allow",
                "405 must come with \("Allow"), which lists the methods that would do instead of \(method).",
                "RFC 9110 §15.5.6")
            return
        }
        guard response.fields.list(named: "allow").contains(method) else { return }
        notes.response(
            "allow-lists-method", .bad, at: range, "Refused and allowed",
            "The answer refuses \(method), and lists it as allowed.", "RFC 9110 §10.2.1")
    }

    private static func retryAfter(_ response: ResponseHead, _ now: Int64, _ notes: inout NoteList) {
        guard let value = response.fields.first(.retryAfter), let range = response.fields.range(.retryAfter) else {
            notes.response(
                "retry-after-missing", .warning, "How long to wait?",
                "Without \("Retry-After") clients guess, and come back too soon or all at once.", "RFC 9110 §10.2.3")
            return
        }
        if let seconds = value.decimal.flatMap({ Int64(exactly: $0) }) {
            notes.response(
                "retry-after-given", .good, at: range, "Says how long to wait",
                "A client that waits \(Quantity.span(seconds)) does not make things worse.", "RFC 9110 §10.2.3")
        } else if HTTPDate.parse(value, now: now) != nil {
            notes.response(
                "retry-after-given", .good, at: range, "Says until when to wait",
                "A client that waits until \(value) does not make things worse.", "RFC 9110 §10.2.3")
        } else {
            notes.response(
                "retry-after-malformed", .bad, at: range, "Neither seconds nor a date",
                "\(value) is neither a number of seconds nor a date, so clients ignore it.", "RFC 9110 §10.2.3")
        }
    }
}
