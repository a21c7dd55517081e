internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Messages
internal import Rules

/// One direction of a WebSocket whose messages rules may change: bytes in, bytes out. What no rule changes goes on as
/// it came, frame by frame; what one changes goes as one plain frame, masked anew where a client sends it.
///
/// A value of its relay. A message waits here until it is whole; control frames pass it (RFC 6455 §5.4).
struct WebSocketFilter {
    /// What goes on, in order.
    struct Output {
        let bytes: Bytes
        /// Microseconds to wait before it.
        var delay: Int64 = 0
        /// A message about which scripts may be asked: what goes is made of it when they have answered.
        var message: Candidate?

        /// Bytes that it holds.
        var size: Int { bytes.count + (message?.content.count ?? 0) }
    }

    /// A whole message between rules and scripts; its frames are the output's bytes.
    struct Candidate {
        let inner: InnerMessage
        /// As rules left it.
        let content: Bytes
        let isText: Bool
        let isCompressed: Bool
        /// Its frames have what rules left.
        let isSame: Bool
    }

    /// Why no rule saw a message.
    enum Unseen {
        /// It is longer than rules look at.
        case size
        /// Too much is held already.
        case room
    }

    /// A longer message passes as it is.
    static let limit = 16 << 20

    private let from: MessageKind
    private let rules: MessageRun?
    /// Scripts come after the rules.
    private let hasScripts: Bool
    /// Counts what waits here: of the message under way its frames, and what they stand for.
    private let share: HeldShare
    private var reader: WebSocketReader
    private var messages: WebSocketMessages
    private var unread = Bytes()
    /// The frames of the message under way, as they came.
    private var held: [Bytes] = []
    private var heldSize = 0
    /// How much of `messages` is counted.
    private var countedContent = 0
    /// Why messages passed that no rule saw, since somebody last asked.
    private var unseen: [Unseen] = []
    /// The frame under way, if it is a control frame: its bytes.
    private var control: [Bytes]?
    private var isCompressed = false
    /// The message under way is too long to be looked at.
    private var isTooLong = false
    /// The receiver has not seen a message that the sender's later ones refer back to (RFC 7692 §7.2.1), so that those
    /// go without compression.
    private var isPlain = false
    private let startsAnew: Bool
    /// It has said that nothing follows (RFC 6455 §5.5.1).
    private(set) var hasClosed = false
    /// A message is passing in pieces: no other can come between them (RFC 6455 §5.4).
    var isWithinMessage: Bool { isTooLong }
    /// It is no WebSocket any more, as far as can be told: bytes pass as they are.
    private var isOff = false
    /// Nothing more comes of its sender.
    private var hasEnded = false
    /// Why no message of somebody else's has a place here any more. After a Close nothing follows, whatever comes.
    var refusal: WebSocketRefusal? { hasClosed || hasEnded ? .ended : isOff ? .unreadable : nil }

    init(
        from: MessageKind, _ rules: MessageRun?, _ deflate: WebSocketDeflate?,
        holding memory: HeldMemory = HeldMemory(), hasScripts: Bool = false
    ) {
        self.from = from
        self.rules = rules
        self.hasScripts = hasScripts
        share = HeldShare(of: memory)
        reader = WebSocketReader(from: from == .request ? .client : .server, allowsCompression: deflate != nil)
        let side = from == .request ? deflate?.client : deflate?.server
        startsAnew = side?.startsAnew ?? true
        messages = WebSocketMessages(
            limit: Self.limit,
            inflater: side.map { MessageInflater(windowBits: $0.windowBits, startsAnew: $0.startsAnew) })
    }

    /// Takes what came, and says what goes on.
    ///
    /// - Parameters:
    ///   - orders: is told what rules did to a message; what they send besides goes its own way.
    mutating func take(
        _ bytes: Bytes, at time: Instant, _ output: inout [Output], orders tell: (MessageOrders) -> Void
    ) {
        guard !isOff else { return output.append(Output(bytes: bytes)) }
        let all = unread.isEmpty ? bytes : Bytes(unread.array + bytes.array)
        var start = 0
        do throws(WebSocketError) {
            while try step(all, &start, time, &output, tell) {}
        } catch {
            // Whoever receives it judges it: everything from the frame under way on passes as it came.
            isOff = true
            flush(&output)
            output.append(Output(bytes: all.slice(start..<all.count)))
            unread = Bytes()
            return
        }
        unread = Bytes(Array(all.slice(start..<all.count)))
    }

    /// Why messages passed unseen, once each.
    mutating func takeUnseen() -> [Unseen] {
        defer { unseen = [] }
        return unseen
    }

    /// The side has ended: what waits goes on.
    mutating func end(_ output: inout [Output]) {
        isOff = true
        hasEnded = true
        flush(&output)
        if !unread.isEmpty { output.append(Output(bytes: unread)) }
        unread = Bytes()
    }

    private mutating func flush(_ output: inout [Output]) {
        for bytes in held + (control ?? []) { output.append(Output(bytes: bytes)) }
        held = []
        heldSize = 0
        control = nil
        share.clear()
        countedContent = 0
    }

