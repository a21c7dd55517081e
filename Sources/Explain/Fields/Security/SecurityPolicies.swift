import Bytes
import HTTPSemantics

/// What a server asks browsers to enforce: Strict-Transport-Security, Content-Security-Policy and others.
enum SecurityPolicies {
    // Strict-Transport-Security = [ directive ] *( ";" [ directive ] )
    static func strictTransport(_ scan: inout SpanScanner) {
        let spec = "RFC 6797 §6.1"
        let rule = PairRule(
            pair: "directive", name: "directive-name", value: "directive-value", spec: spec, valueIsOptional: true)
        let flaw = flaw(of: scan.rest)
        scan.parts("directive", spec, separator: "Separates the directives.") { scan in
            scan.pair(rule) { name, value in
                if let flaw, !(flaw.isOfMaxAge && name.text == "max-age") {
                    return Meaning("No effect: \(flaw.text).", spec)
                }
                return switch name.text {
                case "max-age":
                    value == "0"
                        ? Meaning(
                            """
                            Asks browsers to forget that this host requires TLS.
                            """, rule: "delta-seconds", "RFC 6797 §6.1.1")
                        : CacheDirectives.seconds(value, "RFC 6797 §6.1.1") {
                            "Asks browsers to use only TLS for this host, for \($0)."
                        }
                case "includesubdomains": Meaning("The policy also covers all subdomains.", "RFC 6797 §6.1.2")
                case "preload":
                    Meaning("The owner agrees to be on the browsers' built-in list. No RFC defines this.", spec)
                default: Meaning("An unknown directive, which browsers ignore.", spec)
                }
            }
        }
    }

    /// What makes browsers ignore the whole field, in words; nil when nothing does.
    private static func flaw(of value: Bytes) -> (text: String, isOfMaxAge: Bool)? {
        do throws(HSTSPolicy.Flaw) {
            _ = try HSTSPolicy(value)
            return nil
        } catch {
            return switch error {
            case .missingMaxAge: ("there is no max-age, so browsers ignore the field", false)
            // The directive itself says what was expected.
            case .malformedMaxAge: ("max-age is not a number of seconds, so browsers ignore the field", true)
            case .repeated(let name):
                ("\(Quotation.abbreviated(name)) appears twice, so browsers ignore the field", false)
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
            scan.finish("serialized-policy", spec, "A policy: what the page can load and do.")
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
        let values = FieldList.split(scan.group, separator: ASCII.space).dropFirst()
        scan.finish("serialized-directive", spec, ContentPolicy.sentence(name, values: Array(values)))
    }

    private static func directiveText(_ name: Bytes) -> Wording {
        ContentPolicy.lead(name).map { "The directive \(abbreviating: name): \($0) …" }
            ?? "The directive \(abbreviating: name)."
    }

    private static func sourceText(_ source: Bytes) -> Wording {
        let text = source.lowercased.text
        switch text {
        case "'self'": return "The page's own origin."
        case "'none'": return "Nothing at all."
        case "'unsafe-inline'": return "Inline scripts and styles, which attackers can inject."
        case "'unsafe-eval'": return "Text that is turned into code at run time."
        case "'strict-dynamic'": return "What a trusted script loads is trusted."
        case "*": return "Any address."
        default: break
        }
        if text.hasPrefix("'nonce-") { return "Elements with this nonce: \(abbreviating: source)." }
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
