import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// Conditions and ranges that have no effect, and answers that do not fit them.
extension Checks {
    static let rangesAsked: [Check] = Array {
        Check(
            "etag-list-star", .bad, .validators, .message(.request), when: .asked("if-match", "if-none-match"),
            "RFC 9110 §13.1.2", "* beside entity tags",
            "\("*") is valid only by itself, so servers refuse or ignore \(.field).",
            advice: "Send \("*") or the entity tags.",
            bad: [
                "> GET / | If-None-Match: «*, \"a\"» < 204",
                "> PUT / | Content-Type: a/b | If-Match: «\"a\", *» || x < 204",
            ],
            good: ["> GET / | If-None-Match: * < 204", "> GET / | If-None-Match: \"*\", \"a\" < 204"],
            besides: ["if-none-match-malformed"]
        ) { x, found in
            for name in ["if-match", "if-none-match"] as [StaticString] {
                guard let line = x.fields(.request).line(named: name) else { continue }
                let members = x.fields(.request).list(named: name)
                guard members.count > 1, members.contains("*") else { continue }
                found(at: line.value, [.field: .text(FieldTitle.of(name.description))])
            }
        }
        Check(
            "if-modified-since-malformed", .warning, .validators, .request("if-modified-since"), "RFC 9110 §13.1.3",
            "Not a date", "\(.value) is not an HTTP date, so servers ignore the condition.",
            advice: "Send the server's \("Last-Modified") as it is.",
            bad: ["> GET / | If-Modified-Since: «2026-03-01» < 204", "> GET / | If-Modified-Since: «0» < 204"],
            good: [
                "> GET / | If-Modified-Since: Sun, 01 Mar 2026 12:00:00 GMT < 200",
                "> GET / | If-Modified-Since: Sunday, 01-Mar-26 12:00:00 GMT < 200",
            ],
            besides: ["if-modified-since-ignored"]
        ) { x, found in
            guard let value = x.asked(.ifModifiedSince), x.moment(value) == nil, !RedactedTag.isIn(value) else {
                return
            }
            found([.value: .bytes(value)])
        }
        Check(
            "if-modified-since-method", .info, .validators, .request("if-modified-since"), "RFC 9110 §13.1.3",
            "A condition without effect", "\("If-Modified-Since") counts only with GET and HEAD, not with \(.method).",
            advice: "Use \("If-Unmodified-Since") or \("If-Match") to protect a change.",
            bad: [
                """
                > PUT / | Content-Type: a/b | If-Modified-Since: «Sun, 01 Mar 2026 12:00:00 GMT» || x < 204
                """,
                "> DELETE / | If-Modified-Since: «Sun, 01 Mar 2026 12:00:00 GMT» < 204",
            ],
            good: [
                "> GET / | If-Modified-Since: Sun, 01 Mar 2026 12:00:00 GMT < 200",
                "> DELETE / | If-Unmodified-Since: Sun, 01 Mar 2026 12:00:00 GMT < 204",
            ]
        ) { x, found in
            guard let method = x.request?.method, method != .get, method != .head else { return }
            found([.method: .bytes(method.name)])
        }
        Check(
            "not-modified-representation", .info, .validators, .message(.response), when: .status(304),
            "RFC 9110 §15.4.5", "A 304 describes a body that it does not have",
            "Caches may replace the stored \(.others) with that of the 304.",
            advice: "Send only validators, caching fields and \("Vary") with 304.",
            bad: [
                "> GET / | If-None-Match: \"a\" < «304» | ETag: \"a\" | Content-Type: text/html",
                "> GET / | If-None-Match: \"a\" < «304» | ETag: \"a\" | Content-Encoding: gzip",
            ],
            good: [
                "> GET / | If-None-Match: \"a\" < 304 | ETag: \"a\" | Cache-Control: max-age=5",
                "> GET / | If-None-Match: \"a\" < 304 | ETag: \"a\" | Content-Location: /a",
            ]
        ) { x, found in
            let names: [StaticString] = ["content-type", "content-encoding", "content-language", "content-range"]
            let told = names.filter { x.fields(.response).contains(named: $0) }
            guard !told.isEmpty else { return }
            found([.others: .words(Prose.list(told.map { FieldTitle.of($0.description) }))])
        }
        Check(
            "range-method", .warning, .ranges, .request("range"), "RFC 9110 §14.2", "Range without effect",
            "\("Range") is defined for GET, so servers ignore it with \(.method).",
            advice: "Remove \("Range"), or use GET.",
            bad: [
                "> POST / | Content-Type: a/b | Range: «bytes=0-4» || x < 204", "> DELETE / | Range: «bytes=0-» < 204",
            ],
            good: ["> GET / | Range: bytes=0-4 < 204", "> HEAD / | Range: bytes=0-4 < 200"]
        ) { x, found in
            guard let method = x.request?.method, method != .get, method != .head else { return }
            found([.method: .bytes(method.name)])
        }
        Check(
            "range-overlapping", .warning, .ranges, .request("range"), "RFC 9110 §14.2", "Overlapping ranges",
            """
            \(.count) of the requested ranges overlap. Servers refuse such requests, because they look like an attack.
            """,
            advice: "Ask for each byte once.",
            bad: [
                "> GET / | Range: «bytes=0-9,5-14,8-20» < 204", "> GET / | Range: «bytes=0-,0-,0-» < 204",
            ],
            good: ["> GET / | Range: bytes=0-9,20-29 < 204", "> GET / | Range: bytes=0-9,5-14 < 204"]
        ) { x, found in
            guard let value = x.asked(.range), let range = RangeRequest(value), range.specs.count > 2 else { return }
            let known = range.resolved(size: .max).compactMap { $0 }
            let count = known.indices.count { place in
                known.indices.contains { $0 != place && known[$0].overlaps(known[place]) }
            }
            guard count > 2 else { return }
            found([.count: .number(Int64(count))])
        }
        Check(
            "range-multipart-for-one", .bad, .ranges, .exchange, when: .status(206), "RFC 9110 §15.3.7.2",
            "Multipart for one range",
            "The request asks for one range, but the parts come as \(.type). The client expects the bytes themselves.",
            advice: "Send the range with \("Content-Range") and without multipart.",
            bad: [
                """
                > GET / | Range: bytes=0-2 < 206 | Content-Type: «multipart/byteranges; boundary=x» \
                || --x\r\nContent-Range: bytes 0-2/9\r\n\r\nabc\r\n--x--
                """,
                """
                > GET / | Range: bytes=-3 < 206 | Content-Type: «multipart/byteranges; boundary=x» \
                || --x\r\nContent-Range: bytes 6-8/9\r\n\r\nabc\r\n--x--
                """,
            ],
            good: [
                """
                > GET / | Range: bytes=0-2,5-6 < 206 | Content-Type: multipart/byteranges; boundary=x \
                || --x\r\nContent-Range: bytes 0-2/9\r\n\r\nabc\r\n--x--
                """,
                "> GET / | Range: bytes=0-2 < 206 | Content-Range: bytes 0-2/9 | Content-Type: image/x-raw || abc",
            ]
        ) { x, found in
            guard let value = x.asked(.range), let range = RangeRequest(value), range.specs.count == 1,
                let type = x.type, type.is("multipart", "byteranges")
            else { return }
            found(in: .response, at: x.response?.fields.range(.contentType), [.type: .bytes(type.essence)])
        }
        Check(
            "content-range-in-request", .info, .ranges, .request("content-range"), "RFC 9110 §14.5", "A partial PUT",
            "Servers that do not know \("Content-Range") in a PUT store this part as the whole resource.",
            advice: "Use PATCH, or a protocol for resumable uploads.",
            bad: [
                "> PUT / | Content-Type: a/b | Content-Range: «bytes 0-2/9» || abc < 204",
                "> PUT /a | Content-Type: a/b | Content-Range: «bytes 3-5/9» || abc < 201",
            ],
            good: [
                "> PUT / | Content-Type: a/b || abc < 204",
                "> PUT / | Content-Range: bytes 0-2/9 | Content-Type: a/b || abc < 308 | Range: bytes=0-2",
            ]
        ) { x, found in
            guard x.request?.method == .put, x.response?.status != 308 else { return }
            found()
        }
        Check(
            "accept-ranges-unknown", .info, .ranges, .response("accept-ranges"), "RFC 9110 §14.3",
            "An unknown range unit",
            "\(.value) is not a registered range unit, so clients do not ask for parts.",
            advice: "Send \("bytes") or \("none").",
            bad: ["< 204 | Accept-Ranges: «byte»", "< 204 | Accept-Ranges: «true»"],
            good: ["< 204 | Accept-Ranges: bytes", "< 204 | Accept-Ranges: none"]
        ) { x, found in
            let units = x.fields(.response).list(named: "accept-ranges")
            guard let unit = units.first(where: { Vocabulary.rangeUnits[$0] == nil }) else { return }
            found([.value: .bytes(unit)])
        }
        Check(
            "event-stream-cacheable", .warning, .events, .exchange, when: .status(200, given: .response(.events)),
            "HTML §Server-sent events",
            "An event stream with a lifetime",
            "\(.directive) lets caches repeat old events to other clients.",
            advice: "Send \("Cache-Control: no-store").",
            bad: [
                "> GET / < 200 | Content-Type: text/event-stream | Cache-Control: «max-age=60»",
                "> GET / < 200 | Content-Type: text/event-stream | Cache-Control: «public, s-maxage=5»",
            ],
            good: [
                "> GET / < 200 | Content-Type: text/event-stream | Cache-Control: no-cache",
                "> GET / < 200 | Content-Type: text/event-stream | Cache-Control: no-store",
            ]
        ) { x, found in
            guard x.type?.is("text", "event-stream") == true, !x.control.contains(.noStore),
                !x.control.containsUnqualified(.noCache),
                let lifetime = x.control.directives.first(where: {
                    ($0.known == .maxAge || $0.known == .sharedMaxAge) && ($0.argument?.decimal ?? 0) > 0
                })
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.cacheControl), [.directive: .bytes(lifetime.name)])
        }
        Check(
            "websocket-cross-origin", .info, .webSocket, .exchange, when: .status(101), "RFC 6455 §10.2",
            "A WebSocket for a page of another site",
            "The server accepted a WebSocket of \(.origin). Browsers do not check this, so the server must.",
            advice: "Refuse origins that the server does not know.",
            bad: [
                Example(
                    "> GET / | \(opening) | Origin: https://evil.example < 101 | Upgrade: websocket | \(accepting)"),
                Example("> GET / | \(opening) | Origin: http://b.example < 101 | Upgrade: websocket | \(accepting)"),
            ],
            good: [
                Example("> GET / | \(opening) | Origin: https://a.example < 101 | Upgrade: websocket | \(accepting)"),
                Example("> GET / | \(opening) < 101 | Upgrade: websocket | \(accepting)"),
            ]
        ) { x, found in
            guard let request = x.request, request.asksForWebSocket, let origin = x.asked(named: "origin"),
                let url = x.url, !URLReference(origin).hasSameSite(as: url)
            else { return }
            found([.origin: .bytes(origin)])
        }
        Check(
            "websocket-insecure", .warning, .webSocket, .exchange, when: .status(101), "RFC 6455 §10.6",
            "A WebSocket with credentials without TLS",
            "The opening carries \(.field) without TLS, so everyone on the way can read it and all messages.",
            advice: "Use \("wss:").",
            bad: [
                Example("> GET / | \(opening) | Cookie: a=b < 101 | Upgrade: websocket | \(accepting)", scheme: "http"),
                Example(
                    "> GET / | \(opening) | Authorization: Digest x=y < 101 | Upgrade: websocket | \(accepting)",
                    scheme: "http"),
            ],
            good: [
                Example("> GET / | \(opening) | Cookie: a=b < 101 | Upgrade: websocket | \(accepting)"),
                Example("> GET / | \(opening) < 101 | Upgrade: websocket | \(accepting)", scheme: "http"),
            ],
            besides: ["digest-parameter-missing"]
        ) { x, found in
            guard let request = x.request, request.asksForWebSocket, x.isExposed,
                let field = ([.cookie, .authorization] as [KnownField]).first(where: { request.fields.contains($0) })
            else { return }
            found([.field: .text(FieldTitle.of(field.name.description))])
        }
    }

    private static let opening =
        """
        Upgrade: websocket | Connection: Upgrade | Sec-WebSocket-Version: 13 \
        | Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
        """
    private static let accepting = "Connection: Upgrade | Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
}
