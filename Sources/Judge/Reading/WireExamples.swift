import Bytes
import Flow
import HTTPWire

/// The examples of the checks of the wire, by their codes: messages that have the fault, and others that are near
/// enough to be taken for such.
struct WireExamples: Sendable {
    let bad: [WireExample]
    let good: [WireExample]

    static let byCode = starts.merging(fields) { first, _ in first }.merging(hosts) { first, _ in first }
        .merging(lengths) { first, _ in first }.merging(chunks) { first, _ in first }

    /// The first line.
    private static let starts: [String: WireExamples] = [
        "malformed-request-line": WireExamples(
            bad: ["> GET / | Host: a.example ||", "> GET /a b HTTP/1.1 | Host: a.example ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example ||", "> GET /a%20b HTTP/1.1 | Host: a.example ||"]),
        "malformed-method": WireExamples(
            bad: ["> GE(T / HTTP/1.1 | Host: a.example ||", "> \"GET\" / HTTP/1.1 | Host: a.example ||"],
            good: ["> PURGE / HTTP/1.1 | Host: a.example ||", "> M-SEARCH / HTTP/1.1 | Host: a.example ||"]),
        "malformed-target": WireExamples(
            bad: ["> GET index.html HTTP/1.1 | Host: a.example ||", "> GET * HTTP/1.1 | Host: a.example ||"],
            good: ["> GET /index.html HTTP/1.1 | Host: a.example ||", "> OPTIONS * HTTP/1.1 | Host: a.example ||"]),
        "fragment-in-target": WireExamples(
            bad: [
                "> GET /a#top HTTP/1.1 | Host: a.example ||", "> GET http://a.example/#b HTTP/1.1 | Host: a.example ||",
            ],
            good: ["> GET /a%23top HTTP/1.1 | Host: a.example ||", "> GET /a HTTP/1.1 | Host: a.example ||"]),
        "malformed-version": WireExamples(
            bad: ["> GET / HTTP/1 | Host: a.example ||", "< HTTQ/1.1 200 OK | Content-Length: 0 ||"],
            good: ["> GET / HTTP/1.0 ||", "< HTTP/1.1 200 OK | Content-Length: 0 ||"]),
        "unsupported-version": WireExamples(
            bad: ["> GET / HTTP/3.0 | Host: a.example ||", "< HTTP/9.0 200 OK | Content-Length: 0 ||"],
            good: ["> GET / HTTP/1.0 ||", "< HTTP/1.1 200 OK | Content-Length: 0 ||"]),
        "odd-version": WireExamples(
            bad: ["< http/1.1 200 OK | Content-Length: 0 ||", "< HTTP/2 200 OK | Content-Length: 0 ||"],
            good: ["< HTTP/1.1 200 OK | Content-Length: 0 ||", "< HTTP/1.0 200 OK | Content-Length: 0 ||"]),
        "higher-minor-version": WireExamples(
            bad: ["< HTTP/1.2 200 OK | Content-Length: 0 ||", "< HTTP/1.9 404 Not Found | Content-Length: 0 ||"],
            good: ["< HTTP/1.1 200 OK | Content-Length: 0 ||", "< HTTP/1.0 200 OK | Content-Length: 0 ||"]),
        "malformed-status-line": WireExamples(
            bad: ["< HTTP/1.1 | Content-Length: 0 ||", "< HTTP/1.1 200 O\u{0}K | Content-Length: 0 ||"],
            good: ["< HTTP/1.1 200  | Content-Length: 0 ||", "< HTTP/1.1 200 OK | Content-Length: 0 ||"]),
        "malformed-status": WireExamples(
            bad: ["< HTTP/1.1 2000 OK | Content-Length: 0 ||", "< HTTP/1.1 OK 200 | Content-Length: 0 ||"],
            good: ["< HTTP/1.1 200 OK | Content-Length: 0 ||", "< HTTP/1.1 299 Own | Content-Length: 0 ||"]),
        "missing-reason-space": WireExamples(
            bad: ["< HTTP/1.1 200 | Content-Length: 0 ||", "< HTTP/1.1 404 | Content-Length: 0 ||"],
            good: ["< HTTP/1.1 200  | Content-Length: 0 ||", "< HTTP/1.1 404 Not Found | Content-Length: 0 ||"]),
        "repeated-status-space": WireExamples(
            bad: ["< HTTP/1.1  200 OK | Content-Length: 0 ||", "< HTTP/1.1   404 Not Found | Content-Length: 0 ||"],
            good: ["< HTTP/1.1 200 OK | Content-Length: 0 ||", "< HTTP/1.1 200  OK | Content-Length: 0 ||"]),
        "start-line-too-long": WireExamples(
            bad: [
                WireExample("> GET /aaaaaaaaaaaaaaaaaaaa HTTP/1.1 | Host: a.example ||", limits: Limits(startLine: 30)),
                WireExample("< HTTP/1.1 200 a reason of many words | A: b ||", limits: Limits(startLine: 30)),
            ],
            good: [
                WireExample("> GET /aaaa HTTP/1.1 | Host: a.example ||", limits: Limits(startLine: 30)),
                WireExample("< HTTP/1.1 200 OK | Content-Length: 0 ||", limits: Limits(startLine: 30)),
            ]),
        "empty-line-before-request": WireExamples(
            bad: [
                "> \r\nGET / HTTP/1.1 | Host: a.example ||", "> \r\n\r\nPOST / HTTP/1.1 | Host: a.example ||",
            ],
            good: ["> GET / HTTP/1.1 | Host: a.example ||", "> POST / HTTP/1.1 | Host: a.example ||"]),
    ]

