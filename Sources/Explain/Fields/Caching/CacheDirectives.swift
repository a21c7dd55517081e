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
                        "For caches of HTTP/1.0: ask the origin before using a stored response. It is for requests.",
                        "RFC 9111 §5.4") : nil
            }
        }
    }

    // RFC 9111 §5.2.1
    private static func requestMeaning(_ name: Bytes, _ value: Bytes?) -> Meaning? {
        let directive = CacheControl.Name(name)
        return switch directive {
        case .maxAge:
            seconds(value, "RFC 9111 §5.2.1.1") { "The client wants no response older than \($0)." }
        case .maxStale:
            value == nil
                ? Meaning("The client takes a stale response, however stale.", "RFC 9111 §5.2.1.2")
                : seconds(value, "RFC 9111 §5.2.1.2") {
                    "The client takes a response that has been stale for up to \($0)."
                }
        case .minFresh:
            seconds(value, "RFC 9111 §5.2.1.3") { "The client wants a response that stays fresh for at least \($0)." }
        case .noCache:
            Meaning("A cache must ask the origin before it answers this with a stored response.", "RFC 9111 §5.2.1.4")
        case .noStore: Meaning("A cache must store neither this request nor its response.", "RFC 9111 §5.2.1.5")
        case .noTransform: Meaning("Intermediaries must leave the content as it is.", "RFC 9111 §5.2.1.6")
        case .onlyIfCached:
            Meaning("A cache answers from what it has, or with 504; the origin is not asked.", "RFC 9111 §5.2.1.7")
        case .staleIfError:
            seconds(value, "RFC 5861 §4") { "If the origin fails, a response stale for up to \($0) will do." }
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
            seconds(value, "RFC 9111 §5.2.2.1") { "The response is fresh for \($0) after it was made." }
        case .mustRevalidate:
            Meaning("Once stale, it must not be used without asking the origin.", "RFC 9111 §5.2.2.2")
        case .mustUnderstand:
            Meaning("Only a cache that knows what this status code demands may store it.", "RFC 9111 §5.2.2.3")
        case .noCache:
            value == nil
                ? Meaning("It may be stored, but must not be used without asking the origin.", "RFC 9111 §5.2.2.4")
                : Meaning(
                    "The fields named here must not be used again without asking the origin.", "RFC 9111 §5.2.2.4")
        case .noStore: Meaning("No cache may store any part of this.", "RFC 9111 §5.2.2.5")
        case .noTransform: Meaning("Intermediaries must leave the content as it is.", "RFC 9111 §5.2.2.6")
        case .private:
            value == nil
                ? Meaning("Only the cache of one user may store it, no shared one.", "RFC 9111 §5.2.2.7")
                : Meaning("Shared caches must not store the fields named here.", "RFC 9111 §5.2.2.7")
        case .proxyRevalidate:
            Meaning("Once stale, a shared cache must not use it without asking the origin.", "RFC 9111 §5.2.2.8")
        case .public:
            Meaning("Any cache may store it, even where it could not otherwise.", "RFC 9111 §5.2.2.9")
        case .sharedMaxAge:
            seconds(value, "RFC 9111 §5.2.2.10") { "In a shared cache, it is fresh for \($0) instead." }
        case .immutable:
            Meaning("While it is fresh it will not change, so a reload need not ask.", "RFC 8246 §2")
        case .staleWhileRevalidate:
            seconds(value, "RFC 5861 §3") { "It may be used for \($0) after it became stale, while a cache checks it." }
        case .staleIfError:
            seconds(value, "RFC 5861 §4") { "If the origin fails, it may be used for \($0) after it became stale." }
        case .maxStale, .minFresh, .onlyIfCached, .other: idle(name, directive.side)
        }
    }

    /// A directive that says nothing here.
    private static func idle(_ name: Bytes, _ side: CacheControl.MessageSide?) -> Meaning {
        let text: Wording =
            switch side {
            case .request: "\(quoting: name) means something only in a request; here it has no effect."
            case .response: "\(quoting: name) means something only in a response; here it has no effect."
            case nil: "\(quoting: name) is no directive that is known here; caches ignore what they do not know."
            }
        return Meaning(text, "RFC 9111 §5.2.3")
    }

    static func seconds(_ value: Bytes?, _ spec: String, _ text: (String) -> Wording) -> Meaning {
        guard let value, case .value(let counted) = CacheControl.seconds(value) else {
            return Meaning(
                "A directive that needs a number of seconds.", rule: "delta-seconds", spec,
                expected: "a number of seconds, written with digits alone")
        }
        // RFC 9111 §1.2.2: what is too large counts as 2 to the power of 31.
        guard value.decimal == UInt64(clamping: counted) else {
            let cap: Wording = " \(abbreviating: value) is more than caches count."
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
    ]
}
