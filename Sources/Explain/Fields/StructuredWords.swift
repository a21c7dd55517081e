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
        "same-origin": "The page that sends the request has the same origin as the target.",
        "same-site": "The page that sends the request is of the same site, but another origin.",
        "cross-site": "The page that sends the request is of another site.",
        "none": """
        No page sent the request: the user typed the address, used a bookmark, or opened it from another program.
        """,
    ])

    static let fetchMode = tokens([
        "navigate": "A navigation: the response becomes the page of a tab or frame.",
        "cors": "A CORS request: a page of another origin can read the response only if the server allows it.",
        "no-cors": """
        A request without CORS: the page can use the response, for example as an image, but cannot read it.
        """,
        "same-origin": "A request that may only go to the page's own origin.",
        "websocket": "The handshake of a WebSocket.",
    ])

    static let fetchDestination = tokens([
        "document": "The response becomes a page in a tab.", "iframe": "The response becomes a page in an iframe.",
        "frame": "The response becomes a page in a frame.", "image": "The response is used as an image.",
        "script": "The response is run as a script.", "style": "The response is used as a style sheet.",
        "font": "The response is used as a font.", "audio": "The response is played as audio.",
        "video": "The response is played as video.", "track": "The response is used as subtitles.",
        "worker": "The response is run as a worker.", "sharedworker": "The response is run as a shared worker.",
        "serviceworker": "The response is run as a service worker.", "manifest": "The response is used as a manifest.",
        "object": "The response is shown by an object element.", "embed": "The response is shown by an embed element.",
        "json": "The response is loaded as a JSON module.", "report": "The request sends reports of the browser.",
        "xslt": "The response is used as an XSLT style sheet.",
        "empty": "The response is for a script: fetch(), XMLHttpRequest, EventSource, sendBeacon().",
    ])

    static let fetchUser = boolean(
        """
        A click or key press of the user caused the navigation.
        """, "The user did not cause it.")

    static let purpose = tokens(["prefetch": "The browser prefetches the page; the user may never open it."])

    static let opener = tokens([
        "unsafe-none": "This page and pages that open it, or that it opens, can refer to each other's windows.",
        "same-origin":
            "Only pages of this origin with the same policy can refer to its window.",
        "same-origin-allow-popups":
            "Like same-origin, but pages that this one opens can refer to it when they have no policy.",
        "noopener-allow-popups": "Pages that open this one cannot refer to its window.",
    ])

    static let embedder = tokens([
        "unsafe-none": "The page can embed anything.",
        "require-corp": "The page can embed only resources that allow it, by CORS or Cross-Origin-Resource-Policy.",
        "credentialless": "The browser loads resources of other origins without cookies, unless they allow it.",
    ])

    static let agentCluster = boolean(
        "The browser may isolate the pages of this origin from the rest of its site (a hint).",
        "The origin does not ask to be isolated from its site.")

    /// `geolocation=()`: who may use the feature.
    static let permissions: StructuredValues.Words = { part, bytes in
        guard part.kind == .dictionaryMember, let (feature, value) = member(part, bytes) else { return nil }
        let isList = value.first == ASCII.openParenthesis
        let inner = isList ? value.slice(1..<max(1, (value.firstIndex(of: ASCII.closeParenthesis) ?? 1))) : value
        let allowed = FieldList.split(inner, separator: ASCII.space)
        if isList, allowed.isEmpty { return "No page can use \(abbreviating: feature), including this one." }
        if allowed.contains("*") { return "Every page can use \(abbreviating: feature), also in frames." }
        guard allowed != ["self"] else { return "Only pages of this origin can use \(abbreviating: feature)." }
        let names = allowed.prefix(6).map {
            $0 == "self" ? "this origin" : Quotation.abbreviated(FieldList.unquote($0))
        }
        return "These pages can use \(abbreviating: feature): \(names.joined(separator: ", "))."
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
                "\(cache) answered from its stored responses"
            } else if let reason {
                "\(cache) forwarded the request (\(Quotation.abbreviated(reason)): \(forwarding(reason)))"
            } else {
                "\(cache) handled the request"
            }
        if let ttl {
            text +=
                ttl.hasPrefix("-")
                ? ", stale for \(ttl.dropFirst()) seconds" : ", fresh for \(ttl) more seconds"
        }
        if parameter("stored", in: bytes, from: end).map({ $0 != "?0" }) == true { text += ", and stored the response" }
        return Wording(text + ".")
    }

    /// RFC 9211 §2.2.
    private static func forwarding(_ reason: Bytes) -> String {
        switch reason.text {
        case "bypass": "it was configured not to handle the request"
        case "method": "the method has to go to the server"
        case "uri-miss": "it has no response for this URL"
        case "vary-miss": "it has only a response for other request fields"
        case "miss": "it has no matching response"
        case "request": "the request's Cache-Control forbids the stored response"
        case "stale": "the stored response is stale"
        case "partial": "it has only a part"
        default: "its own reason"
        }
    }

    /// `params=("utm_source"), key-order`: which parts of a query make no other response.
    static let noVarySearch: StructuredValues.Words = { part, bytes in
        guard part.kind == .dictionaryMember else { return nil }
        guard let (key, value) = member(part, bytes) else {
            switch bytes.trimmed.text {
            case "key-order": return "The order of the parameters does not matter."
            case "params": return "No parameter matters, apart from those in except."
            default: return nil
            }
        }
        guard value.first == ASCII.openParenthesis, let end = value.firstIndex(of: ASCII.closeParenthesis) else {
            return nil
        }
        let names = FieldList.split(value.slice(1..<end), separator: ASCII.space).prefix(12).map {
            Quotation.abbreviated(FieldList.unquote($0))
        }.joined(separator: ", ")
        switch key.text {
        case "params": return Wording("These parameters do not matter: \(names).")
        case "except": return Wording("Only these parameters matter: \(names).")
        default: return nil
        }
    }

    /// `"default";r=0;t=50`, or in older drafts `limit=100, remaining=0, reset=50`.
    static let rateLimit: StructuredValues.Words = { part, bytes in
        guard part.kind == .listMember else { return nil }
        let end = FieldList.end(in: bytes, from: 0, separator: ASCII.semicolon)
        guard let left = parameter("r", in: bytes, from: end) else { return nil }
        let name = FieldList.unquote(bytes.slice(0..<end).trimmed)
        let reset = parameter("t", in: bytes, from: end)?.decimal
        guard let reset else { return "The policy \(quoting: name) has \(abbreviating: left) remaining." }
        return """
            The policy \(quoting: name) has \(abbreviating: left) remaining; it is renewed in \
            \(Quantity.seconds(reset)).
            """
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
            "Deprecated, in the format of older drafts. RFC 9745 requires a date: @ and seconds since 1970."
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
