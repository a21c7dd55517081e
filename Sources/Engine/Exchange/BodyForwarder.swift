internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// Forwards both bodies of an exchange: hands their parts to their relays, and carries out what these say.
///
/// Owned by the exchange's driver, on its loop.
final class BodyForwarder: DriverPart {
    /// What of both bodies is kept, waits, and goes on.
    var relays = BodyRelays()
    /// What of them counts as held; nil: nothing.
    private var held: HeldShare?
    /// For bytes that rules let go in their time.
    private var timers: (request: LoopTimer?, response: LoopTimer?)
    /// Reused, so that a piece costs no array.
    private var spare: [BodyRelay.Action] = []

    /// Where a message goes.
    func sink(of kind: MessageKind) -> (any MessageSink)? {
        switch kind {
        case .request: driver.upstream
        case .response: driver.client
        }
    }

    // MARK: - Parts that come

    /// The next part of the request's body; `buffer` begins with its bytes.
    func requestPart(_ decoded: Decoded, in buffer: ReceiveBuffer) {
        take(decoded, in: buffer, of: .request)
        requestMoved(decoded.consumed)
    }

    /// The same of a request that came on a stream.
    func requestPart(_ part: MessagePart, _ bytes: Bytes) {
        take(part, bytes, of: .request)
        requestMoved(bytes.count)
    }

    /// The next part of the response's body; `buffer` begins with its bytes.
    func responsePart(_ decoded: Decoded, in buffer: ReceiveBuffer) {
        take(decoded, in: buffer, of: .response)
    }

    /// The same of a response that came on a stream.
    func responsePart(_ part: MessagePart, _ bytes: Bytes) {
        take(part, bytes, of: .response)
    }

    private func take(_ decoded: Decoded, in buffer: ReceiveBuffer, of kind: MessageKind) {
        // First: whoever is handed the part may end the exchange, and empty the buffer with it.
        driver.record(decoded, of: kind) { buffer.withSpan { Bytes(copying: $0, 0..<decoded.consumed) } }
        let trailers = editedTrailers(decoded.part, of: kind)
        if let other = trailers?.sent ?? decoded.repair?.bytes {
            pass(decoded.part, .held(other), isWire: true, of: kind)
        } else {
            pass(decoded.part, .unread(decoded.consumed, buffer), isWire: true, of: kind)
        }
        guard let trailers, kind == .request || !trailers.edits.isEmpty else { return }
        driver.publish(.trailersForwarded(kind, sent: trailers.sent, edits: trailers.edits))
    }

    private func take(_ part: MessagePart, _ bytes: Bytes, of kind: MessageKind) {
        driver.record(Decoded(part, consumed: bytes.count), of: kind) { bytes }
        pass(part, .held(bytes), isWire: false, of: kind)
    }

    /// - Parameter isWire: the bytes stand as HTTP/1 has them on the wire.
    private func pass(_ part: MessagePart, _ bytes: PartBytes, isWire: Bool, of kind: MessageKind) {
        let way = relays.way(of: part, isWire: isWire, in: kind)
        switch way {
        case .nowhere: return
        case .on, .asChunk:
            guard let sink = sink(of: kind) else { return }
            if kind == .request { requestBodyMoves() }
            // A chunk without content would be the last.
            guard bytes.count > 0 else { return }
            bytes.write(asChunk: way == .asChunk, to: sink)
        case .through:
            guard sink(of: kind) != nil else { return }
            if kind == .request { requestBodyMoves() }
            let (copy, now) = (bytes.copy, driver.shard.loop.now)
            relay(kind) { $0.take(part, copy, isWire: isWire, now: now, &$1) }
        case .kept(let limit): keep(part, bytes.copy, limit: limit, of: kind)
        case .trailers:
            guard case .trailers(let trailers) = part, sink(of: kind) != nil else { return }
            relay(kind) { $0.passTrailers(trailers.section, &$1) }
        }
    }

    private func keep(_ part: MessagePart, _ bytes: Bytes, limit: Int, of kind: MessageKind) {
        if case .trailers(let trailers) = part { driver.liveRules?.trailersCame(kind, trailers.section) }
        let hasRoom = share.grow(by: bytes.count)
        guard !relays[kind].keep(part, bytes, limit: limit, hasRoom: hasRoom) else { return }
        // What made it too long is here too.
        share.add(hasRoom ? 0 : bytes.count)
        driver.liveRules?.bodyWasTooLong(kind, isForRoom: !hasRoom)
        driver.handle(.bodyTooLong(kind))
    }

    /// The request's last byte has come.
    func requestDidEnd() {
        if let content = relays.request.gatheredContent() { driver.handle(.bodyGathered(.request, content)) }
        driver.handle(.requestEnded)
    }

