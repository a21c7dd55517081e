import Bytes
import Flow

/// Fields about the connection and the way: Connection, Transfer-Encoding, Upgrade, Via, Expect, Trailer, Keep-Alive.
enum Connections {
    static func connection(_ scan: inout SpanScanner) {
        let kind = scan.kind
        scan.list("connection-option", "RFC 9110 §7.6.1") { scan in
            scan.token("connection-option", "RFC 9110 §7.6.1") { option in
                switch option.lowercased.text {
                case "close":
                    kind == .request
                        ? "The client sends no other request on this connection, which ends after the response "
                            + "(RFC 9112 §9.6)."
                        : "The sender closes the connection after this response (RFC 9112 §9.6)."
                case "keep-alive": "The sender wants to reuse the connection, which is the default in HTTP/1.1."
                case "upgrade": "The Upgrade field is for the next recipient only."
                case "te": "The TE field is for the next recipient only."
                default:
                    "The field \(abbreviating: option), if present, is for the next recipient, which removes it."
                }
            }
        }
    }

    static func transferEncoding(_ scan: inout SpanScanner) {
        scan.list("transfer-coding", "RFC 9112 §6.1") { scan in
            scan.begin()
            var name = Bytes()
            scan.head("transfer-coding", "RFC 9112 §7") { scan in
                name = scan.token("transfer-coding", "RFC 9112 §7", coding)
            }
            scan.parameters(
                PairRule(
                    pair: "transfer-parameter", name: "token", value: "token", spec: "RFC 9110 §10.1.4")
            ) { _, _ in nil }
            scan.finish(
                "transfer-coding", "RFC 9112 §7",
                "The transfer coding \(abbreviating: name), with parameters.", lone: .isChild)
        }
    }

    private static func coding(_ coding: Bytes) -> Wording {
        switch coding.lowercased.text {
        case "chunked": "The body comes in chunks, each preceded by its size."
        case "gzip", "x-gzip": "The body is compressed with gzip for this connection only."
        case "deflate": "The body is compressed with deflate for this connection only."
        case "compress", "x-compress": "The body is compressed with LZW for this connection only."
        case "identity": "No coding; HTTP has removed this name."
        default: "The transfer coding \(abbreviating: coding), which is not registered."
        }
    }

    // Upgrade = #protocol
    static func upgrade(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §7.8"
        let isRequest = scan.kind == .request
        scan.list("protocol", spec) { scan in
            scan.begin()
            let name = scan.token("protocol-name", spec) { "The protocol: \(abbreviating: $0)." }
            var version = Bytes()
            if scan.sign(ASCII.slash, spec, "Separates the protocol from its version.") {
                version = scan.token("protocol-version", spec) { "Its version: \(abbreviating: $0)." }
            }
            let shown =
                Quotation.abbreviated(name) + (version.isEmpty ? "" : " " + Quotation.abbreviated(version))
            scan.finish(
                "protocol", spec,
                isRequest
                    ? "The client offers to change to \(shown)."
                    : """
                    The server changes, or offers to change, to \(shown).
                    """,
                lone: .isGroup)
        }
    }

    static func expect(_ scan: inout SpanScanner) {
        scan.list("expectation", "RFC 9110 §10.1.1") { scan in
            scan.begin()
            var name = Bytes()
            scan.head("expectation", "RFC 9110 §10.1.1") { scan in
                name = scan.token("expectation", "RFC 9110 §10.1.1") {
                    $0.equalsIgnoringCase("100-continue")
                        ? "The client waits for 100 (Continue) before it sends the content."
                        : "An unknown expectation: \(abbreviating: $0)."
                }
                guard scan.sign(ASCII.equals, "RFC 9110 §10.1.1", "Separates the expectation from its value.") else {
                    return
                }
                if scan.peek == ASCII.quote {
                    scan.quotedString()
                } else {
                    scan.token { "The value: \(abbreviating: $0)." }
                }
            }
            scan.parameters { _, _ in nil }
            scan.finish(
                "expectation", "RFC 9110 §10.1.1", "The client expects \(abbreviating: name).", lone: .isChild)
        }
    }

    static func keepAlive(_ scan: inout SpanScanner) {
        let spec = "RFC 2068 §19.7.1"
        let rule = PairRule(
            pair: "keep-alive-extension", name: "token", value: "token", spec: spec, valueIsOptional: true)
        scan.list("keepalive-param", spec) { scan in
            scan.pair(rule) { name, value in
                switch name.text {
                case "timeout":
                    CacheDirectives.seconds(value, spec) {
                        "The sender closes the connection when it is idle for \($0)."
                    }
                case "max":
                    value?.decimal == nil
                        ? Meaning("A number of requests.", expected: "a whole number")
                        : Meaning(
                            """
                            The sender accepts this number of further requests: \(abbreviating: value ?? Bytes()).
                            """)
                default: nil
                }
            }
        }
    }

    // Via = #( received-protocol RWS received-by [ RWS comment ] )
    static func via(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §7.6.3"
        scan.list("Via", spec, by: members) { scan in
            scan.begin()
            scan.begin()
            let first = scan.token("token", spec) { "The protocol or its version: \(abbreviating: $0)." }
            if scan.sign(ASCII.slash, spec, "Separates the protocol's name from its version.") {
                scan.token("protocol-version", spec) { "Its version: \(abbreviating: $0)." }
            }
            scan.finish(
                "received-protocol", spec, "The protocol in which the message arrived: \(abbreviating: first).",
                lone: .isGroup)
            if scan.isAtEnd {
                scan.expected("received-by", spec, "a space and the name of the recipient")
            }
            scan.rws()
            scan.skip { !FieldList.endsToken($0) && ASCII.isFieldText($0) }
            let by = scan.seen
            scan.name(
                "received-by", spec, "The recipient: \(abbreviating: by), a host or a name of its own choice.")
            scan.rws()
            if scan.peek == ASCII.openParenthesis { Products.comment(&scan) }
            scan.finish(
                "Via", spec, "One intermediary: \(abbreviating: by) received and forwarded the message.")
        }
    }

    /// Commas in comments do not separate.
    private static func members(of value: Bytes, _ body: (Bytes) -> Void) {
        FieldList.forEachMember(of: value, separator: ASCII.comma, comments: true, body)
    }
}

extension Connections {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "trailer", samples: ["Expires, Content-Digest"], listOf: "field-name", "RFC 9110 §6.6.2",
            each: "field-name",
            "RFC 9110 §6.6.2"
        ) { "The field \(abbreviating: $0) can come after the content." },
        Field("via", samples: ["1.0 fred, HTTP/1.1 p.example.net (Apache, 2)"], via),
        Field("connection", samples: ["close, X-Foo, keep-alive, Upgrade"], connection),
        Field("proxy-connection", samples: ["keep-alive"], connection),
        Field("keep-alive", samples: ["timeout=5, max=1000"], keepAlive),
        Field("transfer-encoding", samples: ["gzip, chunked", "x;a=\"b\""], transferEncoding),
        Field("upgrade", samples: ["HTTP/2.0, SHTTP/1.3, websocket"], upgrade),
        Field("expect", samples: ["100-continue", "x=\"y\";a=b"], expect),
    ]
}
