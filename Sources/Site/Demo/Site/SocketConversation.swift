import Bytes
import HTTPWire

/// The site's end of a WebSocket (RFC 6455): answers each message, each ping and the close.
struct SocketConversation: SiteConversation {
    /// What the site says to a message.
    typealias Answer = @Sendable (_ message: WebSocketMessage.Content, _ number: Int) -> [Said]

    /// What the site says.
    enum Said: Sendable {
        case text(String)
        /// The message as it came.
        case same(WebSocketMessage.Content)
        case close(UInt16, String)
    }

    /// Larger messages are refused.
    static let limit = 1 << 20

    private let answer: Answer
    private var reader = WebSocketReader(from: .client)
    private var messages = WebSocketMessages(limit: limit)
    private var unread = Bytes()
    private var count = 0
    private var output: [UInt8] = []
    private var hasEnded = false

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    mutating func take(_ bytes: Bytes) -> SiteReply {
        output = []
        let all = unread.isEmpty ? bytes : Bytes(unread.array + bytes.array)
        var start = 0
        do throws(WebSocketError) {
            while !hasEnded, try step(all, &start) {}
        } catch {
            close(error.closeCode, error.text)
        }
        unread = Bytes(Array(all.slice(start..<all.count)))
        return SiteReply(Bytes(output), ends: hasEnded)
    }

    private mutating func step(_ all: Bytes, _ start: inout Int) throws(WebSocketError) -> Bool {
        let rest = all.slice(start..<all.count)
        guard let next = try rest.withSpan({ span throws(WebSocketError) in try reader.decode(span) }) else {
            return false
        }
        start += next.consumed
        switch next.part {
        case .frame(let frame): messages.begin(frame)
        case .payload(let place): try messages.add(rest.slice(0..<next.consumed), at: place)
        case .end: if let message = try messages.end() { respond(to: message) }
        }
        return true
    }

    private mutating func respond(to message: WebSocketMessage) {
        switch message {
        case .ping(let bytes): send(.pong, bytes)
        case .pong: return
        // RFC 6455 §5.5.1: a close is answered with one, of the same code.
        case .close(let code, _): close(code ?? 1000, "")
        case .content(let content):
            guard content.size <= UInt64(Self.limit) else {
                return close(1009, "At most \(Self.limit) bytes.")
            }
            count += 1
            for said in answer(content, count) { say(said) }
        }
    }

    private mutating func say(_ said: Said) {
        switch said {
        case .text(let text): send(.text, Bytes(text))
        case .same(let content): send(content.isText ? .text : .binary, content.bytes)
        case .close(let code, let reason): close(code, reason)
        }
    }

    private mutating func send(_ opcode: WebSocketOpcode, _ payload: Bytes) {
        guard !hasEnded else { return }
        output.append(contentsOf: WebSocketFrame.whole(opcode, payload))
    }

    private mutating func close(_ code: UInt16, _ reason: String) {
        send(.close, Bytes([UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.prefix(ofUTF8: 100).utf8)))
        hasEnded = true
    }
}
