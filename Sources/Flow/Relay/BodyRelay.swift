package import Bytes
package import HTTPModel

/// The body of one message on its way through: what of it is kept, what waits, what goes on, and when.
///
/// A value without I/O: parts, room and time come in, `Action`s go out. Content takes these steps, of which most bodies
/// need none:
///
///     part ─┬─ gathered, for whoever wants all of it ─┐
///           │                       (verdict) ── pump, a window at a time ─┐
///           └──────────────────────────────────────────────────────────────┴─ scripts ─ shape ─ frame ─ send
///
/// The end, the trailers and the delivery wait until all that was handed over has gone.
///
/// Owned in one place and never copied: it is read at each step of each exchange.
package struct BodyRelay: ~Copyable, Sendable {
    let kind: MessageKind
    /// What becomes of parts that come now, and how content goes on, also when all of it came.
    private var handling = Exchange.BodyHandling.wait
    private var outgoing = Exchange.BodyHandling.forward
    /// Rules want fields after the content.
    package private(set) var wantsTrailers = false

    private var gathered = GatheredBody()
    private var pump = ContentPump()
    private var shaped: ShapedBody?
    /// How the bytes are to go, until it is known which they are.
    private var awaitedShape: (shape: BodyShape, size: UInt64?)?
    private var watch = Watch.nobody
    /// What scripts were shown and have not let go.
    private var shown = 0
    /// Trailers that came while scripts have yet to let the content go.
    private var lateTrailers: FieldSection?
    /// The end waits for content that goes slowly, or not at all.
    private var isEndLate = false
    private var hasSentTrailers = false
    /// The last chunk has gone with the trailers.
    private var hasEndedChunks = false
    /// The response is to be delivered after such content.
    package private(set) var isDeliveryLate = false
    /// Lines of the head and of the trailers that no table may remember: they came so (RFC 7541 §7.1.3).
    package var sensitiveLines: Set<Int> = []
    package var sensitiveTrailers: Set<Int> = []
    /// More than the flags has to be set back for another body.
    private var isTouched = false
    /// Reused, so that a piece costs no array.
    private var steps: [ShapedBody.Step] = []

    /// Scripts that see the content as it passes.
    private enum Watch: Sendable {
        case nobody, content, ended
    }

    package init(_ kind: MessageKind) {
        self.kind = kind
    }

    /// Another body begins, or none. Most have kept nothing, and cost nothing here.
    mutating func reset() {
        guard !isTouched else {
            self = BodyRelay(kind)
            return
        }
        (handling, outgoing) = (.wait, .forward)
        (wantsTrailers, isEndLate, isDeliveryLate, hasSentTrailers, hasEndedChunks) = (
            false, false, false, false, false
        )
        if !sensitiveLines.isEmpty { sensitiveLines = [] }
        if !sensitiveTrailers.isEmpty { sensitiveTrailers = [] }
    }

    /// The exchange has decided what becomes of the body.
    ///
    /// - Parameter outgoing: how its content goes on, also when all of it came.
    mutating func follow(_ handling: Exchange.BodyHandling, _ outgoing: Exchange.BodyHandling, wantsTrailers: Bool) {
        self.handling = handling
        self.outgoing = outgoing
        self.wantsTrailers = wantsTrailers
    }

    // MARK: - What waits

    /// Nothing happens to its content but that it is framed.
    private var isPlain: Bool { !isTouched || shaped == nil && watch == .nobody }

    // Asked at each step of each exchange: most bodies have kept nothing, which one flag says.

    /// Content has been handed over and has yet to go: no more is read.
    package var isSlow: Bool { isTouched && (pump.left > 0 || shown > 0 || shaped?.isBusy == true) }
    /// Content is here that waits for its receiver, or its time.
    package var holdsContent: Bool { isTouched && (pump.left > 0 || shown > 0 || shaped?.keepsBytes == true) }

    /// Bytes that have yet to be sent of what is whole.
    package var owed: Int { isTouched ? pump.left : 0 }

    /// A window is being read.
    package var isReading: Bool { pump.isReading }

    /// Content goes on without anything that frames it, or in chunks that are made here.
    package var goesBare: Bool { outgoing == .forwardContent }
    package var goesInChunks: Bool { outgoing == .forwardChunked }

    /// Bytes of HTTP/1 go on, or are kept, as they stand on the wire.
    package var keepsWire: Bool {
        if case .gather = handling { true } else { handling == .forward }
    }

    /// Rules have a say in how its bytes go.
    package var isShaped: Bool { isTouched && shaped != nil }

    /// Its receiver has to have room for something that waits.
    package var wantsRoom: Bool { shaped?.isHeldUp == true || wantsWindow }

    /// The next window of what is whole could go.
    package var wantsWindow: Bool { pump.left > 0 && !pump.isReading && shown == 0 && shaped?.isBusy != true }

    // MARK: - Parts that come

    /// Where a part goes that comes now.
    ///
    /// - Parameter isWire: its bytes stand as HTTP/1 has them on the wire, with what frames them.
    package func way(of part: MessagePart, isWire: Bool) -> Way {
        switch handling {
        case .wait, .discard: return .nowhere
        // Trailers stand in no bytes that could be kept, where they are no bytes of HTTP/1.
        case .gather(let limit): return isWire || part == .content ? .kept(limit: limit) : .nowhere
        case .forward where isWire: return shaped == nil ? .on : .through
        case .forward, .forwardContent, .forwardChunked: break
        }
        switch part {
        case .content: return isPlain ? handling == .forwardChunked ? .asChunk : .on : .through
        case .trailers: return watch == .content ? .through : .trailers
        case .requestHead, .interimHead, .responseHead, .chunkStarted, .chunkEnded, .end: return .nowhere
        }
    }

    /// A part that goes `through`.
    package mutating func take(
        _ part: MessagePart, _ bytes: Bytes, isWire: Bool, now: UInt64, _ actions: inout [Action]
    ) {
        // What stands on the wire as it came is no content alone.
        if isWire, handling == .forward { return shape(bytes, isContent: part == .content, now, &actions) }
        if case .trailers(let trailers) = part {
            // They follow when scripts have let all content go.
            lateTrailers = trailers.section
            return showEnd(&actions)
        }
        if watch == .nobody { shape(bytes, isContent: true, now, &actions) } else { show(bytes, &actions) }
    }

    /// Fields that came after the content.
    package mutating func passTrailers(_ section: FieldSection, _ actions: inout [Action]) {
        if !section.lines.isEmpty || wantsTrailers { sendTrailers(section, &actions) }
    }

    private mutating func sendTrailers(_ section: FieldSection?, _ actions: inout [Action]) {
        hasSentTrailers = true
        if outgoing == .forwardChunked { hasEndedChunks = true }
        actions.append(.sendTrailers(section))
    }

    /// Content of the message that is here already goes a window at a time, after what waits.
    ///
    /// - Parameter isTold: nobody told the record of it before.
    package mutating func send(_ source: ContentSource, isTold: Bool = false, isHeld: Bool = false) {
        isTouched = true
        pump.add(ContentPump.Item(source: source, isTold: isTold, isHeld: isHeld))
    }

    // MARK: - The end

    /// The content has ended, and something besides its bytes has to say so: at once, or when all of it has gone.
    package mutating func end(_ actions: inout [Action]) {
        isEndLate = true
        if isSlow { return }
        // Scripts are told of the end of what they saw, and may have more to send.
        if watch == .content { return showEnd(&actions) }
        endNow(&actions)
    }

    private mutating func endNow(_ actions: inout [Action]) {
        isEndLate = false
        if wantsTrailers, !hasSentTrailers { sendTrailers(nil, &actions) }
        let isChunked = outgoing == .forwardChunked
        if !isChunked || !hasEndedChunks { actions.append(.sendEnd(asChunk: isChunked)) }
        hasEndedChunks = true
    }

    /// All that was sent of a response may be delivered: now, or when all of it has gone.
    package mutating func maySendAll() -> Bool {
        isDeliveryLate = isSlow
        return !isDeliveryLate
    }

    /// What waited for all content follows, if all has gone.
    package mutating func settle(_ actions: inout [Action]) {
        guard !isSlow else { return }
        if isEndLate { end(&actions) }
        guard !isSlow else { return }
        if isDeliveryLate, maySendAll() { actions.append(.deliver) }
        actions.append(.resume)
    }

    // MARK: - Room and time

    /// Its receiver has room: what waits goes on, a window at a time.
    package mutating func room(now: UInt64, _ actions: inout [Action]) {
        if shaped?.isHeldUp == true {
            shaped?.hasRoom(now, &steps)
            return perform(&actions)
        }
        guard wantsWindow else { return }
        switch pump.step() {
        case .nothing: break
        case .read(let content, let range): actions.append(.read(content, range))
        case .send(let bytes, let item):
            if item.isTold { actions.append(.record(bytes)) }
            if item.isHeld { actions.append(.release(bytes.count)) }
            if item.isContent, watch != .nobody {
                show(bytes, &actions)
            } else if shaped != nil {
                shape(bytes, isContent: item.isContent, now, &actions)
            } else {
                send(bytes, isContent: item.isContent, isDue: false, &actions)
            }
        }
    }

    /// A window was read; nil: it cannot be read any more, and nothing else of it goes.
    package mutating func didRead(_ bytes: Bytes?) {
        if let bytes { pump.didRead(bytes) } else { pump = ContentPump() }
    }

    /// The moment that `wake` asked for.
    package mutating func timeCame(_ now: UInt64, isCongested: Bool, _ actions: inout [Action]) {
        shaped?.timeCame(now, isCongested: isCongested, &steps)
        perform(&actions)
    }

    /// What `share` asked for: when the bytes have taken their time.
    package mutating func timed(_ due: UInt64, now: UInt64, _ actions: inout [Action]) {
        shaped?.timed(due, now: now, &steps)
        perform(&actions)
    }

    private func send(_ bytes: Bytes, isContent: Bool, isDue: Bool, _ actions: inout [Action]) {
        actions.append(.send(bytes, asChunk: isContent && outgoing == .forwardChunked, isDue: isDue))
    }
}

