internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor

/// One client's connection of HTTP/2: many streams, each an exchange with a driver of its own.
///
/// Owned by its leg and its shard; runs on the shard's loop.
final class HTTP2ClientConnection: ShardResident {
    let origin: ClientOrigin
    let shard: ShardState
    private let leg: PlainStream
    private let policy: ForwardingPolicy
    private let bound = BoundConnections()
    private(set) lazy var link = HTTP2Link(
        leg,
        HTTP2Connection(
            role: .server, limits: shard.configuration.http2, tolerances: shard.configuration.tolerances,
            allowsExtendedConnect: true),
        shard: shard, owner: self, number: origin.number)
    private(set) var streams = NumberedStreams<HTTP2ClientStream>()
    /// Those whose exchange waits until everything is with the system.
    private var delivering: [HTTP2ClientStream] = []
    /// Those that are over, until nobody is in the middle of them.
    private var ended: [HTTP2ClientStream] = []
    /// Those that were over and left nothing behind, for the next requests: a stream has many parts.
    private(set) var spare: [HTTP2ClientStream] = []
    /// How soon the client wants the responses on streams that it has not opened yet (RFC 9218 §7.1).
    private var priorities: [UInt32: ResponsePriority] = [:]
    /// The last stream that was opened.
    private var lastStream: UInt32 = 0
    private var requestCount: UInt64
    private(set) var isOpen = true
    private var leaving = Leaving.no
    private var timer: LoopTimer?
    /// When its last exchange ended, or it began.
    private var idleSince: UInt64
    /// What ended it, for the record.
    private var end = ""

    /// RFC 9113 §6.8: the end in two steps, lest a request that is on its way be lost.
    private enum Leaving {
        case no
        /// The client was told to open no more streams, and may not know it yet.
        case announced
        /// No new requests are looked at.
        case decided
    }

    /// How long a client may take to show that it has heard of the end.
    private static let announcement = Nanoseconds.seconds(1)
    /// What it shows that with: it has to send these eight octets back.
    private static let question: Bytes = "leaving?"

    /// - Parameters:
    ///   - policy: as it holds for this client.
    ///   - prepared: a connection to the server, for the first request.
    init(
        shard: ShardState, leg: PlainStream, origin: ClientOrigin, policy: ForwardingPolicy,
        prepared: HTTP1ServerConnection? = nil
    ) {
        self.shard = shard
        self.leg = leg
        self.origin = origin
        self.policy = policy
        requestCount = origin.requestCount
        idleSince = shard.loop.now
        if let prepared { bound.prepare(prepared) }
    }

    /// Takes the leg over, with what is unread on it.
    func begin() {
        leg.inputLimit = shard.configuration.inputLimit
        timer = LoopTimer(on: shard.loop) { [unowned self] in leaveOn() }
        timer?.arm(after: shard.deadlines.idle)
        shard.add(self)
        leg.delegate = self
        leg.resume(.ofOwner)
        link.read()
        if leg.hasReachedEnd { streamDidReachEnd(leg) }
    }

    func driver(for stream: HTTP2ClientStream) -> ExchangeDriver {
        ExchangeDriver(
            client: stream, shard: shard, origin: origin,
            policy: shard.policy(policy, for: origin.peer, at: leg.socket.localAddress), bound: bound)
    }

    private func newStream(_ number: UInt32) -> HTTP2ClientStream {
        let stream = spare.popLast() ?? HTTP2ClientStream(on: link, of: self)
        stream.begin(as: number)
        stream.driver.open(at: shard.now(), as: requestCount + 1)
        requestCount += 1
        return stream
    }

    // MARK: - Streams

    private func open(_ number: UInt32) -> HTTP2ClientStream {
        let stream = newStream(number)
        streams[number] = stream
        lastStream = max(lastStream, number)
        link.evidence?.connection.streams += 1
        if case .no = leaving { timer?.disarm() }
        stream.driver.publish(.streamNumbered(.request, number))
        for frame in link.evidence?.takeOpening() ?? [] { stream.tell(frame) }
        return stream
    }

    private func begin(_ number: UInt32, _ head: RequestHead, _ block: FieldBlock, isWhole: Bool) {
        let stream = open(number)
        if let priority = toldPriority(number) ?? head.fields.first(named: "priority").flatMap(ResponsePriority.init) {
            stream.sending.priority = priority
            link.isPrioritised = true
        }
        stream.driver.forwarder.relays.request.sensitiveLines = block.sensitiveLines
        stream.driver.publish(.fieldBlockReceived(.request, HeadBlock(block)))
        var framing = Framing(.frames, rule: 0)
        if isWhole || head.method == .connect {
            framing = Framing(.none, rule: 0)
        } else if let length = head.fields.first(.contentLength)?.decimal {
            framing = Framing(.length(length), rule: 0)
        }
        stream.begin(head, framing)
    }

