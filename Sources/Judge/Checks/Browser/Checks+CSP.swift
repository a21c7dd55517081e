import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Content-Security-Policy, directive by directive.
extension Checks {
    private static let cspDirectives: Set<Bytes> = [
        "default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem",
        "style-src-attr", "img-src", "font-src", "connect-src", "media-src", "object-src", "frame-src", "child-src",
        "worker-src", "manifest-src", "base-uri", "form-action", "frame-ancestors", "sandbox", "report-uri",
        "report-to", "upgrade-insecure-requests", "require-trusted-types-for", "trusted-types", "webrtc",
        "fenced-frame-src",
    ]
    private static let cspDropped: Set<Bytes> = [
        "block-all-mixed-content", "plugin-types", "referrer", "reflected-xss", "prefetch-src", "navigate-to",
        "require-sri-for",
    ]
    private static let cspKeywords: Set<Bytes> = [
        "self", "none", "unsafe-inline", "unsafe-eval", "strict-dynamic", "unsafe-hashes", "wasm-unsafe-eval",
        "report-sample",
    ]
    private static let nonce = "'nonce-abcdefghijklmnopqrstuv'"

    /// Asked of a response with a policy that browsers enforce.
    private static func policy(
        _ code: String, _ level: Note.Level, _ spec: Spec, _ summary: Template, _ text: Template,
        advice: Template? = nil, bad: [String], good: [String],
        besides: [String] = [], _ run: @escaping @Sendable (CSPPolicy) -> [KeyValuePairs<Slot, Value>]
    ) -> Check {
        Check(
            code, level, .csp, .response("content-security-policy"), spec, summary, text, advice: advice,
            bad: bad.map { Example("Content-Security-Policy: «\($0)»") },
            good: good.map { Example("Content-Security-Policy: \($0)") }, besides: besides
        ) { x, found in
            for policy in x.policies {
                for arguments in run(policy) { found(arguments) }
            }
        }
    }

