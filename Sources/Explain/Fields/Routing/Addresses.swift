import Bytes
import HTTPSemantics

/// URLs and hosts in fields: Location, Referer, Origin, Host … (RFC 3986).
enum Addresses {
    /// Longer than any host with a port: a name has at most 253 characters (RFC 1035 §2.3.4), three times as many when
    /// they are percent-encoded.
    private static let hostLimit = 1024

    static func url(_ scan: inout SpanScanner) {
        reference(&scan)
    }

    // RFC 6454 §7: "null", or scheme "://" host [ ":" port ]
    static func origin(_ scan: inout SpanScanner) {
        origin(&scan, "The origin of the page that sent the request.")
    }

    static func origin(_ scan: inout SpanScanner, _ text: Wording) {
        if scan.rest == "null" {
            scan.advanceToEnd()
            return scan.name(
                "origin-or-null", "RFC 6454 §7.3",
                "No named origin: that of a sandboxed page, a file, or a private context.")
        }
        scan.begin()
        reference(&scan)
        scan.finish("serialized-origin", "RFC 6454 §7.1", text)
    }

    // Host = uri-host [ ":" port ]
    static func host(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §7.2"
        guard scan.rest.count <= hostLimit else {
            scan.advanceToEnd()
            return scan.expected("Host", spec, "a host and an optional port, which cannot be that long")
        }
        let reference = URLReference(scan.rest, as: .authority)
        let ends = [ASCII.slash, ASCII.question, ASCII.hash]
        guard reference.userinfo == nil, !scan.rest.contains(where: ends.contains), let host = reference.host else {
            scan.advanceToEnd()
            return scan.expected("Host", spec, "a host and an optional port, and nothing else")
        }
        self.host(&scan, length: host.count, spec: spec)
        port(&scan, spec)
        scan.leftOver("Host", spec)
    }

    /// A URL or a relative reference, to the scanner's end.
    static func reference(_ scan: inout SpanScanner) {
        let parts = URLReference(scan.rest)
        let rule = parts.isAbsolute ? "URI" : "relative-ref"
        scan.begin()
        if let scheme = parts.scheme {
            scan.advance(scheme.count)
            scan.name("scheme", "RFC 3986 §3.1", "The scheme: \(abbreviating: scan.seen).")
            _ = scan.sign(ASCII.colon, "RFC 3986 §3", "Ends the scheme.")
        }
        if parts.authority != nil {
            scan.advance(2)
            scan.name("\"//\"", "RFC 3986 §3.2", "Introduces the authority, the server to ask.")
            scan.begin()
            if let userinfo = parts.userinfo {
                scan.advance(userinfo.count)
                scan.name(
                    "userinfo", "RFC 3986 §3.2.1",
                    "\(abbreviating: scan.seen): a name and password in the URL; \(URLSpans.userinfoFate)."
                )
                scan.advance()
                scan.name("\"@\"", "RFC 3986 §3.2", "Ends the credentials.")
            }
            host(&scan, length: parts.host?.count ?? 0, spec: "RFC 3986 §3.2.2")
            if parts.port != nil { port(&scan, "RFC 3986 §3.2.3") }
            let authority = scan.group
            scan.finish(
                "authority", "RFC 3986 §3.2", "The authority, the server to ask: \(abbreviating: authority).",
                lone: .isChild)
        }
        path(&scan, length: parts.path.count, isAbsolute: parts.raw.slice(parts.path).first == ASCII.slash)
        if let query = parts.query {
            scan.advance()
            scan.name("\"?\"", "RFC 3986 §3.4", "Introduces the query.")
            text(&scan, length: query.count, of: .query, rule: "query", "RFC 3986 §3.4", "The query")
        }
        if let fragment = parts.fragment {
            scan.advance()
            scan.name("\"#\"", "RFC 3986 §3.5", "Introduces the fragment.")
            text(
                &scan, length: fragment.count, of: .fragment, rule: "fragment", "RFC 3986 §3.5",
                "The fragment, which the client does not send")
        }
        let group = scan.group
        scan.finish(
            rule, parts.isAbsolute ? "RFC 3986 §3" : "RFC 3986 §4.2",
            parts.isAbsolute
                ? "The URL \(abbreviating: group)."
                : "A reference relative to the URL of the request: \(abbreviating: group).")
    }