    /// The response's last byte has come.
    func responseDidEnd() {
        if let content = relays.response.gatheredContent() { driver.handle(.bodyGathered(.response, content)) }
        driver.handle(.responseEnded)
    }

    /// Only bytes of a body prolong the wait for a body.
    private func requestMoved(_ count: Int) {
        let waiting = driver.standing?.waiting
        if waiting == .restOfRequest, !relays.readRest(count) { return driver.handle(.bodyTooLong(.request)) }
        if waiting == .requestBody || waiting == .restOfRequest { driver.clock.arm() }
    }

    /// Bytes of the request's body go to the server. Nothing that is waited for changes with it: no wait begins anew.
    private func requestBodyMoves() {
        if driver.pending.isDriving { driver.handle(.requestBodyForwarded) } else { driver.step(.requestBodyForwarded) }
    }

    /// The content that comes next is padded so much.
    func pad(_ octets: Int?, of kind: MessageKind) {
        guard let octets, relays[kind].goesBare else { return }
        sink(of: kind)?.pad(UInt8(clamping: octets))
    }

    // MARK: - What is here already

    /// What was kept of this body goes on, or this in its place.
    func sendKept(_ kind: MessageKind, replacedBy content: Bytes? = nil) {
        if let content {
            // What came is not held any more, what goes in its place is.
            if kind == .response { held?.clear() }
            share.add(content.count)
            relays[kind].sendInstead(content)
        } else {
            relays[kind].sendGathered()
        }
        sendOn(kind)
    }

    /// Sends a whole answer: at once when it is little and goes as it is.
    func send(_ answer: ProxyAnswer) {
        let stored = driver.liveRules?.takeAnswerContent()
        let source = stored ?? .bytes(answer.body)
        guard stored != nil || source.count > ContentSource.window || relays.response.isShaped, source.count > 0 else {
            driver.tellAnswer(driver.client.send(answer))
            // No server sent it, and it is what the client gets.
            guard !answer.body.isEmpty else { return }
            return driver.record(Decoded(.content, consumed: answer.body.count), of: .response) { answer.body }
        }
        driver.tellAnswer(driver.client.sendHead(of: answer))
        relays.response.send(source, isTold: true)
        sendOn(.response)
        relay(.response) { $0.end(&$1) }
    }

    /// What was held up may go on; what waited for all of it follows.
    func moveOn(_ kind: MessageKind) {
        sendOn(kind)
        relay(kind) { $0.settle(&$1) }
    }

    /// What waits goes on, as far as its receiver takes it.
    private func sendOn(_ kind: MessageKind) {
        while driver.standing != nil, relays[kind].wantsRoom, let sink = sink(of: kind), !sink.isCongested {
            if relays[kind].wantsWindow {
                // What is told must be kept by somebody, who may have too much to do.
                guard !driver.shard.isRecorderFull || kind == .request else {
                    return driver.shard.whenRecorderHasRoom { [weak driver] in driver?.moveOn(kind) }
                }
                if kind == .request { requestBodyMoves() }
            }
            let now = driver.shard.loop.now
            relay(kind) { $0.room(now: now, &$1) }
        }
    }

    // MARK: - Events in, actions out