    static let contentSecurity: [Check] = Array {
        policy(
            "csp-directive-unknown", .warning, "CSP §Directives", "An unknown directive",
            "Browsers ignore \(.directive), so it restricts nothing.", advice: "Correct or remove \(.directive).",
            bad: ["defalut-src 'self'", "script 'self'"],
            good: ["default-src 'self'; upgrade-insecure-requests", "Img-Src 'self'"]
        ) { policy in
            policy.directives.filter { !cspDirectives.contains($0.name) && !cspDropped.contains($0.name) }.map {
                [.directive: .bytes($0.name)]
            }
        }
        policy(
            "csp-deprecated", .info, "CSP §Directives", "A directive that browsers removed",
            "Browsers no longer support \(.directive), so it restricts nothing.", advice: "Remove \(.directive).",
            bad: ["default-src 'self'; block-all-mixed-content", "plugin-types application/pdf"],
            good: ["default-src 'self'; upgrade-insecure-requests", "default-src 'none'"]
        ) { policy in
            policy.directives.filter { cspDropped.contains($0.name) }.map { [.directive: .bytes($0.name)] }
        }
        policy(
            "csp-directive-repeated", .warning, "CSP §Parse a serialized CSP", "A repeated directive",
            "Browsers use only the first \(.directive) of a policy.", advice: "Put all sources into one \(.directive).",
            bad: ["img-src 'self'; img-src data:", "default-src 'self'; Default-Src 'none'"],
            good: ["img-src 'self' data:", "img-src 'self', img-src data:"]
        ) { policy in
            var seen: Set<Bytes> = []
            return policy.directives.filter { !seen.insert($0.name).inserted }.map { [.directive: .bytes($0.name)] }
        }
        policy(
            "csp-keyword-unquoted", .bad, "CSP §Source Lists", "A keyword without quotes",
            "Without single quotes, \(.value) in \(.directive) is the name of a host.", advice: "Write \(.expected).",
            bad: ["script-src self", "default-src none; img-src *"],
            good: ["script-src 'self'", "sandbox allow-scripts"]
        ) { policy in
            policy.directives.filter { isSourceList($0.name) }.flatMap { directive in
                directive.sources.filter { cspKeywords.contains($0.lowercased) }.map { source in
                    [
                        .value: .bytes(source), .directive: .bytes(directive.name),
                        .expected: .text("'\(source.text)'"),
                    ]
                }
            }
        }
        policy(
            "csp-none-with-others", .warning, "CSP §Source Lists", "'none' beside other sources",
            "Browsers ignore 'none' in \(.directive), because other sources are listed.",
            advice: "Remove 'none' or the other sources.",
            bad: ["object-src 'none' 'self'", "frame-ancestors https://b.example 'none'"],
            good: ["object-src 'none'; script-src 'self'", "object-src 'none'"]
        ) { policy in
            policy.directives.filter { isSourceList($0.name) && $0.sources.count > 1 && $0.has("'none'") }.map {
                [.directive: .bytes($0.name)]
            }
        }
        policy(
            "csp-unsafe-inline", .warning, "CSP §script-src", "Inline scripts are allowed",
            "'unsafe-inline' in \(.directive) lets injected scripts run, which a policy is there to stop.",
            advice: "Use a nonce or a hash.",
            bad: ["script-src 'self' 'unsafe-inline'", "default-src 'self' 'unsafe-inline'"],
            // Browsers that know the nonce ignore it.
            good: [
                "script-src 'unsafe-inline' \(nonce); base-uri 'none'", "style-src 'unsafe-inline'; script-src 'self'",
            ]
        ) { policy in
            guard let scripts = policy.scripts, scripts.has("'unsafe-inline'"), !scripts.isStrict else { return [] }
            return [[.directive: .bytes(scripts.name)]]
        }
        policy(
            "csp-unsafe-eval", .warning, "CSP §script-src", "Text may become code",
            "'unsafe-eval' in \(.directive) allows eval(), so text that an attacker controls may run as code.",
            advice: "Remove 'unsafe-eval'; for WebAssembly, 'wasm-unsafe-eval' is enough.",
            bad: ["script-src 'self' 'unsafe-eval'", "default-src 'self' 'unsafe-eval'"],
            good: ["script-src 'self' 'wasm-unsafe-eval'", "script-src 'self'"]
        ) { policy in
            guard let scripts = policy.scripts, scripts.has("'unsafe-eval'") else { return [] }
            return [[.directive: .bytes(scripts.name)]]
        }
        policy(
            "csp-wildcard", .warning, "CSP §script-src", "Scripts from anywhere",
            "\(.value) in \(.directive) allows scripts from any site.", advice: "List the hosts, or use a nonce.",
            bad: ["script-src *", "script-src 'self' data:"],
            good: [
                "script-src 'self' https://cdn.example", "img-src *; script-src 'self'",
                // Ignored beside 'strict-dynamic'.
                "script-src 'strict-dynamic' \(nonce) https:; base-uri 'none'",
            ]
        ) { policy in
            guard let scripts = policy.scripts, !scripts.has("'strict-dynamic'"),
                let wide = scripts.sources.first(where: { isOne($0, of: ["*", "https:", "http:", "data:"]) })
            else { return [] }
            return [[.value: .bytes(wide), .directive: .bytes(scripts.name)]]
        }
        policy(
            "csp-nonce-short", .warning, "CSP §Nonce Reuse", "A nonce that can be guessed",
            "The nonce has \(.count) characters. 128 random bits take at least 22.",
            advice: "Make a new nonce of 16 random bytes for each response.",
            bad: ["script-src 'nonce-abc123'; base-uri 'none'", "style-src 'nonce-0000000000000000'; base-uri 'none'"],
            good: ["script-src \(nonce); base-uri 'none'", "script-src 'self'"]
        ) { policy in
            let nonces = policy.directives.flatMap(\.sources).compactMap(CSPPolicy.nonce)
            guard let short = nonces.map(\.count).min(), short < 22 else { return [] }
            return [[.count: .number(Int64(short))]]
        }
        policy(
            "csp-base-uri-missing", .info, "CSP §base-uri", "A nonce without base-uri",
            "An injected \("<base>") element makes relative script URLs lead to another host, and the nonce allows it.",
            advice: "Add \("base-uri 'none'").",
            bad: ["script-src \(nonce)", "default-src 'self'; script-src 'strict-dynamic' \(nonce)"],
            good: ["script-src \(nonce); base-uri 'self'", "script-src 'self'"]
        ) { policy in
            let hasNonce = policy.scripts?.sources.contains { CSPPolicy.nonce($0) != nil } == true
            return hasNonce && policy["base-uri"] == nil ? [[:]] : []
        }
        policy(
            "csp-report-uri", .info, "CSP §report-uri", "report-uri without report-to",
            "\("report-uri") is deprecated; newer browsers use \("report-to").",
            advice: "Add \("report-to"), and name its endpoint in \("Reporting-Endpoints").",
            bad: ["default-src 'self'; report-uri /r", "report-uri https://b.example/r"],
            good: [
                "default-src 'self'; report-uri /r; report-to a | Reporting-Endpoints: a=\"https://a.example/r\"",
                "default-src 'self'",
            ]
        ) { policy in policy["report-uri"] != nil && policy["report-to"] == nil ? [[:]] : [] }
        Check(
            "csp-separator", .bad, .csp, .response("content-security-policy"), "CSP §Parse a serialized CSP",
            "Commas between directives",
            """
            A comma begins a second policy, so \(.value) is not a source of \(.directive). Both policies apply, and \
            the page may break.
            """,
            advice: "Separate directives with semicolons and sources with blanks.",
            bad: [
                "Content-Security-Policy: «default-src 'self', https://cdn.example»",
                "Content-Security-Policy: «script-src 'self', 'unsafe-inline'»",
            ],
            good: [
                "Content-Security-Policy: default-src 'self'; img-src *",
                "Content-Security-Policy: default-src 'self', img-src *",
            ],
            besides: ["csp-directive-unknown"]
        ) { x, found in
            for (first, next) in zip(x.policies, x.policies.dropFirst()) {
                guard let name = next.directives.first?.name, let directive = first.directives.last,
                    name.contains(where: { $0 == ASCII.apostrophe || $0 == ASCII.colon || $0 == ASCII.period })
                else { continue }
                found([.value: .bytes(name), .directive: .bytes(directive.name)])
            }
        }
        Check(
            "csp-http-source", .warning, .csp, .response("content-security-policy"), "CSP §script-src",
            "An insecure source of scripts",
            "\(.directive) allows \(.value) without TLS, where others on the way can change scripts.",
            advice: "Write \("https:").",
            bad: [
                "Content-Security-Policy: «script-src http://cdn.example»",
                "Content-Security-Policy: «default-src 'self' http://cdn.example»",
            ],
            good: [
                "Content-Security-Policy: script-src https://cdn.example",
                Example("Content-Security-Policy: script-src http://cdn.example", scheme: "http"),
            ]
        ) { x, found in
            guard x.isEncrypted == true else { return }
            for scripts in x.policies.compactMap(\.scripts) {
                guard let source = scripts.sources.first(where: { $0.hasPrefix(ignoringCase: "http://") }) else {
                    continue
                }
                found([.value: .bytes(source), .directive: .bytes(scripts.name)])
            }
        }
        Check(
            "csp-report-to-unknown", .warning, .csp, .response("content-security-policy"), "CSP §report-to",
            "An unknown reporting endpoint",
            "\("report-to") names \(.name), which no field defines, so browsers send no reports.",
            advice: "Send \("Reporting-Endpoints"): \(.name)=\"https://…\".",
            bad: [
                "Content-Security-Policy: «default-src 'self'; report-to a»",
                "Content-Security-Policy: «report-to b» | Reporting-Endpoints: a=\"https://a.example/r\"",
            ],
            good: [
                "Content-Security-Policy: report-to a | Reporting-Endpoints: a=\"https://a.example/r\"",
                """
                Content-Security-Policy: report-to a \
                | Report-To: {"group":"a","max_age":60,"endpoints":[{"url":"https://a.example/r"}]}
                """,
            ]
        ) { x, found in
            guard let fields = x.response?.fields else { return }
            let endpoints = x.structured(.response, "reporting-endpoints")?.members.compactMap(\.key) ?? []
            let groups = fields.first(named: "report-to")?.text ?? ""
            for directive in x.policies.compactMap({ $0["report-to"] }) {
                guard let name = directive.sources.first, !endpoints.contains(name),
                    !groups.contains("\"\(name.text)\"")
                else { continue }
                found([.name: .bytes(name)])
            }
        }
        Check(
            "csp-report-only-alone", .info, .csp, .response("content-security-policy-report-only"),
            "CSP §The Content-Security-Policy-Report-Only", "The policy only reports",
            "There is no \("Content-Security-Policy"), so browsers report what breaks the policy and block nothing.",
            advice: "When the reports are clean, send it as \("Content-Security-Policy").",
            bad: [
                "Content-Security-Policy-Report-Only: «default-src 'self'»",
                "Content-Security-Policy-Report-Only: «script-src 'self'; report-uri /r»",
            ],
            good: [
                "Content-Security-Policy: default-src 'self'",
                "Content-Security-Policy: img-src * | Content-Security-Policy-Report-Only: default-src 'self'",
            ]
        ) { x, found in
            if x.answered(named: "content-security-policy") == nil { found() }
        }
        Check(
            "frame-options-differ", .warning, .csp, .response("x-frame-options"), "CSP §Relation to X-Frame-Options",
            "Two different rules for frames",
            """
            \("X-Frame-Options") is \(.value), but \("frame-ancestors") is \(.expected). Browsers use \
            \("frame-ancestors"); old ones use \("X-Frame-Options").
            """,
            advice: "Say the same in both, or remove \("X-Frame-Options").",
            bad: [
                "X-Frame-Options: «DENY» | Content-Security-Policy: frame-ancestors 'self'",
                "X-Frame-Options: «SAMEORIGIN» | Content-Security-Policy: frame-ancestors 'none'",
            ],
            good: [
                "X-Frame-Options: DENY | Content-Security-Policy: frame-ancestors 'none'",
                "X-Frame-Options: SAMEORIGIN | Content-Security-Policy: frame-ancestors 'self' https://b.example",
            ]
        ) { x, found in
            let ancestors = x.policies.compactMap { $0["frame-ancestors"] }
            guard ancestors.count == 1, let sources = ancestors.first?.sources,
                let value = x.answered(named: "x-frame-options")
            else { return }
            let isNone = sources.isEmpty || sources.count == 1 && sources[0].equalsIgnoringCase("'none'")
            // X-Frame-Options cannot name other sites, so that more in frame-ancestors is no contradiction.
            guard value.equalsIgnoringCase("deny") ? !isNone : value.equalsIgnoringCase("sameorigin") && isNone else {
                return
            }
            found([.value: .bytes(value), .expected: .words(isNone ? "'none'" : Prose.list(sources, limit: 4))])
        }
    }

    private static func isSourceList(_ name: Bytes) -> Bool {
        name.hasEnding("-src") || name.text.contains("-src-")
            || isOne(name, of: ["base-uri", "form-action", "frame-ancestors"])
    }
}

extension CSPPolicy.Directive {
    /// Whether a source is listed, given in lower case.
    func has(_ source: StaticString) -> Bool { sources.contains { $0.equalsIgnoringCase(source) } }

    /// A nonce, a hash or 'strict-dynamic': browsers then ignore 'unsafe-inline'.
    var isStrict: Bool {
        has("'strict-dynamic'")
            || sources.contains { CSPPolicy.nonce($0) != nil || $0.hasPrefix(ignoringCase: "'sha") }
    }
}