    /// What frames stand for may be far more than they are.
    private mutating func countContent() -> Bool {
        let more = messages.held - countedContent
        guard more > 0 else { return true }
        guard share.grow(by: more) else { return false }
        countedContent = messages.held
        return true
    }

    /// No rule gets to see the message under way: what came of it goes on, and so does what follows.
    private mutating func passInPieces(_ output: inout [Output], _ reason: Unseen) {
        // Should the receiver lack what it refers back to, it says so itself.
        isTooLong = true
        unseen.append(reason)
        messages.letGo()
        flush(&output)
    }

    private mutating func step(
        _ all: Bytes, _ start: inout Int, _ time: Instant, _ output: inout [Output], _ tell: (MessageOrders) -> Void
    ) throws(WebSocketError) -> Bool {
        let rest = all.slice(start..<all.count)
        guard let next = try rest.withSpan({ span throws(WebSocketError) in try reader.decode(span) }) else {
            return false
        }
        let part = rest.slice(0..<next.consumed)
        switch next.part {
        case .frame(let frame):
            begin(frame)
            keep(part, &output)
        case .payload(let place):
            try messages.add(part, at: place)
            keep(part, &output)
            if !isTooLong, control == nil, !countContent() { passInPieces(&output, .room) }
        case .end:
            let message = try messages.end()
            if let control {
                for bytes in control { output.append(Output(bytes: bytes)) }
                self.control = nil
            } else if case .content(let content)? = message {
                end(content, time, &output, tell)
            }
        }
        start += next.consumed
        return true
    }

    private mutating func begin(_ frame: WebSocketFrame) {
        messages.begin(frame)
        if frame.opcode.isControl {
            control = []
            hasClosed = hasClosed || frame.opcode == .close
        } else if frame.opcode != .continuation {
            isCompressed = frame.isCompressed
            isTooLong = false
        }
    }

    private mutating func keep(_ part: Bytes, _ output: inout [Output]) {
        if control != nil {
            control?.append(Bytes(Array(part)))
        } else if isTooLong {
            output.append(Output(bytes: part))
        } else {
            held.append(Bytes(Array(part)))
            heldSize += part.count
            if heldSize > Self.limit {
                passInPieces(&output, .size)
            } else if !share.grow(by: part.count) {
                passInPieces(&output, .room)
            }
        }
    }

    private mutating func end(
        _ content: WebSocketMessage.Content, _ time: Instant, _ output: inout [Output],
        _ tell: (MessageOrders) -> Void
    ) {
        guard !isTooLong else {
            isTooLong = false
            return
        }
        let message = InnerMessage(
            from: from, content.isText ? .text : .binary, at: time, offset: content.offset, size: content.size,
            bytes: content.bytes, isCompressed: content.isCompressed, frames: [], frameCount: content.frames)
        let orders = rules?.take(message) ?? MessageOrders()
        defer {
            held = []
            heldSize = 0
            share.clear()
            countedContent = 0
            if !orders.acts.isEmpty { tell(orders) }
        }
        let isSame = !orders.isDropped && orders.content == nil
        if !isSame { stopReferring(isCompressed) }
        guard !orders.isDropped else { return }
        if hasScripts, content.size == UInt64(content.bytes.count) {
            let candidate = Candidate(
                inner: message, content: orders.content ?? content.bytes,
                isText: content.isText || orders.content != nil, isCompressed: isCompressed, isSame: isSame)
            return output.append(
                Output(bytes: Bytes(held.flatMap(\.array)), delay: orders.delay, message: candidate))
        }
        // Of what was not kept whole no other frame can be made.
        if isSame, !(isPlain && isCompressed) || content.size > UInt64(content.bytes.count) {
            output.append(Output(bytes: Bytes(held.flatMap(\.array)), delay: orders.delay))
        } else {
            let payload = orders.content ?? content.bytes
            let opcode: WebSocketOpcode = content.isText || orders.content != nil ? .text : .binary
            output.append(Output(bytes: Self.frame(opcode, payload, from: from), delay: orders.delay))
        }
    }

    /// The receiver does not get a message that later ones may refer back to.
    private mutating func stopReferring(_ wasCompressed: Bool) {
        if wasCompressed, !startsAnew { isPlain = true }
    }

    /// What goes of a message when scripts have answered. Called in the order of the messages.
    ///
    /// - Parameter content: what scripts left of it; nil: they dropped it.
    mutating func settle(_ output: Output, _ content: Bytes?) -> Bytes? {
        guard let message = output.message else { return output.bytes }
        guard let content else {
            stopReferring(message.isCompressed)
            return nil
        }
        let isSame = message.isSame && content == message.content
        if !isSame { stopReferring(message.isCompressed) }
        if isSame, !(isPlain && message.isCompressed) { return output.bytes }
        return Self.frame(message.isText ? .text : .binary, content, from: from)
    }

    /// RFC 6455 §5.3: a client's mask is new for each frame, and nobody can foretell it.
    static func frame(_ opcode: WebSocketOpcode, _ payload: Bytes, from: MessageKind) -> Bytes {
        from == .request
            ? WebSocketFrame.whole(opcode, payload, mask: UInt32.random(in: 0...UInt32.max))
            : WebSocketFrame.whole(opcode, payload)
    }
}
