import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Fields that tell browsers to be careful.
extension Checks {
    static let security: [Check] = Array {
        Check(
            "hsts-over-http", .bad, .security, .response("strict-transport-security"), "RFC 6797 §7.2",
            "Ignored over plain http",
            "A server must not send Strict-Transport-Security without TLS, and browsers ignore it.",
            advice: "Redirect to https and send it there.",
            bad: [
                Example("Strict-Transport-Security: «max-age=31536000»", scheme: "http"),
                Example("Strict-Transport-Security: «max-age=31536000; includeSubDomains»", scheme: "http"),
            ],
            good: [
                "Strict-Transport-Security: max-age=31536000",
                Example("Strict-Transport-Security: max-age=31536000", scheme: "http", knowsScheme: false),
            ]
        ) { x, found in
            if x.isEncrypted == false { found() }
        }
        Check(
            "hsts-malformed", .bad, .security, .response("strict-transport-security"), "RFC 6797 §6.1.1",
            "No max-age",
            "\(.value) has no \("max-age") with a number of seconds, so browsers ignore the field.",
            advice: "Send \("Strict-Transport-Security: max-age=31536000").",
            bad: ["Strict-Transport-Security: «includeSubDomains»", "Strict-Transport-Security: «max-age=1y»"],
            good: [
                "Strict-Transport-Security: max-age=\"31536000\"; includeSubDomains",
                "Strict-Transport-Security: max-age=31536000",
            ]
        ) { x, found in
            guard let value = x.answered(named: "strict-transport-security"), case .failure(let flaw)? = x.hstsReading
            else { return }
            switch flaw {
            case .missingMaxAge, .malformedMaxAge: found([.value: .bytes(value)])
            case .repeated: break
            }
        }
        Check(
            "hsts-directive-repeated", .bad, .security, .response("strict-transport-security"), "RFC 6797 §6.1",
            "A repeated directive",
            "\(.directive) appears more than once, so browsers ignore the whole field.",
            advice: "Write \(.directive) once.",
            bad: [
                "Strict-Transport-Security: «max-age=31536000; max-age=0»",
                "Strict-Transport-Security: «max-age=9; max-age=9»",
            ],
            good: [
                "Strict-Transport-Security: max-age=31536000; includeSubDomains",
                "Strict-Transport-Security: max-age=31536000; includeSubDomains; preload; preload",
            ]
        ) { x, found in
            if case .failure(.repeated(let name))? = x.hstsReading { found([.directive: .bytes(name)]) }
        }
        Check(
            "hsts-repeated", .warning, .security, .response("strict-transport-security"), "RFC 6797 §8.1",
            "Several Strict-Transport-Security fields",
            "Browsers use the first field, \(.value), and ignore the others.",
            advice: "Send the field once.",
            bad: [
                "Strict-Transport-Security: «max-age=0» | Strict-Transport-Security: max-age=9",
                """
                Strict-Transport-Security: «max-age=31536000; includeSubDomains» \
                | Strict-Transport-Security: max-age=31536000
                """,
            ],
            good: [
                "Strict-Transport-Security: max-age=9",
                "Strict-Transport-Security: max-age=31536000; includeSubDomains",
            ]
        ) { x, found in
            guard let fields = x.response?.fields, let first = fields.first(named: "strict-transport-security"),
                fields.lines.count(where: { fields.name(of: $0).equalsIgnoringCase("strict-transport-security") }) > 1
            else { return }
            found([.value: .bytes(first)])
        }
        Check(
            "hsts-for-address", .info, .security, .response("strict-transport-security"), "RFC 6797 §8.1.1",
            "Ignored for an IP address",
            "Browsers apply Strict-Transport-Security only to host names; \(.host) is an IP address.",
            advice: "Remove it, or give the server a host name.",
            bad: [
                """
                > GET / | Host: 192.0.2.1 < 200 | Strict-Transport-Security: «max-age=9» | ETag: "a" \
                | Content-Type: image/x-raw || a
                """,
                """
                > GET / | Host: 127.0.0.1 < 200 | Strict-Transport-Security: «max-age=9» \
                | ETag: "a" | Content-Type: image/x-raw || a
                """,
            ],
            good: [
                "Strict-Transport-Security: max-age=9",
                """
                > GET / | Host: a.example < 200 | Strict-Transport-Security: max-age=9 \
                | ETag: "a" | Content-Type: image/x-raw || a
                """,
            ]
        ) { x, found in
            guard let url = x.url, let host = url.bytes(url.host), host.isIPv4Address || host.first == ASCII.openBracket
            else { return }
            found([.host: .bytes(host)])
        }
        Check(
            "frame-options-conflict", .warning, .security, .response("x-frame-options"),
            "HTML §7.6", "Conflicting values",
            "X-Frame-Options is \(.value). Browsers then block the page in every frame.",
            advice: "Send one value.",
            bad: ["X-Frame-Options: «SAMEORIGIN, DENY»", "X-Frame-Options: «DENY» | X-Frame-Options: SAMEORIGIN"],
            good: ["X-Frame-Options: DENY", "X-Frame-Options: DENY, deny"]
        ) { x, found in
            let values = x.response?.fields.list(named: "x-frame-options") ?? []
            let known: Set<Bytes> = ["deny", "sameorigin", "allowall"]
            let distinct = Set(values.map(\.lowercased))
            guard distinct.count > 1, !distinct.isDisjoint(with: known) else { return }
            found([.value: .words(Prose.list(values, limit: 4))])
        }
    }
}
