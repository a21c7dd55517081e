import Bytes
import HTTPSemantics

/// What the values of single Structured Fields mean, where their syntax alone says little.
enum StructuredWords {
    /// Tokens, each with its sentence; what is not among them has none.
    static func tokens(_ words: [String: String]) -> StructuredValues.Words {
        { part, _ in
            guard case .bareItem(.token(let token)) = part.kind, let text = words[token.text] else { return nil }
            return Wording(text)
        }
    }

    static func boolean(_ yes: String, _ no: String) -> StructuredValues.Words {
        { part, _ in
            guard case .bareItem(.boolean(let value)) = part.kind else { return nil }
            return Wording(value ? yes : no)
        }
    }

    // MARK: - Fetch Metadata, openers and embedders

    static let fetchSite = tokens([
        "same-origin": "The page that asks has the same origin as the target.",
        "same-site": "The page that asks is of the same site, and of another origin.",
        "cross-site": "The page that asks is of another site.",
        "none": "No page asks: the address was typed, bookmarked, or opened from another program.",
    ])

    static let fetchMode = tokens([
        "navigate": "A navigation: the answer becomes the page of a tab or frame.",
        "cors": "A CORS request: across origins the page may read the answer only if the server allows it.",
        "no-cors": "A request without CORS: the page may use the answer, as an image for example, and not read it.",
        "same-origin": "A request that may go to the page's own origin only.",
        "websocket": "The handshake of a WebSocket.",
    ])

    static let fetchDestination = tokens([
        "document": "The answer becomes a page in a tab.", "iframe": "The answer becomes a page in an iframe.",
        "frame": "The answer becomes a page in a frame.", "image": "The answer is used as an image.",
        "script": "The answer is run as a script.", "style": "The answer is used as a style sheet.",
        "font": "The answer is used as a font.", "audio": "The answer is played as audio.",
        "video": "The answer is played as video.", "track": "The answer is used as subtitles.",
        "worker": "The answer is run as a worker.", "sharedworker": "The answer is run as a shared worker.",
        "serviceworker": "The answer is run as a service worker.", "manifest": "The answer is used as a manifest.",
        "object": "The answer is shown by an object element.", "embed": "The answer is shown by an embed element.",
        "json": "The answer is loaded as a JSON module.", "report": "The request brings reports of the browser.",
        "xslt": "The answer is used as an XSLT style sheet.",
        "empty": "The answer is for a script: fetch(), XMLHttpRequest, EventSource, sendBeacon().",
    ])

    static let fetchUser = boolean("A click or a key of the user caused the navigation.", "No user caused it.")

    static let purpose = tokens(["prefetch": "The page is fetched ahead of time; perhaps nobody looks at it."])

    static let opener = tokens([
        "unsafe-none": "Pages that this one opens, or that open it, keep a reference to its window.",
        "same-origin":
            "Only pages of this origin with the same policy keep a reference to its window; all others lose it.",
        "same-origin-allow-popups":
            "As same-origin, but pages that this one opens keep the reference when they have no policy.",
        "noopener-allow-popups": "Whoever opens this page gets no reference to its window.",
    ])

    static let embedder = tokens([
        "unsafe-none": "The page may embed what it likes.",
        "require-corp": "The page may embed only what agrees to it, by CORS or Cross-Origin-Resource-Policy.",
        "credentialless": "What other origins did not agree to is loaded without cookies.",
    ])

    static let agentCluster = boolean(
        "The browser may keep the pages of this origin apart from those of its site (a hint).",
        "The origin does not ask to be kept apart from its site.")

