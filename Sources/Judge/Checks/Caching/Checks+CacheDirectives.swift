import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Directives of Cache-Control.
extension Checks {
    static let cacheDirectives: [Check] = Array {
        Check(
            "cache-only-if-cached", .info, .caching, .request("cache-control"), "RFC 9111 §5.2.1.7",
            "Only the cache may answer",
            "With \("only-if-cached") the cache sends its stored response or a 504. It does not contact the server.",
            advice: "Leave it out if the server may be asked.",
            bad: [
                "> GET / | Cache-Control: «only-if-cached» < 204",
                "> GET / | Cache-Control: «max-age=60, only-if-cached» < 204",
            ], good: ["> GET / | Cache-Control: no-cache < 204", "> GET / | Cache-Control: max-stale=60 < 204"]
        ) { x, found in
            if x.requestControl.contains(.onlyIfCached) { found() }
        }
        Check(
            "cache-directive-of-responses", .warning, .caching, .request("cache-control"), "RFC 9111 §5.2.1",
            "A response directive in a request",
            "\(.directive) has an effect only in responses. In this request it is ignored.",
            advice: "Remove \(.directive), or send it in the response.",
            bad: [
                "> GET / | Cache-Control: «public» < 204", "> GET / | Cache-Control: «no-cache, must-revalidate» < 204",
            ],
            good: [
                "> GET / | Cache-Control: no-cache, max-age=0, stale-if-error=60 < 204",
                "> GET / | Cache-Control: only-if-cached < 204",
            ]
        ) { x, found in
            for directive in x.requestControl.directives where directive.known.side == .response {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-directive-of-requests", .warning, .caching, .response("cache-control"), "RFC 9111 §5.2.2",
            "A request directive in a response",
            "\(.directive) has an effect only in requests. In this response it is ignored.",
            advice: "Remove \(.directive) from the response.",
            bad: ["< 204 | Cache-Control: «max-stale=60»", "< 204 | Cache-Control: «max-age=60, min-fresh=5»"],
            good: ["< 204 | Cache-Control: max-age=60", "< 204 | Cache-Control: no-cache, no-transform"]
        ) { x, found in
            for directive in x.control.directives where directive.known.side == .request {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-directive-repeated", .warning, .caching, .response("cache-control"), "RFC 9111 §4.2.1",
            "A repeated directive",
            "\(.directive) appears more than once. Some caches use the first value, some the strictest, some neither.",
            advice: "Write \(.directive) once, with the value that you intend.",
            bad: ["< 204 | Cache-Control: «max-age=60, Max-Age=30»", "< 204 | Cache-Control: «no-cache, no-cache»"],
            good: ["< 204 | Cache-Control: max-age=60, public", "< 204 | Cache-Control: max-age=60, s-maxage=60"]
        ) { x, found in
            let directives = x.control.directives
            for (place, directive) in directives.enumerated()
            where directives[..<place].contains(where: {
                $0.name.equalsIgnoringCase(directive.name)
            }) {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-directive-argument-missing", .bad, .caching, .response("cache-control"), "RFC 9111 §5.2",
            "The number of seconds is missing", "\(.directive) needs a number of seconds, for example \(.expected).",
            general: "The directive needs a number of seconds, for example \("max-age=60").",
            advice: "Write \(.expected).",
            bad: ["< 204 | Cache-Control: «max-age»", "< 204 | Cache-Control: «stale-if-error»"],
            good: ["< 204 | Cache-Control: max-age=0", "< 204 | Cache-Control: no-cache, private"]
        ) { x, found in
            for directive in x.control.directives where isTimed(directive.known) && directive.argument == nil {
                found([.directive: .bytes(directive.name), .expected: .text("\(directive.name.text)=60")])
            }
        }
        Check(
            "cache-directive-unknown-argument", .bad, .caching, .response("cache-control"), "RFC 9111 §1.2.2",
            "Not a number of seconds",
            "\(.directive)=\(.value) is not a whole number of seconds, so caches treat the response as stale.",
            advice: "Write seconds in digits, for example \("max-age=3600").",
            bad: ["< 204 | Cache-Control: «max-age=1h»", "< 204 | Cache-Control: «s-maxage=-1, public»"],
            good: ["< 204 | Cache-Control: max-age=60, community=1h", "< 204 | Cache-Control: s-maxage=0, public"]
        ) { x, found in
            // Directives that are joined by another sign than a comma have a finding of their own.
            for directive in x.control.directives where isTimed(directive.known) && !isJoined(directive) {
                guard let argument = directive.argument, CacheControl.seconds(argument) == .invalid else { continue }
                found([.directive: .bytes(directive.name), .value: .bytes(argument)])
            }
        }
        Check(
            "cache-directive-unknown", .info, .caching, .response("cache-control"), "RFC 9111 §5.2.3",
            "Not a standard directive", "\(.directive) is not a standard directive. Caches ignore it.",
            advice: "Check its spelling, or remove it.",
            bad: ["< 204 | Cache-Control: «max-age=60, community=UCI»", "< 204 | Cache-Control: «no-cache, x-edge»"],
            good: [
                "< 204 | Cache-Control: max-age=60, stale-while-revalidate=30",
                "< 204 | Cache-Control: private, immutable, max-age=31536000",
            ]
        ) { x, found in
            // A misspelled one has a finding of its own.
            for directive in x.control.directives
            where directive.known == .other && OneEdit.meant(directive.name, directiveNames) == nil
                && OctetClass.token.containsAll(directive.name)
            {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-no-store-overrides", .warning, .caching, .response("cache-control"), "RFC 9111 §5.2.2.5",
            "no-store overrides the other directives",
            "\(.others) no effect because \("no-store") forbids all storing.",
            advice: "Remove one or the other.",
            bad: ["< 204 | Cache-Control: «no-store, max-age=60»", "< 204 | Cache-Control: «public, no-store»"],
            good: [
                "< 204 | Cache-Control: no-store, no-cache",
                "< 204 | Cache-Control: no-store, must-understand, max-age=1",
                // Old caches that do not know no-store are told the same in their words.
                "< 204 | Cache-Control: no-cache, no-store, max-age=0, must-revalidate",
            ]
        ) { x, found in
            guard x.control.contains(.noStore), !x.control.contains(.mustUnderstand) else { return }
            let others = x.control.directives.filter {
                [.maxAge, .sharedMaxAge, .public, .immutable].contains($0.known) && $0.argument?.decimal != 0
            }
            let verb: Prose = others.count == 1 ? " has" : " have"
            if !others.isEmpty { found([.others: .words(.list(others.map(\.name)) + verb)]) }
        }
        Check(
            "cache-public-private", .warning, .caching, .response("cache-control"), "RFC 9111 §5.2.2",
            "public and private together",
            "\("public") and \("private") contradict each other. Caches follow the stricter one, \("private").",
            advice: "Remove \("public") if the response is for one user; remove \("private") if it is for all.",
            bad: ["< 204 | Cache-Control: «public, private»", "< 204 | Cache-Control: «private, max-age=60, public»"],
            good: [
                "< 204 | Cache-Control: public, private=\"Set-Cookie\"", "< 204 | Cache-Control: private, max-age=60",
            ]
        ) { x, found in
            if x.control.contains(.public), x.control.containsUnqualified(.private) { found() }
        }
        Check(
            "cache-private-shared-lifetime", .info, .caching, .response("cache-control"), "RFC 9111 §5.2.2.10",
            "s-maxage has no effect with private",
            "\("s-maxage") is a lifetime for shared caches, but \("private") forbids them to store the response.",
            advice: "Remove s-maxage. If shared caches may store the response, remove private.",
            bad: [
                "< 204 | Cache-Control: «private, s-maxage=60»",
                "< 204 | Cache-Control: «private, max-age=60, s-maxage=600»",
            ], good: ["< 204 | Cache-Control: private, max-age=60", "< 204 | Cache-Control: s-maxage=60"]
        ) { x, found in
            if x.control.containsUnqualified(.private), x.control.contains(.sharedMaxAge) { found() }
        }
    }

    /// Whether its argument is a number of seconds.
    private static func isTimed(_ name: CacheControl.Name) -> Bool {
        switch name {
        case .maxAge, .sharedMaxAge, .staleWhileRevalidate, .staleIfError: true
        case .noStore, .noCache, .private, .public, .mustRevalidate, .proxyRevalidate, .mustUnderstand, .noTransform,
            .immutable, .maxStale, .minFresh, .onlyIfCached, .other:
            false
        }
    }
}