// MARK: - What somebody wants whole

extension BodyRelay {
    /// A part that is `kept`. False when the body is too long, which was asked to be seen whole.
    ///
    /// - Parameter hasRoom: there is memory for it.
    package mutating func keep(_ part: MessagePart, _ bytes: Bytes, limit: Int, hasRoom: Bool) -> Bool {
        isTouched = true
        if hasRoom {
            gathered.take(bytes, isContent: part == .content, limit: limit)
        } else {
            gathered.giveUp(bytes, part == .content)
        }
        return gathered.state != .tooLong
    }

    /// The message has ended. Answers its content, if somebody waits for all of it.
    package mutating func gatheredContent() -> Bytes? {
        guard case .gather = handling else { return nil }
        isTouched = true
        return gathered.end()
    }

    /// What was kept goes on as it came.
    package mutating func sendGathered() {
        // Of a request rules keep what they saw: it counts as held to the end of its exchange.
        let isHeld = kind == .response || gathered.state == .tooLong
        guard outgoing == .forward else {
            // Framed otherwise than it came: the content alone.
            for bytes in gathered.releaseContent() { send(.bytes(bytes), isHeld: isHeld) }
            return
        }
        // Bytes of HTTP/1, with what frames them.
        guard shaped != nil else {
            for bytes in gathered.release() { add(bytes, isContent: false, isHeld) }
            return
        }
        for part in gathered.releaseParts() { add(part.bytes, isContent: part.isContent, isHeld) }
    }