    /// `geolocation=()`: who may use the feature.
    static let permissions: StructuredValues.Words = { part, bytes in
        guard part.kind == .dictionaryMember, let (feature, value) = member(part, bytes) else { return nil }
        let isList = value.first == ASCII.openParenthesis
        let inner = isList ? value.slice(1..<max(1, (value.firstIndex(of: ASCII.closeParenthesis) ?? 1))) : value
        let allowed = FieldList.split(inner, separator: ASCII.space)
        if isList, allowed.isEmpty { return "No page may use \(abbreviating: feature), this one included." }
        if allowed.contains("*") { return "Every page may use \(abbreviating: feature), in frames, too." }
        guard allowed != ["self"] else { return "Only pages of this origin may use \(abbreviating: feature)." }
        let names = allowed.prefix(6).map {
            $0 == "self" ? "this origin" : Quotation.abbreviated(FieldList.unquote($0))
        }
        return "\(abbreviating: feature) may be used by: \(names.joined(separator: ", "))."
    }

    static let endpoints: StructuredValues.Words = { part, bytes in
        guard part.kind == .dictionaryMember, let (name, value) = member(part, bytes) else { return nil }
        return "Reports for \(abbreviating: name) go to \(abbreviating: FieldList.unquote(value))."
    }

    /// `sig1=("@method" "date");created=…`
    static let signatureInput: StructuredValues.Words = { part, bytes in
        guard part.kind == .dictionaryMember, let (name, value) = member(part, bytes),
            value.first == ASCII.openParenthesis, let end = value.firstIndex(of: ASCII.closeParenthesis)
        else { return nil }
        return "The signature \(abbreviating: name) covers \(abbreviating: value.slice(1..<end))."
    }

    /// `"Chromium";v="121"`
    static let brands: StructuredValues.Words = { part, bytes in
        guard part.kind == .listMember else { return nil }
        let end = FieldList.end(in: bytes, from: 0, separator: ASCII.semicolon)
        let version = parameter("v", in: bytes, from: end)
        let name = FieldList.unquote(bytes.slice(0..<end).trimmed)
        guard let version else { return "The brand \(quoting: name)." }
        return "The brand \(quoting: name), version \(abbreviating: version)."
    }

    /// RFC 9218 §4: what cannot be read, or is out of range, is as if it were not there.
    static let priority: StructuredValues.Words = { part, bytes in
        guard part.kind == .dictionaryMember, case .dictionary(let members)? = try? StructuredField(.dictionary, bytes),
            let entry = members.entries.first, case .item(let item) = entry.value
        else { return nil }
        switch (entry.key.text, item.bare) {
        case ("u", .integer(let urgency)) where (0...7).contains(urgency):
            return Wording("Urgency \(urgency), of 0 (first) to 7 (last); 3 when not given (RFC 9218 §4.1).")
        case ("u", _):
            return "No whole number from 0 to 7, so it is ignored: the urgency is 3 (RFC 9218 §4.1)."
        case ("i", .boolean(true)): return "Incremental: parts of the response are useful already (RFC 9218 §4.2)."
        case ("i", .boolean(false)): return "Only the whole response is useful (RFC 9218 §4.2)."
        case ("i", _): return "Neither ?1 nor ?0, so it is ignored (RFC 9218 §4.2)."
        default: return nil
        }
    }

    // MARK: - Caches and limits

    /// `ExampleCache; hit; ttl=30`: what this cache did (RFC 9211 §2).
    static let cacheStatus: StructuredValues.Words = { part, bytes in
        guard part.kind == .listMember else { return nil }
        let end = FieldList.end(in: bytes, from: 0, separator: ASCII.semicolon)
        let cache = Quotation.abbreviated(FieldList.unquote(bytes.slice(0..<end).trimmed))
        let isHit = parameter("hit", in: bytes, from: end).map { $0 != "?0" } ?? false
        let reason = parameter("fwd", in: bytes, from: end)
        let ttl = parameter("ttl", in: bytes, from: end)?.text
        var text =
            if isHit {
                "\(cache) answered from its store"
            } else if let reason {
                "\(cache) asked further (\(Quotation.abbreviated(reason)): \(forwarding(reason)))"
            } else {
                "\(cache) handled the request"
            }
        if let ttl {
            text +=
                ttl.hasPrefix("-")
                ? ", stale for \(ttl.dropFirst()) seconds" : ", fresh for \(ttl) more seconds"
        }
        if parameter("stored", in: bytes, from: end).map({ $0 != "?0" }) == true { text += ", and stored the answer" }
        return Wording(text + ".")
    }