    /// Lines and fields.
    private static let fields: [String: WireExamples] = [
        "bare-carriage-return": WireExamples(
            bad: ["> GET / HTTP/1.1\rHost: a.example ||", "> GET / HTTP/1.1 | Host: a.example | X: a\rb ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example ||", "> GET / HTTP/1.1 | Host: a.example | X: a b ||"]),
        "bare-line-feed": WireExamples(
            bad: ["> GET / HTTP/1.1\nHost: a.example\n\n", "< HTTP/1.1 200 OK\nContent-Length: 0\n\n"],
            good: ["> GET / HTTP/1.1 | Host: a.example ||", "< HTTP/1.1 200 OK | Content-Length: 0 ||"]),
        "malformed-field-name": WireExamples(
            bad: [
                "> GET / HTTP/1.1 | Host: a.example | Two Words: a ||", "> GET / HTTP/1.1 | Host: a.example | : a ||",
            ],
            good: [
                "> GET / HTTP/1.1 | Host: a.example | Two-Words: a ||",
                "> GET / HTTP/1.1 | Host: a.example | Two_Words: a ||",
            ]),
        "odd-field-name": WireExamples(
            bad: ["< HTTP/1.1 204 OK | Two Words: a ||", "< HTTP/1.1 204 OK | : a ||"],
            good: ["< HTTP/1.1 204 OK | Two-Words: a ||", "< HTTP/1.1 204 OK | Two_Words: a ||"]),
        "malformed-field-value": WireExamples(
            bad: ["> GET / HTTP/1.1 | Host: a.example | X: a\u{1}b ||", "< HTTP/1.1 204 OK | X: a\u{0}b ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example | X: a\tb ||", "< HTTP/1.1 204 OK | X: a b ||"]),
        "control-in-value": WireExamples(
            bad: ["< HTTP/1.1 204 OK | X: a\u{1}b ||", "< HTTP/1.1 204 O\u{1B}K | X: a ||"],
            good: ["< HTTP/1.1 204 OK | X: a\tb ||", "< HTTP/1.1 204 OK | X: a%01b ||"]),
        "space-around-value": WireExamples(
            bad: ["< :status: 204 | x: a ", "< :status: 204 | x:  a"],
            good: ["< :status: 204 | x: a", "< HTTP/1.1 204 OK | X:  a  ||"]),
        "obsolete-text": WireExamples(
            bad: ["< HTTP/1.1 204 OK | X: caf\u{E9} ||", "< HTTP/1.1 204 Gel\u{F6}scht | X: a ||"],
            good: ["< HTTP/1.1 204 OK | X: caf%C3%A9 ||", "< HTTP/1.1 204 No Content | X: a ||"]),
        "missing-colon": WireExamples(
            bad: ["> GET / HTTP/1.1 | Host: a.example | X ||", "< HTTP/1.1 200 OK | Content-Length 0 ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example | X: ||", "< HTTP/1.1 200 OK | Content-Length: 0 ||"]),
        "space-before-colon": WireExamples(
            bad: ["> GET / HTTP/1.1 | Host: a.example | X : a ||", "< HTTP/1.1 204 OK | X : a ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example | X:a ||", "< HTTP/1.1 204 OK | X:  a ||"]),
        "folded-line": WireExamples(
            bad: ["> GET / HTTP/1.1 | Host: a.example | X: a |  b ||", "< HTTP/1.1 204 OK | X: a | \tb ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example | X: a b ||", "< HTTP/1.1 204 OK | X: a | X: b ||"]),
        "head-too-large": WireExamples(
            bad: [
                WireExample("> GET / HTTP/1.1 | Host: a.example | X: aaaaaaaaaaaaaaa ||", limits: Limits(head: 40)),
                WireExample("< HTTP/1.1 204 OK | X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa ||", limits: Limits(head: 40)),
            ],
            good: [
                WireExample("> GET / HTTP/1.1 | Host: a.example ||", limits: Limits(head: 40)),
                WireExample("< HTTP/1.1 204 OK | X: a ||", limits: Limits(head: 40)),
            ]),
        "too-many-fields": WireExamples(
            bad: [
                WireExample("> GET / HTTP/1.1 | Host: a.example | A: 1 | B: 2 ||", limits: Limits(fields: 2)),
                WireExample("< HTTP/1.1 204 OK | A: 1 | B: 2 | C: 3 ||", limits: Limits(fields: 2)),
            ],
            good: [
                WireExample("> GET / HTTP/1.1 | Host: a.example | A: 1 ||", limits: Limits(fields: 2)),
                WireExample("< HTTP/1.1 204 OK | A: 1 | B: 2 ||", limits: Limits(fields: 2)),
            ]),
        "truncated-head": WireExamples(
            bad: ["> GET / HTTP/1.1 | Host: a.exa", "< HTTP/1.1 200 OK | Content-Length: 0 |"],
            good: ["> GET / HTTP/1.1 | Host: a.example ||", "< HTTP/1.1 200 OK | Content-Length: 0 ||"]),
    ]

