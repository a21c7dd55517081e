import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// Policies that a response asks browsers to apply.
extension Checks {
    /// A field that holds one of a few values.
    private struct ClosedList {
        let code: String
        let field: StaticString
        let spec: Spec
        let known: [Bytes]
        let bad: [Example]
        let good: [Example]
    }

    private static let closedLists: [ClosedList] = [
        ClosedList(
            code: "coop-unknown", field: "cross-origin-opener-policy", spec: "HTML §Cross-origin opener policies",
            known: ["unsafe-none", "same-origin-allow-popups", "same-origin", "noopener-allow-popups"],
            bad: ["Cross-Origin-Opener-Policy: «same_origin»", "Cross-Origin-Opener-Policy: «'same-origin'»"],
            good: [
                "Cross-Origin-Opener-Policy: same-origin; report-to=\"a\"", "Cross-Origin-Opener-Policy: unsafe-none",
            ]),
        ClosedList(
            code: "coep-unknown", field: "cross-origin-embedder-policy", spec: "HTML §Embedder policies",
            known: ["unsafe-none", "require-corp", "credentialless"],
            bad: ["Cross-Origin-Embedder-Policy: «require_corp»", "Cross-Origin-Embedder-Policy: «same-origin»"],
            good: ["Cross-Origin-Embedder-Policy: require-corp", "Cross-Origin-Embedder-Policy: credentialless"]),
        ClosedList(
            code: "corp-unknown", field: "cross-origin-resource-policy",
            spec: "Fetch §Cross-Origin-Resource-Policy header", known: ["same-origin", "same-site", "cross-origin"],
            bad: ["Cross-Origin-Resource-Policy: «same-orgin»", "Cross-Origin-Resource-Policy: «*»"],
            good: ["Cross-Origin-Resource-Policy: same-site", "Cross-Origin-Resource-Policy: cross-origin"]),
        ClosedList(
            code: "frame-options-unknown", field: "x-frame-options", spec: "RFC 7034 §2.1",
            known: ["deny", "sameorigin"],
            bad: ["X-Frame-Options: «ALLOW-FROM https://b.example»", "X-Frame-Options: «none»"],
            good: ["X-Frame-Options: SAMEORIGIN", "X-Frame-Options: deny"]),
        ClosedList(
            code: "referrer-policy-unknown", field: "referrer-policy",
            spec: "Referrer Policy §Parse a referrer policy",
            known: [
                "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin",
                "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url",
            ],
            bad: ["Referrer-Policy: «none»", "Referrer-Policy: «no_referrer»"],
            // What is not known is skipped.
            good: ["Referrer-Policy: foo, no-referrer", "Referrer-Policy: same-origin"]),
    ]

