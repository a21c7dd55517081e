import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Fields with a grammar or a condition of their own.
extension Checks {
    static let particularFields: [Check] = Array {
        Check(
            "max-forwards-ignored", .info, .fields, .request("max-forwards"), "RFC 9110 §7.6.2",
            "Max-Forwards has no effect", "\("Max-Forwards") counts only with TRACE and OPTIONS, not with \(.method).",
            advice: "Remove \("Max-Forwards").",
            bad: ["> GET / | Max-Forwards: «5» < 204", "> POST / | Max-Forwards: «0» || x < 204"],
            good: [
                "> OPTIONS / | Max-Forwards: 5 < 204 | Allow: GET", "> TRACE / | Max-Forwards: 5 < 405 | Allow: GET",
            ]
        ) { x, found in
            guard let method = x.request?.method, method != .trace, method != .options else { return }
            found([.method: .bytes(method.name)])
        }
        Check(
            "via-malformed", .warning, .fields, .either("via"), "RFC 9110 §7.6.3", "Not a Via element",
            "\(.value) in \("Via") lacks the protocol version or the name of the proxy.",
            advice: "Write \("Via: 1.1 proxy-name").",
            bad: ["> GET / | Via: «proxy» < 204", "> GET / < 204 | Via: «1.1 a, 1.1»"],
            good: [
                "> GET / | Via: 1.1 a, HTTP/2 b:8080 (Squid/6) < 204",
                "> GET / < 204 | Via: 1.1 0a2f3c.cloudfront.net (CloudFront)",
            ]
        ) { x, found in
            for element in viaElements(x, found.side) {
                let words = element.split(separator: ASCII.space)
                let version = words.first.map { Bytes(Array($0)) } ?? Bytes()
                let isVersion = version.contains { ASCII.isDigit($0) || $0 == ASCII.slash }
                if words.count < 2 || !isVersion { found([.value: .bytes(element)]) }
            }
        }
        Check(
            "via-loop", .warning, .fields, .request("via"), "RFC 9110 §7.6.3", "The request went round",
            "\(.name) is in \("Via") twice, so the request passed the same proxy again.",
            advice: "Check the route from \(.name) to the server.",
            bad: [
                "> GET / | Via: «1.1 a, 1.1 b, 1.1 a» < 204", "> GET / | Via: «1.1 edge-7 (x), 1.1 edge-7 (x)» < 204",
            ],
            good: ["> GET / | Via: 1.1 a, 1.1 b < 204", "> GET / | Via: 1.1 google, 1.1 varnish < 204"]
        ) { x, found in
            var seen: Set<Bytes> = []
            for element in viaElements(x, .request) {
                let words = element.split(separator: ASCII.space).map { Bytes(Array($0)) }
                guard words.count > 1 else { continue }
                if !seen.insert(words[1].lowercased).inserted { return found([.name: .bytes(words[1])]) }
            }
        }
        Check(
            "forwarded-malformed", .warning, .fields, .request("forwarded"), "RFC 7239 §4",
            "Not a Forwarded element",
            """
            \(.value) in \("Forwarded") is neither a token nor in quotes. Servers may ignore the field and take the \
            proxy for the client.
            """,
            advice: "Write \("for=192.0.2.1"); put IPv6 addresses and ports in quotes: \("for=\"[2001:db8::1]\"").",
            bad: [
                "> GET / | Forwarded: «for=2001:db8::1» < 204",
                "> GET / | Forwarded: «for=192.0.2.1:8080;proto=http» < 204",
            ],
            good: [
                "> GET / | Forwarded: for=192.0.2.1;proto=https, for=\"[2001:db8::1]:8080\" < 204",
                "> GET / | Forwarded: for=_hidden < 204",
            ]
        ) { x, found in
            for element in x.request?.fields.list(named: "forwarded") ?? [] {
                for pair in FieldList.split(element, separator: ASCII.semicolon) {
                    let (name, value) = FieldList.pair(pair)
                    let isQuoted = value.map { $0.count > 1 && $0.first == ASCII.quote && $0.last == ASCII.quote }
                    let isPlain = value.map { !$0.isEmpty && OctetClass.token.containsAll($0) }
                    if !OctetClass.token.containsAll(name) || !(isQuoted ?? false) && !(isPlain ?? false) {
                        return found([.value: .bytes(pair)])
                    }
                }
            }
        }
        Check(
            "forwarded-for-malformed", .info, .fields, .request("x-forwarded-for"), "RFC 7239 §7.4",
            "Not an address", "\(.value) in \("X-Forwarded-For") is no IP address, so servers cannot log the client.",
            advice: "List IP addresses, the client first.",
            bad: ["> GET / | X-Forwarded-For: «me» < 204", "> GET / | X-Forwarded-For: «192.0.2.1, 10.0.0.256» < 204"],
            good: [
                "> GET / | X-Forwarded-For: 192.0.2.1, 2001:db8::1 < 204",
                "> GET / | X-Forwarded-For: unknown, 192.0.2.1:5000 < 204",
            ]
        ) { x, found in
            for member in x.request?.fields.list(named: "x-forwarded-for") ?? [] where !isAddress(member) {
                return found([.value: .bytes(member)])
            }
        }
        Check(
            "preference-not-asked", .warning, .fields, .exchange, when: .answered("preference-applied"),
            "RFC 7240 §3", "An applied preference that was not sent",
            "\("Preference-Applied") names \(.name), which the request did not ask for with \("Prefer").",
            advice: "Name only preferences of the request.",
            bad: [
                "> GET / < 204 | Preference-Applied: «respond-async» | Vary: Prefer",
                "> GET / | Prefer: wait=5 < 204 | Preference-Applied: «return=minimal» | Vary: Prefer",
            ],
            good: [
                "> GET / | Prefer: return=minimal < 204 | Preference-Applied: return=minimal | Vary: Prefer",
                "> GET / | Prefer: Respond-Async, wait=10 < 204 | Preference-Applied: respond-async | Vary: Prefer",
            ]
        ) { x, found in
            let asked = preferences(x.request?.fields.list(named: "prefer") ?? [])
            let applied = preferences(x.response?.fields.list(named: "preference-applied") ?? [])
            guard let name = applied.first(where: { !asked.contains($0) }) else { return }
            found(in: .response, at: x.response?.fields.range(named: "preference-applied"), [.name: .bytes(name)])
        }
        Check(
            "prefer-without-vary", .warning, .fields, .exchange, when: .answered("preference-applied"), "RFC 7240 §2",
            "Vary lacks Prefer",
            """
            The response depends on the request's \("Prefer"), but \("Vary") does not list it. Caches give it to \
            clients that asked for something else.
            """,
            advice: "Add \("Vary: Prefer").",
            bad: [
                """
                > GET / | Prefer: return=minimal < 200 | Preference-Applied: «return=minimal» \
                | Cache-Control: max-age=60 | Content-Type: a/b || x
                """,
                """
                > GET / | Prefer: wait=5 < 200 | Preference-Applied: «wait=5» | Cache-Control: max-age=60 \
                | Vary: Accept | Content-Type: a/b || x
                """,
            ],
            good: [
                """
                > GET / | Prefer: return=minimal < 200 | Preference-Applied: return=minimal | Vary: Prefer \
                | Cache-Control: max-age=60 | Content-Type: a/b || x
                """,
                "> POST / | Prefer: return=minimal || x < 204 | Preference-Applied: return=minimal",
            ]
        ) { x, found in
            guard x.isReusable, !x.varies(by: "prefer"), x.answered(named: "preference-applied") != nil else { return }
            found(in: .response, at: x.response?.fields.range(named: "preference-applied"))
        }
        Check(
            "early-data-unsafe-method", .bad, .fields, .request("early-data"), "RFC 8470 §4",
            "An unsafe request in early data",
            "\(.method) was sent in TLS early data, which an attacker can send again: its effect may happen twice.",
            advice: "Send \(.method) after the handshake.",
            bad: [
                "> POST / | Content-Type: a/b | Early-Data: «1» || a < 425", "> DELETE /a | Early-Data: «1» < 204",
            ],
            good: ["> GET / | Early-Data: 1 < 204", "> POST / | Content-Type: a/b || a < 204"]
        ) { x, found in
            guard x.asked(named: "early-data") == Bytes("1"), let method = x.request?.method, !method.isSafe else {
                return
            }
            found([.method: .bytes(method.name)])
        }
        Check(
            "accept-ch-over-http", .warning, .fields, .response("accept-ch"), "RFC 8942 §3.1",
            "Accept-CH over plain http", "Browsers ignore \("Accept-CH") without TLS, so they do not send the hints.",
            advice: "Serve the page over https.",
            bad: [
                Example("> GET / < 204 | Accept-CH: «DPR»", scheme: "http"),
                Example("> GET / < 204 | Accept-CH: «Sec-CH-UA-Model, DPR»", scheme: "http"),
            ],
            good: [
                "> GET / < 204 | Accept-CH: DPR",
                Example("> GET / | Host: localhost < 204 | Accept-CH: DPR", scheme: "http"),
            ]
        ) { x, found in
            if x.isExposed { found() }
        }
        Check(
            "accept-ch-without-vary", .info, .fields, .exchange, when: .answered("accept-ch"), "RFC 8942 §3.2",
            "Vary names no client hint",
            """
            The response asks for client hints, but \("Vary") names none of them. If it depends on one, caches give \
            it to other browsers too.
            """,
            advice: "List the hints that the response depends on in \("Vary").",
            bad: [
                "> GET / < 200 | Accept-CH: «DPR» | Cache-Control: max-age=9 | Content-Type: a/b || x",
                """
                > GET / < 200 | Accept-CH: «DPR, Width» | Vary: Accept | Cache-Control: max-age=9 \
                | Content-Type: a/b || x
                """,
            ],
            good: [
                "> GET / < 200 | Accept-CH: DPR | Vary: dpr | Cache-Control: max-age=9 | Content-Type: a/b || x",
                "> GET / < 200 | Accept-CH: DPR | Cache-Control: no-store | Content-Type: a/b || x",
            ]
        ) { x, found in
            guard x.isReusable, !x.vary.contains("*"), let fields = x.response?.fields else { return }
            let hints = fields.list(named: "accept-ch").map(\.lowercased)
            guard !hints.isEmpty, !x.vary.contains(where: { hints.contains($0.lowercased) }) else { return }
            found(in: .response, at: fields.range(named: "accept-ch"))
        }
        Check(
            "dictionary-without-match", .bad, .fields, .response("use-as-dictionary"), "RFC 9842 §2.1.1",
            "A dictionary without match", "\("Use-As-Dictionary") has no \("match"), so browsers do not keep it.",
            advice: "Add \("match"), for example \("match=\"/app/*\"").",
            bad: ["< 204 | Use-As-Dictionary: «id=\"a\"»", "< 204 | Use-As-Dictionary: «type=raw»"],
            good: ["< 204 | Use-As-Dictionary: match=\"/a*\"", "< 204 | Use-As-Dictionary: match=\"/\", id=\"a\""]
        ) { x, found in
            guard let line = x.structured(.response, "use-as-dictionary"), case .success = line.result,
                !line.members.contains(where: { $0.key == Bytes("match") })
            else { return }
            found()
        }
        Check(
            "dictionary-coding-missing", .warning, .fields, .request("available-dictionary"), "RFC 9842 §6.1",
            "A dictionary that cannot be used",
            "The client has a dictionary, but \("Accept-Encoding") offers neither \("dcb") nor \("dcz").",
            advice: "Add \("dcb") or \("dcz") to \("Accept-Encoding").",
            bad: [
                "> GET / | Available-Dictionary: «:YWJj:» | Accept-Encoding: gzip < 204",
                "> GET / | Available-Dictionary: «:YWJj:» < 204",
            ],
            good: [
                "> GET / | Available-Dictionary: :YWJj: | Accept-Encoding: br, dcb < 204",
                "> GET / | Accept-Encoding: br, dcz | Available-Dictionary: :YWJj: < 204",
            ]
        ) { x, found in
            let codings = x.encodings.map(\.value)
            if !codings.contains(where: { isOne($0, of: ["dcb", "dcz", "*"]) }) { found() }
        }
        Check(
            "dictionary-without-vary", .bad, .fields, .exchange, when: .answered("content-encoding"),
            "RFC 9842 §6.2", "Vary lacks the dictionary",
            """
            The response is compressed with a dictionary (\(.coding)), but \("Vary") lacks \(.field). Caches give it \
            to clients that cannot decode it.
            """,
            advice: "Send \("Vary: Accept-Encoding, Available-Dictionary").",
            bad: [
                """
                > GET / | Available-Dictionary: :YWJj: | Accept-Encoding: dcb < 200 | Content-Encoding: «dcb» \
                | Vary: Accept-Encoding | Cache-Control: max-age=60 | Content-Type: a/b
                """,
                """
                > GET / | Available-Dictionary: :YWJj: | Accept-Encoding: dcz < 200 | Content-Encoding: «dcz» \
                | Vary: Available-Dictionary | Cache-Control: max-age=60 | Content-Type: a/b
                """,
            ],
            good: [
                """
                > GET / | Available-Dictionary: :YWJj: | Accept-Encoding: dcb < 200 | Content-Encoding: dcb \
                | Vary: Accept-Encoding, Available-Dictionary | Cache-Control: max-age=60 | Content-Type: a/b
                """,
                """
                > GET / | Available-Dictionary: :YWJj: | Accept-Encoding: dcb < 200 | Content-Encoding: dcb \
                | Cache-Control: no-store | Content-Type: a/b
                """,
            ]
        ) { x, found in
            guard x.isReusable, let fields = x.response?.fields,
                let coding = fields.list(.contentEncoding).first(where: { isOne($0, of: ["dcb", "dcz"]) })
            else { return }
            let needed: [StaticString] = ["accept-encoding", "available-dictionary"]
            guard let lacking = needed.first(where: { !x.varies(by: $0) }) else { return }
            found(
                in: .response, at: fields.range(.contentEncoding),
                [.coding: .bytes(coding), .field: .text(FieldTitle.of(lacking.description))])
        }
    }

    /// The elements of Via with their comments left out.
    private static func viaElements(_ facts: Facts, _ side: MessageKind) -> [Bytes] {
        var elements: [Bytes] = []
        for value in facts.fields(side).values(.via) {
            FieldList.forEachMember(of: value, separator: ASCII.comma, comments: true) { element in
                guard elements.count < 100 else { return }
                let end = element.firstIndex(of: ASCII.openParenthesis) ?? element.count
                elements.append(element.slice(0..<end).trimmed)
            }
        }
        return elements
    }

    /// Names of preferences, with their values where they have one of a few.
    private static func preferences(_ members: [Bytes]) -> [Bytes] {
        members.map { member in
            let end = FieldList.end(in: member, from: 0, separator: ASCII.semicolon)
            return FieldList.pair(member.slice(0..<end)).name.lowercased
        }
    }

    /// An address of either kind, in brackets or not, with a port or without; or `unknown`.
    private static func isAddress(_ member: Bytes) -> Bool {
        let name = FieldList.unquote(member)
        if name.equalsIgnoringCase("unknown") || name.first == ASCII.underscore || name.isIPv6Address { return true }
        let url = URLReference(name, as: .authority)
        var host = url.bytes(url.host) ?? name
        if host.count > 2, host.first == ASCII.openBracket, host.last == ASCII.closeBracket {
            host = host.slice(1..<host.count - 1)
        }
        return host.isIPv4Address || host.isIPv6Address
    }
}
