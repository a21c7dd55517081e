import Bytes
import Flow
import HTTPSemantics

/// Cache-Control (RFC 9111 §5.2) and its relatives: what a cache may and must not do.
enum CacheDirectives {
    private static let rule = PairRule(
        pair: "cache-directive", name: "token", value: "token", spec: "RFC 9111 §5.2", valueIsOptional: true)

    static func cacheControl(_ scan: inout SpanScanner) {
        let kind = scan.kind
        scan.list("cache-directive", "RFC 9111 §5.2") { scan in
            scan.pair(rule) { name, value in
                kind == .request ? requestMeaning(name, value) : responseMeaning(name, value)
            }
        }
    }

    static func pragma(_ scan: inout SpanScanner) {
        scan.list("extension-pragma", "RFC 9111 §5.4") { scan in
            scan.pair(rule) { name, _ in
                name == "no-cache"
                    ? Meaning(
                        """
                        For HTTP/1.0 caches: ask the origin server before you reuse a stored response. It is for \
                        requests.
                        """,
                        "RFC 9111 §5.4") : nil
            }
        }
    }

    // RFC 9111 §5.2.1
    private static func requestMeaning(_ name: Bytes, _ value: Bytes?) -> Meaning? {
        let directive = CacheControl.Name(name)
        return switch directive {
        case .maxAge:
            seconds(value, "RFC 9111 §5.2.1.1") { "The client accepts no response older than \($0)." }
        case .maxStale:
            value == nil
                ? Meaning("The client accepts a stale response of any age.", "RFC 9111 §5.2.1.2")
                : seconds(value, "RFC 9111 §5.2.1.2") {
                    "The client accepts a response that has been stale for up to \($0)."
                }
        case .minFresh:
            seconds(value, "RFC 9111 §5.2.1.3") {
                """
                The client accepts only a response that stays fresh for at least \($0).
                """
            }
        case .noCache:
            Meaning("A cache must ask the origin server before it answers with a stored response.", "RFC 9111 §5.2.1.4")
        case .noStore: Meaning("A cache must store neither this request nor its response.", "RFC 9111 §5.2.1.5")
        case .noTransform: Meaning("Intermediaries must not change the content.", "RFC 9111 §5.2.1.6")
        case .onlyIfCached:
            Meaning(
                """
                A cache must answer from its store or with 504, without asking the origin server.
                """, "RFC 9111 §5.2.1.7")
        case .staleIfError:
            seconds(value, "RFC 5861 §4") {
                """
                If the origin server fails, the client accepts a response stale for up to \($0).
                """
            }
        case .sharedMaxAge, .private, .public, .mustRevalidate, .proxyRevalidate, .mustUnderstand, .immutable,
            .staleWhileRevalidate, .other:
            idle(name, directive.side)
        }
    }

    // RFC 9111 §5.2.2
    private static func responseMeaning(_ name: Bytes, _ value: Bytes?) -> Meaning? {
        let directive = CacheControl.Name(name)
        return switch directive {
        case .maxAge:
            seconds(value, "RFC 9111 §5.2.2.1") { "The response is fresh for \($0) after it was generated." }
        case .mustRevalidate:
            Meaning("Once stale, it must not be reused without asking the origin server.", "RFC 9111 §5.2.2.2")
        case .mustUnderstand:
            Meaning("Only a cache that understands this status code may store it.", "RFC 9111 §5.2.2.3")
        case .noCache:
            value == nil
                ? Meaning("Caches may store it, but must ask the origin server before each reuse.", "RFC 9111 §5.2.2.4")
                : Meaning(
                    "Caches must ask the origin server before they reuse the named fields.", "RFC 9111 §5.2.2.4")
        case .noStore: Meaning("No cache may store any part of this.", "RFC 9111 §5.2.2.5")
        case .noTransform: Meaning("Intermediaries must not change the content.", "RFC 9111 §5.2.2.6")
        case .private:
            value == nil
                ? Meaning("Only a private cache (of one user) may store it, not a shared one.", "RFC 9111 §5.2.2.7")
                : Meaning("Shared caches must not store the fields named here.", "RFC 9111 §5.2.2.7")
        case .proxyRevalidate:
            Meaning(
                """
                Once stale, a shared cache must not reuse it without asking the origin server.
                """, "RFC 9111 §5.2.2.8")
        case .public:
            Meaning(
                "Shared caches may store it even where they otherwise must not, as after Authorization.",
                "RFC 9111 §5.2.2.9")
        case .sharedMaxAge:
            seconds(value, "RFC 9111 §5.2.2.10") { "Shared caches use this lifetime instead: fresh for \($0)." }
        case .immutable:
            Meaning("It does not change while it is fresh, so a reload need not ask.", "RFC 8246 §2")
        case .staleWhileRevalidate:
            seconds(value, "RFC 5861 §3") {
                """
                A cache may use it for \($0) after it became stale, while it revalidates.
                """
            }
        case .staleIfError:
            seconds(value, "RFC 5861 §4") {
                """
                If the origin server fails, a cache may use it for \($0) after it became stale.
                """
            }
        case .maxStale, .minFresh, .onlyIfCached, .other: idle(name, directive.side)
        }
    }

    /// A directive that says nothing here.
    private static func idle(_ name: Bytes, _ side: CacheControl.MessageSide?) -> Meaning {
        let text: Wording =
            switch side {
            case .request: "\(quoting: name) has an effect only in a request; in this response it is ignored."
            case .response: "\(quoting: name) has an effect only in a response; in this request it is ignored."
            case nil: "\(quoting: name) is not a directive that Hark knows. Caches ignore unknown directives."
            }
        return Meaning(text, "RFC 9111 §5.2.3")
    }

    static func seconds(_ value: Bytes?, _ spec: String, _ text: (String) -> Wording) -> Meaning {
        guard let value, case .value(let counted) = CacheControl.seconds(value) else {
            return Meaning(
                "A directive that needs a number of seconds.", rule: "delta-seconds", spec,
                expected: "a number of seconds, in digits only")
        }
        // RFC 9111 §1.2.2: what is too large counts as 2 to the power of 31.
        guard value.decimal == UInt64(clamping: counted) else {
            let cap: Wording = " \(abbreviating: value) is more than caches can count."
            return Meaning("\(text(Quantity.seconds(UInt64(clamping: counted))))\(cap)", rule: "delta-seconds", spec)
        }
        return Meaning(text(Quantity.seconds(UInt64(clamping: counted))), rule: "delta-seconds", spec)
    }
}

extension CacheDirectives {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "cache-control",
            samples: ["max-age=3600, private=\"Set-Cookie\", no-cache, community=\"UCI\"", "max-stale"], cacheControl),
        Field("pragma", samples: ["no-cache"], pragma),
        // Of no standard, and written like Cache-Control.
        Field("surrogate-control", samples: ["max-age=600, no-store"], cacheControl),
    ]
}
