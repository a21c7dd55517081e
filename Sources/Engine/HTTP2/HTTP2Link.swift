internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// Who owns one side of an HTTP/2 connection: what comes on it is told here.
protocol HTTP2LinkOwner: PlainStreamDelegate {
    var link: HTTP2Link { get }
    /// Nothing has ended it yet.
    var isOpen: Bool { get }
    /// - Parameter batch: what else came of the same frame, the last of it first.
    func linkReceived(_ event: HTTP2Event, in batch: [HTTP2Event])
    /// Something left on a stream; told where somebody keeps flows.
    func linkSent(_ departure: HTTP2Evidence.Departure, on stream: UInt32)
    /// Everything that was sent is with the system.
    func linkSentAll()
    /// The leg was congested and has room again, or what came was read: streams may go on.
    func linkDrained()
    /// What had to be kept is: what came on streams meanwhile has its turn.
    func linkLetGo()
}

/// One HTTP/2 connection on a leg: bytes in, events out, and what streams have to say on its way.
///
/// Belongs to its owner, who is the leg's delegate; runs on its shard's loop. Streams write into it during a turn; what
/// they wrote leaves once, at its end.
final class HTTP2Link {
    let shard: ShardState
    let leg: PlainStream
    var wire: HTTP2Connection
    unowned let owner: any HTTP2LinkOwner
    /// What passes, for the record; nil where nobody keeps one.
    var evidence: HTTP2Evidence?
    /// Streams that have something to say in this turn.
    private var waiting: [HTTP2Sending] = []
    /// The client says how soon it wants what (RFC 9218): then streams take turns.
    var isPrioritised = false
    private var turns = SendingTurns()
    private var isFlushDue = false
    private var isReading = false
    private(set) var isOpen = true
    /// The recorder is full: what comes on streams waits, and their windows are not given back. Frames are read all the
    /// same (RFC 9113 §5.2.2), so that what is on its way to the peer goes on.
    private(set) var isHeld = false
    /// What the peer may send on all streams, as the loop's budget has it.
    private var promised = 0

    /// - Parameter number: that of its leg's connection in the record; nil when it has no place there.
    init(
        _ leg: PlainStream, _ wire: HTTP2Connection, shard: ShardState, owner: any HTTP2LinkOwner, number: UInt64?
    ) {
        self.leg = leg
        self.wire = wire
        self.shard = shard
        self.owner = owner
        if let number, shard.publisher.isActive {
            let now = shard.now()
            evidence = HTTP2Evidence(
                ConnectionRecord(
                    wire.role == .server ? .client : .upstream, number: number,
                    wallClock: shard.wallClock(at: now), openedAt: Instant(nanoseconds: now)))
        }
        self.wire.keepsEvidence = shard.publisher.isActive
        flushLater()
    }

    /// Nothing is read or sent through it any more; the leg is its owner's.
    ///
    /// - Parameter why: what ended it, in words; empty when nothing was wrong.
    func detach(why: String = "") {
        guard isOpen else { return }
        isOpen = false
        waiting = []
        shard.windows.change(by: -promised)
        guard evidence != nil else { return }
        evidence?.connection.endedAt = Instant(nanoseconds: shard.now())
        evidence?.connection.end = why
        evidence?.hasNews = true
        tellNews()
    }

    private func tellNews() {
        guard let record = evidence?.connection, evidence?.hasNews == true else { return }
        evidence?.hasNews = false
        shard.publisher.publish(record)
    }

    // MARK: - In

    /// Takes in everything that came. An HTTP/2 connection is always read (RFC 9113 §5.2.2): windows are what pauses.
    func read() {
        guard isOpen, !isReading else { return }
        isReading = true
        holdIfFull()
        var events: [HTTP2Event] = []
        while isOpen {
            if !events.isEmpty { events.removeAll(keepingCapacity: true) }
            let taken = leg.input.withSpan { wire.receive($0, at: shard.loop.now, into: &events) }
            guard taken > 0 else { break }
            // Taken out, which moves them; read they would be copied.
            events.reverse()
            while isOpen, let event = events.popLast() { owner.linkReceived(event, in: events) }
            leg.input.consume(taken)
        }
        isReading = false
        if evidence?.hasNews == true { tellNews() }
        flushLater()
    }