    /// This goes in place of what was kept.
    package mutating func sendInstead(_ content: Bytes) {
        gathered = GatheredBody()
        send(.bytes(content), isHeld: true)
    }

    private mutating func add(_ bytes: Bytes, isContent: Bool, _ isHeld: Bool) {
        pump.add(ContentPump.Item(source: .bytes(bytes), isContent: isContent, isHeld: isHeld))
    }
}

// MARK: - What scripts see

extension BodyRelay {
    /// Scripts see the content as it passes, and let it go.
    package mutating func letScriptsSee() {
        isTouched = true
        if watch == .nobody { watch = .content }
    }

    private mutating func show(_ bytes: Bytes, _ actions: inout [Action]) {
        guard !bytes.isEmpty else { return }
        shown += 1
        actions.append(.show(bytes, isLast: false))
    }

    private mutating func showEnd(_ actions: inout [Action]) {
        watch = .ended
        shown += 1
        actions.append(.show(Bytes(), isLast: true))
    }

    /// Scripts have let go what they were shown.
    package mutating func sawThrough(_ bytes: Bytes, isLast: Bool, now: UInt64, _ actions: inout [Action]) {
        guard shown > 0 else { return }
        shown -= 1
        if !bytes.isEmpty {
            if shaped == nil {
                send(bytes, isContent: true, isDue: true, &actions)
            } else {
                shape(bytes, isContent: true, now, &actions)
            }
        }
        guard isLast else { return }
        if let lateTrailers { passTrailers(lateTrailers, &actions) }
        lateTrailers = nil
        if isEndLate, !isSlow { endNow(&actions) }
    }
}