    /// RFC 9113 §8.1.1: a malformed request is answered, so that a person can see why.
    private func refuse(_ number: UInt32, _ fault: FieldFault, _ block: FieldBlock?) {
        let outcome = Outcome(malformed: fault, in: block?.fields, by: .client)
        if let stream = streams[number] { return stream.wasMalformed(outcome) }
        let stream = open(number)
        stream.isMalformed = true
        if let block {
            if let request = RefusedRequest(list: block.fields) { stream.driver.recordRefused(request) }
            stream.driver.publish(.malformedHeadReceived(.request, block.evidence(shard)))
            stream.driver.publish(.fieldBlockReceived(.request, HeadBlock(block)))
        }
        stream.driver.refuse(outcome, answers: true)
        stream.exchangeDidEnd(.close)
    }

    /// RFC 9218 §7.1: what a PRIORITY_UPDATE says holds in place of the field. It is for whoever sends the response.
    private func prioritise(_ number: UInt32, _ value: Bytes) {
        guard let priority = ResponsePriority(value) else { return }
        if let stream = streams[number] {
            stream.sending.priority = priority
        } else {
            // One that was opened and is over needs it no more; of others only so many are to come.
            let most = shard.configuration.http2.streams
            if priorities.count >= most { priorities = priorities.filter { $0.key > lastStream } }
            guard number > lastStream, priorities.count < most else { return }
            priorities[number] = priority
        }
        link.isPrioritised = true
    }

    private func toldPriority(_ number: UInt32) -> ResponsePriority? {
        priorities.isEmpty ? nil : priorities.removeValue(forKey: number)
    }

    func streamDelivers(_ stream: HTTP2ClientStream) {
        delivering.append(stream)
    }

    func streamDidEnd(_ stream: HTTP2ClientStream) {
        guard streams[stream.number] === stream else { return }
        streams[stream.number] = nil
        if streams.isEmpty { idleSince = shard.loop.now }
        ended.append(stream)
        link.wire.release(stream.number)
        link.flushLater()
    }

    /// Lets go of streams that are over, and of a connection that has none left and wants none.
    private func tidy() {
        for stream in ended {
            if isOpen, stream.isReusable { spare.append(stream) } else { stream.close() }
        }
        ended.removeAll(keepingCapacity: true)
        guard isOpen, streams.isEmpty else { return }
        switch leaving {
        case .no: if timer?.isArmed != true { timer?.arm(after: letsGo ? HTTP2Link.spareTime : shard.deadlines.idle) }
        case .announced: break
        case .decided: close()
        }
    }

    // MARK: - The end

    /// An idle connection keeps spare streams for a moment alone; from then on it waits for its end.
    private var letsGo: Bool { !spare.isEmpty && HTTP2Link.spareTime.count < shard.deadlines.idle.count }

    private func closeSpare() {
        for stream in spare { stream.close() }
        spare = []
    }

    private func leaveOn() {
        switch leaving {
        case .no where letsGo:
            // Many connections are idle for long.
            closeSpare()
            timer?.arm(after: Nanoseconds(count: shard.deadlines.idle.count - HTTP2Link.spareTime.count))
        case .no: announceEnd()
        case .announced: leave()
        case .decided: close()
        }
    }

    /// Says that there is an end coming; requests that are on their way are still looked at.
    private func announceEnd() {
        guard isOpen, case .no = leaving else { return }
        leaving = .announced
        link.wire.announceEnd()
        link.wire.ping(Self.question)
        link.flushLater()
        timer?.arm(after: Self.announcement)
    }

    /// Tells which request was the last that is looked at.
    private func leave() {
        guard isOpen else { return }
        leaving = .decided
        timer?.disarm()
        link.wire.leave()
        link.flushLater()
        // It may take nothing any more.
        if streams.isEmpty { timer?.arm(after: shard.deadlines.tunnelHalfClosed) }
    }

    /// The client's connection is over, and all its exchanges with it.
    private func fail(_ detail: String) {
        end = detail
        for stream in streams.values where !stream.isOver { stream.clientLeft(detail) }
        close()
    }

    /// - Parameter lingers: what it is owed is waited for; else its descriptor is free at once.
    private func close(lingers: Bool = true) {
        guard isOpen else { return }
        isOpen = false
        timer?.invalidate()
        timer = nil
        link.flush()
        link.detach(why: end)
        closeSpare()
        for stream in ended + streams.values {
            stream.driver.close()
            stream.close()
        }
        // Not before whoever called from within one is done with it.
        ended += streams.values
        delivering = []
        streams = NumberedStreams()
        bound.close()
        if lingers { shard.closeAfterFlush(leg) } else { leg.close() }
        shard.loop.atEndOfTurn(self)
    }

