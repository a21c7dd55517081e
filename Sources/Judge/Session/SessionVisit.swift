import Bytes
import HTTPModel
import HTTPSemantics

/// One exchange as checks of a session remember it: what they compare with others, and no contents. Less than 4 KiB.
package struct SessionVisit: Sendable {
    /// What a recording knows of an exchange beside its messages.
    package struct Trace: Sendable {
        /// As reports name it.
        package let number: UInt64
        /// The client's address without its port; nil when it was not recorded.
        package let client: String?
        /// When it began and when its answer came, in microseconds since 1970; nil when no clock was read.
        package let start: Int64?
        package let end: Int64?
        /// When it was over.
        package let finish: Int64?

        package init(
            number: UInt64, client: String? = nil, start: Int64? = nil, end: Int64? = nil, finish: Int64? = nil
        ) {
            self.number = number
            self.client = client
            self.start = start
            self.end = end
            self.finish = finish
        }
    }

    /// A Set-Cookie line that was to delete a cookie, and the cookie that it left where it is.
    struct MissedDeletion: Sendable {
        let name: Bytes
        var setBy: Int
        let domain: Bytes
        let path: Bytes
        let isHostOnly: Bool
    }

    let trace: Trace
    /// Tells clients apart: address and User-Agent.
    let client: Int
    let method: Method
    /// 0 when there was no answer.
    let status: Int
    /// In its normal form, without fragment.
    let url: Bytes
    let origin: Bytes
    let host: Bytes
    let isSecure: Bool

    // The request.
    /// Hashes of the fields' names and values.
    let asked: [Int: Int]
    let isConditional: Bool
    let isUnguardedWrite: Bool
    /// The client said that it wants no stored response.
    let isReload: Bool
    let hasRange: Bool
    let authorization: Int?
    /// Its scheme is NTLM or Negotiate, whose 401 is a step and no refusal.
    let isHandshake: Bool
    let isMultipart: Bool
    let cookieCount: Int
    let idempotencyKey: Int?
    let requestContent: Int?

    // The answer.
    let tag: EntityTag?
    let lastModified: Int64?
    let date: Int64?
    let hasAge: Bool
    /// Until when a private cache may reuse it, in seconds since 1970, by a lifetime that it states; nil: never.
    let freshUntil: Int64?
    /// A private cache keeps it.
    let isKept: Bool
    let vary: [Bytes]
    /// Fields that a 304 has to repeat.
    let repeated: Set<Bytes>
    let content: Int?
    let contentSize: UInt64
    let type: Bytes
    let coding: Bytes
    let language: Bytes
    let length: UInt64?
    let target: Bytes?
    let isPermanentRedirect: Bool
    let retryAfter: Int64?
    let allowsCredentialsTo: Bytes?
    let cspNonces: [Int]
    /// max-age of Strict-Transport-Security; nil when https did not announce it.
    let hstsMaxAge: UInt64?
    let announcesHSTSBelow: Bool
    let created: Bytes?
    let next: Bytes?
    let range: ClosedRange<UInt64>?
    let isReused: Bool?
    let isHTTP1: Bool
    /// The connection ends with this exchange.
    let closes: Bool
    /// It came out of a cache on the way, as that reports.
    let isHit: Bool
    /// A field of the request that Vary names and the answer does not fit, with what it is for.
    let unfit: (field: String, value: Bytes)?
    /// Nonce and count of Digest credentials.
    let digest: (key: Int, count: Bytes)?
    /// A code that is exchanged for tokens (RFC 6749 §4.1.3), as a hash.
    let authorizationCode: Int?
    /// What is wrong with the cookies that the request has, and lacks.
    var cookieFaults = CookieFaults()
    /// Cookies that the answer was to delete, and did not.
    var missed: [MissedDeletion] = []

    /// When it began, in seconds; nil when no clock was read.
    var startSeconds: Int64? { trace.start.map { $0 / 1_000_000 } }
    var isAnswered: Bool { status > 0 }

    /// nil when it is not known what was asked for.
    init?(_ x: Facts, _ trace: Trace) {
        guard let request = x.request, let url = x.url, x.knowsScheme, url.isHTTP, url.raw.count <= 2_048,
            let host = url.bytes(url.host), let authority = url.bytes(url.authority), let scheme = url.bytes(url.scheme)
        else { return nil }
        self.trace = trace
        let fields = request.fields
        var hasher = Hasher()
        hasher.combine(trace.client)
        hasher.combine(fields.first(named: "user-agent"))
        client = hasher.finalize()
        method = request.method
        status = x.response?.status ?? 0
        let whole = url.normalForm
        self.url = whole.firstIndex(of: UInt8(ascii: "#")).map { whole.slice(0..<$0) } ?? whole
        origin = Bytes(scheme.lowercased.array + Array("://".utf8) + authority.lowercased.array)
        self.host = host.lowercased
        isSecure = url.hasScheme("https")
        var asked: [Int: Int] = [:]
        for line in fields.lines.prefix(100) {
            let name = fields.name(of: line).lowercased.hashValue
            asked[name] = (asked[name] ?? 0) &* 31 &+ fields.value(of: line).hashValue
        }
        self.asked = asked
        let conditions: [StaticString] = ["if-none-match", "if-modified-since", "if-match", "if-unmodified-since"]
        isConditional = conditions.contains { fields.contains(named: $0) }
        let isCreation = fields.first(named: "if-none-match")?.trimmed == Bytes("*")
        isUnguardedWrite =
            (method == .put || method == .patch) && !fields.contains(named: "if-match")
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
        idempotencyKey = fields.first(named: "idempotency-key")?.hashValue
        requestContent = x.requestContent.isTruncated ? nil : (x.requestContent.bytes ?? Bytes()).hashValue
        let answer = x.response?.fields ?? Facts.noFields
        tag = x.tag
        lastModified = x.lastModified
        date = x.date
        hasAge = answer.contains(.age)
        let fresh = x.freshness?.privateCache
        isKept = fresh?.isKept == true
        freshUntil = fresh.flatMap { Self.freshUntil($0, arrived: x.clock.arrived) }
        vary = x.vary.map(\.lowercased)
        var repeated = Set(Self.repeatedNames.filter { answer.contains(named: $0) }.map { Bytes($0.description) })
        // Expires has no effect beside max-age: it need not be repeated, nor is it missing.
        if x.control.contains(.maxAge) || x.control.contains(.sharedMaxAge) {
            if status == 304 {
                repeated.insert(Bytes("expires"))
            } else {
                repeated.remove(Bytes("expires"))
            }
        }
        self.repeated = repeated
        content = x.responseContent.isTruncated ? nil : x.responseContent.bytes.map(\.hashValue)
        contentSize = x.responseContent.transferred ?? 0
        type = x.type?.essence.lowercased ?? Bytes()
        coding = x.codings.last?.name ?? Bytes()
        language = answer.first(named: "content-language")?.lowercased ?? Bytes()
        length = x.announcedLength
        let redirect = x.followed
        target = redirect.map { $0.target.normalForm }.map { target in
            target.firstIndex(of: UInt8(ascii: "#")).map { target.slice(0..<$0) } ?? target
        }
        isPermanentRedirect = redirect?.isPermanent == true
        retryAfter = answer.first(named: "retry-after")?.decimal.flatMap { Int64(exactly: $0) }
        let allowed = answer.first(named: "access-control-allow-origin")
        let echoes =
            allowed != nil && allowed == fields.first(named: "origin") && allowed?.equalsIgnoringCase("null") == false
            && answer.first(named: "access-control-allow-credentials")?.trimmed == Bytes("true")
        allowsCredentialsTo = echoes ? allowed : nil
        cspNonces = status == 200 ? CSPPolicy.nonces(answer).map(\.hashValue) : []
        let hsts = isSecure ? HSTSPolicy.of(answer) : nil
        hstsMaxAge = hsts?.maxAge
        announcesHSTSBelow = hsts.map { $0.maxAge > 0 && $0.includesSubdomains } ?? false
        created =
            status == 201
            ? answer.first(named: "location").map { URLReference($0).resolved(against: url).normalForm } : nil
        next = LinkValue.list(answer).first { $0.has("next") }.map {
            URLReference($0.target).resolved(against: url).normalForm
        }
        range = status == 206 ? answer.first(.contentRange).flatMap { ContentRange($0) }?.range : nil
        isHit = (x.answered(.age)?.decimal ?? 0) > 0 || CacheReport(answer)?.isFromCache == true
        unfit = Self.unfit(x)
        digest = Self.digest(x)
        let isExchange = x.form.contains { $0.name.isExactly("grant_type") && $0.value.isExactly("authorization_code") }
        authorizationCode = isExchange ? x.form.first { $0.name.isExactly("code") }?.value.hashValue : nil
        isReused = x.isReused
        isHTTP1 = x.requestIsHTTP1
        let endsBodyByClosing =
            x.responseIsHTTP1 && x.responseHasContent && !answer.contains(.contentLength)
            && !answer.contains(.transferEncoding)
        closes =
            fields.hasConnectionOption("close") || answer.hasConnectionOption("close") || endsBodyByClosing
    }

    private static let repeatedNames: [StaticString] = ["etag", "vary", "cache-control", "expires", "content-location"]

    private static func freshUntil(_ fresh: Freshness, arrived: Int64?) -> Int64? {
        guard let arrived, fresh.isKept, fresh.isFresh else { return nil }
        switch fresh.lifetime.source {
        case .maxAge, .expires:
            let (until, overflow) = arrived.addingReportingOverflow(fresh.remaining)
            return overflow ? .max : until
        default: return nil
        }
    }

    /// Whether a later request of the same client is answered by this response as far as Vary says (RFC 9111 §4.1).
    func isSelected(by later: SessionVisit) -> Bool {
        vary.allSatisfy { $0 != Bytes("*") && asked[$0.hashValue] == later.asked[$0.hashValue] }
    }
}
