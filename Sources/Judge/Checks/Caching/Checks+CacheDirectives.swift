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
            "Asks the cache alone", "\("only-if-cached") wants what is stored, or a 504; the server is not asked.",
            bad: ["> GET / | Cache-Control: «only-if-cached» < 204"], good: ["> GET / | Cache-Control: no-cache < 204"]
        ) { x, found in
            if x.requestControl.contains(.onlyIfCached) { found() }
        }
        Check(
            "cache-directive-of-responses", .warning, .caching, .request("cache-control"), "RFC 9111 §5.2.1",
            "A directive for responses",
            "\(.directive) means something in responses only; in a request it has no effect.",
            bad: ["> GET / | Cache-Control: «public» < 204"],
            good: ["> GET / | Cache-Control: no-cache, max-age=0, stale-if-error=60 < 204"]
        ) { x, found in
            for directive in x.requestControl.directives where directive.known.side == .response {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-directive-of-requests", .warning, .caching, .response("cache-control"), "RFC 9111 §5.2.2",
            "A directive for requests",
            "\(.directive) means something in requests only; in a response it has no effect.",
            bad: ["< 204 | Cache-Control: «max-stale=60»"], good: ["< 204 | Cache-Control: max-age=60"]
        ) { x, found in
            for directive in x.control.directives where directive.known.side == .request {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-directive-repeated", .warning, .caching, .response("cache-control"), "RFC 9111 §4.2.1",
            "A directive twice",
            "\(.directive) is there more than once. Caches take the first, or the strictest, or none.",
            bad: ["< 204 | Cache-Control: «max-age=60, Max-Age=30»"],
            good: ["< 204 | Cache-Control: max-age=60, public"]
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
            "A time is missing", "\(.directive) needs a number of seconds, as in \("max-age=60").",
            bad: ["< 204 | Cache-Control: «max-age»"], good: ["< 204 | Cache-Control: max-age=0"]
        ) { x, found in
            for directive in x.control.directives where isTimed(directive.known) && directive.argument == nil {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-directive-unknown-argument", .bad, .caching, .response("cache-control"), "RFC 9111 §1.2.2",
            "No number of seconds",
            "\(.directive)=\(.value): caches read whole seconds only, and take the response for stale otherwise.",
            bad: ["< 204 | Cache-Control: «max-age=1h»"], good: ["< 204 | Cache-Control: max-age=\"60\""]
        ) { x, found in
            for directive in x.control.directives where isTimed(directive.known) {
                guard let argument = directive.argument, CacheControl.seconds(argument) == .invalid else { continue }
                found([.directive: .bytes(directive.name), .value: .bytes(argument)])
            }
        }
        Check(
            "cache-directive-unknown", .info, .caching, .response("cache-control"), "RFC 9111 §5.2.3",
            "Not a standard directive", "\(.directive) is not a directive that standards know; caches pass it over.",
            bad: ["< 204 | Cache-Control: «max-age=60, community=UCI»"],
            good: ["< 204 | Cache-Control: max-age=60, stale-while-revalidate=30"]
        ) { x, found in
            for directive in x.control.directives where directive.known == .other {
                found([.directive: .bytes(directive.name)])
            }
        }
        Check(
            "cache-no-store-overrides", .warning, .caching, .response("cache-control"), "RFC 9111 §5.2.2.5",
            "Nothing is kept, whatever else is said",
            "\(.others) no effect beside \("no-store"). Leave out the one or the other.",
            bad: ["< 204 | Cache-Control: «no-store, max-age=60»"],
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
            "Public and private",
            "\("public") and \("private") exclude each other; caches take the stricter, \("private").",
            bad: ["< 204 | Cache-Control: «public, private»"],
            good: ["< 204 | Cache-Control: public, private=\"Set-Cookie\""]
        ) { x, found in
            if x.control.contains(.public), x.control.containsUnqualified(.private) { found() }
        }
        Check(
            "cache-private-shared-lifetime", .warning, .caching, .response("cache-control"), "RFC 9111 §5.2.2.10",
            "A lifetime for caches that may not keep it",
            "\("s-maxage") speaks to shared caches, which \("private") keeps out.",
            bad: ["< 204 | Cache-Control: «private, s-maxage=60»"], good: ["< 204 | Cache-Control: private, max-age=60"]
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
