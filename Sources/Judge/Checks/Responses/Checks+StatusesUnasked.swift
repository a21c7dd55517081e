import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// Statuses that answer something which the request did not say, or lack what they need.
extension Checks {
    /// A status that refuses what some fields of a request ask for.
    private struct Refusal {
        let code: String
        let level: Note.Level
        let spec: Spec
        let status: Int
        /// Without any of these the status has no reason.
        let fields: [StaticString]
        let words: String
        let advice: String
        let good: Example
    }

    private static let refusals: [Refusal] = [
        Refusal(
            code: "status-406-unasked", level: .info, spec: "RFC 9110 §15.5.7", status: 406,
            fields: ["accept", "accept-language", "accept-encoding", "accept-charset"],
            words: "406 means that nothing fits the request's Accept fields, but the request has none.",
            advice: "Send the default representation.", good: "> GET / | Accept: text/csv < 406"),
        Refusal(
            code: "status-412-unasked", level: .warning, spec: "RFC 9110 §15.5.13", status: 412,
            fields: ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "if"],
            words: "412 means that a condition of the request is false, but the request has no condition.",
            advice: "Send 428 if a condition is required, or 409 for a conflict.",
            good: "> PUT / | Content-Type: a/b | If-Match: \"a\" || x < 412"),
        Refusal(
            code: "status-416-unasked", level: .warning, spec: "RFC 9110 §15.5.17", status: 416, fields: ["range"],
            words: "416 means that the requested range does not exist, but the request has no Range.",
            advice: "Send the whole resource with 200.",
            good: "> GET / | Range: bytes=9- < 416 | Content-Range: bytes */3"),
        Refusal(
            code: "status-417-unasked", level: .warning, spec: "RFC 9110 §15.5.18", status: 417, fields: ["expect"],
            words: "417 means that the server cannot meet the request's Expect, but the request has no Expect.",
            advice: "Send another 4xx status.",
            good: "> POST / | Content-Type: a/b | Expect: 100-continue || x < 417"),
    ]

    /// A status that leaves its recipient without what it needs to continue.
    private struct Silence {
        let code: String
        let spec: Spec
        let status: Int
        let fields: [StaticString]
        let summary: String
        let words: String
        let advice: String
        let bad: [Example]
        let good: [Example]
    }

    private static let silences: [Silence] = [
        Silence(
            code: "status-415-silent", spec: "RFC 9110 §15.5.16", status: 415,
            fields: ["accept", "accept-encoding", "accept-patch", "accept-post"],
            summary: "415 without the supported types",
            words: "The response does not say which types or codings the server supports.",
            advice: "Send Accept, Accept-Encoding, Accept-Patch or Accept-Post.",
            bad: ["> POST / | Content-Type: a/b || x < «415»", "> PATCH / | Content-Type: a/b || x < «415»"],
            good: [
                "> POST / | Content-Type: a/b || x < 415 | Accept: application/json",
                "> PATCH / | Content-Type: a/b || x < 415 | Accept-Patch: a/c",
            ]),
        Silence(
            code: "status-202-unmonitored", spec: "RFC 9110 §15.3.3", status: 202,
            fields: ["location", "link", "operation-location", "content-location", "azure-asyncoperation"],
            summary: "No way to follow the work",
            words: "The work is not done yet, and nothing in the response says how to ask for its state.",
            advice: "Send Location or Link to the state of the work.",
            bad: ["> POST / | Content-Type: a/b || x < «202»", "> PUT / | Content-Type: a/b || x < «202»"],
            good: [
                "> POST / | Content-Type: a/b || x < 202 | Location: /jobs/1",
                "> POST / | Content-Type: a/b || x < 202 | Content-Type: image/x-raw || a",
            ]),
    ]

    static let statusesUnasked: [Check] =
        refusals.map { row in
            Check(
                row.code, row.level, .statuses, .exchange, when: .status(row.status), row.spec,
                "The request gave no reason for this status", Template(stringLiteral: row.words),
                advice: Template(stringLiteral: row.advice),
                bad: [
                    Example("> GET / < «\(row.status)»"),
                    Example("> POST / | Content-Type: a/b || x < «\(row.status)»"),
                ],
                good: [row.good, "> GET / < 404"], besides: ["range-not-satisfied-without-size"]
            ) { x, found in
                guard let fields = x.request?.fields, !row.fields.contains(where: { fields.contains(named: $0) })
                else { return }
                found(in: .response)
            }
        }
        + silences.map { row in
            Check(
                row.code, .info, .statuses, .message(.response), when: .status(row.status), row.spec,
                Template(stringLiteral: row.summary), Template(stringLiteral: row.words),
                advice: Template(stringLiteral: row.advice), bad: row.bad, good: row.good
            ) { x, found in
                guard let fields = x.response?.fields, !row.fields.contains(where: { fields.contains(named: $0) }),
                    // A body may say it; of 202 only one that is known to be empty does not.
                    row.status != 202 || x.announcedLength == 0 || x.responseContent.transferred == 0
                else { return }
                found()
            }
        }
        + Array {
            Check(
                "status-101-without-upgrade", .bad, .statuses, .message(.response), when: .status(101),
                "RFC 9110 §15.2.2", "101 without Upgrade",
                "A 101 must name the next protocol in \("Upgrade"). The client cannot tell what to read.",
                advice: "Send \("Upgrade") and \("Connection: upgrade").",
                bad: ["> GET / | Upgrade: a | Connection: upgrade < «101»", "< «101 Switching Protocols»"],
                good: [
                    "> GET / | Upgrade: a | Connection: upgrade < 101 | Upgrade: a | Connection: upgrade",
                    "> GET / | Upgrade: a/2 | Connection: upgrade < 101 | Upgrade: A/2 | Connection: upgrade",
                ],
                besides: ["upgrade-without-connection"]
            ) { x, found in
                if x.responseIsHTTP1, x.answered(.upgrade) == nil { found() }
            }
            Check(
                "status-101-unasked", .bad, .statuses, .exchange, when: .status(101), "RFC 9110 §7.8",
                "A switch that was not asked for",
                "The server switches to \(.value), which the request did not offer in \("Upgrade").",
                advice: "Switch only to a protocol that the request offers.",
                bad: [
                    "> GET / < 101 | Upgrade: «foo» | Connection: upgrade",
                    "> GET / | Upgrade: bar | Connection: upgrade < 101 | Upgrade: «foo» | Connection: upgrade",
                ],
                good: [
                    "> GET / | Upgrade: bar, foo/1 | Connection: upgrade < 101 | Upgrade: foo | Connection: upgrade",
                    "> GET / | Upgrade: FOO | Connection: upgrade < 101 | Upgrade: foo | Connection: upgrade",
                ]
            ) { x, found in
                guard x.responseIsHTTP1, let response = x.response, let chosen = x.answered(.upgrade) else { return }
                let offered = x.fields(.request).list(.upgrade).map(protocolName)
                let taken = FieldList.split(chosen).map(protocolName)
                guard taken.contains(where: { !offered.contains($0) }) else { return }
                found(in: .response, at: response.fields.range(.upgrade), [.value: .bytes(chosen)])
            }
            Check(
                "status-100-unasked", .info, .statuses, .exchange, when: .given(.interim), "RFC 9110 §15.2.1",
                "100 that was not asked for",
                "The server sent 100 (Continue), but the request has no \("Expect: 100-continue").",
                advice: "Send 100 only in answer to \("Expect: 100-continue").",
                bad: [
                    Example("> POST / | Content-Type: a/b || x < 204", interim: "100 Continue"),
                    Example("> GET / < 204", interim: "100 Continue"),
                ],
                good: [
                    Example("> POST / | Content-Type: a/b | Expect: 100-continue || x < 204", interim: "100 Continue"),
                    Example("> GET / < 204", interim: "103 Early Hints"),
                ]
            ) { x, found in
                if x.interim.contains(where: { $0.status == 100 }), x.asked(.expect) == nil { found() }
            }
            Check(
                "status-201-safe", .warning, .statuses, .exchange, when: .status(201), "RFC 9110 §9.2.1",
                "A safe method created something",
                "\(.method) is safe: crawlers and browsers send it unasked. It must not create resources.",
                advice: "Use POST or PUT.",
                bad: ["> GET / < «201» | Location: /a", "> HEAD / < «201» | Location: /a"],
                good: [
                    "> POST / | Content-Type: a/b || x < 201 | Location: /a", "> PUT / | Content-Type: a/b || x < 201",
                ]
            ) { x, found in
                guard let method = x.request?.method, method == .get || method == .head else { return }
                found(in: .response, [.method: .bytes(method.name)])
            }
            Check(
                "status-451-without-link", .info, .statuses, .message(.response), when: .status(451), "RFC 7725 §4",
                "451 without its author", "The response does not say who demands that the resource be blocked.",
                advice: "Send \("Link: <https://…>; rel=\"blocked-by\"").",
                bad: ["< «451»", "< «451» | Link: </a>; rel=next"],
                good: [
                    "< 451 | Link: <https://spqr.example.org>; rel=\"blocked-by\"",
                    "< 451 | Link: </a>; rel=next, </b>; rel=blocked-by",
                ]
            ) { x, found in
                if !LinkValue.list(x.fields(.response)).contains(where: { $0.has("blocked-by") }) { found() }
            }
            Check(
                "status-425-unasked", .warning, .statuses, .exchange, when: .status(425), "RFC 8470 §5.2",
                "425 without early data",
                "425 refuses a request that came in TLS early data, but this one was sent without TLS.",
                advice: "Send another 4xx status.",
                bad: [
                    Example("> GET / < «425»", scheme: "http"),
                    Example("> POST / | Content-Type: a/b || x < «425»", scheme: "http"),
                ],
                good: [
                    Example("> GET / | Early-Data: 1 < 425", scheme: "http"), "> GET / < 425",
                    Example("> GET / < 425", scheme: "http", knowsScheme: false),
                ]
            ) { x, found in
                if x.isEncrypted == false, x.asked(named: "early-data") == nil { found(in: .response) }
            }
            Check(
                "status-obsolete", .warning, .statuses, .message(.response), when: .given(.rareStatus),
                "RFC 9110 §15.4.6", "An obsolete status",
                "\(.status) is no longer defined. Clients treat it like any other status of its class.",
                advice: "Send another status.",
                bad: ["< «305»", "< «306»", "< «510»"], good: ["< 307 | Location: /a", "< 501"]
            ) { x, found in
                guard let status = x.response?.status, [305, 306, 510].contains(status) else { return }
                found([.status: .number(Int64(status))])
            }
            Check(
                "status-reason-other", .info, .statuses, .message(.response), "RFC 9112 §4",
                "The phrase of another status",
                "The status is \(.status), but the phrase \(.value) belongs to \(.expected). Clients go by the number.",
                advice: "Send the status that fits.",
                bad: ["< «200 Not Found»", "< «404 OK»"], good: ["< 200 OK", "< 404 No such page", "< 403"]
            ) { x, found in
                guard let response = x.response, x.responseIsHTTP1, !response.reasonRange.isEmpty else { return }
                let phrase = response.raw.slice(response.reasonRange)
                // The usual answer needs no look at the table.
                if response.status == 200, phrase.isExactly("OK") { return }
                guard let other = statusNames[phrase.lowercased], other != response.status,
                    statusNames.contains(where: { $0.value == response.status })
                else { return }
                found([
                    .status: .number(Int64(response.status)), .value: .bytes(phrase), .expected: .number(Int64(other)),
                ])
            }
            Check(
                "status-403-anonymous", .info, .statuses, .exchange, when: .status(403), "RFC 9110 §15.5.4",
                "403 to a request without credentials",
                "After 403, the client cannot know whether logging in would help.",
                advice: "Send 401 with \("WWW-Authenticate") if logging in helps.",
                bad: ["> GET / < «403»", "> POST / | Content-Type: a/b || x < «403»"],
                good: ["> GET / | Authorization: Bearer abc < 403", "> GET / | Cookie: a=b < 403"]
            ) { x, found in
                guard let fields = x.request?.fields, x.credentials.isEmpty,
                    !x.names(.request).contains(where: { $0.term?.has(.secret) == true }), !fields.contains(.cookie),
                    x.parameters.isEmpty
                else { return }
                found(in: .response)
            }
            Check(
                "location-without-redirect", .info, .redirects, .response("location"), "RFC 9110 §10.2.2",
                "Location without effect",
                "Clients follow \("Location") on a 3xx and read it on 201, not on \(.status).",
                advice: "Send a 3xx status to redirect.",
                bad: ["< 204 | Location: «/a»", "< 404 | Location: «/a»"],
                good: ["< 302 | Location: /a", "> POST / | Content-Type: a/b || x < 201 | Location: /a"]
            ) { x, found in
                guard let status = x.response?.status, !(300..<400).contains(status), status != 201, status != 202
                else { return }
                found([.status: .number(Int64(status))])
            }
        }

    /// Names of registered statuses, in lower case.
    private static let statusNames = Dictionary(
        Vocabulary.statuses.terms.compactMap { term in
            term.standing == .unregistered ? nil : term.number.map { (Bytes(term.name).lowercased, $0) }
        }, uniquingKeysWith: { first, _ in first })

    /// `foo` of `foo/1.1`, in lower case.
    private static func protocolName(_ member: Bytes) -> Bytes {
        let name = member.lowercased
        return name.firstIndex(of: ASCII.slash).map { name.slice(0..<$0) } ?? name
    }
}