    var dispensability: Dispensability? {
        guard isOpen, streams.isEmpty else { return nil }
        return Dispensability(rank: requestCount > 0 ? .served : .neverAsked, idleSince: idleSince)
    }

    var hasUnread: Bool { leg.socket.hasUnread }

    /// RFC 9113 §6.8: a request that is on its way is above the last stream of the GOAWAY; its client sends it again.
    func makeRoom() {
        end = "it was idle, and file descriptors were running out"
        leave()
        close(lingers: false)
    }

    func shutDown(force: Bool) {
        guard force else { return announceEnd() }
        leave()
        for stream in streams.values where !stream.isOver { stream.shutDown() }
        close()
    }

    /// The client broke a rule of the connection: GOAWAY says so, and a flow does.
    private func fail(_ error: HTTP2Error) {
        if streams.isEmpty {
            let stream = newStream(0)
            ended.append(stream)
            stream.driver.refuse(Outcome(error, by: .client), answers: false)
        }
        fail("\(error.text) (\(error.code.rawValue), byte \(error.offset), \(error.spec))")
    }

    // MARK: - Record

    private func tell(_ frame: Frame) {
        guard let told = link.evidence?.frame(frame, &link.wire, at: shard.now()) else { return }
        if let stream = streams[frame.header.stream] {
            // Nothing more is told of an exchange that is over; what passes in a tunnel, who relays it tells.
            if !stream.isOver, !stream.isTunnel { stream.tell(told) }
        } else if frame.header.type == .headers || frame.header.type == .continuation {
            link.evidence?.keepOpening(told)
        }
    }
}

extension HTTP2ClientConnection: HTTP2LinkOwner {
    func linkReceived(_ event: HTTP2Event, in batch: [HTTP2Event]) {
        switch event {
        case .frame(let frame):
            tell(frame)
            if case .priorityUpdate(let stream, let value) = frame.payload { prioritise(stream, value) }
        case .requestHead(let number, let head, let block):
            begin(number, head, block, isWhole: batch.first?.isEnd(of: number) == true)
        case .pieceStarted(let number, let piece):
            let chunk = Chunk(offset: piece.offset, size: UInt64(piece.size))
            streams[number]?.take(.piece(chunk, padding: piece.padding))
        case .content(let number, let range): streams[number]?.take(.content(link.content(range)))
        case .refusedContent(let number, let offset, let range):
            streams[number]?.refused(RefusedPiece(offset: offset, bytes: link.content(range)))
        case .trailers(let number, let trailers, let block):
            streams[number]?.take(.trailers(trailers, sensitive: block.sensitiveLines))
        case .ended(let number): streams[number]?.take(.end)
        case .reset(let number, let code):
            streams[number]?.wasReset(.reset(by: .client, code: code.rawValue))
        case .malformed(let number, let fault, let block): refuse(number, fault, block)
        case .faulted(let number, let error):
            streams[number]?.wasReset(Outcome(error, by: .client))
        case .windowOpened(0): for stream in streams.values where !stream.sending.isEmpty { stream.sending.list() }
        case .windowOpened(let number): if let stream = streams[number] { stream.sending.list() }
        case .failed(let error): fail(error)
        case .pingAcknowledged(let octets):
            if octets == Self.question, case .announced = leaving { leave() }
        case .interimHead, .responseHead, .settings, .settingsAcknowledged, .goAway, .unprocessed: break
        }
    }

    func linkSent(_ departure: HTTP2Evidence.Departure, on stream: UInt32) {
        if let stream = streams[stream], stream.isTold { stream.tell(departure) }
    }

    func linkSentAll() {
        let streams = delivering
        delivering = []
        for stream in streams where !stream.tookAll() { delivering.append(stream) }
        tidy()
    }

    func linkDrained() {
        for stream in streams.values { stream.sending.wake() }
    }

    func linkLetGo() {
        for stream in streams.values.sorted(by: { $0.number < $1.number }) { stream.readOn() }
    }
}

extension HTTP2ClientConnection: PlainStreamDelegate {
    func streamDidReachEnd(_ leg: PlainStream) {
        link.read()
        fail(link.incompleteEnd ?? "")
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        fail(failure.text)
    }
}

extension HTTP2ClientConnection: TurnTask {
    func performAtEndOfTurn() {
        ended = []
        shard.remove(self)
    }
}