    private static let tunnel = "> CONNECT a.example:443 HTTP/1.1 | Host: a.example:443 ||"

    /// Hosts.
    private static let hosts: [String: WireExamples] = [
        "missing-host": WireExamples(
            bad: ["> GET / HTTP/1.1 | Accept: text/html ||", "> POST / HTTP/1.1 | Content-Length: 0 ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example ||", "> GET / HTTP/1.0 | Accept: text/html ||"]),
        "repeated-host": WireExamples(
            bad: [
                "> GET / HTTP/1.1 | Host: a.example | Host: b.example ||",
                "> GET / HTTP/1.1 | Host: a.example | Host: a.example ||",
            ],
            good: [
                "> GET / HTTP/1.1 | Host: a.example ||",
                "> GET / HTTP/1.1 | Host: a.example | X-Forwarded-Host: b.example ||",
            ]),
        "malformed-host": WireExamples(
            bad: ["> GET / HTTP/1.1 | Host: a b ||", "> GET / HTTP/1.1 | Host: a.example:http ||"],
            good: ["> GET / HTTP/1.1 | Host: a.example:8080 ||", "> GET / HTTP/1.1 | Host: [::1] ||"]),
        "connect-without-host": WireExamples(
            bad: ["> CONNECT a.example:443 HTTP/1.1 ||", "> CONNECT a.example:443 HTTP/1.1 | User-Agent: b/1 ||"],
            good: ["> CONNECT a.example:443 HTTP/1.1 | Host: a.example:443 ||", "> CONNECT a.example:443 HTTP/1.0 ||"]),
        "host-disagrees": WireExamples(
            bad: [
                WireExample("> GET / HTTP/1.1 | Host: b.example ||", server: secure),
                WireExample("> GET / HTTP/1.1 | Host: a.example:8443 ||", server: secure),
            ],
            good: [
                WireExample("> GET / HTTP/1.1 | Host: a.example ||", server: secure),
                WireExample("> GET / HTTP/1.1 | Host: A.example:443 ||", server: secure),
            ]),
        "server-name-disagrees": WireExamples(
            bad: [WireExample(tunnel, serverName: "b.example"), WireExample(tunnel, serverName: "www.a.example")],
            good: [
                WireExample(tunnel, serverName: "a.example"),
                // An address says nothing about names.
                WireExample("> CONNECT 192.0.2.1:443 HTTP/1.1 | Host: 192.0.2.1:443 ||", serverName: "a.example"),
            ]),
        "malformed-server-name": WireExamples(
            bad: [WireExample(tunnel, serverName: "192.0.2.1"), WireExample(tunnel, serverName: "a example")],
            good: [WireExample(tunnel, serverName: "a.example"), WireExample(tunnel, serverName: "A.EXAMPLE")]),
    ]

