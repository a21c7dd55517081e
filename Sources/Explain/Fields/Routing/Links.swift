import Bytes
import HTTPSemantics
import Registry

/// Fields that name other resources or hops: Link, Alt-Svc, Forwarded, X-Forwarded-For, Refresh.
enum Links {
    // link-value = "<" URI-Reference ">" *( OWS ";" OWS [ link-param ] )
    static func link(_ scan: inout SpanScanner) {
        let spec = "RFC 8288 §3"
        let rule = PairRule(
            pair: "link-param", name: "token", value: "token", spec: spec, valueIsOptional: true,
            isValueByte: {
                $0 > ASCII.space && $0 != ASCII.delete && $0 != ASCII.semicolon && $0 != ASCII.comma
                    && $0 != ASCII.quote
            })
        scan.list("link-value", spec, by: LinkValue.forEachMember) { scan in
            let member = scan.rest
            let targetEnd = LinkValue.targetEnd(of: member)
            scan.begin()
            if let targetEnd {
                _ = scan.sign(ASCII.lessThan, spec, "Opens the link's target.")
                scan.within(member.slice(1..<targetEnd), "URI-Reference", spec) { Addresses.reference(&$0) }
                _ = scan.sign(ASCII.greaterThan, spec, "Closes the link's target.")
                scan.head("link-value", spec) { _ in }
            } else {
                scan.head("link-value", spec) { scan in
                    scan.advanceToEnd()
                    scan.expected("link-value", spec, "a target between < and >")
                }
            }
            var anchor: Bytes?
            var hasRelation = false
            scan.parameters(rule) { name, value in
                guard let value, targetEnd != nil else { return nil }
                let shown = Quotation.of(value)
                switch name.text {
                case "rel" where hasRelation:
                    return Meaning("Only the first rel counts, so \(shown) is ignored.", "RFC 8288 §3.3")
                case "rel": hasRelation = true
                case "anchor" where anchor == nil: anchor = value
                default: break
                }
                return switch name.text {
                case "rel": Meaning(relations(value), "RFC 8288 §3.3")
                case "rev":
                    Meaning(
                        """
                        The relation in the reverse direction, which is obsolete: \(shown).
                        """, "RFC 8288 §3.3")
                case "anchor":
                    Meaning("The link starts from \(shown), not from this resource.", "RFC 8288 §3.2")
                case "title": Meaning("A title for people: \(shown).", "RFC 8288 §3.4.1")
                case "title*": Meaning("A title with its encoding and language: \(shown).", "RFC 8288 §3.4.1")
                case "type": Meaning("The expected type of the target: \(shown).", "RFC 8288 §3.4.1")
                case "hreflang": Meaning("The language of the target: \(shown).", "RFC 8288 §3.4.1")
                case "media": Meaning("The media for which the target is intended: \(shown).", "RFC 8288 §3.4.1")
                case "as": Meaning("How the page will use the target: \(shown).", "HTML §4.2.4")
                default: nil
                }
            }
            guard let targetEnd else {
                return scan.finish("link-value", spec, "Not a link: its target must be between < and >.")
            }
            let shown = Quotation.abbreviated(member.slice(1..<targetEnd))
            let start = anchor.map { Quotation.abbreviated($0) } ?? "this resource"
            scan.finish("link-value", spec, "A link from \(start) to \(shown).")
        }
    }

    /// What each relation of a `rel` says, from the dictionary.
    private static func relations(_ value: Bytes) -> Wording {
        let names = FieldList.split(value, separator: ASCII.space)
        let texts = names.prefix(4).map { name -> String in
            if let term = Vocabulary.relations[name] { return term.meaning }
            return name.contains(ASCII.colon)
                ? "The relation is \(Quotation.of(name)), an extension that its owner defines."
                : "\(Quotation.of(name)) is not a relation that Hark knows."
        }
        return texts.isEmpty ? "There is no relation." : Wording(texts.joined(separator: " "))
    }

    // Alt-Svc = clear / 1#alt-value
    static func altSvc(_ scan: inout SpanScanner) {
        let spec = "RFC 7838 §3"
        if scan.rest == "clear" {
            scan.advanceToEnd()
            return scan.name("clear", spec, "Forget all alternatives for this origin.")
        }
        let rule = PairRule(pair: "parameter", name: "token", value: "token", spec: spec)
        scan.list("alt-value", spec) { scan in
            scan.begin()
            let (name, written) = FieldList.pair(
                scan.rest.slice(0..<FieldList.end(in: scan.rest, from: 0, separator: ASCII.semicolon)))
            let place = written.map { FieldList.unquote($0) } ?? Bytes()
            scan.head("alt-value", spec) { scan in
                scan.token("protocol-id", spec) { "The protocol by its ALPN name: \(protocolName($0))." }
                if scan.sign(ASCII.equals, spec, "Separates the protocol from the address."), scan.peek == ASCII.quote {
                    scan.quotedString()
                } else {
                    scan.skip { !FieldList.endsToken($0) }
                    scan.expected("alt-authority", spec, "host and port in quotes")
                }
            }
            scan.parameters(rule) { name, value in
                switch name.text {
                case "ma": CacheDirectives.seconds(value, "RFC 7838 §3.1") { "The alternative is valid for \($0)." }
                case "persist": Meaning("1: it stays valid when the network changes.", "RFC 7838 §3.1")
                default: nil
                }
            }
            let host =
                place.first == ASCII.colon
                ? "the same host, port \(abbreviating: place.slice(1..<place.count))"
                : Quotation.abbreviated(place)
            scan.finish("alt-value", spec, "The same resources are available by \(protocolName(name)) from \(host).")
        }
    }

