import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Directives that do not do what they seem to.
extension Checks {
    private static let control = Scope.response("cache-control")
    private static let eitherControl = Scope.either("cache-control")
    private static let withoutArgument: [StaticString] = [
        "no-store", "must-revalidate", "public", "proxy-revalidate", "immutable", "no-transform", "must-understand",
        "only-if-cached",
    ]
    static let directiveNames: [Bytes] = [
        "max-age", "no-cache", "no-store", "private", "public", "s-maxage", "must-revalidate", "proxy-revalidate",
        "must-understand", "no-transform", "immutable", "stale-while-revalidate", "stale-if-error", "max-stale",
        "min-fresh", "only-if-cached",
    ]

    static let cacheMisuse: [Check] = Array {
        Check(
            "cache-directive-separator", .bad, .caching, eitherControl, "RFC 9111 §5.2", "Directives without commas",
            "Caches read \(.value) as one directive, because only commas separate directives.",
            advice: "Write a comma between the directives.",
            bad: [
                "< 204 | Cache-Control: «no-cache; no-store»", "< 204 | Cache-Control: «private;max-age=0»",
                "> GET / | Cache-Control: «no-cache no-store» < 204",
                // One fault, and no other finding that reads the lifetime.
                "< 204 | Cache-Control: «max-age=60; public»",
            ],
            good: [
                "< 204 | Cache-Control: private, max-age=0", "< 204 | Cache-Control: max-age=60, private=\"a;b\"",
            ]
        ) { x, found in
            for directive in control(x, found.side).directives where isJoined(directive) {
                let whole = directive.written.map { Bytes(directive.name.array + [ASCII.equals] + $0.array) }
                return found([.value: .bytes(whole ?? directive.name)])
            }
        }
        Check(
            "cache-directive-case", .info, .caching, eitherControl, "RFC 9111 §5.2", "Capitals in a directive",
            "Directive names have no case, but some caches compare \(.directive) exactly.",
            advice: "Write \(.expected).",
            bad: ["< 204 | Cache-Control: «No-Cache»", "> GET / | Cache-Control: «Max-Age=0» < 204"],
            good: ["< 204 | Cache-Control: no-cache", "< 204 | Cache-Control: no-cache=\"Set-Cookie\""]
        ) { x, found in
            let directive = control(x, found.side).directives.first {
                $0.known != .other && $0.name.contains { ASCII.lowercase($0) != $0 }
            }
            guard let directive else { return }
            found([.directive: .bytes(directive.name), .expected: .bytes(directive.name.lowercased)])
        }
        Check(
            "cache-directive-misspelled", .warning, .caching, eitherControl, "RFC 9111 §5.2.3",
            "A misspelled directive", "Caches ignore \(.directive). \(.expected) differs in one letter.",
            advice: "Write \(.expected).",
            bad: ["< 204 | Cache-Control: «no-cahce»", "< 204 | Cache-Control: «maxage=60»"],
            good: ["< 204 | Cache-Control: no-cache", "< 204 | Cache-Control: community=\"UCI\""]
        ) { x, found in
            for directive in control(x, found.side).directives where directive.known == .other {
                guard let meant = OneEdit.meant(directive.name, directiveNames) else { continue }
                found([.directive: .bytes(directive.name), .expected: .bytes(meant)])
            }
        }
        Check(
            "cache-directive-quoted", .warning, .caching, eitherControl, "RFC 9111 §5.2.2.1", "Seconds in quotes",
            "\(.directive)=\(.value): many caches do not read seconds in quotes and take the response as stale.",
            advice: "Write the number without quotes.",
            bad: [
                "Cache-Control: «max-age=\"60\"» | ETag: \"a\"",
                "Cache-Control: «max-age=9, s-maxage=\"60\"» | ETag: \"a\"",
            ],
            good: [
                "Cache-Control: max-age=60 | ETag: \"a\"",
                "Cache-Control: no-cache=\"set-cookie\", max-age=60 | ETag: \"a\"",
            ]
        ) { x, found in
            for directive in control(x, found.side).directives {
                guard let written = directive.written, written.first == ASCII.quote,
                    directive.argument?.decimal != nil
                else { continue }
                found([.directive: .bytes(directive.name), .value: .bytes(written)])
            }
        }
        Check(
            "cache-directive-argument-unexpected", .warning, .caching, eitherControl, "RFC 9111 §5.2.2",
            "An argument without meaning",
            "\(.directive) takes no argument. Some caches ignore \(.value), some the whole directive.",
            advice: "Write \(.directive) without an argument.",
            bad: ["< 204 | Cache-Control: «no-store=1»", "< 204 | Cache-Control: «max-age=5, must-revalidate=true»"],
            good: ["< 204 | Cache-Control: no-cache=\"x\", max-age=5", "< 204 | Cache-Control: no-store"]
        ) { x, found in
            for directive in control(x, found.side).directives {
                guard let written = directive.written, isOne(directive.name, of: withoutArgument),
                    !written.contains(where: isSeparator)
                else { continue }
                found([.directive: .bytes(directive.name), .value: .bytes(written)])
            }
        }
        Check(
            "cache-max-age-huge", .info, .caching, control, "RFC 9111 §1.2.2", "More seconds than caches count",
            "Caches count \(.directive)=\(.value) as at most 2,147,483,648 seconds.",
            advice: "Write a year: \("max-age=31536000").",
            bad: [
                "Cache-Control: «max-age=99999999999» | ETag: \"a\"",
                "Cache-Control: «public, s-maxage=2147483649» | ETag: \"a\"",
            ],
            good: [
                "Cache-Control: max-age=31536000 | ETag: \"a\"", "Cache-Control: max-age=2147483648 | ETag: \"a\"",
            ]
        ) { x, found in
            let huge = x.control.directives.first {
                isLifetime($0) && ($0.argument?.decimal ?? 0) > 2_147_483_648
            }
            guard let huge else { return }
            found([.directive: .bytes(huge.name), .value: .bytes(huge.argument ?? Bytes())])
        }
        Check(
            "cache-no-cache-and-lifetime", .info, .caching, control, "RFC 9111 §5.2.2.4",
            "no-cache makes the lifetime useless",
            "With \("no-cache"), caches ask the server before each use, so \(.directive) has no effect.",
            advice: "Remove \(.directive) or \("no-cache").",
            bad: [
                "Cache-Control: «no-cache, max-age=600» | ETag: \"a\"",
                "Cache-Control: «s-maxage=60, no-cache» | ETag: \"a\"",
            ],
            good: [
                "Cache-Control: max-age=600 | ETag: \"a\"", "Cache-Control: no-cache, max-age=0 | ETag: \"a\"",
                "Cache-Control: no-cache=\"x\", max-age=600 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.control.containsUnqualified(.noCache), let lifetime = lifetime(x) else { return }
            found([.directive: .bytes(lifetime.name)])
        }
        Check(
            "cache-revalidate-beats-stale", .warning, .caching, control, "RFC 9111 §5.2.2.2",
            "Stale use is allowed and forbidden",
            "\(.directive) allows a stale response, but \(.rule) forbids it and wins.",
            advice: "Remove \(.rule) or \(.directive).",
            bad: [
                "Cache-Control: «max-age=5, must-revalidate, stale-while-revalidate=60» | ETag: \"a\"",
                "Cache-Control: «no-cache, stale-if-error=60» | ETag: \"a\"",
            ],
            good: [
                "Cache-Control: max-age=5, stale-while-revalidate=60 | ETag: \"a\"",
                "Cache-Control: max-age=5, must-revalidate, stale-if-error=0 | ETag: \"a\"",
            ]
        ) { x, found in
            let directive = x.control.directives.first {
                ($0.known == .staleWhileRevalidate || $0.known == .staleIfError) && ($0.argument?.decimal ?? 0) > 0
            }
            let rule: StaticString? =
                x.control.contains(.mustRevalidate)
                ? "must-revalidate" : x.control.containsUnqualified(.noCache) ? "no-cache" : nil
            guard let directive, let rule else { return }
            found([.directive: .bytes(directive.name), .rule: .text(rule.description)])
        }
        Check(
            "cache-public-needless", .info, .caching, .exchange, when: .answered("cache-control"),
            "RFC 9111 §5.2.2.9", "public is unnecessary",
            "\(.directive) already lets shared caches store this response, so \("public") changes nothing.",
            advice: "Remove \("public").",
            bad: [
                "> GET / < 200 | Cache-Control: «public, max-age=60» | ETag: \"a\"",
                "> GET / < 200 | Cache-Control: «s-maxage=60, public» | ETag: \"a\"",
            ],
            good: [
                "> GET / | Authorization: Basic YTpi < 200 | Cache-Control: public, max-age=60, no-cache | ETag: \"a\"",
                "> GET / < 200 | Cache-Control: max-age=60 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.control.contains(.public), !x.control.contains(.noStore), x.asked(.authorization) == nil,
                let lifetime = lifetime(x)
            else { return }
            found(in: .response, at: x.response?.fields.range(.cacheControl), [.directive: .bytes(lifetime.name)])
        }
        Check(
            "cache-qualified", .info, .caching, control, "RFC 9111 §5.2.2.4", "Field names that many caches ignore",
            "Many caches treat \(.directive)=\(.value) like \(.directive) without field names.",
            advice: "Do not rely on the field names.",
            bad: [
                "Cache-Control: «no-cache=\"set-cookie\", max-age=5» | ETag: \"a\"",
                "Cache-Control: «private=\"x-own\", max-age=5» | ETag: \"a\"",
            ],
            good: ["Cache-Control: no-cache | ETag: \"a\"", "Cache-Control: private, max-age=5 | ETag: \"a\""]
        ) { x, found in
            let directive = x.control.directives.first {
                ($0.known == .noCache || $0.known == .private) && $0.argument?.isEmpty == false
            }
            guard let directive, let written = directive.written else { return }
            found([.directive: .bytes(directive.name), .value: .bytes(written)])
        }
        Check(
            "cache-immutable-idle", .info, .caching, control, "RFC 8246 §2", "immutable has no effect",
            "\("immutable") applies while a response is fresh, and this one has \(.rule).",
            advice: "Add a long \("max-age"), or remove \("immutable").",
            bad: [
                "Cache-Control: «immutable» | ETag: \"a\"", "Cache-Control: «no-cache, immutable» | ETag: \"a\"",
            ],
            good: [
                "Cache-Control: max-age=31536000, immutable | ETag: \"a\"", "Cache-Control: max-age=60 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.control.contains(.immutable) else { return }
            let other: StaticString? =
                x.control.contains(.noStore) ? "no-store" : x.control.containsUnqualified(.noCache) ? "no-cache" : nil
            if let other {
                found([.rule: .words("\(other.description)")])
            } else if !x.control.contains(.maxAge), x.answered(.expires) == nil {
                found([.rule: .words("no lifetime")])
            }
        }
        Check(
            "cache-never-stored", .info, .caching, .message(.response), when: .status(428...511), "RFC 6585 §4",
            "A lifetime on a status that no cache stores",
            "Caches must not store a \(.status), so \(.directive) has no effect.",
            advice: "Remove \(.directive).",
            bad: [
                "< «429» | Retry-After: 5 | Cache-Control: max-age=60", "< «511» | Cache-Control: max-age=60",
            ],
            good: ["< 429 | Retry-After: 5", "< 500 | Cache-Control: max-age=60"]
        ) { x, found in
            guard let status = x.response?.status, Storability.isForbidden(status), let lifetime = lifetime(x) else {
                return
            }
            found([.status: .number(Int64(status)), .directive: .bytes(lifetime.name)])
        }
        Check(
            "cache-error-long", .warning, .caching, .exchange, when: .status(400...599), "RFC 9111 §4.2.1",
            "An error that caches keep for long",
            "Caches repeat this \(.status) for \(.seconds), even after the fault is repaired.",
            advice: "Send errors with \("no-store") or a lifetime of seconds.",
            bad: [
                "> GET / < «500» | Cache-Control: max-age=86400", "> GET / < «403» | Cache-Control: s-maxage=7200",
            ],
            good: [
                "> GET / < 404 | Cache-Control: max-age=86400", "> GET / < 500 | Cache-Control: max-age=60",
                "> GET / < 500 | Cache-Control: no-cache, max-age=86400 | ETag: \"a\"",
            ]
        ) { x, found in
            guard let status = x.response?.status, status != 404, status != 410, status != 451, x.isReusable,
                !x.control.containsUnqualified(.noCache),
                let seconds = lifetime(x)?.argument?.decimal, seconds > 3_600
            else { return }
            found(
                in: .response, [.status: .number(Int64(status)), .seconds: .seconds(Int64(clamping: seconds))])
        }
        Check(
            "cache-post-lifetime", .info, .caching, .exchange, when: .answered("cache-control"), "RFC 9110 §9.3.3",
            "A lifetime on a response to POST",
            """
            Caches store a response to POST only with a \("Content-Location") that equals the URL, so \(.directive) \
            has no effect.
            """,
            advice: "Remove \(.directive).",
            bad: [
                "> POST / || x < 200 | Cache-Control: «max-age=60» | Content-Type: a/b || x",
                "> POST /a || x < 201 | Location: /a/1 | Cache-Control: «max-age=60»",
            ],
            good: [
                "> POST / || x < 200 | Cache-Control: max-age=60 | Content-Location: / | Content-Type: a/b || x",
                "> POST / || x < 200 | Cache-Control: no-store | Content-Type: a/b || x",
            ]
        ) { x, found in
            guard x.request?.method == .post, let lifetime = lifetime(x), x.answered(named: "content-location") == nil
            else { return }
            found(in: .response, at: x.response?.fields.range(.cacheControl), [.directive: .bytes(lifetime.name)])
        }
        Check(
            "cache-fingerprinted-brief", .info, .caching, .exchange,
            when: .answered("cache-control", given: .successfulRead), "Lighthouse §cache-insight",
            "A hashed URL with a short lifetime",
            "\(.name) looks like a name with a content hash, but caches may keep it only for \(.lifetime).",
            advice: "Send \("Cache-Control: max-age=31536000, immutable").",
            bad: [
                """
                > GET «/app.3f9a1c7e.js» < 200 | Content-Type: text/javascript | Cache-Control: max-age=600 \
                | ETag: "a"
                """,
                """
                > GET «/main-5ed2c9ab10f4.css» < 200 | Content-Type: text/css | Cache-Control: max-age=0 | ETag: "a"
                """,
            ],
            good: [
                "> GET /app.3f9a1c7e.js < 200 | Content-Type: text/javascript | Cache-Control: max-age=31536000",
                "> GET /app.js < 200 | Content-Type: text/javascript | Cache-Control: max-age=600 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.request?.method == .get, let url = x.url, let path = url.bytes(url.path),
                let name = path.split(separator: ASCII.slash).last.map({ Bytes(Array($0)) }), hasHash(name),
                case .value(let seconds) = x.control.seconds(.maxAge), seconds < 30 * 86_400,
                !x.control.contains(.noStore)
            else { return }
            found(in: .request, at: x.target(), [.name: .bytes(name), .lifetime: .seconds(seconds)])
        }
    }

    private static func control(_ facts: Facts, _ side: MessageKind) -> CacheControl {
        side == .request ? facts.requestControl : facts.control
    }

    /// Several directives, joined by something else than commas.
    static func isJoined(_ directive: CacheControl.Directive) -> Bool {
        let written = directive.written ?? Bytes()
        let isQuoted = written.first == ASCII.quote && written.last == ASCII.quote
        return directive.name.contains(where: isSeparator) || !isQuoted && written.contains(where: isSeparator)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == ASCII.semicolon || byte == ASCII.space }

    private static func isLifetime(_ directive: CacheControl.Directive) -> Bool {
        directive.known == .maxAge || directive.known == .sharedMaxAge
    }

    /// A directive that gives the response a lifetime of at least a second.
    private static func lifetime(_ facts: Facts) -> CacheControl.Directive? {
        facts.control.directives.first { isLifetime($0) && ($0.argument?.decimal ?? 0) > 0 }
    }

    /// `app.3f9a1c7e.js`: eight or more hexadecimal digits between signs, letters and digits among them.
    private static func hasHash(_ name: Bytes) -> Bool {
        guard let end = name.lastIndex(of: ASCII.period) else { return false }
        let parts = name.slice(0..<end).split { $0 == ASCII.period || $0 == ASCII.hyphen || $0 == ASCII.underscore }
        return parts.dropFirst().contains { part in
            (8...64).contains(part.count) && part.allSatisfy { ASCII.hexValue($0) != nil }
                && part.contains(where: ASCII.isDigit) && part.contains(where: ASCII.isAlpha)
        }
    }
}
