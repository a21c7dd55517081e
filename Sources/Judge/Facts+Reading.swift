import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// One cookie that a response sets, and what becomes of it. An object, since thirty checks each go over all of them,
/// and would copy their many parts.
final class CookieLine: Sendable {
    let cookie: SetCookie
    /// Its attributes, which many checks go through.
    let attributes: [SetCookie.Attribute]
    let range: Range<Int>
    /// Why browsers ignore it; nil when they keep it, or when it is not known what was asked for.
    let rejection: SetCookie.Rejection?

    init(_ cookie: SetCookie, _ range: Range<Int>, _ rejection: SetCookie.Rejection?) {
        self.cookie = cookie
        attributes = cookie.attributes
        self.range = range
        self.rejection = rejection
    }

    /// What it is called. The value of a nameless one is no name: it is a credential, and varies.
    var name: Value {
        if !cookie.name.isEmpty { return .bytes(cookie.name) }
        return .words(cookie.value.isEmpty ? "a cookie without a name and value" : "the cookie without a name")
    }
}

/// Credentials of a request.
struct CredentialLine {
    /// nil when there is no scheme.
    let value: AuthorizationValue?
    /// The whole value.
    let written: Bytes
    let range: Range<Int>
    let token: JSONWebToken?
    /// It is Proxy-Authorization.
    let isForProxy: Bool

    func hasScheme(_ scheme: StaticString) -> Bool { value?.scheme.equalsIgnoringCase(scheme) ?? false }
}

/// What a browser asks on behalf of another origin's page, and what it makes of the answer.
struct CORSLine {
    let request: CORSRequest
    let check: CORSCheck
    let allowed: Bytes

    var verdict: CORSCheck.Verdict { check.verdict }
}

// What takes more than a line to read.
extension Facts {
    /// What the two kinds of caches make of the response; nil without its request. When it is not known when the
    /// response came, it is taken to be as old as its Age says: it cannot be younger.
    func readFreshness() -> CacheVerdicts? {
        guard let request, let response, response.status >= 200 else { return nil }
        let age = response.fields.first(.age)?.decimal.flatMap { Int64(exactly: $0) } ?? 0
        let arrived = clock.arrived ?? (date ?? 0) + min(age, 1 << 40)
        return CacheVerdicts(
            url: url?.raw, request, response,
            .init(requestTime: clock.sent ?? arrived, responseTime: arrived, now: arrived, isRead: clock.arrived != nil)
        )
    }

    /// What decides whether caches store the response; nil without one.
    func readStorage() -> StorageCondition.Facts? {
        response.map { response in
            StorageCondition.Facts(
                url: url?.raw, method: request?.method ?? .get, request: request?.fields ?? Self.noFields,
                requestControl: requestControl, status: response.status, response: response.fields, control: control)
        }
    }

    func readHSTS() -> Result<HSTSPolicy, HSTSPolicy.Flaw>? {
        guard let value = answered(named: "strict-transport-security") else { return nil }
        do throws(HSTSPolicy.Flaw) {
            return .success(try HSTSPolicy(value))
        } catch {
            return .failure(error)
        }
    }

    func readDefectiveTarget() -> URLReference? {
        guard let request, request.target.form != .authority, request.target.form != .asterisk else { return nil }
        let bytes = request.targetBytes
        // What begins with two slashes is a path here (RFC 9112 §3.2.1).
        let url = URLReference(bytes, as: bytes.first == ASCII.slash ? .pathAndQuery : .reference)
        return url.firstDefect { _ in true } == nil ? nil : url
    }

    func readRedirect() -> Redirect? {
        guard let request, let response, let url else { return nil }
        return Redirect.of(
            method: request.method, request: request.fields, status: response.status, response: response.fields,
            url: url.raw)
    }

    func readCookies() -> [CookieLine] {
        guard let response, response.fields.contains(.setCookie) else { return [] }
        let context = url.map { CookieContext(url: $0.raw, method: request?.method ?? .get, request: request?.fields) }
        return response.fields.lines.lazy.filter { $0.known == .setCookie }.map { line in
            let cookie = SetCookie(response.fields.unfoldedValue(of: line))
            let rejection =
                if let context {
                    cookie.rejection(from: context)
                } else {
                    cookie.rejection
                }
            return CookieLine(cookie, line.value, rejection)
        }
    }

    func readCORS() -> CORSLine? {
        guard let request, let response, let url, let asked = CORSRequest(request, url: url, knowsScheme: knowsScheme),
            !asked.isSameOrigin
        else { return nil }
        let check = CORSCheck(asked, response)
        return CORSLine(request: asked, check: check, allowed: check.allowOrigin ?? Bytes())
    }

    func readCredentials() -> [CredentialLine] {
        guard let request else { return [] }
        return request.fields.lines.lazy.filter { $0.known == .authorization || $0.known == .proxyAuthorization }
            .map { line in
                let written = request.fields.value(of: line)
                let value = AuthorizationValue(written)
                let isBearer = value?.scheme.equalsIgnoringCase("bearer") ?? false
                return CredentialLine(
                    value: value, written: written, range: line.value,
                    token: isBearer ? value.flatMap { JSONWebToken($0.rest) } : nil,
                    isForProxy: line.known == .proxyAuthorization)
            }
    }

    /// What the conditions of a request came to, and whether the answer agrees.
    func readConditions() -> ConditionalVerdict? {
        guard let request, let response else { return nil }
        return ConditionalVerdict(
            method: request.method, request: request.fields, status: response.status, response: response.fields,
            now: clock.about)
    }

    /// What of the resource was asked for, and how the answer lies to it.
    func readRanges() -> RangeVerdict? {
        guard let response else { return nil }
        return RangeVerdict(
            method: request?.method ?? .get, request: request?.fields, status: response.status,
            response: response.fields, contentSize: responseContent.transferred)
    }

    func readCharset() -> CharsetVerdict? {
        let bytes = codings.isEmpty ? responseContent.bytes : nil
        return type.map { CharsetVerdict(bytes, type: $0, isCut: responseContent.isTruncated) }
    }

    /// What the content begins like, where that can be seen.
    func readSignature() -> ContentSignature? {
        guard codings.isEmpty, response?.status != 206 else { return nil }
        return responseContent.bytes.flatMap { ContentSignature($0) }
    }

    /// Names and values of the query, decoded.
    func readParameters() -> [(name: Bytes, value: Bytes)] {
        url.flatMap { $0.bytes($0.query) }.map(pairs) ?? []
    }

    func readForm() -> [(name: Bytes, value: Bytes)] {
        guard requestType?.is("application", "x-www-form-urlencoded") == true else { return [] }
        return plainContent(.request).map(pairs) ?? []
    }

    /// The first hundred pairs of a query or form, decoded.
    private func pairs(_ text: Bytes) -> [(name: Bytes, value: Bytes)] {
        guard text.count <= 65_536 else { return [] }
        var parameters: [(name: Bytes, value: Bytes)] = []
        PercentCoding.forEachPair(of: text) { name, value in
            guard parameters.count < 100 else { return }
            parameters.append(
                (
                    PercentCoding.decode(name, plusIsSpace: true),
                    PercentCoding.decode(value ?? Bytes(), plusIsSpace: true)
                ))
        }
        return parameters
    }
}
