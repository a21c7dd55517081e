import Bytes
import HTTPSemantics

/// Fields that are Structured Fields (RFC 9651): each part with its type.
enum StructuredValues {
    /// What members or parameters of one field mean, by their keys.
    typealias Keys = @Sendable (Bytes) -> String?
    /// What a part means, with its bytes, beyond its syntax; nil for most.
    typealias Words = @Sendable (StructuredPart, Bytes) -> Wording?

    static func reader(
        _ kind: StructuredField.Kind, _ keys: @escaping Keys = { _ in nil },
        words: @escaping Words = { _, _ in nil }
    ) -> FieldReader {
        { scan in read(&scan, kind, keys, words) }
    }

    static func read(
        _ scan: inout SpanScanner, _ kind: StructuredField.Kind, _ keys: Keys,
        _ words: @escaping Words = { _, _ in nil }
    ) {
        let (parts, error) = StructuredField.parts(of: scan.rest, as: kind, limit: SpanScanner.limit + 1)
        for part in parts { name(part, &scan, kind, keys, words) }
        guard let error else { return }
        scan.advanceToEnd()
        scan.expected(
            error.rule, error.spec,
            """
            \(error.text), at byte \(error.offset) of the value; recipients ignore the whole field because of this \
            error
            """)
    }

    private static func name(
        _ part: StructuredPart, _ scan: inout SpanScanner, _ kind: StructuredField.Kind, _ keys: Keys, _ words: Words
    ) {
        let isGroup = !part.children.isEmpty
        if isGroup {
            scan.begin()
            for child in part.children { name(child, &scan, kind, keys, words) }
        } else {
            scan.advance(part.range.count)
        }
        let bytes = isGroup ? scan.group : scan.seen
        let (rule, section, syntax) = phrase(part, bytes, kind, keys)
        // An item says what its value says.
        let text = words(isGroup && part.kind == .item ? part.children[0] : part, bytes) ?? syntax
        if isGroup {
            scan.finish(rule, "RFC 9651 §\(section)", text)
        } else {
            scan.name(rule, "RFC 9651 §\(section)", text)
        }
    }

    private static func phrase(
        _ part: StructuredPart, _ bytes: Bytes, _ kind: StructuredField.Kind, _ keys: Keys
    ) -> (rule: String, section: String, text: Wording) {
        switch part.kind {
        case .listMember: return ("list-member", "3.1", "A member of the list: \(abbreviating: bytes)")
        case .dictionaryMember:
            // Its key says more than that it is a member.
            let key = bytes.slice(0..<min(part.children.first?.range.count ?? 0, bytes.count))
            return ("dict-member", "3.2", "The key \(abbreviating: key)\(keys(key).map { ": \($0)" } ?? "").")
        case .innerList: return ("inner-list", "3.1.1", "An inner list: \(abbreviating: bytes)")
        case .item:
            guard case .bareItem(let item)? = part.children.first?.kind else {
                return ("sf-item", "3.3", "An item: \(abbreviating: bytes)")
            }
            return ("sf-item", "3.3", self.item(item).text)
        case .parameters: return ("parameters", "3.1.2", "Its parameters: \(abbreviating: bytes)")
        case .parameter: return ("parameter", "3.1.2", "A parameter: \(abbreviating: bytes)")
        case .memberKey:
            return ("member-key", "3.2", "The key \(abbreviating: bytes)\(keys(bytes).map { ": \($0)" } ?? "").")
        case .parameterKey:
            return ("param-key", "3.1.2", "The parameter \(abbreviating: bytes)\(keys(bytes).map { ": \($0)" } ?? "").")
        case .bareItem(let item): return self.item(item)
        case .comma: return ("\",\"", kind == .dictionary ? "3.2" : "3.1", "Separates the members.")
        case .semicolon: return ("\";\"", "3.1.2", "Introduces a parameter.")
        case .equals: return ("\"=\"", "3.1.2", "Separates the key from its value.")
        case .openingParenthesis: return ("\"(\"", "3.1.1", "Opens the inner list.")
        case .closingParenthesis: return ("\")\"", "3.1.1", "Closes the inner list.")
        case .space:
            return (bytes.allSatisfy { $0 == ASCII.space } ? "SP" : "OWS", "4.2", "White space without meaning.")
        }
    }