    private static func protocolName(_ name: Bytes) -> String {
        switch name.text {
        case "h3": "HTTP/3 (h3)"
        case "h2": "HTTP/2 over TLS (h2)"
        case "h2c": "HTTP/2 without TLS (h2c)"
        case "http%2F1.1": "HTTP/1.1"
        default: Quotation.abbreviated(name)
        }
    }

    // forwarded-element = [ forwarded-pair ] *( ";" [ forwarded-pair ] )
    static func forwarded(_ scan: inout SpanScanner) {
        let spec = "RFC 7239 §4"
        let rule = PairRule(
            pair: "forwarded-pair", name: "token", value: "token", spec: spec,
            isValueByte: {
                OctetClass.token.contains($0) || $0 == ASCII.colon || $0 == ASCII.openBracket
                    || $0 == ASCII.closeBracket
            })
        scan.list("forwarded-element", spec) { scan in
            scan.begin()
            scan.parts("forwarded-pair", spec, separator: "Separates the pairs.") { scan in
                scan.pair(rule) { name, value in
                    let shown = Quotation.of(value ?? Bytes())
                    return switch name.text {
                    case "for": Meaning("The sender of the request to this proxy: \(shown).", "RFC 7239 §5.2")
                    case "by": Meaning("The proxy's interface that received it: \(shown).", "RFC 7239 §5.1")
                    case "host": Meaning("The Host that the proxy received: \(shown).", "RFC 7239 §5.3")
                    case "proto": Meaning("The scheme of the received request: \(shown).", "RFC 7239 §5.4")
                    default: nil
                    }
                }
            }
            scan.finish("forwarded-element", spec, "One proxy's record of the request that it forwarded.")
        }
    }

    /// Addresses, the first of them the client's, if it can be believed.
    static func forwardedFor(_ scan: inout SpanScanner) {
        let spec = "RFC 7239 §7.4"
        var place = 0
        scan.list("node", spec) { scan in
            scan.advanceToEnd()
            place += 1
            let shown = Quotation.abbreviated(scan.seen)
            if scan.seen.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) {
                scan.name(
                    "node", spec,
                    place == 1
                        ? "The client, as the first proxy or the sender itself states: \(shown)."
                        : "A proxy in between: \(shown).")
            } else {
                scan.expected("node", spec, "an address")
            }
        }
    }

    static func forwardedHost(_ scan: inout SpanScanner) {
        scan.list("Host", "RFC 7239 §7.4") { Addresses.host(&$0) }
    }

    /// `5; url=/next`: in no specification but HTML's.
    static func refresh(_ scan: inout SpanScanner) {
        let spec = "HTML §4.2.5.3"
        if scan.skip(while: ASCII.isDigit) > 0 {
            let words = scan.seen.decimal.map { Quantity.seconds($0) } ?? Quotation.abbreviated(scan.seen)
            let hasAddress = scan.rest.contains {
                !ASCII.isWhitespace($0) && $0 != ASCII.semicolon && $0 != ASCII.comma
            }
            scan.name(
                "delta-seconds", spec,
                hasAddress ? "The browser waits \(words)." : "The browser reloads the page in \(words).")
        } else {
            scan.skip { !FieldList.endsToken($0) }
            scan.expected("delta-seconds", spec, "a number of seconds")
        }
        scan.skip { ASCII.isWhitespace($0) || $0 == ASCII.semicolon || $0 == ASCII.comma }
        scan.name("\";\"", spec, "Separates the time from the address.")
        if scan.isAtEnd { return }
        scan.begin()
        let equals = scan.count { $0 != ASCII.equals }
        if equals == 3, scan.peek(equals) == ASCII.equals {
            scan.advance(equals + 1)
            scan.name("\"url=\"", spec, "Introduces the address.")
        }
        let quote = scan.peek
        let isQuoted =
            (quote == ASCII.quote || quote == ASCII.apostrophe) && scan.rest.count > 1 && scan.rest.last == quote
        if isQuoted {
            scan.advance()
            scan.name("DQUOTE", spec, "Opens the address.")
        }
        scan.within(scan.end - (isQuoted ? 1 : 0), "URI-Reference", spec) { Addresses.reference(&$0) }
        if isQuoted {
            scan.advance()
            scan.name("DQUOTE", spec, "Closes the address.")
        }
        scan.finish("URI-Reference", spec, "The page to load then.")
    }
}

extension Links {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("refresh", samples: ["5; url=https://example.com/", "0;URL='/x'"], refresh),
        Field(
            "link", samples: ["</style.css>; rel=preload; as=style, <http://a/b,c>; rel=\"next last\"; title=\"x\""],
            link),
        Field(
            "alt-svc", samples: ["h3=\":443\"; ma=2592000, h2=\"alt.example.com:8000\"; persist=1", "clear"], altSvc),
        Field(
            "forwarded", samples: ["for=192.0.2.60;proto=http;by=203.0.113.43, for=\"[2001:db8::17]:47011\""], forwarded
        ),
        Field("x-forwarded-for", samples: ["203.0.113.195, 2001:db8::17"], forwardedFor),
        Field("x-forwarded-host", samples: ["example.com, a.example"], forwardedHost),
    ]
}