    private static let secure = Destination(host: "a.example", port: 443, serverName: "a.example")
}

extension WireExamples {
    /// Where a message ends, by its fields.
    private static let lengths: [String: WireExamples] = [
        "malformed-content-length": WireExamples(
            bad: [
                "> POST / HTTP/1.1 | Host: a.example | Content-Length: 1a || x",
                "< HTTP/1.1 200 OK | Content-Length: -1 || x",
            ],
            good: [
                "> POST / HTTP/1.1 | Host: a.example | Content-Length: 1 || x",
                "< HTTP/1.1 200 OK | Content-Length: 01 || x",
            ]),
        "signed-content-length": WireExamples(
            bad: ["< HTTP/1.1 200 OK | Content-Length: +1 || x", "< HTTP/1.1 404 Not Found | Content-Length: +0 ||"],
            good: ["< HTTP/1.1 200 OK | Content-Length: 1 || x", "< HTTP/1.1 404 Not Found | Content-Length: 0 ||"]),
        "repeated-content-length": WireExamples(
            bad: [
                "< HTTP/1.1 200 OK | Content-Length: 1 | Content-Length: 1 || x",
                "< HTTP/1.1 200 OK | Content-Length: 1, 1 || x",
            ],
            good: [
                "< HTTP/1.1 200 OK | Content-Length: 1 || x", "< HTTP/1.1 200 OK | Content-Length: 11 || 12345678901",
            ]),
        "conflicting-content-length": WireExamples(
            bad: [
                "> POST / HTTP/1.1 | Host: a.example | Content-Length: 1 | Content-Length: 2 || xx",
                "< HTTP/1.1 200 OK | Content-Length: 1, 2 || xx",
            ],
            good: [
                "> POST / HTTP/1.1 | Host: a.example | Content-Length: 2 || xx",
                "< HTTP/1.1 200 OK | Content-Length: 2, 2 || xx",
            ]),
        "content-length-with-transfer-encoding": WireExamples(
            bad: [
                "> POST / HTTP/1.1 | Host: a.example | Content-Length: 5 | Transfer-Encoding: chunked || 0 ||",
                "< HTTP/1.1 200 OK | Content-Length: 1 | Transfer-Encoding: gzip || x",
            ],
            good: [
                "> POST / HTTP/1.1 | Host: a.example | Transfer-Encoding: chunked || 0 ||",
                "< HTTP/1.1 200 OK | Content-Length: 1 || x",
            ]),
        "length-beside-chunked": WireExamples(
            bad: [
                "< HTTP/1.1 200 OK | Content-Length: 1 | Transfer-Encoding: chunked || 1 | x | 0 ||",
                "< HTTP/1.1 200 OK | Transfer-Encoding: chunked | Content-Length: 9 || 1 | x | 0 ||",
            ],
            good: [
                "< HTTP/1.1 200 OK | Transfer-Encoding: chunked || 1 | x | 0 ||",
                "< HTTP/1.1 200 OK | Content-Length: 1 || x",
            ]),
        "unknown-transfer-coding": WireExamples(
            bad: [
                "> POST / HTTP/1.1 | Host: a.example | Transfer-Encoding: br, chunked || 0 ||",
                "< HTTP/1.1 200 OK | Transfer-Encoding: xchunked || x",
            ],
            good: [
                "> POST / HTTP/1.1 | Host: a.example | Transfer-Encoding: gzip, chunked || 0 ||",
                "< HTTP/1.1 200 OK | Transfer-Encoding: Chunked || 0 ||",
            ]),
        "identity-coding": WireExamples(
            bad: [
                "< HTTP/1.1 200 OK | Transfer-Encoding: identity | Content-Length: 1 || x",
                "< HTTP/1.1 200 OK | Transfer-Encoding: identity, chunked || 0 ||",
            ],
            good: [
                "< HTTP/1.1 200 OK | Content-Length: 1 || x", "< HTTP/1.1 200 OK | Transfer-Encoding: chunked || 0 ||",
            ]),
        "chunked-not-last": WireExamples(
            bad: [
                "> POST / HTTP/1.1 | Host: a.example | Transfer-Encoding: chunked, gzip || 0 ||",
                "< HTTP/1.1 200 OK | Transfer-Encoding: chunked, chunked || 0 ||",
            ],
            good: [
                "> POST / HTTP/1.1 | Host: a.example | Transfer-Encoding: gzip, chunked || 0 ||",
                "< HTTP/1.1 200 OK | Transfer-Encoding: gzip || x",
            ]),
        "repeated-chunked": WireExamples(
            bad: [
                "< HTTP/1.1 200 OK | Transfer-Encoding: chunked | Transfer-Encoding: chunked || 0 ||",
                "< HTTP/1.1 200 OK | Transfer-Encoding: gzip, chunked | Transfer-Encoding: Chunked || 0 ||",
            ],
            good: [
                "< HTTP/1.1 200 OK | Transfer-Encoding: chunked || 0 ||",
                "< HTTP/1.1 200 OK | Transfer-Encoding: gzip | Transfer-Encoding: chunked || 0 ||",
            ]),
        "transfer-encoding-in-http10": WireExamples(
            bad: [
                "> POST / HTTP/1.0 | Transfer-Encoding: chunked || 0 ||",
                "< HTTP/1.0 200 OK | Transfer-Encoding: chunked || 0 ||",
            ],
            good: [
                "> POST / HTTP/1.0 | Content-Length: 1 || x", "< HTTP/1.1 200 OK | Transfer-Encoding: chunked || 0 ||",
            ]),
        "framing-without-body": WireExamples(
            bad: [
                WireExample("< HTTP/1.1 204 No Content | Content-Length: 5 ||", tolerances: .none),
                WireExample("< HTTP/1.1 204 No Content | Transfer-Encoding: chunked ||", tolerances: .none),
            ],
            good: [
                WireExample("< HTTP/1.1 204 No Content ||", tolerances: .none),
                WireExample("< HTTP/1.1 304 Not Modified | Content-Length: 5 ||", tolerances: .none),
            ]),
        "truncated-body": WireExamples(
            bad: [
                "> POST / HTTP/1.1 | Host: a.example | Content-Length: 5 || hel",
                "< HTTP/1.1 200 OK | Transfer-Encoding: chunked || 5 | hel",
            ],
            good: [
                "> POST / HTTP/1.1 | Host: a.example | Content-Length: 3 || hel",
                // It ends with the connection.
                "< HTTP/1.1 200 OK || hel",
            ]),
        "bytes-after-last-message": WireExamples(
            bad: [
                "< HTTP/1.1 200 OK | Connection: close | Content-Length: 1 || xyz",
                "< HTTP/1.1 204 No Content | Connection: close || xyz",
            ],
            good: [
                "< HTTP/1.1 200 OK | Connection: close | Content-Length: 3 || xyz",
                "< HTTP/1.1 200 OK | Connection: close || xyz",
            ]),
    ]

