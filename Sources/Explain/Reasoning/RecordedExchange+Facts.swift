import Bytes
import HTTPModel
import HTTPSemantics

// What several reasonings and notes ask of an exchange.
extension RecordedExchange {
    var reference: URLReference { URLReference(url) }

    /// When the answer came, or else when the question went; seconds since 1970.
    var seconds: Int64 { (times.responseReceived ?? times.requestSent) / 1_000_000 }

    var isEncrypted: Bool { reference.hasScheme("https") || reference.hasScheme("wss") }

    /// Whether the response may have content at all (RFC 9110 §6.4.1).
    var responseMayHaveContent: Bool {
        guard let response else { return false }
        return request.method != .head && response.status >= 200 && response.status != 204 && response.status != 304
            && !(request.method == .connect && response.status < 300)
    }

    /// The response has content, as far as is known.
    var responseHasContent: Bool {
        guard responseMayHaveContent, let response else { return false }
        if let size = responseContent.size ?? responseContent.bytes.map({ UInt64($0.count) }) { return size > 0 }
        return response.fields.first(.contentLength)?.decimal.map { $0 > 0 } ?? true
    }

    /// Some of the request's content was seen, or is announced.
    var requestHasContent: Bool {
        if let size = requestContent.size ?? requestContent.bytes.map({ UInt64($0.count) }), size > 0 { return true }
        return request.fields.contains(.transferEncoding)
            || (request.fields.first(.contentLength)?.decimal ?? 0) > 0
    }

    var responseType: MediaType? { response?.fields.first(.contentType).map { MediaType($0) } }

    /// Content codings of the response other than identity.
    var responseCodings: [ContentCoding] {
        response.map { ContentCoding.list($0.fields).filter { $0 != .identity } } ?? []
    }

    /// How many bytes of content passed, as transferred.
    var transferredSize: UInt64? {
        responseContent.size ?? responseContent.bytes.flatMap { responseContent.isTruncated ? nil : UInt64($0.count) }
    }
}
