import Bytes
import Explain
import HTTPModel
import HTTPWire

/// Exchanges written as text, for tests of reasonings and notes: lines end with `\n` here and with CRLF on the wire, and what
/// follows the empty line is the content.
enum MadeExchange {
    /// Sun, 06 Nov 1994 08:49:37 GMT, the moment of RFC 9110's examples.
    static let moment: Int64 = 784_111_777

    static func make(
        _ request: String, _ response: String? = nil, index: Int = 0, scheme: String = "http",
        at moment: Int64 = moment,
        change: (inout RecordedExchange) -> Void = { _ in }
    ) -> RecordedExchange {
        let (requestHead, requestContent) = requestPart(request)
        var exchange = RecordedExchange(
            index: index, url: url(requestHead, scheme), request: requestHead, requestContent: requestContent,
            response: nil, times: RecordedExchange.Times(requestSent: moment * 1_000_000))
        if let response {
            let (head, content) = responsePart(response, to: requestHead.method)
            exchange.response = head
            exchange.responseContent = content
            exchange.times.responseReceived = moment * 1_000_000
        }
        change(&exchange)
        return exchange
    }

    private static func url(_ head: RequestHead, _ scheme: String) -> Bytes {
        if head.target.form == .absolute { return head.targetBytes }
        let host = head.fields.first(.host)?.text ?? "example.com"
        return Bytes(scheme + "://" + host + head.targetBytes.text)
    }

    static func interim(_ text: String) -> ResponseHead {
        responsePart(text + "\n\n", to: .get).0
    }

    private static func split(_ text: String) -> (head: [UInt8], content: Bytes) {
        let bytes = Array(text.utf8)
        var end = bytes.count
        for index in bytes.indices.dropLast() where bytes[index] == 10 && bytes[index + 1] == 10 {
            end = index
            break
        }
        let content = end < bytes.count ? Array(bytes[(end + 2)...]) : []
        var head: [UInt8] = []
        for byte in bytes[..<end] {
            if byte == 10 { head.append(13) }
            head.append(byte)
        }
        return (head + [13, 10, 13, 10], Bytes(content))
    }

    private static func content(_ bytes: Bytes) -> RecordedExchange.Content {
        RecordedExchange.Content(bytes: bytes, size: UInt64(bytes.count), wireSize: UInt64(bytes.count))
    }

    private static func requestPart(_ text: String) -> (RequestHead, RecordedExchange.Content) {
        let (head, bytes) = split(text)
        let decoder = HTTP1Decoder(role: .request)
        guard case .requestHead(let made, _)? = part(Bytes(head), decoder) else {
            preconditionFailure("no request head: \(text)")
        }
        return (made, content(bytes))
    }

    private static func responsePart(_ text: String, to method: Method) -> (ResponseHead, RecordedExchange.Content) {
        let (head, bytes) = split(text)
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: method)
        switch part(Bytes(head), decoder) {
        case .responseHead(let made, _)?: return (made, content(bytes))
        case .interimHead(let made)?: return (made, content(bytes))
        default: preconditionFailure("no response head: \(text)")
        }
    }

    private static func part(_ head: Bytes, _ decoder: HTTP1Decoder) -> MessagePart? {
        var decoder = decoder
        return try? head.withSpan { span in try decoder.decode(span)?.part }
    }
}

extension Reasoning {
    /// The first step of this name.
    func step(_ rule: String) -> Step? { steps.first { $0.rule == rule } }
}
