import Bytes
import HTTPModel
import HTTPSemantics

/// What is wrong with the cookies of a request, as far as the responses before it tell.
struct CookieFaults: Sendable {
    /// Sent, though a rule that was seen forbids it.
    var undue: [(name: Bytes, rule: String)] = []
    /// Not sent, though set before, and by which exchange.
    var withheld: [(name: Bytes, setBy: Int)] = []
    /// A cookie that is sent before one with a longer path.
    var early: (name: Bytes, next: Bytes)?
    /// The session that a login does not replace, and by which exchange it was set.
    var fixed: (name: Bytes, setBy: Int)?

    var isNone: Bool { undue.isEmpty && withheld.isEmpty && early == nil && fixed == nil }
}

extension Bytes {
    /// The same bytes by themselves, so that they keep no head alive.
    var kept: Bytes { Bytes(array) }

    fileprivate var withoutFragmentEnd: Int { firstIndex(of: UInt8(ascii: "#")) ?? count }

    /// A URL without its fragment.
    var withoutFragment: Bytes { slice(0..<withoutFragmentEnd) }
}

extension Method {
    /// The same, so that it keeps no head alive.
    fileprivate var kept: Method {
        if case .other(let name) = self { .other(name.kept) } else { self }
    }
}

extension VisitTerms {
    /// nil when the URL has no host.
    init?(_ x: Facts, _ request: RequestHead, _ url: URLReference, _ trace: SessionVisit.Trace) {
        guard let host = url.bytes(url.host), let authority = url.bytes(url.authority),
            let scheme = url.bytes(url.scheme)
        else { return nil }
        let fields = request.fields
        var hasher = Hasher()
        hasher.combine(trace.client)
        hasher.combine(fields.first(named: "user-agent"))
        client = hasher.finalize()
        method = request.method.kept
        status = x.response?.status ?? 0
        origin = Bytes(scheme.lowercased.array + Array("://".utf8) + authority.lowercased.array)
        self.host = host.lowercased.kept
        isSecure = url.hasScheme("https")
        let conditions: [StaticString] = ["if-none-match", "if-modified-since", "if-match", "if-unmodified-since"]
        isConditional = conditions.contains { fields.contains(named: $0) }
        let isCreation = fields.first(named: "if-none-match")?.trimmed == Bytes("*")
        isUnguardedWrite =
            (request.method == .put || request.method == .patch) && !fields.contains(named: "if-match")
            && !fields.contains(named: "if-unmodified-since") && !isCreation
        isReload =
            x.requestControl.contains(.noCache) || x.requestControl.contains(.noStore)
            || x.requestControl.contains(.maxAge) || fields.contains(named: "pragma")
        hasRange = fields.contains(named: "range")
        let credentials = fields.first(.authorization)
        authorization = credentials?.hashValue
        isHandshake =
            credentials?.hasPrefix(ignoringCase: "ntlm") == true
            || credentials?.hasPrefix(ignoringCase: "negotiate") == true
        isMultipart = fields.first(named: "content-type")?.hasPrefix(ignoringCase: "multipart/") == true
        cookieCount = fields.contains(named: "cookie") ? CookiePairs.parse(fields).count : 0
        let answer = x.response?.fields ?? Facts.noFields
        hasAge = answer.contains(.age)
        isKept = x.freshness?.privateCache.isKept == true
        vary = x.vary.map(\.lowercased.kept)
        repeated = Self.repeated(x, answer)
        type = x.type?.essence.lowercased.kept ?? Bytes()
        coding = x.codings.last?.name.kept ?? Bytes()
        language = answer.first(named: "content-language")?.lowercased.kept ?? Bytes()
        isPermanentRedirect = x.followed?.isPermanent == true
        let hsts = isSecure ? HSTSPolicy.of(answer) : nil
        hstsMaxAge = hsts?.maxAge
        announcesHSTSBelow = hsts.map { $0.maxAge > 0 && $0.includesSubdomains } ?? false
        isHit = (x.answered(.age)?.decimal ?? 0) > 0 || CacheReport(answer)?.isFromCache == true
        isReused = x.isReused
        isHTTP1 = x.requestIsHTTP1
        let endsBodyByClosing =
            x.responseIsHTTP1 && x.responseHasContent && !answer.contains(.contentLength)
            && !answer.contains(.transferEncoding)
        closes =
            fields.hasConnectionOption("close") || answer.hasConnectionOption("close") || endsBodyByClosing
    }