    static let policies: [Check] =
        closedLists.map { row in
            Check(
                row.code, .warning, .security, .response(row.field), row.spec, "A value that browsers ignore",
                "\(.field) has no value \(.value), so browsers ignore it.",
                advice: "Send one of \(.expected).", bad: row.bad, good: row.good
            ) { x, found in
                let values = x.fields(.response).list(named: row.field)
                let names = values.map { value in
                    (value.firstIndex(of: ASCII.semicolon).map { value.slice(0..<$0) } ?? value).trimmed.lowercased
                }
                guard let first = values.first, !names.contains(where: { row.known.contains($0) }) else { return }
                found([
                    .value: .bytes(first), .field: .text(FieldTitle.of(row.field.description)),
                    .expected: .words(Prose.list(row.known, limit: 8)),
                ])
            }
        }
        + Array {
            Check(
                "referrer-policy-unsafe", .warning, .security, .response("referrer-policy"),
                "Referrer Policy §unsafe-url", "Other sites get the whole URL",
                "With \(.value), browsers send path and query of this page to other sites.",
                advice: "Send \("strict-origin-when-cross-origin") or \("same-origin").",
                bad: ["Referrer-Policy: «unsafe-url»", "Referrer-Policy: «no-referrer-when-downgrade»"],
                good: ["Referrer-Policy: unsafe-url, same-origin", "Referrer-Policy: origin"]
            ) { x, found in
                let known = closedLists.last?.known ?? []
                let values = x.fields(.response).list(named: "referrer-policy").map(\.lowercased)
                guard let last = values.last(where: { known.contains($0) }),
                    isOne(last, of: ["unsafe-url", "no-referrer-when-downgrade"])
                else { return }
                found([.value: .bytes(last)])
            }
            Check(
                "hsts-short", .info, .security, .response("strict-transport-security"), "RFC 6797 §6.1.1",
                "HSTS is forgotten soon",
                "Browsers forget it after \(.seconds) and then use plain http again.",
                advice: "Send \("max-age=31536000") (a year).",
                bad: ["Strict-Transport-Security: «max-age=3600»", "Strict-Transport-Security: «max-age=86400»"],
                good: ["Strict-Transport-Security: max-age=31536000", "Strict-Transport-Security: max-age=0"]
            ) { x, found in
                guard x.isEncrypted == true, let hsts = x.hsts, hsts.maxAge > 0, hsts.maxAge < 180 * 86_400 else {
                    return
                }
                found([.seconds: .seconds(Int64(clamping: hsts.maxAge))])
            }
            Check(
                "hsts-off", .info, .security, .response("strict-transport-security"), "RFC 6797 §6.1.1",
                "HSTS is switched off",
                "With \("max-age=0"), browsers remove \(.host) from their list and use plain http again.",
                advice: "Send \("max-age=31536000") unless this is intended.",
                bad: [
                    "Strict-Transport-Security: «max-age=0»",
                    "Strict-Transport-Security: «max-age=0; includeSubDomains»",
                ],
                good: [
                    "Strict-Transport-Security: max-age=31536000",
                    Example("Strict-Transport-Security: max-age=0", knowsScheme: false),
                ]
            ) { x, found in
                guard x.isEncrypted == true, x.hsts?.maxAge == 0, let host = x.url.flatMap({ $0.bytes($0.host) }) else {
                    return
                }
                found([.host: .bytes(host)])
            }
            Check(
                "hsts-preload-unfit", .warning, .security, .response("strict-transport-security"), "RFC 6797 §14.4",
                "Not accepted for preloading", "The browsers' preload list refuses the host: \(.rule).",
                advice: "Send \("max-age=31536000; includeSubDomains; preload").",
                bad: [
                    "Strict-Transport-Security: «max-age=31536000; preload»",
                    "Strict-Transport-Security: «max-age=20000000; includeSubDomains; preload»",
                ],
                good: [
                    "Strict-Transport-Security: max-age=31536000; includeSubDomains; preload",
                    "Strict-Transport-Security: max-age=31536000",
                ]
            ) { x, found in
                guard let hsts = x.hsts, hsts.isForPreload else { return }
                if !hsts.includesSubdomains {
                    found([.rule: .words("includeSubDomains is missing")])
                } else if hsts.maxAge < 31_536_000 {
                    found([.rule: .words("max-age is less than a year")])
                }
            }
            Check(
                "xss-protection", .info, .security, .response("x-xss-protection"),
                "OWASP Secure Headers §X-XSS-Protection", "A filter that browsers removed",
                "Browsers removed the filter that \(.value) switches on; where it exists, attackers can misuse it.",
                advice: "Send a Content-Security-Policy, and \("X-XSS-Protection: 0") or nothing.",
                bad: ["X-XSS-Protection: «1; mode=block»", "X-XSS-Protection: «1»"],
                good: ["X-XSS-Protection: 0", "Content-Security-Policy: default-src 'self'"]
            ) { x, found in
                guard let value = x.answered(named: "x-xss-protection"), value.first != ASCII.zero else { return }
                found([.value: .bytes(value)])
            }
            Check(
                "clear-site-data-unquoted", .warning, .security, .response("clear-site-data"),
                "Clear Site Data §The Clear-Site-Data HTTP Response Header Field", "Values without quotes",
                "\(.value) has no double quotes, so browsers remove nothing for it.",
                advice: "Write \("Clear-Site-Data: \"cookies\"").",
                bad: ["Clear-Site-Data: «cookies»", "Clear-Site-Data: «\"cache\", storage»"],
                good: ["Clear-Site-Data: \"cookies\", \"*\"", "Clear-Site-Data: \"cache\""]
            ) { x, found in
                let values = x.fields(.response).list(named: "clear-site-data")
                guard let wrong = values.first(where: { $0.first != ASCII.quote || $0.last != ASCII.quote }) else {
                    return
                }
                found([.value: .bytes(wrong)])
            }
            Check(
                "clear-site-data-unknown", .warning, .security, .response("clear-site-data"),
                "Clear Site Data §The Clear-Site-Data HTTP Response Header Field", "Nothing that browsers remove",
                "\(.value) \(.rule), so browsers remove nothing for it.",
                advice: "Send \("\"cookies\""), \("\"cache\""), \("\"storage\"") or \("\"*\"") over https.",
                bad: [
                    "Clear-Site-Data: «\"cookie\"»",
                    Example("Clear-Site-Data: «\"cookies\"»", scheme: "http"),
                ],
                good: [
                    "Clear-Site-Data: \"cookies\", \"storage\", \"executionContexts\"", "Clear-Site-Data: \"*\"",
                ]
            ) { x, found in
                let values = x.fields(.response).list(named: "clear-site-data")
                let known: [StaticString] = [
                    "\"cache\"", "\"clienthints\"", "\"cookies\"", "\"storage\"", "\"executioncontexts\"",
                    "\"prefetchcache\"", "\"prerendercache\"", "\"*\"",
                ]
                if let wrong = values.first(where: { $0.first == ASCII.quote && !isOne($0, of: known) }) {
                    found([.value: .bytes(wrong), .rule: .words("is not a kind of data")])
                } else if x.isExposed, let first = values.first {
                    found([.value: .bytes(first), .rule: .words("came over plain http")])
                }
            }
            Check(
                "permissions-policy-wildcard", .warning, .security, .response("permissions-policy"),
                "Permissions Policy §Permissions-Policy HTTP header field", "A sensitive feature for every site",
                "\(.name)=* lets frames of any site ask for \(.name) in your page's name.",
                advice: "Write \(.name)=(self), or \(.name)=().",
                bad: ["Permissions-Policy: «camera=*»", "Permissions-Policy: «fullscreen=*, geolocation=(*)»"],
                good: ["Permissions-Policy: camera=(), fullscreen=*", "Permissions-Policy: geolocation=(self)"]
            ) { x, found in
                let features: [StaticString] = [
                    "camera", "microphone", "geolocation", "payment", "display-capture", "usb", "serial", "hid", "midi",
                ]
                for case (let key?, let member) in x.structured(.response, "permissions-policy")?.members ?? []
                where isOne(key, of: features) {
                    let items: [StructuredItem] =
                        switch member {
                        case .item(let item): [item]
                        case .innerList(let items, _): items
                        }
                    if items.contains(where: { $0.bare == .token("*") }) { found([.name: .bytes(key)]) }
                }
            }
            Check(
                "reporting-endpoint-insecure", .warning, .security, .response("reporting-endpoints"),
                "Reporting §The Reporting-Endpoints HTTP Response Header Field", "Reports over plain http",
                "Browsers ignore the endpoint \(.name), because \(.url) has no TLS.",
                advice: "Use an https URL.",
                bad: [
                    "Reporting-Endpoints: «a=\"http://a.example/r\"»",
                    "Reporting-Endpoints: «a=\"https://a.example/r\", b=\"http://b.example/\"»",
                ],
                good: [
                    "Reporting-Endpoints: a=\"https://a.example/r\"", "Reporting-Endpoints: a=\"/r\"",
                    "Reporting-Endpoints: a=\"http://localhost:3000/r\"",
                ]
            ) { x, found in
                for case (let name?, .item(let item)) in x.structured(.response, "reporting-endpoints")?.members ?? [] {
                    guard case .string(let text) = item.bare else { continue }
                    let url = URLReference(text)
                    guard url.hasScheme("http"), !CookieContext.isThisMachine(url.bytes(url.host) ?? Bytes()) else {
                        continue
                    }
                    found([.name: .bytes(name), .url: .bytes(text)])
                }
            }
            Check(
                "report-to-malformed", .bad, .security, .response("report-to"),
                "Reporting (2018) §The Report-To HTTP Response Header Field", "Report-To cannot be used",
                "\("Report-To") is \(.rule), so browsers ignore it.",
                advice: "Write \("{\"max_age\":86400,\"endpoints\":[{\"url\":\"https://…\"}]}").",
                bad: ["Report-To: «a=https://a.example/r»", "Report-To: «{\"group\":\"a\",\"max_age\":60}»"],
                good: [
                    "Report-To: {\"group\":\"a\",\"max_age\":60,\"endpoints\":[{\"url\":\"https://a.example\"}]}",
                    "Report-To: {\"max_age\":60,\"endpoints\":[{\"url\":\"/r\"}]}, {\"max_age\":0,\"endpoints\":[]}",
                ]
            ) { x, found in
                guard let fault = jsonFault("report-to", x, needs: ["max_age", "endpoints"]) else { return }
                found([.rule: .words(fault)])
            }
            Check(
                "nel-malformed", .warning, .security, .response("nel"), "NEL §NEL response header",
                "NEL cannot be used", "\("NEL") is \(.rule), so browsers send no reports of network errors.",
                advice: "Write \("{\"report_to\":\"a\",\"max_age\":86400}").",
                bad: ["NEL: «report_to=a»", "NEL: «{\"report_to\":\"a\"}»"],
                good: ["NEL: {\"report_to\":\"a\",\"max_age\":86400,\"success_fraction\":0.1}", "NEL: {\"max_age\":0}"]
            ) { x, found in
                if let fault = jsonFault("nel", x, needs: ["max_age"]) { found([.rule: .words(fault)]) }
            }
            Check(
                "nosniff-missing", .info, .security, .exchange,
                when: .status(200, given: [.successfulRead, .response(.content)]),
                "Fetch §X-Content-Type-Options header", "No nosniff",
                "Without \("X-Content-Type-Options: nosniff"), browsers may run or show this \(.type) as another type.",
                advice: "Send \("X-Content-Type-Options: nosniff").",
                bad: [
                    "> GET /a.js < «200» | Content-Type: text/javascript || a",
                    "> GET /a < «200» | Content-Type: application/json || {}",
                ],
                good: [
                    "> GET /a.js < 200 | Content-Type: text/javascript | X-Content-Type-Options: nosniff || a",
                    "> GET /a < 200 | Content-Type: image/x-raw || a",
                ]
            ) { x, found in
                guard x.request?.method == .get, let type = x.type, x.responseHasContent,
                    isJavaScript(type) || type.is("text", "css") || type.hasSuffix("json"),
                    x.answered(named: "x-content-type-options") == nil
                else { return }
                found(in: .response, [.type: .bytes(type.essence)])
            }
            missing(
                "csp-missing", "content-security-policy", "CSP §The Content-Security-Policy HTTP Response Header Field",
                "A script that someone injects into this page runs with all rights of the page.",
                "Content-Security-Policy: default-src 'self'"
            ) { _ in true }
            missing(
                "frame-options-missing", "x-frame-options", "HTML §The X-Frame-Options header",
                "Every site may show this page in a frame and trick users into clicking in it.",
                "Content-Security-Policy: frame-ancestors 'self'"
            ) { x in !x.policies.contains { $0["frame-ancestors"] != nil } }
            missing(
                "hsts-missing", "strict-transport-security", "RFC 6797 §7.1",
                "Browsers may use plain http for the next visit, where others can redirect it.",
                "Strict-Transport-Security: max-age=31536000"
            ) { x in
                guard x.isEncrypted == true, let host = x.url.flatMap({ $0.bytes($0.host) }) else { return false }
                return !LocalHost.isLocal(host) && !HostName.isAddress(host)
            }
            missing(
                "referrer-policy-missing", "referrer-policy",
                "Referrer Policy §Delivery via Referrer-Policy header",
                "Browsers use strict-origin-when-cross-origin, older ones send the whole URL to other sites.",
                "Referrer-Policy: strict-origin-when-cross-origin"
            ) { _ in true }
        }

    /// A document without a field that protects it.
    private static func missing(
        _ code: String, _ field: StaticString, _ spec: Spec, _ text: String, _ line: String,
        _ isDue: @escaping @Sendable (Facts) -> Bool
    ) -> Check {
        let page = "> GET / < 200 | Content-Type: text/html; charset=utf-8"
        let name = FieldTitle.of(field.description)
        return Check(
            code, .info, .security, .exchange,
            when: .status(200, given: [.successfulRead, .response([.page, .content])]), spec,
            Template(stringLiteral: "No \(name)"),
            Template(stringLiteral: text), advice: Template(stringLiteral: "Send \(line)."),
            bad: [
                Example("> GET / < «200» | Content-Type: text/html; charset=utf-8 || x"),
                Example("> GET /a < «200» | Content-Type: application/xhtml+xml || <a/>"),
            ],
            good: [Example("\(page) | \(line) || x"), "> GET / < 200 | Content-Type: text/plain; charset=utf-8 || x"]
        ) { x, found in
            guard x.request?.method == .get, let type = x.type,
                type.is("text", "html") || type.is("application", "xhtml+xml"), x.responseHasContent,
                x.answered(named: field) == nil, isDue(x)
            else { return }
            found(in: .response)
        }
    }

    /// Why a field is not a list of JSON objects with these members; nil when it is.
    private static func jsonFault(_ field: StaticString, _ facts: Facts, needs names: [String]) -> Prose? {
        let values = facts.fields(.response).values(named: Bytes(field.description))
        let text = Bytes("[\(values.map(\.text).joined(separator: ","))]")
        guard JSONFault(text) == nil, let elements = JSONObject.elements(of: text, limit: 100) else {
            return "not JSON"
        }
        for element in elements {
            guard let object = JSONObject(element) else { return "not a JSON object" }
            if let lacking = names.first(where: { object[$0] == nil }) { return "without \(lacking)" }
        }
        return nil
    }
}
