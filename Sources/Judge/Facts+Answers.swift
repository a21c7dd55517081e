import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

// What several checks ask.
extension Facts {
    /// The bytes that a check of this scope is about: a field's first value, or a start line.
    func place(of scope: Scope) -> Range<Int> {
        switch scope {
        case .field(.request, let field): request?.fields.line(named: field.name)?.value ?? 0..<0
        case .field(.response, let field): response?.fields.line(named: field.name)?.value ?? 0..<0
        case .message(.request): 0..<(request?.startLine.count ?? 0)
        case .message(.response): 0..<(response?.startLine.count ?? 0)
        case .each, .eachField, .exchange, .stream, .inner, .wire, .connection, .session: 0..<0
        }
    }

    /// The first value of a request's field.
    func asked(_ field: KnownField) -> Bytes? { request?.fields.first(field) }
    func asked(named field: StaticString) -> Bytes? { request?.fields.first(named: field) }

    /// The first value of a response's field.
    func answered(_ field: KnownField) -> Bytes? { response?.fields.first(field) }
    func answered(named field: StaticString) -> Bytes? { response?.fields.first(named: field) }

    /// Where the answer leads, when an HTTP request follows.
    var followed: Redirect? { redirect.flatMap { $0.isHTTP ? $0 : nil } }

    /// Bytes of the request's target, counted from its start.
    func target(_ offset: Int = 0, _ length: Int? = nil) -> Range<Int> {
        let whole = request?.target.range ?? 0..<0
        let start = min(whole.lowerBound + offset, whole.upperBound)
        return start..<min(length.map { start + $0 } ?? whole.upperBound, whole.upperBound)
    }

    /// Whether it went through TLS; nil when nothing says so.
    var isEncrypted: Bool? { knowsScheme ? url.map { $0.hasScheme("https") || $0.hasScheme("wss") } : nil }

    /// Whether others on the way can read it: without TLS, and not to this very machine.
    var isExposed: Bool {
        guard isEncrypted == false, let url else { return false }
        return !CookieContext.isThisMachine(url.bytes(url.host) ?? Bytes())
    }

    /// The host is reached only from this machine or network.
    var isLocal: Bool { url.flatMap { $0.bytes($0.host) }.map(LocalHost.isLocal) ?? false }

    /// Whether the response may have content at all (RFC 9110 §6.4.1), as far as the messages tell.
    var responseMayHaveContent: Bool {
        guard let response, response.status >= 200, response.status != 204, response.status != 304 else { return false }
        return answeredMethod != .head && !(answeredMethod == .connect && response.status < 300)
    }

    /// The response has content that was seen, or announced.
    var responseHasContent: Bool {
        guard responseMayHaveContent else { return false }
        if let size = responseContent.transferred { return size > 0 }
        if responseContent.bytes?.isEmpty == false { return true }
        return announcedLength.map { $0 > 0 } ?? false
    }

    func readAnnouncedLength() -> UInt64? {
        guard let fields = response?.fields, fields.contains(.contentLength), !fields.contains(.transferEncoding) else {
            return nil
        }
        // Nearly every message has one line, with one number.
        if let only = fields.first(.contentLength)?.decimal,
            fields.lines.count(where: { $0.known == .contentLength }) == 1
        {
            return only
        }
        let lengths = fields.members(.contentLength).map(\.decimal)
        // Of several that differ none decides (RFC 9112 §6.3, rule 5).
        return lengths.dropFirst().allSatisfy { $0 == lengths[0] } ? lengths.first ?? nil : nil
    }

    /// Some of the request's content was seen, or is announced.
    var requestHasContent: Bool {
        guard let request else { return false }
        if let size = requestContent.transferred, size > 0 { return true }
        return request.fields.contains(.transferEncoding) || (request.fields.first(.contentLength)?.decimal ?? 0) > 0
    }

    /// Whether the message is HTTP/1's, with a start line and a connection of its own.
    var requestIsHTTP1: Bool { request?.version.major == 1 }
    var responseIsHTTP1: Bool { response?.version.major == 1 }

    /// The coding that the response declares last, and its content does not have; nil where it has, or nobody can tell.
    var falseCoding: ContentCoding? {
        guard responseMayHaveContent, let status = response?.status, let coding = codings.last,
            let bytes = responseContent.bytes, coding.isMissing(from: bytes, status: status)
        else { return nil }
        return coding
    }

    /// The content's size with and without its coding; nil when one of them is not known.
    var codedSizes: (transferred: UInt64, decoded: UInt64)? {
        guard !codings.isEmpty, let transferred = responseContent.transferred,
            let decoded = responseContent.decodedSize, decoded > 0
        else { return nil }
        return (transferred, decoded)
    }

    /// Vary names the field, given in lower case, or everything.
    func varies(by field: StaticString) -> Bool { vary.contains { $0 == "*" || $0.equalsIgnoringCase(field) } }

    /// Some cache may give the response to a later request.
    var isReusable: Bool {
        guard !isStoredByNobody, let freshness else { return false }
        return freshness.privateCache.isKept || freshness.shared.isKept
    }

    /// A status above 299 or below 200 is an answer about the request, not the resource.
    var isSuccessfulRead: Bool { request?.method == .get && response?.status == 200 }
}

extension FieldSection {
    /// Where the value of the first line of this name lies.
    func range(_ field: KnownField) -> Range<Int>? { lines.first { $0.known == field }?.value }

    func range(named name: StaticString) -> Range<Int>? { line(named: name)?.value }
}
