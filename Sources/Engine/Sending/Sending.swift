package import Bytes
package import Flow
internal import HTTPModel
internal import HTTPWire

/// A message that goes to a server as it is, byte for byte, whether it is HTTP or not. A value.
package struct Sending: Sendable {
    /// The server; nothing in the bytes is asked where to go.
    package let destination: Destination
    /// All that is sent.
    package let bytes: Bytes
    /// The methods of the requests in it, in order; what cannot be read counts as one request all the same.
    let methods: [Method]
    /// The flow that it repeats; nil for one of its own.
    package var repeats: RepeatedFlow?
    /// This side is ended behind the last byte: nothing more will come, and the server is told so.
    package var endsSide = false
    /// A person at this machine asked for it: what listens on loopback may be its server.
    package var mayReachThisMachine = true
    /// Is given what comes from the server, as it came, on the loop that reads it; nothing is read while it works.
    package var received: (@Sendable (Bytes) -> Void)?

    package init(_ bytes: Bytes, to destination: Destination) {
        self.bytes = bytes
        self.destination = destination
        methods = Self.methods(of: bytes)
    }

    /// More requests than these in one message nobody waits for.
    private static let requestLimit = 1000

    private static func methods(of bytes: Bytes) -> [Method] {
        var methods: [Method] = []
        var decoder = HTTP1Decoder(role: .request)
        var position = 0
        while methods.count < requestLimit {
            let rest = bytes.slice(position..<bytes.count)
            guard let decoded = try? rest.withSpan({ span throws(WireError) in try decoder.decode(span) }) else {
                break
            }
            position += decoded.consumed
            switch decoded.part {
            case .requestHead(let head, _): methods.append(head.method)
            case .end: decoder.startNextMessage()
            case .interimHead, .responseHead, .chunkStarted, .content, .chunkEnded, .trailers: break
            }
        }
        guard methods.isEmpty else { return methods }
        // RFC 9112 §6.3: whether an answer has content depends on what was asked, so the word in front is believed.
        return [RefusedRequest(head: bytes.slice(0..<min(bytes.count, 64 << 10))).map { Method($0.method) } ?? .get]
    }
}