    /// Lets something happen to a body, and does what follows.
    func relay(_ kind: MessageKind, _ happen: (inout BodyRelay, inout [BodyRelay.Action]) -> Void) {
        var actions: [BodyRelay.Action] = []
        swap(&actions, &spare)
        happen(&relays[kind], &actions)
        // What is done may end the exchange, and with it all that holds the driver.
        withExtendedLifetime(driver) {
            for action in actions { perform(action, of: kind) }
        }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &spare)
    }

    private func perform(_ action: BodyRelay.Action, of kind: MessageKind) {
        switch action {
        case .send(let bytes, let asChunk, let isDue):
            guard let sink = sink(of: kind) else { return }
            PartBytes.held(bytes).write(asChunk: asChunk, to: sink)
            driver.bytesMoved()
            if isDue, kind == .response { _ = driver.client.deliver() }
        case .sendTrailers(let section): sendTrailers(section ?? Self.noTrailers, of: kind)
        case .sendEnd(asChunk: true): sink(of: kind)?.send(ChunkEncoder.end)
        case .sendEnd(asChunk: false): sink(of: kind)?.sendEnd()
        case .show(let bytes, let isLast): driver.liveRules?.chunks(of: kind)?.take(bytes, isLast: isLast)
        case .record(let bytes): driver.record(Decoded(.content, consumed: bytes.count), of: kind) { bytes }
        case .release(let count): held?.shrink(by: count)
        case .read(let content, let range): read(content, range, of: kind)
        case .wake(let time): timer(of: kind).arm(at: time)
        case .share(let count, let rate, let rule, let start):
            guard let due = driver.liveRules?.live.reserve(count, rate, of: rule, now: start) else { return }
            let now = driver.shard.loop.now
            relay(kind) { $0.timed(due, now: now, &$1) }
        case .moveOn: moveOn(kind)
        case .resume: if kind == .request { driver.client.readOn() } else { driver.upstream?.resume() }
        case .deliver: driver.deliver()
        case .cut(let reason): driver.cutOff(kind, .refusedByRule, reason: reason)
        case .stall: driver.handle(.stalledByRule)
        }
    }

    private func timer(of kind: MessageKind) -> LoopTimer {
        if let timer = kind == .request ? timers.request : timers.response { return timer }
        let timer = LoopTimer(on: driver.shard.loop) { [unowned self] in
            let (now, isCongested) = (driver.shard.loop.now, sink(of: kind)?.isCongested == true)
            relay(kind) { $0.timeCame(now, isCongested: isCongested, &$1) }
        }
        if kind == .request { timers.request = timer } else { timers.response = timer }
        return timer
    }

    private func read(_ content: any StoredContent, _ range: Range<Int>, of kind: MessageKind) {
        guard let reading = driver.shard.configuration.rules?.reading else { return }
        let flow = driver.flow
        driver.shard.offLoop { (deliver: @escaping @Sendable (Bytes?) -> Void) in
            reading.run { deliver(content.read(range)) }
        } then: { [weak self] (bytes: Bytes?) in
            // Another exchange may have begun meanwhile.
            guard let self, driver.flow == flow, relays[kind].isReading else { return }
            let driver = driver
            defer { withExtendedLifetime(driver) {} }
            relays[kind].didRead(bytes)
            guard bytes == nil else { return moveOn(kind) }
            driver.handle(.cutByRule(kind, .refusedByRule, reason: "the file of the rule changed while it was sent"))
        }
    }

    /// Nothing of either body goes any more.
    func end() {
        relays.end()
        held = nil
        timers.request?.disarm()
        timers.response?.disarm()
    }

    /// Another exchange begins.
    func begin() {
        relays.begin()
        held = nil
    }

    /// The client's connection goes on without this.
    func close() {
        end()
        timers.request?.invalidate()
        timers.response?.invalidate()
        timers = (nil, nil)
    }

    /// Counts what this exchange holds with what all others do.
    private var share: HeldShare {
        if let held { return held }
        let share = HeldShare(of: driver.shard.configuration.held)
        held = share
        return share
    }

    func reserve(_ count: Int) -> Bool { share.reserve(count) }

    // MARK: - Trailers

    /// A section in which nothing stands.
    private static let noTrailers = RecordedHead.section("\r\n", hasStartLine: false)

    private func sendTrailers(_ section: FieldSection, of kind: MessageKind) {
        guard let exchange = driver.exchange, let sink = sink(of: kind) else { return }
        let edits = exchange.trailerEdits(kind, section)
        var sent: Bytes? = Bytes()
        if relays[kind].goesInChunks {
            sent = driver.unlessMalformed { () throws(EncodeError) in try HeadEncoder.written(section, edits) }
            // RFC 9112 §7.1: they end with the empty line that ends the body.
            if let sent {
                sink.send(ChunkEncoder.sizeLine(0))
                sink.send(sent)
            }
        } else if relays[kind].goesBare, Self.leaves(edits, of: section) {
            sink.mark(sensitive: relays[kind].sensitiveTrailers)
            sent = driver.unlessMalformed { () throws(EncodeError) in try sink.sendTrailers(section, edits) }
        }
        if let sent, !edits.isEmpty { driver.publish(.trailersForwarded(kind, sent: sent, edits: edits)) }
    }

    /// Whether any field is left by these edits.
    private static func leaves(_ edits: [Change], of section: FieldSection) -> Bool {
        var count = section.lines.count
        for edit in edits {
            switch edit.action {
            case .remove: count -= 1
            case .add: count += 1
            case .replace, .replaceStartLine, .replaceHead: break
            }
        }
        return count > 0
    }

    /// Trailers that do not go on as they came, as they do; nil for ordinary ones, and for any other part.
    private func editedTrailers(_ part: MessagePart, of kind: MessageKind) -> (sent: Bytes, edits: [Change])? {
        // Where they go on otherwise than as these bytes, they have a way of their own.
        guard case .trailers(let trailers) = part, let exchange = driver.exchange, relays[kind].keepsWire else {
            return nil
        }
        let section = trailers.section
        // The empty line may have come as a line feed alone.
        let isWhole = section.emptyLineStart == section.raw.count - 2
        guard !section.lines.isEmpty || !isWhole || relays[kind].wantsTrailers else { return nil }
        let edits = exchange.trailerEdits(kind, section)
        guard !edits.isEmpty || !isWhole,
            let sent = driver.unlessMalformed({ () throws(EncodeError) in try HeadEncoder.written(section, edits) })
        else { return nil }
        return (sent, edits)
    }
}
