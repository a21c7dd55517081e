public import Bytes
public import HTTPModel
import Registry

/// A response that Hark makes itself: why a request was not forwarded, in plain words.
public struct ProxyAnswer: Sendable, Hashable {
    /// The head as sent to the client.
    public let head: Bytes
    /// The content of the answer.
    public let body: Bytes

    /// The answer for `outcome`.
    ///
    /// - Parameters:
    ///   - method: the request's method, when one was read; an answer to HEAD has no body (RFC 9110 §9.3.2).
    ///   - date: the Date field's value (IMF-fixdate).
    ///   - credentials: the credentials that the client must send.
    public init(_ outcome: Outcome, to method: Method?, date: Bytes, credentials: ProxyCredentials? = nil) {
        let status = outcome.status ?? 502
        let text = "Hark \(Self.verb(outcome)): \(outcome.text)\n"
        // RFC 9110 §11.7.1: a 407 says how the client can authenticate itself.
        let asked = status == 407 ? credentials?.challenges(isStale: outcome.code == .proxyNonceStale) ?? [] : []
        self.init(
            status: status, contentType: "text/plain; charset=utf-8", body: Bytes(Self.printable(text)), to: method,
            date: date, fields: asked.map { "Proxy-Authenticate: \($0)\r\n" }.joined())
    }

    /// An answer with its own page; `fields` are lines of the head with their line ends.
    public init(
        status: Int, contentType: String, body: Bytes, to method: Method?, date: Bytes, fields: String = ""
    ) {
        var text = "HTTP/1.1 \(status) \(Vocabulary.statuses[status]?.name ?? "Unknown")\r\n"
        text += "Date: \(date.text)\r\nServer: hark\r\nContent-Type: \(contentType)\r\n"
        text += "Content-Length: \(body.count)\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
        text += "\(fields)Connection: close\r\n\r\n"
        head = Bytes(text)
        self.body = method == .head ? Bytes() : body
    }

    /// An answer that somebody made whole: the head with its empty line, which says where the body ends.
    package init(head: Bytes, body: Bytes) {
        self.head = head
        self.body = body
    }

    /// The text without control characters: it quotes what came from the wire, and is read on terminals.
    private static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
            let isInvisible = scalar.properties.generalCategory == .format
            result.append(isControl || isInvisible ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    private static func verb(_ outcome: Outcome) -> String {
        switch outcome.kind {
        case .refused: outcome.by == .upstream ? "refused the response" : "refused the request"
        case .failed: "could not get a response"
        case .aborted: "gave up"
        case .complete, .tunnel: "says"
        }
    }
}