    /// RFC 9211 §2.2.
    private static func forwarding(_ reason: Bytes) -> String {
        switch reason.text {
        case "bypass": "it was told not to handle the request"
        case "method": "the method has to go to the server"
        case "uri-miss": "it has nothing for this URL"
        case "vary-miss": "it has an answer to other request fields only"
        case "miss": "it has nothing that fits"
        case "request": "the request's Cache-Control forbids the stored answer"
        case "stale": "the stored answer is stale"
        case "partial": "it has a part only"
        default: "a reason of its own"
        }
    }

    /// `"default";r=0;t=50`, or in older drafts `limit=100, remaining=0, reset=50`.
    static let rateLimit: StructuredValues.Words = { part, bytes in
        guard part.kind == .listMember else { return nil }
        let end = FieldList.end(in: bytes, from: 0, separator: ASCII.semicolon)
        guard let left = parameter("r", in: bytes, from: end) else { return nil }
        let name = FieldList.unquote(bytes.slice(0..<end).trimmed)
        let reset = parameter("t", in: bytes, from: end)?.decimal
        guard let reset else { return "\(abbreviating: left) left under the policy \(quoting: name)." }
        return "\(abbreviating: left) left under the policy \(quoting: name); more in \(Quantity.seconds(reset))."
    }

    static let rateLimitPolicy: StructuredValues.Words = { part, bytes in
        guard part.kind == .listMember else { return nil }
        let end = FieldList.end(in: bytes, from: 0, separator: ASCII.semicolon)
        guard let quota = parameter("q", in: bytes, from: end) else { return nil }
        let name = FieldList.unquote(bytes.slice(0..<end).trimmed)
        let window = parameter("w", in: bytes, from: end)?.decimal
        guard let window else { return "The policy \(quoting: name) allows \(abbreviating: quota)." }
        return Wording(
            "The policy \(Quotation.of(name)) allows \(Quotation.abbreviated(quota)) in \(Quantity.seconds(window)).")
    }

    /// RFC 9745 §2.1 wants a date; `true` is what drafts before it had.
    static let deprecation: StructuredValues.Words = { part, _ in
        switch part.kind {
        case .bareItem(.date(let seconds)): "Deprecated as of \(Quantity.moment(seconds))."
        case .bareItem(.token("true")), .bareItem(.boolean(true)):
            "Deprecated, as older drafts wrote it; RFC 9745 wants a date here: @ and seconds since 1970."
        default: nil
        }
    }

    // MARK: - Parts

    /// Key and value of a dictionary's member, as they are written; nil without a value.
    private static func member(_ part: StructuredPart, _ bytes: Bytes) -> (key: Bytes, value: Bytes)? {
        guard let key = part.children.first, key.kind == .memberKey else { return nil }
        let end = min(key.range.count, bytes.count)
        guard end < bytes.count, bytes[end] == ASCII.equals else { return nil }
        return (bytes.slice(0..<end), bytes.slice(end + 1..<bytes.count))
    }

    /// The parameter of a list's member, without quotes; empty where it is there without a value.
    private static func parameter(_ name: StaticString, in member: Bytes, from start: Int) -> Bytes? {
        var found: Bytes?
        FieldList.forEachMember(of: member.slice(min(start, member.count)..<member.count), separator: ASCII.semicolon) {
            let (key, value) = FieldList.pair($0)
            if found == nil, key.isExactly(name) { found = value.map { FieldList.unquote($0) } ?? Bytes() }
        }
        return found
    }
}
