internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import TLS

/// A connection to a server that speaks HTTP/2: shared by all exchanges of its loop that go the same way.
///
/// Owned by its leg and, while it takes new streams, by the pool; runs on its shard's loop.
final class HTTP2ServerConnection {
    let shard: ShardState
    let route: Route
    let number: UInt64
    let address: String
    /// Served inside Hark.
    let isLocal: Bool
    /// TLS with the server, where there is any.
    let tls: TLSFacts?
    private let leg: PlainStream
    private(set) lazy var link = HTTP2Link(
        leg,
        HTTP2Connection(
            role: .client, limits: shard.configuration.http2, tolerances: shard.configuration.tolerances),
        shard: shard, owner: self,
        number: number)
    /// A request was sent on it before.
    private(set) var hasServed = false
    /// Those that have no number yet too, in any order; each knows its place.
    private var streams: [HTTP2ServerStream] = []
    private var numbered = NumberedStreams<HTTP2ServerStream>()
    /// Those that are over, until nobody is in the middle of them.
    private var ended: [HTTP2ServerStream] = []
    /// Those that were over and left nothing behind, for the next exchanges.
    private(set) var spare: [HTTP2ServerStream] = []
    private(set) var isOpen = true
    private var isLeaving = false
    private var hasSettings = false
    private var awaitsSettings: [(Bool) -> Void] = []
    private var timer: LoopTimer?
    /// A stream was refused a number, as the server takes no more for now.
    var keepsWaiting = false
    /// The server takes no more streams, and said so.
    private var goAway: (last: UInt32, code: UInt32, debug: Bytes)?
    /// What ended it, for the record.
    private var end = ""

    init(
        shard: ShardState, leg: PlainStream, route: Route, address: String, isLocal: Bool, tls: TLSFacts?,
        number: UInt64? = nil
    ) {
        self.shard = shard
        self.leg = leg
        self.route = route
        self.address = address
        self.isLocal = isLocal
        self.tls = tls
        self.number = number ?? leg.watch?.number ?? shard.counters.nextUpstream()
    }

    /// Takes the leg over, and a place in the pool.
    func begin() {
        leg.inputLimit = shard.configuration.inputLimit
        timer = LoopTimer(on: shard.loop) { [unowned self] in leaveOn() }
        timer?.arm(after: shard.deadlines.kept)
        shard.pool.share(self)
        leg.delegate = self
        leg.resume(.ofOwner)
        link.read()
    }

    /// Whether another exchange may use it.
    var canOpenStream: Bool {
        isOpen && !isLeaving && !leg.isClosed && hasNumbers && streams.count < most && !keepsWaiting
    }

    /// As many as the server takes, kept here since the connection would be copied for each question; or as are opened
    /// where it has not said how many (RFC 9113 §6.5.2).
    private var most = 100
    /// There are numbers for more streams (RFC 9113 §5.1.1).
    private var hasNumbers = true

    /// A stream for one exchange, which counts from here on.
    func open() -> HTTP2ServerStream {
        let stream = spare.popLast() ?? HTTP2ServerStream(on: self)
        stream.begin()
        stream.place = streams.count
        streams.append(stream)
        timer?.disarm()
        return stream
    }

    func opened(_ stream: HTTP2ServerStream, as number: UInt32) {
        numbered[number] = stream
        hasNumbers = number < FrameHeader.largestStream
        link.evidence?.connection.streams += 1
        hasServed = true
    }

    /// Tells whether the server takes an extended CONNECT, once it has said so or not (RFC 8441 §3).
    func whenSettled(_ then: @escaping (_ allowsExtendedConnect: Bool) -> Void) {
        guard !hasSettings, isOpen else { return then(isOpen && link.wire.peerSettings.allowsExtendedConnect) }
        awaitsSettings.append(then)
    }

    private func settled() {
        hasSettings = true
        let waiting = awaitsSettings
        awaitsSettings = []
        for tell in waiting { tell(isOpen && link.wire.peerSettings.allowsExtendedConnect) }
    }

