import Bytes

/// What a server asks browsers to enforce: Strict-Transport-Security, Content-Security-Policy and others.
enum SecurityPolicies {
    // Strict-Transport-Security = [ directive ] *( ";" [ directive ] )
    static func strictTransport(_ scan: inout SpanScanner) {
        let spec = "RFC 6797 §6.1"
        let rule = PairRule(
            pair: "directive", name: "directive-name", value: "directive-value", spec: spec, valueIsOptional: true)
        scan.parts("directive", spec, separator: "Separates the directives.") { scan in
            scan.pair(rule) { name, value in
                switch name.text {
                case "max-age":
                    value == "0"
                        ? Meaning("Forget that this host wants TLS.", rule: "delta-seconds", "RFC 6797 §6.1.1")
                        : CacheDirectives.seconds(value, "RFC 6797 §6.1.1") {
                            "For \($0), reach this host over TLS only."
                        }
                case "includesubdomains": Meaning("Every host below this one too.", "RFC 6797 §6.1.2")
                case "preload":
                    Meaning("The owner agrees to be built into browsers' lists; no RFC speaks of it.", spec)
                default: Meaning("A directive that is not known, and ignored.", spec)
                }
            }
        }
    }

    // serialized-policy = serialized-directive *( OWS ";" [ OWS serialized-directive ] ), several with commas
    static func contentSecurity(_ scan: inout SpanScanner) {
        let spec = "CSP3 §2.2"
        scan.list("serialized-policy", spec) { scan in
            scan.begin()
            // Quotes have no meaning within a policy.
            scan.parts(
                "serialized-directive", spec, separator: "Separates the directives.",
                by: { FieldList.forEachPiece(of: $0, separator: ASCII.semicolon, $1) }
            ) { directive(&$0, spec) }
            scan.finish("serialized-policy", spec, "A policy: what the page may load and do.")
        }
    }

    private static func directive(_ scan: inout SpanScanner, _ spec: String) {
        scan.begin()
        scan.skip { ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == ASCII.hyphen }
        let name = scan.seen
        if name.isEmpty {
            scan.skip { !ASCII.isWhitespace($0) }
            scan.expected("directive-name", spec, "the name of a directive, such as default-src")
        } else {
            scan.name("directive-name", "CSP3 §6", directiveText(name.lowercased))
        }
        while !scan.isAtEnd {
            if scan.skip(while: ASCII.isWhitespace) > 0 {
                scan.name("required-ascii-whitespace", spec, "Separates the values.")
                continue
            }
            let isText = scan.skip { (ASCII.exclamation...ASCII.tilde).contains($0) } > 0
            if isText {
                scan.name("source-expression", "CSP3 §2.3.1", sourceText(scan.seen))
            } else {
                scan.skip { !(ASCII.exclamation...ASCII.tilde).contains($0) && !ASCII.isWhitespace($0) }
                scan.expected("directive-value", spec, "visible ASCII characters")
            }
        }
        scan.finish("serialized-directive", spec, "The directive \(abbreviating: name).")
    }

    private static func directiveText(_ name: Bytes) -> Wording {
        switch name.text {
        case "default-src": "Where things may come from that no other directive speaks of."
        case "script-src": "Where scripts may come from."
        case "style-src": "Where style sheets may come from."
        case "img-src": "Where images may come from."
        case "font-src": "Where fonts may come from."
        case "media-src": "Where audio and video may come from."
        case "connect-src": "Where scripts may connect to."
        case "frame-src", "child-src": "What may be shown in frames."
        case "worker-src": "Where workers may come from."
        case "object-src": "Where plug-in content may come from."
        case "manifest-src": "Where the application's manifest may come from."
        case "base-uri": "What the page may name as its base URL."
        case "form-action": "Where forms may be sent."
        case "frame-ancestors": "Who may show this page in a frame."
        case "report-uri", "report-to": "Where violations are reported."
        case "upgrade-insecure-requests": "Load everything over https, also what is linked with http."
        case "block-all-mixed-content": "Load nothing over http; obsolete."
        case "sandbox": "Treat the page as if it were in a sandboxed frame."
        default: "The directive \(abbreviating: name)."
        }
    }

    private static func sourceText(_ source: Bytes) -> Wording {
        let text = source.lowercased.text
        switch text {
        case "'self'": return "The page's own origin."
        case "'none'": return "Nothing at all."
        case "'unsafe-inline'": return "Code or styles written into the page, which is what attackers inject."
        case "'unsafe-eval'": return "Text turned into code while it runs."
        case "'strict-dynamic'": return "What a trusted script loads is trusted."
        case "*": return "Any address."
        default: break
        }
        if text.hasPrefix("'nonce-") { return "Elements that carry this nonce: \(abbreviating: source)." }
        if text.hasPrefix("'sha") { return "Code with this hash: \(abbreviating: source)." }
        if text.hasSuffix(":") { return "Anything with the scheme \(abbreviating: source)" }
        return "\(abbreviating: source)."
    }
}

extension SecurityPolicies {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("strict-transport-security", samples: ["max-age=31536000; includeSubDomains; preload"], strictTransport),
        Field(
            "content-security-policy",
            samples: ["default-src 'self'; img-src * data:; script-src 'nonce-abc' https://a.test"], contentSecurity),
        Field(
            "content-security-policy-report-only", samples: ["default-src 'none', script-src 'self'"], contentSecurity),
    ]
}
