import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import Judge
import Testing

extension Example {
    /// The example as checks look at it, read by the decoder that reads real traffic.
    func facts() throws -> Facts {
        let asked = try request.map { try Self.requestHead($0.head) }
        let method = asked?.method ?? .get
        let answered = try response.map { try Self.responseHead($0.head, to: method) }
        let isOfHead = method == .head
        let moment = Example.moment + (delay ?? 0)
        return Facts(
            request: asked, requestContent: Self.content(request?.content ?? []),
            url: asked.map { url(of: $0) },
            response: answered,
            responseContent: isOfHead ? Facts.Content() : content(of: answered),
            interim: try interim.map { [try Self.responseHead(Array("HTTP/1.1 \($0)\r\n\r\n".utf8), to: .get)] } ?? [],
            knowsScheme: knowsScheme,
            clock: Facts.Clock(
                sent: delay == nil ? nil : moment, arrived: delay == nil ? nil : moment, about: Example.moment),
            isReused: isReused, hasOutcome: hasOutcome, evidence: evidence)
    }

    private func content(of response: ResponseHead?) -> Facts.Content {
        guard let message = self.response, let response else { return Facts.Content() }
        // An announced content that is not written in the example was not kept, rather than cut off.
        let announced = response.fields.first(.contentLength)?.decimal ?? 0
        if message.content.isEmpty, announced > 0 { return Facts.Content(size: announced) }
        var content = Self.content(message.content)
        content.decodedSize = decodedSize
        return content
    }

    private static func content(_ bytes: [UInt8]) -> Facts.Content {
        Facts.Content(bytes: Bytes(bytes), size: UInt64(bytes.count))
    }

    private func url(of head: RequestHead) -> Bytes {
        if head.target.form == .absolute { return head.targetBytes }
        let host = head.fields.first(.host)?.text ?? "a.example"
        return Bytes("\(scheme)://" + host + (head.target.form == .asterisk ? "" : head.targetBytes.text))
    }

    private static let http2 = HTTPVersion(major: 2, minor: 0)

    /// Heads of HTTP/2 are written like those of HTTP/1, as recordings write them.
    private static func requestHead(_ bytes: [UInt8]) throws -> RequestHead {
        let text = String(decoding: bytes, as: UTF8.self)
        let plain = text.replacing(" HTTP/2\r\n", with: " HTTP/1.1\r\n")
        let wire = Bytes(Array(plain.utf8))
        let head: RequestHead
        if case .requestHead(let strict, _)? = part(wire, HTTP1Decoder(role: .request)) {
            head = strict
        } else if let lenient = MessageReader(kind: .request).read(wire).messages.first?.request {
            // What a strict reader refuses, a forgiving one explains all the same.
            head = lenient
        } else {
            throw NoHead(text: text)
        }
        return plain == text
            ? head : RequestHead(method: head.method, target: head.target, version: http2, fields: head.fields)
    }

    private static func responseHead(_ bytes: [UInt8], to method: Method) throws -> ResponseHead {
        let text = String(decoding: bytes, as: UTF8.self)
        let plain = text.hasPrefix("HTTP/2 ") ? text.replacing("HTTP/2 ", with: "HTTP/1.1 ", maxReplacements: 1) : text
        let wire = Bytes(Array(plain.utf8))
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: method)
        let head: ResponseHead
        switch part(wire, decoder) {
        case .responseHead(let strict, _)?, .interimHead(let strict)?: head = strict
        default:
            guard
                let lenient = MessageReader(kind: .response, toMethod: method).read(wire).messages.first?.response
            else { throw NoHead(text: text) }
            head = lenient
        }
        return plain == text
            ? head
            : ResponseHead(status: head.status, version: http2, reasonRange: head.reasonRange, fields: head.fields)
    }

    private static func part(_ head: Bytes, _ decoder: HTTP1Decoder) -> MessagePart? {
        var decoder = decoder
        return try? head.withSpan { span in try decoder.decode(span)?.part }
    }

    /// An example that cannot be read.
    struct NoHead: Error {
        let text: String
    }
}