    func streamDidEnd(_ stream: HTTP2ServerStream) {
        guard remove(stream) else { return }
        ended.append(stream)
        if stream.number != 0 {
            numbered[stream.number] = nil
            link.wire.release(stream.number)
        }
        // One that waited for a place may have it now.
        if keepsWaiting {
            keepsWaiting = false
            for stream in streams where stream.number == 0 { stream.sending.list() }
        }
        link.flushLater()
    }

    /// The last one takes its place; false when it is none of these.
    private func remove(_ stream: HTTP2ServerStream) -> Bool {
        let place = stream.place
        guard place < streams.count, streams[place] === stream, let last = streams.popLast() else { return false }
        if last !== stream {
            streams[place] = last
            last.place = place
        }
        return true
    }

    private func tidy() {
        for stream in ended {
            if isOpen, stream.isReusable { spare.append(stream) } else { stream.close() }
        }
        ended.removeAll(keepingCapacity: true)
        guard isOpen, streams.isEmpty else { return }
        if isLeaving { return close() }
        if timer?.isArmed != true { timer?.arm(after: letsGo ? HTTP2Link.spareTime : shard.deadlines.kept) }
    }

    // MARK: - The end

    /// An idle connection keeps spare streams for a moment alone; from then on it waits for its end.
    private var letsGo: Bool { !spare.isEmpty && HTTP2Link.spareTime.count < shard.deadlines.kept.count }

    private func leaveOn() {
        if isLeaving { return close() }
        guard letsGo else { return leave() }
        // Many connections are idle for long.
        for stream in spare { stream.close() }
        spare = []
        timer?.arm(after: Nanoseconds(count: shard.deadlines.kept.count - HTTP2Link.spareTime.count))
    }

    /// Nobody uses it any more: it goes when its last stream is over.
    func leave() {
        guard isOpen, !isLeaving else { return }
        isLeaving = true
        shard.pool.unshare(self)
        link.wire.leave()
        link.flushLater()
        guard streams.isEmpty else { return }
        // The loop ends before a timer would; else it may take nothing any more.
        if shard.isShuttingDown { close() } else { timer?.arm(after: shard.deadlines.tunnelHalfClosed) }
    }

    /// How a request ended that the server did not look at.
    private var unprocessed: Outcome {
        guard let goAway else { return .reset(by: .upstream, code: HTTP2ErrorCode.refusedStream.rawValue) }
        return .goAway(code: goAway.code, last: goAway.last, debug: goAway.debug)
    }

    private func fail(_ detail: String, _ cause: Outcome?) {
        end = detail
        var (detail, cause) = (detail, cause)
        if let goAway, cause?.code != .malformedResponse {
            // It said that it would end the connection, and why: how that then closed says less.
            detail = "GOAWAY \(Outcome.goAwayText(code: goAway.code, last: nil, debug: goAway.debug))"
            cause = .goAway(code: goAway.code, last: nil, debug: goAway.debug)
        }
        let all = streams
        isLeaving = true
        shard.pool.unshare(self)
        link.letGo()
        for stream in all { stream.connectionLeft(detail, cause) }
        close()
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        isLeaving = true
        shard.pool.unshare(self)
        timer?.invalidate()
        timer = nil
        link.flush()
        link.detach(why: end)
        for stream in ended + spare + streams { stream.connectionClosed() }
        // Not before whoever called from within one is done with it.
        ended += streams
        spare = []
        streams = []
        numbered = NumberedStreams()
        settled()
        leg.closeAfterFlush()
        shard.loop.atEndOfTurn(self)
    }
}