    private static let repeatedNames: [StaticString] = ["etag", "vary", "cache-control", "expires", "content-location"]

    private static func repeated(_ x: Facts, _ answer: FieldSection) -> Set<Bytes> {
        var repeated = Set(repeatedNames.filter { answer.contains(named: $0) }.map { Bytes($0.description) })
        // Expires has no effect beside max-age: it need not be repeated, nor is it missing.
        if x.control.contains(.maxAge) || x.control.contains(.sharedMaxAge) {
            if x.response?.status == 304 {
                repeated.insert(Bytes("expires"))
            } else {
                repeated.remove(Bytes("expires"))
            }
        }
        return repeated
    }
}

extension SeldomSeen {
    init(_ x: Facts, _ request: RequestHead, _ url: URLReference) {
        let (fields, answer) = (request.fields, x.response?.fields ?? Facts.noFields)
        let status = x.response?.status ?? 0
        idempotencyKey = fields.first(named: "idempotency-key")?.hashValue
        target = x.followed.map { $0.target.normalForm.withoutFragment.kept }
        retryAfter = answer.first(named: "retry-after")?.decimal.flatMap { Int64(exactly: $0) }
        let allowed = answer.first(named: "access-control-allow-origin")
        let echoes =
            allowed != nil && allowed == fields.first(named: "origin") && allowed?.equalsIgnoringCase("null") == false
            && answer.first(named: "access-control-allow-credentials")?.trimmed == Bytes("true")
        allowsCredentialsTo = echoes ? allowed?.kept : nil
        cspNonces = status == 200 ? CSPPolicy.nonces(answer).map(\.hashValue) : []
        created =
            status == 201
            ? answer.first(named: "location").map { URLReference($0).resolved(against: url).normalForm.kept } : nil
        next = LinkValue.list(answer).first { $0.has("next") }.map {
            URLReference($0.target).resolved(against: url).normalForm.kept
        }
        range = status == 206 ? answer.first(.contentRange).flatMap { ContentRange($0) }?.range : nil
        unfit = Self.unfit(x)
        digest = Self.digest(x)
        let isExchange = x.form.contains { $0.name.isExactly("grant_type") && $0.value.isExactly("authorization_code") }
        authorizationCode = isExchange ? x.form.first { $0.name.isExactly("code") }?.value.hashValue : nil
    }

    private static func unfit(_ x: Facts) -> (field: String, value: Bytes)? {
        if x.varies(by: "origin"), let origin = x.asked(named: "origin"),
            let allowed = x.answered(named: "access-control-allow-origin"), allowed != "*", allowed != origin
        {
            return ("Origin", allowed.kept)
        }
        if x.varies(by: "accept-language"), !x.languages.isEmpty,
            let language = x.answered(named: "content-language")?.trimmed, !language.contains(ASCII.comma),
            Preference.forLanguage(language, in: x.languages) == nil
        {
            return ("Accept-Language", language.kept)
        }
        return nil
    }

    private static func digest(_ x: Facts) -> (key: Int, count: Bytes)? {
        guard let line = x.credentials.first(where: { !$0.isForProxy }), line.hasScheme("digest"),
            let value = line.value, let nonce = value.parameter("nonce"), let count = value.parameter("nc")
        else { return nil }
        var hasher = Hasher()
        hasher.combine(nonce)
        hasher.combine(count)
        hasher.combine(value.parameter("cnonce"))
        return (hasher.finalize(), count.kept)
    }
}
