internal import Bytes
internal import Flow
internal import HTTPSemantics
internal import HTTPWire
internal import Messages

/// Sees to it that one side of a WebSocket keeps its rules (`--strict`): what does passes as it came, and nothing from
/// the first fault on.
///
/// A value of its tunnel. The beginning of a frame's header waits here until it is whole; payload does not wait.
struct WebSocketWatch {
    private var reader: WebSocketReader
    private var messages: WebSocketMessages
    private var unread = Bytes()
    /// The receiver has the beginning of a frame and not its end: nothing else can be said to it.
    private(set) var isWithinFrame = false
    /// It has said that nothing follows (RFC 6455 §5.5.1).
    private(set) var hasClosed = false

    /// - Parameter side: what was agreed on for compressed messages of this sender's; nil: nothing.
    init(from sender: WebSocketReader.Sender, _ side: WebSocketDeflate.Side?) {
        reader = WebSocketReader(from: sender, allowsCompression: side != nil)
        // Nothing is kept of a message that nobody asks for.
        messages = WebSocketMessages(
            limit: 0, inflater: side.map { MessageInflater(windowBits: $0.windowBits, startsAnew: $0.startsAnew) })
    }

    /// Takes what came, and gives what may pass. With an error nothing passes any more.
    mutating func take(_ bytes: Bytes) -> (passing: Bytes, error: WebSocketError?) {
        let all = unread.isEmpty ? bytes : Bytes(unread.array + bytes.array)
        unread = Bytes()
        var (read, frameStart) = (0, isWithinFrame ? nil : 0)
        do throws(WebSocketError) {
            while try step(all, &read, &frameStart) {}
        } catch {
            // What of the frame has gone cannot be taken back.
            isWithinFrame = frameStart == nil
            return (all.slice(0..<(frameStart ?? 0)), error)
        }
        isWithinFrame = frameStart != read
        unread = Bytes(Array(all.slice(read..<all.count)))
        return (all.slice(0..<read), nil)
    }

    /// - Parameter frameStart: where the frame under way begins in `all`; nil: before it.
    private mutating func step(
        _ all: Bytes, _ read: inout Int, _ frameStart: inout Int?
    ) throws(WebSocketError) -> Bool {
        let rest = all.slice(read..<all.count)
        guard let next = try rest.withSpan({ span throws(WebSocketError) in try reader.decode(span) }) else {
            return false
        }
        switch next.part {
        case .frame(let frame): messages.begin(frame)
        case .payload(let place): try messages.add(rest.slice(0..<next.consumed), at: place)
        case .end:
            if case .close? = try messages.end() { hasClosed = true }
            frameStart = read
        }
        read += next.consumed
        return true
    }

    /// What tells a side why it ends (RFC 6455 §5.5.1): the code that is due, and the rule.
    static func closing(_ error: WebSocketError, as sender: WebSocketReader.Sender) -> Bytes {
        // RFC 6455 §5.5: a control frame has no more than 125 bytes.
        let reason = error.text.prefix(ofUTF8: 123).utf8
        let payload = Bytes([UInt8(error.closeCode >> 8), UInt8(error.closeCode & 0xFF)] + Array(reason))
        return WebSocketFilter.frame(.close, payload, from: sender == .client ? .request : .response)
    }
}