extension HTTP2ServerConnection: HTTP2LinkOwner {
    func linkReceived(_ event: HTTP2Event, in batch: [HTTP2Event]) {
        switch event {
        case .frame(let frame):
            if let told = link.evidence?.frame(frame, &link.wire, at: shard.now()) {
                numbered[frame.header.stream]?.tell(told)
            }
        case .interimHead(let number, let head, let block):
            numbered[number]?.take(.interim(head, sensitive: block.sensitiveLines))
        case .responseHead(let number, let head, let block):
            let isWhole = batch.first?.isEnd(of: number) == true
            numbered[number]?.publish(.fieldBlockReceived(.response, HeadBlock(block)))
            numbered[number]?.take(.head(head, sensitive: block.sensitiveLines, isWhole: isWhole))
        case .pieceStarted(let number, let piece):
            let chunk = Chunk(offset: piece.offset, size: UInt64(piece.size))
            numbered[number]?.take(.piece(chunk, padding: piece.padding))
        case .content(let number, let range): numbered[number]?.take(.content(link.content(range)))
        case .refusedContent(let number, let offset, let range):
            numbered[number]?.take(.refused(RefusedPiece(offset: offset, bytes: link.content(range))))
        case .trailers(let number, let trailers, let block):
            numbered[number]?.take(.trailers(trailers, sensitive: block.sensitiveLines))
        case .ended(let number): numbered[number]?.take(.end)
        case .reset(let number, let code):
            let outcome = Outcome.reset(by: .upstream, code: code.rawValue)
            // RFC 9113 §7: what it refuses in HTTP/2 it may take in HTTP/1.1.
            if code == .http11Required { shard.pool.requireHTTP1(route.destination) }
            let isUnprocessed = code == .refusedStream || code == .http11Required
            numbered[number]?.take(.reset(outcome, isUnprocessed: isUnprocessed))
        case .unprocessed(let number):
            link.evidence?.lost(number, of: numbered[number]?.flow)
            numbered[number]?.take(.reset(unprocessed, isUnprocessed: true))
        case .malformed(let number, let fault, let block):
            let outcome = Outcome(malformed: fault, in: block?.fields, by: .upstream)
            numbered[number]?.take(.malformed(outcome, block?.evidence(shard)))
        case .faulted(let number, let error):
            numbered[number]?.take(.reset(Outcome(error, by: .upstream), isUnprocessed: false))
        case .windowOpened(0): for stream in streams where !stream.sending.isEmpty { stream.sending.list() }
        case .windowOpened(let number): if let stream = numbered[number] { stream.sending.list() }
        case .settings:
            if let most = link.wire.peerSettings.maxConcurrentStreams { self.most = Int(most) }
            settled()
            keepsWaiting = false
            for stream in streams where stream.number == 0 { stream.sending.list() }
        case .goAway(let last, let code, let debug):
            // A first one often rules nothing out yet, and says no reason (RFC 9113 §6.8).
            if goAway == nil || code != .noError || last < goAway?.last ?? 0 { goAway = (last, code.rawValue, debug) }
            if code == .http11Required { shard.pool.requireHTTP1(route.destination) }
            isLeaving = true
            shard.pool.unshare(self)
            // Those that have no number will never get one here.
            for stream in streams where stream.number == 0 { stream.connectionIsLeaving(unprocessed) }
            link.flushLater()
        case .failed(let error): fail(error.text, Outcome(error, by: .upstream))
        case .requestHead, .settingsAcknowledged, .pingAcknowledged: break
        }
    }

    func linkSent(_ departure: HTTP2Evidence.Departure, on stream: UInt32) {
        numbered[stream]?.tell(departure)
    }

    func linkSentAll() {
        tidy()
    }

    func linkDrained() {
        for stream in streams { stream.sending.wake() }
    }

    func linkLetGo() {
        for stream in numbered.values.sorted(by: { $0.number < $1.number }) { stream.resume() }
    }
}

extension HTTP2ServerConnection: PlainStreamDelegate {
    func streamDidReachEnd(_ leg: PlainStream) {
        link.read()
        let cause = leg.layer?.session.unmetRequest.map { Outcome($0) }
        fail(leg.incompleteEnd ?? link.incompleteEnd ?? "", cause)
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        if case .tls(let failure) = failure { return fail(failure.text, Outcome(failure)) }
        fail(failure.text, nil)
    }
}

extension HTTP2ServerConnection: TurnTask {
    func performAtEndOfTurn() {
        ended = []
    }
}