    private static func item(_ item: BareItem) -> (rule: String, section: String, text: Wording) {
        switch item {
        case .integer(let value): return ("sf-integer", "3.3.1", "The integer \(value).")
        case .decimal(let value): return ("sf-decimal", "3.3.2", "The decimal \(value.description).")
        case .string(let value): return ("sf-string", "3.3.3", "The string \(quoting: value).")
        case .token(let value): return ("sf-token", "3.3.4", "The token \(abbreviating: value).")
        case .byteSequence(let value):
            return ("sf-binary", "3.3.5", "A byte sequence in base64: \(Quantity.bytes(value.count)).")
        case .boolean(let value): return ("sf-boolean", "3.3.6", value ? "True." : "False.")
        case .date(let value): return ("sf-date", "3.3.7", "The moment \(Quantity.moment(value)).")
        case .displayString(let value):
            return ("sf-displaystring", "3.3.8", "The text \(quoting: Bytes(value)), percent-decoded.")
        }
    }

    // MARK: What keys mean

    static let priority: Keys = { key in
        switch key.text {
        case "u": "urgency, from 0 (first) to 7 (last), 3 when not given (RFC 9218 §4.1)"
        case "i": "incremental: the client can use parts before the end (RFC 9218 §4.2)"
        default: nil
        }
    }

    static let cacheStatus: Keys = { key in
        switch key.text {
        case "hit": "the cache answered without forwarding the request (RFC 9211 §2.1)"
        case "fwd": "why the request was forwarded (RFC 9211 §2.2)"
        case "fwd-status": "the status of the forwarded request's response (RFC 9211 §2.3)"
        case "ttl": "how many seconds it stays fresh, negative when stale (RFC 9211 §2.4)"
        case "stored": "whether the cache stored the response (RFC 9211 §2.5)"
        case "collapsed": "whether the request waited for the response to another (RFC 9211 §2.6)"
        case "key": "the key under which the cache stored it (RFC 9211 §2.7)"
        case "detail": "details that only this cache defines (RFC 9211 §2.8)"
        default: nil
        }
    }

    static let proxyStatus: Keys = { key in
        switch key.text {
        case "error": "why the proxy generated this response (RFC 9209 §2.1.1)"
        case "next-hop": "the next server (RFC 9209 §2.1.2)"
        case "next-protocol": "the protocol to the next server, by its ALPN name (RFC 9209 §2.1.3)"
        case "received-status": "the status from the next server (RFC 9209 §2.1.4)"
        case "details": "more about it, for people (RFC 9209 §2.1.5)"
        default: nil
        }
    }

    static let signature: Keys = { key in
        switch key.text {
        case "created": "when the signature was made (RFC 9421 §2.3)"
        case "expires": "until when the signature is valid (RFC 9421 §2.3)"
        case "nonce": "a number used once (RFC 9421 §2.3)"
        case "alg": "the signature's algorithm (RFC 9421 §2.3)"
        case "keyid": "the key that made it (RFC 9421 §2.3)"
        case "tag": "the application that it was made for (RFC 9421 §2.3)"
        default: nil
        }
    }

    static let digest: Keys = { key in
        switch key.text {
        case "sha-256", "sha-512": "a hash of the content or the representation (RFC 9530 §5)"
        case "md5", "sha", "unixsum", "unixcksum", "adler", "crc32c":
            "an algorithm that is no longer safe (RFC 9530 §5)"
        default: nil
        }
    }

    static let rateLimit: Keys = { key in
        switch key.text {
        case "r": "the remaining quota"
        case "t": "seconds until the quota is renewed"
        case "q": "the quota"
        case "w": "the window in seconds"
        case "qu": "the unit of the quota"
        case "pk": "the partition key of the quota"
        default: nil
        }
    }

    static let cacheControl: Keys = { key in
        switch key.text {
        case "max-age": "how many seconds the response is fresh (RFC 9213 §2.1)"
        case "no-store", "private": "the addressed caches must not store it (RFC 9213 §2.1)"
        default: nil
        }
    }

}