// MARK: - How rules let it go

extension BodyRelay {
    /// From here on the bytes go like this. Answers the places of the content that are changed.
    ///
    /// - Parameter size: of the content, where it is known.
    package mutating func shape(_ shape: BodyShape, size: UInt64?) -> [UInt64] {
        (awaitedShape, isTouched) = (nil, true)
        let shaped = ShapedBody(shape, size: size)
        self.shaped = shaped
        return shaped.places
    }

    /// The same, once it is known which bytes they are.
    package mutating func awaitShape(_ shape: BodyShape, size: UInt64?) {
        (awaitedShape, isTouched) = ((shape, size), true)
    }

    /// It is known which bytes they are, and how many, if that is another number.
    package mutating func settleShape(size: UInt64? = nil) -> (shape: BodyShape, places: [UInt64])? {
        guard let awaited = awaitedShape else { return nil }
        return (awaited.shape, shape(awaited.shape, size: size ?? awaited.size))
    }

    /// What was to bear on these bytes does not bear on others.
    package mutating func dropShape() {
        (shaped, awaitedShape) = (nil, nil)
    }

    private mutating func shape(_ bytes: Bytes, isContent: Bool, _ now: UInt64, _ actions: inout [Action]) {
        guard shaped != nil else { return send(bytes, isContent: isContent, isDue: true, &actions) }
        shaped?.take(bytes, isContent: isContent, now: now, &steps)
        perform(&actions)
    }

    private mutating func perform(_ actions: inout [Action]) {
        guard let shape = shaped?.shape else { return }
        for step in steps {
            switch step {
            case .go(let bytes): send(bytes, isContent: true, isDue: true, &actions)
            case .wake(let time): actions.append(.wake(at: time))
            case .share(let count, let start):
                guard let rate = shape.throttle else { break }
                actions.append(.share(count, rate, rule: shape.throttledBy, from: start))
            case .drained: actions.append(.moveOn)
            case .over(.cut):
                let name = kind == .request ? "request" : "response"
                actions.append(.cut(reason: "a rule cut the \(name) off after \(shape.cut ?? 0) bytes"))
            case .over(.stall): actions.append(.stall)
            }
        }
        steps.removeAll(keepingCapacity: true)
    }
}
