import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

// Fields for the next hop, and what they need beside them. Only of heads that are the bytes of the wire: what exports
// them leaves fields of the connection out, and shows HTTP/2 like HTTP/1.
extension Checks {
    private static let endToEnd: [StaticString] = [
        "cache-control", "content-type", "content-length", "content-encoding", "host", "authorization", "cookie",
        "set-cookie", "etag", "location", "date", "vary", "expires", "last-modified", "content-location",
    ]

    /// A response with fields after its content.
    private static func ended(_ text: String, _ trailers: Bytes) -> Example {
        var evidence = Facts.Evidence()
        evidence.response.trailers = RecordedHead.section(trailers, hasStartLine: false)
        return Example(text, evidence: evidence)
    }

    static let messageFraming: [Check] = Array {
        Check(
            "connection-names-end-to-end", .bad, .connection, .either("connection"), "RFC 9110 §7.6.1",
            "Connection names a field for the recipient",
            "The next proxy removes \(.field), because \("Connection") names it, so the recipient never gets it.",
            advice: "Remove \(.field) from \("Connection").",
            bad: [
                "> GET / | Connection: «Cache-Control» | Cache-Control: no-store < 204",
                "> GET / < 204 | Connection: «close, Vary» | Vary: Accept",
            ],
            good: ["> GET / | Connection: close < 204", "> GET / < 204 | Connection: X-Hop | X-Hop: a"],
            besides: ["cache-vary-star"]
        ) { x, found in
            let fields = x.fields(found.side)
            guard let value = fields.first(.connection) else { return }
            // Most have one of these, and nothing else.
            if isOne(value, of: ["keep-alive", "close"]), fields.lines.count(where: { $0.known == .connection }) == 1 {
                return
            }
            for option in fields.list(.connection) where isOne(option, of: endToEnd) {
                found([.field: .bytes(option)])
            }
        }
        Check(
            "upgrade-without-connection", .bad, .connection, .either("upgrade"), "RFC 9110 §7.8",
            "Upgrade without Connection: upgrade",
            "\("Upgrade") (\(.value)) is for the next hop. Without \("Connection: upgrade"), proxies pass it on.",
            advice: "Add \("Connection: upgrade").",
            bad: [
                "> GET / | Upgrade: «h2c» < 204", "> GET / < 426 | Upgrade: «websocket»",
            ],
            good: [
                "> GET / | Upgrade: h2c | Connection: Upgrade, HTTP2-Settings | HTTP2-Settings: AAMAAABk < 204",
                "> GET / HTTP/2 | Upgrade: h2c < HTTP/2 204",
            ]
        ) { x, found in
            let isHTTP1 = found.side == .request ? x.requestIsHTTP1 : x.responseIsHTTP1
            let fields = x.fields(found.side)
            guard isHTTP1, x.hasWire(found.side), !fields.hasConnectionOption("upgrade"),
                let value = fields.first(.upgrade)
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "te-without-connection", .bad, .connection, .request("te"), "RFC 9110 §10.1.4",
            "TE without Connection: TE",
            "\("TE") is for the next hop. Without \("Connection: TE"), proxies pass it on to others.",
            advice: "Add \("Connection: TE").",
            bad: ["> GET / | TE: «trailers» < 204", "> GET / | TE: «gzip» | Connection: keep-alive < 204"],
            good: ["> GET / | TE: trailers | Connection: TE < 204", "> GET / HTTP/2 | TE: trailers < HTTP/2 204"]
        ) { x, found in
            guard x.requestIsHTTP1, x.hasWire(.request), !x.fields(.request).hasConnectionOption("te") else { return }
            found()
        }
        Check(
            "proxy-connection", .info, .connection, .request("proxy-connection"), "RFC 9112 §C.2.2",
            "Not a standard field", "\("Proxy-Connection") has no effect; old proxies pass it on.",
            advice: "Send \("Connection") instead.",
            bad: [
                "> GET / | Proxy-Connection: «keep-alive» < 204",
                "> POST /a | Content-Length: 0 | Proxy-Connection: «close» < 204",
            ],
            good: [
                "> GET / | Connection: keep-alive < 204",
                "> GET http://a.example/ | Proxy-Connection: Keep-Alive < 204",
            ]
        ) { x, found in
            // curl sends it to every proxy, and so to Hark, with an absolute-form target (RFC 9112 §3.2.2).
            if x.request?.targetBytes.first == ASCII.slash { found() }
        }
        Check(
            "trailer-unannounced", .info, .framing, .message(.response), "RFC 9110 §6.6.2", "An unannounced trailer",
            "The trailer \(.field) is not named in \("Trailer"). Recipients may drop trailers that were not announced.",
            advice: "Send \("Trailer") with the names of all trailers.",
            bad: [
                ended("< «200» | Content-Type: a/b | Transfer-Encoding: chunked", "digest: a\r\n"),
                ended("< «200» | Trailer: Expires | Content-Type: a/b | Transfer-Encoding: chunked", "X-Sum: 7\r\n"),
            ],
            good: [
                ended("< 200 | Trailer: X-Sum | Content-Type: a/b | Transfer-Encoding: chunked", "x-sum: 7\r\n"),
                // Every client of gRPC expects them.
                ended("> POST / HTTP/2 < HTTP/2 200 | Content-Type: application/grpc", "grpc-status: 0\r\n"),
            ]
        ) { x, found in
            guard let response = x.response, let trailers = x.evidence.response.trailers, !trailers.lines.isEmpty,
                x.type?.subtype.hasPrefix(ignoringCase: "grpc") != true
            else { return }
            let announced = response.fields.list(named: "trailer")
            for line in trailers.lines {
                let name = trailers.name(of: line)
                guard !announced.contains(where: { $0.lowercased == name.lowercased }) else { continue }
                return found([.field: .bytes(name)])
            }
        }
        Check(
            "transfer-coding-identity", .info, .framing, .either("transfer-encoding"), "RFC 9112 §7",
            "identity is not a transfer coding",
            "\("identity") was removed from HTTP. Strict recipients refuse the message.",
            advice: "Remove \("identity").",
            bad: [
                "< 200 | Content-Type: a/b | Transfer-Encoding: «identity»",
                "< 200 | Content-Type: a/b | Transfer-Encoding: «identity, chunked»",
            ],
            good: [
                "< 200 | Content-Type: a/b | Transfer-Encoding: chunked",
                "< 200 | Content-Type: a/b | Content-Encoding: identity",
            ]
        ) { x, found in
            let codings = x.fields(found.side).list(.transferEncoding)
            if codings.contains(where: { $0.equalsIgnoringCase("identity") }) { found() }
        }
        Check(
            "transfer-coding-not-asked", .warning, .framing, .exchange, when: .answered("transfer-encoding"),
            "RFC 9112 §7.4", "A transfer coding that was not offered",
            "The server used \(.coding), but the request's \("TE") does not offer it. Many clients cannot decode it.",
            advice: "Use \("Content-Encoding"), or only \("chunked").",
            bad: [
                "> GET / < 200 | Content-Type: a/b | Transfer-Encoding: «gzip, chunked»",
                "> GET / | TE: deflate | Connection: TE < 200 | Content-Type: a/b | Transfer-Encoding: «gzip, chunked»",
            ],
            good: [
                "> GET / < 200 | Content-Type: a/b | Transfer-Encoding: chunked",
                "> GET / | TE: gzip | Connection: TE < 200 | Content-Type: a/b | Transfer-Encoding: gzip, chunked",
            ]
        ) { x, found in
            let offered = x.fields(.request).list(.te)
            let coding = x.fields(.response).list(.transferEncoding).first { coding in
                isOne(coding, of: ["gzip", "x-gzip", "deflate", "compress", "x-compress"])
                    && Preference.forToken(coding, in: Preference.sorted(offered)) == nil
            }
            guard let coding else { return }
            found(in: .response, at: x.response?.fields.range(.transferEncoding), [.coding: .bytes(coding)])
        }
        Check(
            "http2-switching", .bad, .http2, .message(.response), when: .status(101), "RFC 9113 §8.6",
            "101 in HTTP/2", "HTTP/2 has no \("Upgrade"), so clients treat a 101 as a protocol error.",
            advice: "Use extended CONNECT (RFC 8441) for WebSocket.",
            bad: [
                "> GET / HTTP/2 < HTTP/2 101", "> POST / HTTP/2 | Content-Type: a/b || x < HTTP/2 101",
            ],
            good: [
                "> GET / | Upgrade: a | Connection: upgrade < 101 | Upgrade: a | Connection: upgrade",
                "> GET / HTTP/2 < HTTP/2 200 | Content-Type: a/b",
            ]
        ) { x, found in
            if let major = x.response?.version.major, major >= 2 { found(at: 0..<0) }
        }
    }
}