    private static func host(_ scan: inout SpanScanner, length: Int, spec: String) {
        guard length > 0 else { return }
        scan.advance(length)
        let host = scan.seen
        guard length <= hostLimit else {
            return scan.expected("reg-name", spec, "the name or address of a host, which cannot be that long")
        }
        let shown = Quotation.abbreviated(host)
        if host.first == ASCII.openBracket {
            let isClosed = host.last == ASCII.closeBracket
            let isAddress = isClosed && URLReference(host, as: .authority).firstDefect == nil
            if isAddress {
                scan.name("IP-literal", "RFC 3986 §3.2.2", "The host, an IPv6 address in brackets: \(shown).")
            } else {
                scan.expected("IP-literal", "RFC 3986 §3.2.2", "an IPv6 address in brackets")
            }
        } else if host.isIPv4Address {
            scan.name("IPv4address", "RFC 3986 §3.2.2", "The host, an IPv4 address: \(shown).")
        } else if URLReference(host, as: .authority).firstDefect == nil {
            scan.name("reg-name", "RFC 3986 §3.2.2", "The host: \(shown).")
        } else {
            scan.expected("reg-name", spec, "the name or address of a host")
        }
    }

    private static func port(_ scan: inout SpanScanner, _ spec: String) {
        guard scan.sign(ASCII.colon, spec, "Introduces the port.") else { return }
        scan.skip { $0 != ASCII.slash && $0 != ASCII.question && $0 != ASCII.hash }
        let port = scan.seen
        if let number = port.decimal, number <= 65_535 {
            scan.name("port", "RFC 3986 §3.2.3", "The port: \(number).")
        } else if !port.isEmpty {
            scan.expected("port", "RFC 3986 §3.2.3", "a number up to 65535")
        }
    }

    private static func path(_ scan: inout SpanScanner, length: Int, isAbsolute: Bool) {
        guard length > 0 else { return }
        let end = scan.index + length
        scan.within(end, "path", "RFC 3986 §3.3") { scan in
            scan.begin()
            while !scan.isAtEnd {
                if scan.sign(ASCII.slash, "RFC 3986 §3.3", "Begins a segment of the path.") { continue }
                let length = scan.count { $0 != ASCII.slash }
                text(&scan, length: length, of: .path, rule: "segment", "RFC 3986 §3.3", "A segment of the path")
            }
            let path = scan.group
            scan.finish(
                isAbsolute ? "path-absolute" : "path-rootless", "RFC 3986 §3.3",
                "The path \(abbreviating: path).")
        }
    }

    /// A component, split where something must not stand as it does.
    private static func text(
        _ scan: inout SpanScanner, length: Int, of component: URLComponent, rule: String, _ spec: String,
        _ what: String
    ) {
        let end = scan.index + length
        scan.within(end, rule, spec) { scan in
            let whole = scan.rest
            let decoded = PercentCoding.decode(whole)
            let meant = decoded == whole ? "" : ", which decodes to \(quoting: decoded)"
            scan.begin()
            while !scan.isAtEnd {
                let piece = URLPiece(in: scan.value, scan.index..<scan.end, of: component)
                scan.advance(piece.range.count)
                switch piece.kind {
                case .plain:
                    scan.name("pchar", "RFC 3986 §3.3", "The character itself: \(abbreviating: scan.seen)")
                case .encoded(let octet): scan.name("pct-encoded", "RFC 3986 §2.1", meaning(of: octet))
                case .brokenPercent:
                    scan.expected("pct-encoded", "RFC 3986 §2.1", "two hexadecimal digits after the percent sign")
                case .leftUnencoded:
                    scan.name(
                        "pchar", "RFC 3986 §2",
                        "\(abbreviating: scan.seen), which RFC 3986 wants percent-encoded and browsers leave")
                case .unencoded: scan.expected("pct-encoded", "RFC 3986 §2", "percent-encoding of these bytes")
                }
            }
            scan.finish(rule, spec, "\(what): \(abbreviating: whole)\(meant).", lone: .isGroup)
        }
    }

    /// A run of octets above 0x7F is one character's UTF-8, or several characters'.
    private static func meaning(of octet: UInt8) -> Wording {
        switch octet {
        case ASCII.space: "A space."
        case ASCII.exclamation...ASCII.tilde: "The character \(String(Unicode.Scalar(octet)))."
        case 0x80...: "The byte \(octet), a part of a character."
        default: "The byte \(octet), a control character."
        }
    }
}

extension Addresses {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("content-location", samples: ["/a/b?c=d"], url),
        Field("host", samples: ["www.example.org:8080", "[::1]:80", "127.0.0.1"], host),
        Field(
            "location", samples: ["http://user:pw@[2001:db8::1]:80/a%20b/c?x=%C3%A4&y#z", "//h/p", "?q", "mailto:a@b"],
            url),
        Field("referer", samples: ["https://example.com/page?x=1"], url),
        Field("origin", samples: ["https://example.com:8443", "null"], origin),
        Field("sourcemap", samples: ["/app.js.map"], url),
    ]
}
