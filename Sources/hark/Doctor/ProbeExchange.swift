import Bytes
import HTTPModel
import HTTPWire

/// One request of the doctor's and its answer.
struct ProbeExchange {
    private static let bodyLimit = 256 << 10

    let status: Int
    let fields: FieldSection
    let body: Bytes
    /// What came after the answer's head: for CONNECT, the beginning of the tunnel.
    let rest: [UInt8]

    /// Sends the request, and reads the final answer.
    init(_ request: String, _ method: Method, over stream: some ProbeStream) throws(ProbeFailure) {
        try stream.send(Array(request.utf8))
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: method)
        var unread: [UInt8] = []
        var head: ResponseHead?
        var body: [UInt8] = []
        var isComplete = false
        while !isComplete {
            while let decoded = try Self.decode(&decoder, unread), !isComplete {
                switch decoded.part {
                case .responseHead(let found, let framing):
                    head = found
                    if case .tunnel = framing.kind { isComplete = true }
                case .content:
                    body += unread[..<min(decoded.consumed, Self.bodyLimit - min(body.count, Self.bodyLimit))]
                case .end: isComplete = true
                case .requestHead, .interimHead, .chunkStarted, .chunkEnded, .trailers: break
                }
                unread.removeFirst(decoded.consumed)
            }
            if isComplete { break }
            let received = try stream.receive()
            if received.isEmpty { break }
            unread += received
        }
        guard let head else { throw ProbeFailure(text: "the connection ended without an answer") }
        status = head.status
        fields = head.fields
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

    /// `GET` through a proxy, each time on a connection of its own.
    static func get(_ url: String, host: String, through proxy: ProbeConnection) throws(ProbeFailure) -> ProbeExchange {
        try ProbeExchange(
            "GET \(url) HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: hark-doctor\r\nAccept: */*\r\nConnection: close\r\n\r\n",
            .get, over: proxy)
    }
}