    /// Only who has a place in the record has anything to wait for.
    private func holdIfFull() {
        guard !isHeld, evidence != nil, shard.isRecorderFull else { return }
        isHeld = true
        shard.hold(self)
    }

    /// There is room in the recorder again, or nothing more will come.
    func letGo() {
        guard isHeld else { return }
        isHeld = false
        guard isOpen else { return }
        owner.linkLetGo()
        flushLater()
    }

    /// What is wrong with the end of what came, in words: it came within a frame. Nil when nothing is.
    var incompleteEnd: String? {
        guard let error = wire.endOfInput(unread: leg.input.count) else { return nil }
        return "\(error.text) (\(error.code.rawValue), byte \(error.offset), \(error.spec))"
    }

    /// The bytes of content that stand at this place of what is being read.
    func content(_ range: Range<Int>) -> Bytes {
        leg.input.withSpan { Bytes(copying: $0, range) }
    }

    // MARK: - Out

    /// The stream has something to say before the turn ends.
    func add(_ sending: HTTP2Sending) {
        // One that outlives its connection has nobody to tell.
        guard isOpen else { return }
        waiting.append(sending)
        flushLater()
    }

    func flushLater() {
        guard !isFlushDue, isOpen else { return }
        isFlushDue = true
        shard.loop.atEndOfTurn(self)
    }

    /// Sends what there is. What a peer does not take stays where it is counted: in the connection and its streams.
    func flush() {
        guard isOpen, !leg.isClosed else { return }
        let streams = waiting
        waiting = []
        if isPrioritised { pumpInTurn(streams) } else { for stream in streams { stream.pump() } }
        guard !leg.isCongested else { return }
        fitWindows()
        let bytes = wire.takeOutput()
        if evidence != nil { tell(bytes) }
        if !bytes.isEmpty { leg.send(bytes) }
        leg.flushNow()
        guard isOpen, !leg.isBroken else { return }
        if leg.pendingBytes == 0 { owner.linkSentAll() } else { leg.tellWhenSent() }
    }

    /// RFC 9113 §6.9.2: where the streams of a loop may send too much together, new ones may send less.
    private func fitWindows() {
        let promised = wire.promised
        if promised != self.promised {
            shard.windows.change(by: promised - self.promised)
            self.promised = promised
        }
        wire.growsWindows = !shard.windows.isScarce
        wire.setStreamWindow(shard.windows.streamWindow)
    }

    /// How long an idle connection keeps streams that are over for its next ones.
    static let spareTime = Nanoseconds.seconds(1)

    /// How much content a stream sends when it is its turn, and how much all of them write before it goes out.
    private static let (slice, most) = (16_384, 128 << 10)

    private func pumpInTurn(_ streams: [HTTP2Sending]) {
        // Heads and ends take no room, and wait for nobody.
        for stream in streams { stream.pump(most: 0) }
        var open = streams.filter(\.canGoOn)
        while wire.outputCount < Self.most,
            let place = turns.next(of: open.map { SendingTurns.Stream($0.number, $0.priority) })
        {
            open[place].pump(most: Self.slice)
            if !open[place].canGoOn { open.remove(at: place) }
        }
        for stream in open { stream.list() }
    }

    private func tell(_ bytes: Bytes) {
        for (stream, what) in evidence?.departures(bytes, &wire, at: shard.now()) ?? [] {
            owner.linkSent(what, on: stream)
        }
    }
}

extension HTTP2Link: TurnTask {
    func performAtEndOfTurn() {
        isFlushDue = false
        flush()
    }
}

extension HTTP2LinkOwner {
    func linkSent(_ departure: HTTP2Evidence.Departure, on stream: UInt32) {}
    func linkLetGo() {}

    func streamDidReceive(_ leg: PlainStream) {
        link.read()
    }

    func streamDidDrain(_ leg: PlainStream) {
        linkDrained()
        link.flushLater()
    }

    func streamDidSendAll(_ leg: PlainStream) {
        link.flushLater()
    }
}
