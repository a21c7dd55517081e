package import Bytes
package import HTTPModel
import HTTPWire

/// One request that was sent and the answer that came, for who can wait for it.
package struct ProbeExchange {
    private static let bodyLimit = 256 << 10

    /// The responses that came before the final one, 1xx.
    package private(set) var interim: [ResponseHead] = []
    /// The final response.
    package let head: ResponseHead
    /// The content without transfer coding; no more than 256 KiB of it.
    package private(set) var body = Bytes()
    package private(set) var trailers: FieldSection?
    /// What came after the answer's head: for CONNECT, the beginning of the tunnel.
    package let rest: [UInt8]

    /// Sends the request, and reads the final answer. An answer whose connection ends in the middle is what has come of
    /// it.
    ///
    /// - Parameters:
    ///   - request: its head, with the empty line.
    ///   - content: sent behind the head, or once 100 (Continue) asks for it.
    package init(
        _ request: Bytes, _ method: Method, content: Bytes = Bytes(), awaitsContinue: Bool = false,
        over stream: some ProbeStream
    ) throws(ProbeFailure) {
        try stream.send(request.array)
        // An answer may come before the whole content has gone; then it is the answer that counts.
        if !awaitsContinue, !content.isEmpty { try? stream.send(content.array) }
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: method)
        var unread: [UInt8] = []
        var final: ResponseHead?
        var body: [UInt8] = []
        var isComplete = false
        while !isComplete {
            while !isComplete, let decoded = try Self.decode(&decoder, unread) {
                switch decoded.part {
                case .interimHead(let head):
                    interim.append(head)
                    // RFC 9110 §10.1.1: now the content may follow.
                    if head.status == 100, awaitsContinue { try? stream.send(content.array) }
                case .responseHead(let head, let framing):
                    final = head
                    if case .tunnel = framing.kind { isComplete = true }
                case .content:
                    body += unread[..<min(decoded.consumed, Self.bodyLimit - min(body.count, Self.bodyLimit))]
                case .trailers(let found): trailers = found.section
                case .end: isComplete = true
                case .requestHead, .chunkStarted, .chunkEnded: break
                }
                unread.removeFirst(decoded.consumed)
            }
            if isComplete { break }
            let received = try stream.receive()
            if received.isEmpty { break }
            unread += received
        }
        guard let final else { throw ProbeFailure(text: "the connection ended without an answer") }
        head = final
        self.body = Bytes(body)
        rest = unread
    }

    private static func decode(_ decoder: inout HTTP1Decoder, _ bytes: [UInt8]) throws(ProbeFailure) -> Decoded? {
        do throws(WireError) {
            return try Bytes(bytes).withSpan { span throws(WireError) in try decoder.decode(span) }
        } catch {
            throw ProbeFailure(text: "what came is not HTTP: \(error.text)")
        }
    }
}
