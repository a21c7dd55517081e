package import Bytes
import HTTPModel

/// CONNECT as its client has it (RFC 9110 §9.3.6): one request, and the head of an answer.
package struct ConnectNegotiation: Sendable {
    /// The request.
    package let opening: Bytes
    private var decoder: HTTP1Decoder

    /// A proxy's answer is short; one that goes on and on is none.
    private static let limits = Limits(startLine: 8 << 10, head: 32 << 10, fields: 100, interimResponses: 8)

    /// - Parameters:
    ///   - authority: `host:port`, an IPv6 address in brackets.
    ///   - credentials: the whole line of Proxy-Authorization.
    ///   - others: other lines, each with its end.
    package init(to authority: Bytes, credentials: Bytes? = nil, others: [Bytes] = []) {
        var request = Array("CONNECT ".utf8)
        request += authority.array + Array(" HTTP/1.1\r\nHost: ".utf8) + authority.array + Array("\r\n".utf8)
        if let credentials { request += credentials.array + Array("\r\n".utf8) }
        for line in others { request += line.array }
        opening = Bytes(request + Array("\r\n".utf8))
        decoder = HTTP1Decoder(role: .response, limits: Self.limits)
        decoder.expectResponse(to: .connect)
    }

    package mutating func read(_ input: Bytes) throws(HopFailure) -> HopStep {
        var consumed = 0
        while let decoded = try next(input.slice(consumed..<input.count)) {
            consumed += decoded.consumed
            switch decoded.part {
            case .responseHead(let head, _):
                // RFC 9110 §9.3.6: any 2xx, and the tunnel begins behind the head, whatever fields it has.
                if (200..<300).contains(head.status) { return .open(consumed: consumed) }
                throw .refused(
                    status: head.status, reason: head.raw.slice(head.reasonRange), asks: Self.schemes(head.fields))
            case .interimHead, .requestHead, .content, .chunkStarted, .chunkEnded, .trailers, .end: break
            }
        }
        return consumed > 0 ? .send(Bytes(), consumed: consumed) : .more
    }

    private mutating func next(_ input: Bytes) throws(HopFailure) -> Decoded? {
        do throws(WireError) {
            return try input.withSpan { span throws(WireError) in try decoder.decode(span) }
        } catch {
            throw .malformed(error)
        }
    }

    /// The schemes of the challenges (RFC 9110 §11.7.1), one a line as proxies write them.
    static func schemes(_ fields: FieldSection) -> [String] {
        fields.values(.proxyAuthenticate).map { value in
            value.slice(0..<(value.firstIndex(of: ASCII.space) ?? value.count)).text
        }
    }
}