    private static let posted = "> POST / HTTP/1.1 | Host: a.example | Transfer-Encoding: chunked || "
    private static let answered = "< HTTP/1.1 200 OK | Transfer-Encoding: chunked || "

    private static func chunked(
        _ bad: [String], _ good: [String], limits: Limits = Limits()
    ) -> WireExamples {
        WireExamples(
            bad: bad.map { WireExample($0, limits: limits) }, good: good.map { WireExample($0, limits: limits) })
    }

    /// Chunks and trailers.
    private static let chunks: [String: WireExamples] = [
        "malformed-chunk-size": chunked(
            [posted + "g | hello | 0 ||", answered + "-5 | hello | 0 ||"],
            [posted + "5 | hello | 0 ||", answered + "A | helloworld | 0 ||"]),
        "padded-chunk-size": chunked(
            [answered + "5  | hello | 0 ||", answered + " 5 | hello | 0 ||"],
            [answered + "5 | hello | 0 ||", answered + "05 | hello | 0 ||"]),
        "chunk-too-large": chunked(
            [posted + "10000000000000000 | hello | 0 ||", answered + "ffffffffffffffff | hello | 0 ||"],
            [posted + "0000000000000005 | hello | 0 ||", answered + "5 | hello | 0 ||"]),
        "chunk-overhead-too-large": chunked(
            [posted + "1 | a | 1 | b | 1 | c | 1 | d | 0 ||", answered + "1 | a | 1 | b | 1 | c | 1 | d | 0 ||"],
            [posted + "4 | abcd | 0 ||", answered + "14 | abcdefghijklmnopqrst | 1 | u | 0 ||"],
            limits: Limits(chunkOverhead: 8)),
        "malformed-chunk-extension": chunked(
            [posted + "5;=a | hello | 0 ||", posted + "5 a | hello | 0 ||"],
            [posted + "5;a=b | hello | 0 ||", posted + "5;a=\"b c\" | hello | 0 ||"]),
        "odd-chunk-extension": chunked(
            [answered + "5;=a | hello | 0 ||", answered + "5;a b | hello | 0 ||"],
            [answered + "5;a=b | hello | 0 ||", answered + "5;a=\"b c\" | hello | 0 ||"]),
        "chunk-extension-too-long": chunked(
            [posted + "5;aaaaaaaaaa=1 | hello | 0 ||", answered + "5;a=1;b=2;c=3 | hello | 0 ||"],
            [posted + "5;a=1 | hello | 0 ||", answered + "5;b=2 | hello | 0 ||"],
            limits: Limits(chunkExtension: 8)),
        "missing-chunk-end": chunked(
            [posted + "5 | helloworld | 0 ||", answered + "3 | hello | 0 ||"],
            [posted + "a | helloworld | 0 ||", answered + "5 | hello | 0 ||"]),
        "trailers-too-large": chunked(
            [posted + "0 | X: aaaaaaaaaaaaaaaaaaa ||", answered + "0 | A: 1 | B: 2 | C: 3 ||"],
            [posted + "0 | X: a ||", answered + "0 | A: 1 ||"], limits: Limits(trailers: 16)),
        "forbidden-trailer": chunked(
            [posted + "0 | Host: b.example ||", answered + "0 | Content-Length: 5 ||"],
            [posted + "0 | X-Checksum: 1 ||", answered + "0 | X-Time: 1 ||"]),
    ]
}
