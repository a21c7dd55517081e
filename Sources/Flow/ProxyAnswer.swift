public import Bytes
public import HTTPModel

/// A response that Hark makes itself: why a request was not forwarded, in plain words.
public struct ProxyAnswer: Sendable, Hashable {
    /// The head as it goes to the client.
    public let head: Bytes
    public let body: Bytes

    /// The answer that tells of `outcome`.
    ///
    /// - Parameters:
    ///   - method: the request's method, when one was read; an answer to HEAD has no body (RFC 9110 §9.3.2).
    ///   - date: the Date field's value (IMF-fixdate).
    public init(_ outcome: Outcome, to method: Method?, date: Bytes) {
        let status = outcome.status ?? 502
        let text = "Hark \(Self.verb(outcome)): \(outcome.text)\n"
        self.init(status: status, contentType: "text/plain; charset=utf-8", body: Bytes(text), to: method, date: date)
    }

    /// An answer with a page of its own.
    public init(status: Int, contentType: String, body: Bytes, to method: Method?, date: Bytes) {
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        text += "Date: \(date.text)\r\nServer: hark\r\nContent-Type: \(contentType)\r\n"
        text += "Content-Length: \(body.count)\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        head = Bytes(text)
        self.body = method == .head ? Bytes() : body
    }

    private static func verb(_ outcome: Outcome) -> String {
        switch outcome.kind {
        case .refused: outcome.by == .upstream ? "refused the response" : "refused the request"
        case .failed: "could not get an answer"
        case .aborted: "gave up"
        case .complete, .tunnel: "says"
        }
    }

    /// The reason phrases of RFC 9110 §15 for the statuses Hark itself answers with.
    static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Unknown"
        }
    }
}