extension StructuredValues {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("priority", samples: ["u=1, i"], reader(.dictionary, priority, words: StructuredWords.priority)),
        Field(
            "cache-status", samples: ["ExampleCache; hit; ttl=30, \"x\";fwd=uri-miss;stored=?0"],
            reader(.list, cacheStatus, words: StructuredWords.cacheStatus)),
        Field(
            "proxy-status", samples: ["proxy.example; error=connection_timeout; details=\"x\""],
            reader(.list, proxyStatus)),
        Field(
            "signature-input", samples: ["sig1=(\"@method\" \"date\");created=1618884475;keyid=\"test-key\""],
            reader(.dictionary, signature, words: StructuredWords.signatureInput)),
        Field("signature", samples: ["sig1=:SGVsbG8=:"], reader(.dictionary)),
        Field("accept-signature", samples: ["sig1=(\"@method\");keyid=\"k\""], reader(.dictionary, signature)),
        Field(
            "content-digest", samples: ["sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"],
            reader(.dictionary, digest)),
        Field("repr-digest", samples: ["sha-256=:SGVsbG8=:, md5=:SGVsbG8=:"], reader(.dictionary, digest)),
        Field("want-content-digest", samples: ["sha-256=3, sha-512=10"], reader(.dictionary, digest)),
        Field("want-repr-digest", samples: ["sha-256=1"], reader(.dictionary, digest)),
        Field(
            "no-vary-search", samples: ["params=(\"a\" \"b\"), key-order", "params, except=(\"id\")"],
            reader(.dictionary, words: StructuredWords.noVarySearch)),
        Field("cdn-cache-control", samples: ["max-age=600, private=?0"], reader(.dictionary, cacheControl)),
        Field(
            "permissions-policy", samples: ["geolocation=(), camera=(self \"https://a.test\")"],
            reader(.dictionary, words: StructuredWords.permissions)),
        Field(
            "reporting-endpoints", samples: ["main=\"https://a.example/r\""],
            reader(.dictionary, words: StructuredWords.endpoints)),
        Field("document-policy", samples: ["x=1.5"], reader(.dictionary)),
        Field("use-as-dictionary", samples: ["match=\"/js/*\""], reader(.dictionary)),
        Field("accept-ch", samples: ["Sec-CH-UA, DPR"], reader(.list)),
        Field("critical-ch", samples: ["Sec-CH-UA"], reader(.list)),
        Field("accept-query", samples: ["\"application/sql\";charset=\"UTF-8\""], reader(.list)),
        Field("client-cert-chain", samples: [":SGVsbG8=:, :SGVsbG8=:"], reader(.list)),
        Field("client-cert", samples: [":SGVsbG8=:"], reader(.item)),
        Field("available-dictionary", samples: [":SGVsbG8=:"], reader(.item)),
        Field("dictionary-id", samples: ["\"x\""], reader(.item)),
        Field("capsule-protocol", samples: ["?1"], reader(.item)),
        Field(
            "cross-origin-embedder-policy", samples: ["require-corp;report-to=\"a\""],
            reader(.item, words: StructuredWords.embedder)),
        Field(
            "cross-origin-embedder-policy-report-only", samples: ["require-corp"],
            reader(.item, words: StructuredWords.embedder)),
        Field("cross-origin-opener-policy", samples: ["same-origin"], reader(.item, words: StructuredWords.opener)),
        Field(
            "cross-origin-opener-policy-report-only", samples: ["same-origin"],
            reader(.item, words: StructuredWords.opener)),
        Field("deprecation", samples: ["@1688169599"], reader(.item, words: StructuredWords.deprecation)),
        Field("idempotency-key", samples: ["\"8e03978e\""], reader(.item)),
        Field("origin-agent-cluster", samples: ["?1"], reader(.item, words: StructuredWords.agentCluster)),
        Field("sec-fetch-dest", samples: ["document"], reader(.item, words: StructuredWords.fetchDestination)),
        Field("sec-fetch-mode", samples: ["navigate"], reader(.item, words: StructuredWords.fetchMode)),
        Field("sec-fetch-site", samples: ["same-origin"], reader(.item, words: StructuredWords.fetchSite)),
        Field("sec-fetch-user", samples: ["?1"], reader(.item, words: StructuredWords.fetchUser)),
        Field(
            "sec-ch-ua", samples: ["\"Chromium\";v=\"121\", \"Not A(Brand\";v=\"99\""],
            reader(.list, words: StructuredWords.brands)),
        Field(
            "sec-ch-ua-full-version-list", samples: ["\"Chromium\";v=\"121.0\""],
            reader(.list, words: StructuredWords.brands)),
        Field("sec-purpose", samples: ["prefetch;prerender"], reader(.item, words: StructuredWords.purpose)),
        Field(
            "ratelimit", samples: ["\"default\";r=50;t=30"],
            reader(.list, rateLimit, words: StructuredWords.rateLimit)),
        Field(
            "ratelimit-policy", samples: ["\"burst\";q=100;w=60"],
            reader(.list, rateLimit, words: StructuredWords.rateLimitPolicy)),
        Field("sec-ch-ua-mobile", samples: ["?0"], reader(.item)),
        Field("sec-ch-ua-platform", samples: ["\"Linux\""], reader(.item)),
    ]
}
