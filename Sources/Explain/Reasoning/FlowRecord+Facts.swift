package import Bytes
import Flow
package import HTTPModel
import HTTPSemantics

// What several reasonings and notes ask of an exchange.
extension FlowRecord {
    var reference: URLReference { URLReference(url) }

    /// When the answer came, or else when the question went; seconds since 1970, 0 when nobody knows. Whether it was
    /// recorded is told by `provenance(of:)`.
    var seconds: Int64 { (responseReceivedAt ?? startedAt ?? 0) / 1_000_000 }

    /// The request as CORS sees it; what was only assumed of the URL makes no origin another one.
    func corsRequest(_ head: RequestHead) -> CORSRequest? {
        CORSRequest(head, url: reference, knowsScheme: isRecorded(.url))
    }

    var isEncrypted: Bool { reference.hasScheme("https") || reference.hasScheme("wss") }

    /// Whether the response may have content at all (RFC 9110 §6.4.1).
    var responseMayHaveContent: Bool {
        guard let responseHead else { return false }
        return method != .head && responseHead.status >= 200 && responseHead.status != 204
            && responseHead.status != 304 && !(method == .connect && responseHead.status < 300)
    }

    /// The response has content, as far as is known.
    var responseHasContent: Bool {
        guard responseMayHaveContent, let responseHead else { return false }
        if let size = response.content.size ?? response.content.kept.count.map({ UInt64($0) }) { return size > 0 }
        return responseHead.fields.first(.contentLength)?.decimal.map { $0 > 0 } ?? true
    }

    /// There is content of the response: bytes came, or its head says so. Where nothing was recorded of a body, nobody
    /// can tell (RFC 9112 §6.3 rule 8, RFC 9113 §8.1).
    var hasSeenContent: Bool {
        let isSeen = response.content.size != nil || response.content.kept.count != nil
        let isDeclared =
            responseHead?.fields.contains(.contentLength) == true
            || responseHead?.fields.contains(.transferEncoding) == true
        return responseHasContent && (isSeen || isDeclared)
    }

    /// Some of the request's content was seen, or is announced.
    var requestHasContent: Bool {
        if let size = request.content.size ?? request.content.kept.count.map({ UInt64($0) }), size > 0 { return true }
        return requestFields.contains(.transferEncoding) || (requestFields.first(.contentLength)?.decimal ?? 0) > 0
    }

    /// By all lines of Content-Type, as browsers read them.
    var responseType: MediaType? { responseHead.flatMap { MediaType($0.fields) } }

    /// Content codings of the response other than identity.
    var responseCodings: [ContentCoding] {
        responseHead.map { ContentCoding.list($0.fields).filter { $0 != .identity } } ?? []
    }

    /// The content coding that the response declares last, and its content does not have: it came as it is, whatever
    /// Content-Encoding says (RFC 9110 §8.4). nil where the content has it, or nobody can tell.
    var falseCoding: ContentCoding? {
        guard responseMayHaveContent, let status, let coding = responseCodings.last,
            let bytes = response.content.bytes, coding.isMissing(from: bytes, status: status)
        else { return nil }
        return coding
    }

    /// Content codings that the content really has, as far as its first bytes tell.
    var appliedCodings: [ContentCoding] { falseCoding == nil ? responseCodings : [] }

    /// A cache had nothing to answer with, and was not to ask the server (RFC 9111 §5.2.1.7).
    var isCacheMiss: Bool { status == 504 && CacheControl(requestFields).contains(.onlyIfCached) }

    /// How many bytes of content passed, as transferred.
    var transferredSize: UInt64? {
        response.content.size
            ?? response.content.kept.count.flatMap { response.content.isTruncated ? nil : UInt64($0) }
    }
}

extension FieldSection {
    /// Content-Type as a sentence quotes it: of types that differ the one that browsers use, and else what was sent.
    package var usedContentType: Bytes? {
        MediaType.differing(self).isEmpty ? first(.contentType) : MediaType(self)?.essence
    }
}
