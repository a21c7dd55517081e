import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// The status and the fields it needs.
extension Checks {
    static let statuses: [Check] = Array {
        Check(
            "status-401-without-challenge", .bad, .statuses, .message(.response), when: .status(401),
            "RFC 9110 §15.5.2",
            "401 without a challenge",
            "A 401 must have \("WWW-Authenticate"), which tells the client how to authenticate.",
            advice: "Add \("WWW-Authenticate"), or send 403.",
            bad: ["< «401»", "> POST / || a < «401»"], good: ["< 401 | WWW-Authenticate: Bearer", "< 403"]
        ) { x, found in
            if x.response?.status == 401, x.answered(.wwwAuthenticate) == nil { found() }
        }
        Check(
            "status-407-without-challenge", .bad, .statuses, .message(.response), when: .status(407),
            "RFC 9110 §15.5.8",
            "407 without a challenge",
            "A 407 must have \("Proxy-Authenticate"), which tells the client how to authenticate.",
            advice: "Send \("Proxy-Authenticate: Basic realm=\"proxy\""), or the scheme that you support.",
            bad: ["< «407»", "> POST / || a < «407»"],
            good: ["< 407 | Proxy-Authenticate: Basic realm=\"r\"", "< 407 | Proxy-Authenticate: Negotiate"]
        ) { x, found in
            if x.response?.status == 407, x.answered(.proxyAuthenticate) == nil { found() }
        }
        Check(
            "status-405-without-allow", .bad, .statuses, .message(.response), when: .status(405), "RFC 9110 §15.5.6",
            "405 without Allow",
            "A 405 must have \("Allow"), which lists the supported methods.",
            advice: "Send \("Allow: GET, HEAD"), with the methods of this resource.",
            bad: ["< «405»", "> POST / || a < «405»"], good: ["< 405 | Allow: PUT", "< 405 | Allow: "]
        ) { x, found in
            if x.response?.status == 405, x.answered(named: "allow") == nil { found() }
        }
        Check(
            "allow-lists-method", .bad, .statuses, .exchange, when: .status(405), "RFC 9110 §10.2.1",
            "A method both refused and allowed",
            "The response refuses \(.method) but lists it in Allow.",
            advice: "Remove \(.method) from Allow, or answer it.",
            bad: ["< 405 | Allow: «HEAD, GET»", "> POST / || a < 405 | Allow: «GET, POST»"],
            good: ["< 405 | Allow: PUT", "< 200 | Allow: GET"]
        ) { x, found in
            guard let request = x.request, let response = x.response, response.status == 405,
                response.fields.list(named: "allow").contains(request.method.name)
            else { return }
            found(
                in: .response, at: response.fields.range(named: "allow"), [.method: .bytes(request.method.name)])
        }
        Check(
            "status-426-without-upgrade", .bad, .statuses, .message(.response), when: .status(426), "RFC 9110 §15.5.22",
            "426 without Upgrade", "A 426 must have \("Upgrade"), which names the required protocol.",
            advice: "Send \("Upgrade") and \("Connection: Upgrade").",
            bad: ["< «426»", "> POST / || a < «426»"],
            good: [
                "< 426 | Upgrade: websocket | Connection: upgrade", "< 426 | Upgrade: TLS/1.3 | Connection: upgrade",
            ]
        ) { x, found in
            if x.response?.status == 426, x.answered(.upgrade) == nil { found() }
        }
        Check(
            "status-unknown", .info, .statuses, .message(.response), when: .given(.rareStatus), "RFC 9110 §15",
            "Unregistered status",
            "\(.status) is not a registered status. Clients treat it like \(.next), the general status of its class.",
            advice: "Use a registered status.",
            bad: ["< «299 Fine»", "< «888»"], good: ["< 207", "< 418", "< 204", "< 520"]
        ) { x, found in
            guard let status = x.response?.status, status >= 200,
                Vocabulary.statuses[status] == nil
            else { return }
            found([.status: .number(Int64(status)), .next: .number(Int64(StatusClass(status).general))])
        }
        Check(
            "status-unofficial", .info, .statuses, .message(.response), when: .given(.rareStatus), "RFC 9110 §15",
            "A status of one product",
            "\(.status) is in no registry: \(.rule) Clients treat it like \(.next).",
            advice: "For clients of any kind, use a registered status.",
            bad: ["< «520»", "< «444»"], good: ["< 500", "< 418"]
        ) { x, found in
            guard let status = x.response?.status, status >= 200, let term = Vocabulary.statuses[status],
                term.standing == .unregistered
            else { return }
            found([
                .status: .number(Int64(status)), .rule: .words(Prose(stringLiteral: term.text)),
                .next: .number(Int64(StatusClass(status).general)),
            ])
        }
        Check(
            "redirect-without-location", .bad, .statuses, .message(.response), when: .status(300...399),
            "RFC 9110 §15.4",
            "A redirect without Location",
            "\(.status) needs \("Location"): without it clients cannot follow.",
            advice: "Send \("Location") with the new URL.",
            bad: ["< «302»", "> GET /a < «301»"],
            good: [
                "< 302 | Location: /a", "> GET / | If-None-Match: \"a\" < 304 | ETag: \"a\"", "< 300",
                "> PUT / | Content-Range: bytes 0-2/9 || abc < 308 | Range: bytes=0-2",
            ]
        ) { x, found in
            guard let response = x.response, [301, 302, 303, 307, 308].contains(response.status),
                x.answered(.location) == nil, !Redirect.isResumeIncomplete(response, asked: x.request?.fields)
            else { return }
            found([.status: .number(Int64(response.status))])
        }
        Check(
            "resume-incomplete", .info, .statuses, .message(.response), when: .status(308), "RFC 9110 §15.4.9",
            "A resumable upload, not a redirect",
            "In Google's resumable upload protocol, 308 reports how much the server has received. \(.part)",
            general: """
                In Google's resumable upload protocol, 308 reports how much the server has received, in Range. The \
                client sends the rest to the same URL.
                """,
            advice: "Send the rest from the byte after that range.",
            bad: [
                "> PUT /upload?id=7 | Content-Range: bytes 0-2/9 || abc < «308 Resume Incomplete» | Range: bytes=0-2",
                // What asks how much has arrived.
                "> PUT /upload?id=7 | Content-Range: bytes */9 | Content-Length: 0 < «308 Resume Incomplete»",
            ],
            good: [
                "> PUT /upload?id=7 | Content-Range: bytes 0-2/9 || abc < 308 | Location: /upload/7",
                "> GET /old < 308 | Location: /new",
            ]
        ) { x, found in
            guard let response = x.response, Redirect.isResumeIncomplete(response, asked: x.request?.fields) else {
                return
            }
            let range = response.fields.first(named: "range")
            let words: Prose = range.map { "The server has \($0). Send the rest." } ?? "The server has no bytes yet."
            found([.part: .words(words)])
        }
        Check(
            "created-without-location", .info, .statuses, .exchange, when: .status(201), "RFC 9110 §15.3.2",
            "201 without Location",
            "Without \("Location") the new resource is at the requested URL, \(.url).",
            advice: "Send Location with the URL of the new resource.",
            bad: ["> PUT /a || b < 201", "> PUT /a | Content-Type: a/b || bc < 201"],
            good: ["> POST /a || b < 201 | Location: /a/1", "> PUT /a || b < 204"]
        ) { x, found in
            guard x.response?.status == 201, x.answered(.location) == nil, let url = x.url else { return }
            found([.url: .bytes(url.raw)])
        }
        Check(
            "content-length-forbidden", .bad, .statuses, .response("content-length"), "RFC 9110 §8.6",
            "Content-Length without a body",
            "A \(.status) never has a body, so a server must not send \("Content-Length") with it.",
            advice: "Remove the field.",
            bad: ["< 204 | Content-Length: «0»", "> GET /a < 204 | Content-Length: «5»"],
            good: [
                "< 204", "> GET / | If-None-Match: \"a\" < 304 | ETag: \"a\" | Content-Length: 5", "< 200",
            ]
        ) { x, found in
            guard let status = x.response?.status, status < 200 || status == 204 else { return }
            // Many frameworks send 0 with a 204, which no client takes amiss.
            let isHarmless = status == 204 && x.answered(.contentLength)?.decimal == 0
            found([.status: .number(Int64(status))], level: isHarmless ? .info : nil)
        }
        Check(
            "transfer-encoding-forbidden", .bad, .statuses, .response("transfer-encoding"), "RFC 9112 §6.1",
            "Transfer-Encoding without a body",
            "A \(.status) never has a body, so a server must not send \("Transfer-Encoding") with it.",
            advice: "Remove the field.",
            bad: [
                "< 204 | Transfer-Encoding: «chunked»",
                "> GET / | If-None-Match: \"a\" < 204 | Transfer-Encoding: «gzip, chunked»",
            ], good: ["< 200 | Transfer-Encoding: chunked", "< 204"]
        ) { x, found in
            guard let status = x.response?.status, status < 200 || status == 204 else { return }
            found([.status: .number(Int64(status))])
        }
        Check(
            "status-205-with-content", .bad, .statuses, .message(.response), when: .status(205), "RFC 9110 §15.3.6",
            "205 with a body",
            "205 tells the client to clear its form, and must not have a body.",
            advice: "Send 200, or remove the body.",
            bad: [
                "< «205» | Content-Type: text/plain; charset=utf-8 || abc",
                "> POST / || a < «205» | Content-Type: application/json || {}",
            ], good: ["< 205", "< 204"]
        ) { x, found in
            if x.response?.status == 205, x.responseHasContent { found() }
        }
        Check(
            "retry-after-missing", .info, .statuses, .message(.response), when: .status(429...503), "RFC 9110 §10.2.3",
            "No Retry-After",
            "Without \("Retry-After") clients guess when to retry: too soon, or all at once.",
            advice: "Send Retry-After with a number of seconds, such as 30.",
            bad: ["< «503»", "< «429»"], good: ["< 503 | Retry-After: 120", "< 500"]
        ) { x, found in
            guard let status = x.response?.status, status == 429 || status == 503, x.answered(.retryAfter) == nil
            else { return }
            found()
        }
        Check(
            "retry-after-malformed", .bad, .statuses, .response("retry-after"), "RFC 9110 §10.2.3",
            "Neither seconds nor a date",
            "\(.value) is neither a number of seconds nor an HTTP date, so clients ignore it.",
            advice: "Send seconds in digits, for example \("Retry-After: 120").",
            bad: ["< 429 | Retry-After: «soon»", "< 503 | Retry-After: «5s»"],
            good: ["< 429 | Retry-After: 5", "< 429 | Retry-After: Sun, 01 Mar 2026 13:00:00 GMT"]
        ) { x, found in
            guard let value = x.answered(.retryAfter), value.decimal == nil, x.moment(value) == nil else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "retry-after-past", .warning, .statuses, .response("retry-after"), "RFC 9110 §10.2.3",
            "Retry-After is in the past",
            "\(.value) is not after the response's own Date, so clients retry at once.",
            advice: "Send seconds, for example \("Retry-After: 120"), or a later date.",
            bad: [
                "< 503 | Retry-After: «Sun, 01 Mar 2026 11:00:00 GMT»",
                "< 429 | Retry-After: «Sun, 01 Mar 2026 11:59:59 GMT»",
            ],
            good: ["< 503 | Retry-After: Sun, 01 Mar 2026 13:00:00 GMT", "< 503 | Retry-After: 0"]
        ) { x, found in
            guard let value = x.answered(.retryAfter), value.decimal == nil, let until = x.moment(value),
                let date = x.date, until <= date
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "retry-after-given", .good, .statuses, .response("retry-after"), "RFC 9110 §10.2.3",
            "The wait is stated", "Clients that wait this long do not overload the server.",
            bad: ["< 429 | Retry-After: «120»", "< 503 | Retry-After: «Sun, 01 Mar 2026 13:00:00 GMT»"],
            good: [
                "< 503 | Retry-After: Sun, 01 Mar 2026 11:00:00 GMT", "< 429 | Retry-After: soon",
                // The wait before a redirect is followed; on a success it has no meaning.
                "< 302 | Location: /a | Retry-After: 5", "< 204 | Retry-After: 5",
            ],
            besides: ["retry-after-malformed"]
        ) { x, found in
            guard let value = x.answered(.retryAfter), let status = x.response?.status, status >= 400 else { return }
            let isLater = x.moment(value).map { until in x.date.map { until > $0 } ?? true } ?? false
            if value.decimal != nil || isLater { found() }
        }
    }
}
