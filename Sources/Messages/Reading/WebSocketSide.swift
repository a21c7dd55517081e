import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// One side of a WebSocket, from the bytes behind its handshake on (RFC 6455 §5).
struct WebSocketSide: SideReader {
    /// Frames of one message that are told one by one.
    static let frameLimit = 1000

    private let from: MessageKind
    private let hasOtherExtension: Bool
    private var reader: WebSocketReader
    private var messages: WebSocketMessages
    /// The beginning of a header, whose rest has not come.
    private var unread = Bytes()
    /// The frames of the message under way, and how many there are.
    private var frames: [InnerMessage.Frame] = []
    private var frameCount = 0
    /// The frame under way, and when it began.
    private var current: (frame: WebSocketFrame, time: Instant)?
    private var hasEnded = false

    /// - Parameters:
    ///   - limit: octets of a message that are kept.
    ///   - deflate: what was agreed on for compressed messages.
    ///   - hasOtherExtension: one was agreed on that is not known here.
    init(from: MessageKind, limit: Int, deflate: WebSocketDeflate?, hasOtherExtension: Bool = false) {
        self.from = from
        self.hasOtherExtension = hasOtherExtension
        reader = WebSocketReader(from: from == .request ? .client : .server, allowsCompression: deflate != nil)
        let side = from == .request ? deflate?.client : deflate?.server
        messages = WebSocketMessages(
            limit: limit,
            inflater: side.map { MessageInflater(windowBits: $0.windowBits, startsAnew: $0.startsAnew) })
    }

    mutating func take(_ bytes: Bytes, at time: Instant, _ tell: (FlowEvent.Fact) -> Void) {
        guard !hasEnded else { return }
        let all = unread.isEmpty ? bytes : Bytes(unread.array + bytes.array)
        var start = 0
        do throws(WebSocketError) {
            while try step(all, &start, time, tell) {}
        } catch {
            hasEnded = true
            unread = Bytes()
            let isFault = !hasOtherExtension || !error.mayBeOfAnExtension
            tell(.innerReadingEnded(isFault ? InnerReadingEnd(error, from: from) : .unknown(error.offset, from)))
            return
        }
        // Its own bytes: what it was cut from is not held for them.
        unread = Bytes(Array(all.slice(start..<all.count)))
    }

    var held: Int { messages.held }

    mutating func letGo(_ tell: (FlowEvent.Fact) -> Void) { messages.letGo() }

    /// Nothing is owed at the end: a WebSocket may break off anywhere.
    mutating func end(at time: Instant, _ tell: (FlowEvent.Fact) -> Void) {}

    private mutating func step(
        _ all: Bytes, _ start: inout Int, _ time: Instant, _ tell: (FlowEvent.Fact) -> Void
    ) throws(WebSocketError) -> Bool {
        let rest = all.slice(start..<all.count)
        guard let next = try rest.withSpan({ span throws(WebSocketError) in try reader.decode(span) }) else {
            return false
        }
        start += next.consumed
        switch next.part {
        case .frame(let frame):
            begin(frame, time)
        case .payload(let place):
            try messages.add(rest.slice(0..<next.consumed), at: place)
        case .end:
            if let message = try messages.end() { tell(.innerMessage(told(message, time))) }
            current = nil
        }
        return true
    }

    private mutating func begin(_ frame: WebSocketFrame, _ time: Instant) {
        current = (frame, time)
        messages.begin(frame)
        guard !frame.opcode.isControl else { return }
        if frame.opcode != .continuation {
            frames = []
            frameCount = 0
        }
        frameCount += 1
        if frames.count < Self.frameLimit { frames.append(InnerMessage.Frame(frame, time)) }
    }

    private func told(_ message: WebSocketMessage, _ time: Instant) -> InnerMessage {
        let control = current.map { [InnerMessage.Frame($0.frame, $0.time)] } ?? []
        let offset = current?.frame.offset ?? 0
        switch message {
        case .content(let content):
            return InnerMessage(
                from: from, content.isText ? .text : .binary, at: time, offset: content.offset, size: content.size,
                bytes: content.bytes, isCompressed: content.isCompressed, frames: frames, frameCount: frameCount)
        case .ping(let bytes):
            return InnerMessage(from: from, .ping, at: time, offset: offset, bytes: bytes, frames: control)
        case .pong(let bytes):
            return InnerMessage(from: from, .pong, at: time, offset: offset, bytes: bytes, frames: control)
        case .close(let code, let reason):
            return InnerMessage(from: from, .close(code), at: time, offset: offset, bytes: reason, frames: control)
        }
    }
}

extension InnerMessage.Frame {
    fileprivate init(_ frame: WebSocketFrame, _ time: Instant) {
        self.init(
            isFinal: frame.isFinal, reserved: frame.reserved,
            mask: frame.mask.map { $0.reduce(0) { $0 << 8 | UInt32($1) } }, size: frame.length, time: time)
    }
}

extension InnerReadingEnd {
    /// It is no fault that anybody would close the connection for.
    fileprivate static func unknown(_ offset: UInt64, _ from: MessageKind) -> InnerReadingEnd {
        InnerReadingEnd(
            from: from, code: "unknownExtension", offset: offset,
            text: "An extension was negotiated that Hark does not know; this may belong to it.",
            spec: "RFC 6455 §9.1")
    }

    fileprivate init(_ error: WebSocketError, from: MessageKind) {
        self.init(
            from: from, code: error.code.rawValue, offset: error.offset, closeCode: error.closeCode, text: error.text,
            spec: error.spec)
    }
}
