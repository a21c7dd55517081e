internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// Content that Hark has whole goes out as its receiver takes it: a window at a time, and no further while that waits.
extension ExchangeDriver {
    /// Sends this behind what goes out already.
    func pump(_ items: [ContentPump.Item], of kind: MessageKind) {
        for item in items { pumps[kind].add(item) }
        pumpOn(kind)
    }

    /// Sends content that is in memory: at once when it is little and somebody takes it.
    func pump(_ bytes: Bytes, of kind: MessageKind, isContent: Bool = true, isHeld: Bool) {
        pump([ContentPump.Item(source: .bytes(bytes), isContent: isContent, isHeld: isHeld)], of: kind)
    }

    /// What was held up may go on; what waited for all of it follows.
    func goOn(_ kind: MessageKind) {
        liveRules?.hasRoom(for: kind)
        pumpOn(kind)
        guard !isSlow(kind) else { return }
        slowPartHasGone(kind)
        switch kind {
        case .request: client.readOn()
        case .response: upstream?.resume()
        }
    }

    /// Nothing of this message goes out any more.
    func stopPumping() {
        pumps = ContentPumps()
        held = nil
    }

    /// Counts what this exchange holds with what all others do.
    var share: HeldShare {
        if let held { return held }
        let share = HeldShare(of: shard.configuration.held)
        held = share
        return share
    }

    func reserve(_ count: Int) -> Bool { share.reserve(count) }

    /// Bytes of the response that the client has yet to take: those that were sent, and those that will be.
    var owed: Int { client.owed + pumps.response.left }

    private func pumpOn(_ kind: MessageKind) {
        guard !pumps[kind].isEmpty, standing != nil else { return }
        while mayPump(kind) {
            switch pumps[kind].step() {
            case .nothing: return
            case .read(let content, let range): return read(content, range, of: kind)
            case .send(let bytes, let item):
                if item.isTold { record(Decoded(.content, consumed: bytes.count), of: kind) { bytes } }
                send(bytes, item, of: kind)
                if item.isHeld { held?.shrink(by: bytes.count) }
            }
        }
    }

    private func mayPump(_ kind: MessageKind) -> Bool {
        guard standing != nil, let sink = sink(of: kind), !sink.isCongested, shaping(of: kind)?.isBusy != true,
            liveRules?.chunks(of: kind)?.isBusy != true
        else {
            return false
        }
        // What is told must be kept by somebody, who may have too much to do.
        guard shard.isRecorderFull, kind == .response else { return true }
        shard.whenRecorderHasRoom { [weak self] in self?.goOn(kind) }
        return false
    }

    private func send(_ bytes: Bytes, _ item: ContentPump.Item, of kind: MessageKind) {
        if kind == .request { requestBodyMoves() }
        if item.isContent, let chunks = liveRules?.chunks(of: kind) { return chunks.take(bytes) }
        if let shaping = shaping(of: kind) { return shaping.take(bytes, isContent: item.isContent) }
        guard let sink = sink(of: kind) else { return }
        if item.isContent, handling(of: kind) == .forwardChunked {
            pour(.content, .held(bytes), of: kind, isChunked: true, into: sink)
        } else {
            sink.send(bytes)
        }
        bytesMoved()
    }

    private func read(_ content: any StoredContent, _ range: Range<Int>, of kind: MessageKind) {
        guard let reading = shard.configuration.rules?.reading else { return }
        let flow = flow
        shard.offLoop { (deliver: @escaping @Sendable (Bytes?) -> Void) in
            reading.run { deliver(content.read(range)) }
        } then: { [weak self] (bytes: Bytes?) in
            // Another exchange may have begun meanwhile.
            guard let self, self.flow == flow, pumps[kind].isReading else { return }
            guard let bytes else {
                pumps[kind] = ContentPump()
                return handle(
                    .cutByRule(kind, .refusedByRule, reason: "the file of the rule changed while it was sent"))
            }
            pumps[kind].didRead(bytes)
            goOn(kind)
        }
    }
}
