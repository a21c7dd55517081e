internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// One stream to a server: a request and its response, for as long as its exchange has it. When it is over and left
/// nothing behind it can be another one, of the same connection.
///
/// Owned by its connection; runs on its shard's loop. What came of the response and has not had its turn waits here, as
/// much as the stream's window lets in.
final class HTTP2ServerStream {
    private let connection: HTTP2ServerConnection
    let link: HTTP2Link
    private(set) lazy var sending = HTTP2Sending(link, owner: self)
    /// Where its connection keeps it.
    var place = 0
    private var owner: (any ServerStreamOwner)?
    private var method = Method.get
    private var arrived = ArrivedParts<Part>()
    private var isReading = false
    /// Octets of the DATA frames that came.
    private var wireSize: UInt64 = 0
    private var frames = (received: FrameTally(), sent: FrameTally())
    private var isOver = false
    /// Both messages came to their ends.
    private var wentWell = false
    private var bridge: StreamBridge?
    private var wasReused = false
    /// Who waits until nothing of the request is left to be written.
    private var whenEmptied: (() -> Void)?

    /// What came on the stream.
    enum Part {
        case interim(ResponseHead, sensitive: Set<Int>)
        case head(ResponseHead, sensitive: Set<Int>, isWhole: Bool)
        case piece(Chunk, padding: Int?)
        case content(Bytes)
        case trailers(Trailers, sensitive: Set<Int>)
        case end
        case reset(Outcome, isUnprocessed: Bool)
        case malformed(Outcome, Bytes?)
        /// Content that is too much or too little, and so not passed on.
        case refused(RefusedPiece)
    }

    init(on connection: HTTP2ServerConnection) {
        self.connection = connection
        link = connection.link
    }

    /// Another exchange is to have it, or the first.
    func begin() {
        sending.begin(as: 0)
        wasReused = connection.hasServed
        wireSize = 0
        frames = (FrameTally(), FrameTally())
        isOver = false
        wentWell = false
    }

    /// It was a request and a response like most, so that everything here is as it was before.
    var isReusable: Bool { wentWell && bridge == nil && sending.isEmpty }

    /// Whose stream it is; nil when nobody has it any more.
    var flow: FlowID? { owner?.flow }

    /// 0 before the request has gone.
    var number: UInt32 { sending.number }

    // MARK: - The response

    func take(_ part: Part) {
        guard !isOver else {
            if case .content(let bytes) = part { link.wire.consumed(bytes.count, on: number) }
            return
        }
        if case .reset = part { sending.endWait() }
        if let bridge { return pass(part, into: bridge) }
        if arrived.isEmpty, !isReading, let owner, mayPass(to: owner) {
            // It has its turn at once, as nearly all have, without a place among those that wait.
            isReading = true
            pass(part, to: owner)
            isReading = false
            if arrived.isEmpty {
                // Whatever an exchange hears of, its wait begins anew; of content it does not hear.
                if case .content = part { self.owner?.bytesMoved() }
                return
            }
        } else {
            wireSize += UInt64(arrived.append(part))
        }
        readOn()
        // A frame's border and an end are nothing to wait on for longer.
        switch part {
        case .piece, .end, .refused: break
        case .interim, .head, .content, .trailers, .reset, .malformed: owner?.bytesMoved()
        }
    }

    /// Tells the record, while the exchange has this stream.
    func publish(_ fact: @autoclosure () -> FlowEvent.Fact) {
        owner?.publish(fact())
    }

    /// A frame that came.
    func tell(_ frame: StreamFrame) {
        guard frames.received.tells(atMost: link.shard.configuration.recordLimits.frames) else { return }
        publish(.framePassed(.response, frame))
    }

    /// Something that left.
    func tell(_ departure: HTTP2Evidence.Departure) {
        switch departure {
        case .frame(let frame):
            guard frames.sent.tells(atMost: link.shard.configuration.recordLimits.frames) else { return }
            publish(.framePassed(.request, frame))
        case .head(let block): publish(.fieldBlockForwarded(.request, block))
        }
    }

    /// Nothing more is told of the exchange here.
    private func tellRest() {
        let untold = (received: frames.received.takeUntold(), sent: frames.sent.takeUntold())
        if untold.received > 0 { publish(.framesOmitted(.response, untold.received)) }
        if untold.sent > 0 { publish(.framesOmitted(.request, untold.sent)) }
    }

    private func mayPass(to owner: any ServerStreamOwner) -> Bool { !link.isHeld && !owner.holdsResponse }

    private func readOn() {
        guard !isReading else { return }
        isReading = true
        while !isOver, let owner, mayPass(to: owner), let part = arrived.popFirst() { pass(part, to: owner) }
        isReading = false
    }

    private func pass(_ part: Part, to owner: any ServerStreamOwner) {
        switch part {
        case .interim(let head, let sensitive):
            owner.publish(.interimReceived(head))
            owner.responseIsSensitive(in: sensitive)
            owner.handle(.interimReceived(head))
        case .head(let head, let sensitive, let isWhole):
            owner.publish(.responseHeadReceived(head, Framing(.frames, rule: 0)))
            owner.responseIsSensitive(in: sensitive)
            owner.handle(.responseReceived(head, framing(head, isWhole: isWhole), persistent: true))
        case .piece(let chunk, let padding):
            owner.publish(.chunkStarted(.response, chunk))
            owner.pad(padding, of: .response)
            wireSize += UInt64(FrameHeader.size) + chunk.size + UInt64(padding.map { $0 + 1 } ?? 0)
        case .content(let bytes):
            owner.responsePart(.content, bytes)
            // RFC 9113 §5.2: the server may send as much again as the other leg took.
            link.wire.consumed(bytes.count, on: number)
            link.flushLater()
        case .trailers(let trailers, let sensitive):
            owner.trailersAreSensitive(in: sensitive)
            owner.responsePart(.trailers(trailers), Bytes())
        case .end:
            owner.publish(.messageEnded(.response, wireSize: wireSize))
            owner.responseDidEnd()
        case .reset(let outcome, let isUnprocessed):
            owner.handle(.upstreamReset(outcome, isUnprocessed: isUnprocessed))
        case .malformed(let outcome, let bytes):
            if owner.mayRefuseResponse, let bytes { owner.publish(.malformedHeadReceived(.response, bytes)) }
            let remark = owner.remark(onFaultOverHTTP2: true)
            let isCutOff = !owner.mayRefuseResponse
            let detail = isCutOff ? "\(remark) \(outcome.detail)" : "\(outcome.detail) \(remark)"
            owner.handle(
                .responseRefused(
                    Outcome(outcome.kind, by: outcome.by, outcome.code, error: outcome.error, detail: detail)))
        case .refused(let piece):
            owner.publish(.chunkStarted(.response, Chunk(offset: piece.offset, size: UInt64(piece.bytes.count))))
            owner.publish(.contentReceived(.response, count: piece.bytes.count, bytes: piece.bytes))
        }
    }

    /// Bytes of the protocol that the stream carries now.
    private func pass(_ part: Part, into bridge: StreamBridge) {
        switch part {
        case .content(let bytes): bridge.take(bytes)
        case .end: bridge.peerDidEnd()
        case .reset, .malformed: bridgeDidEnd(.cancel)
        case .interim, .head, .piece, .trailers, .refused: break
        }
    }

    private func framing(_ head: ResponseHead, isWhole: Bool) -> Framing {
        // RFC 9110 §6.4.1: these have no content, whatever their fields say.
        // RFC 8441 §5: from here on it is another protocol.
        if method == .connect, (200..<300).contains(head.status) { return Framing(.tunnel, rule: 0) }
        if isWhole || method == .head || head.status == 204 || head.status == 304 {
            return Framing(.none, rule: 0)
        }
        guard let length = head.fields.first(.contentLength)?.decimal else { return Framing(.frames, rule: 0) }
        return Framing(.length(length), rule: 0)
    }

    // MARK: - The end

    /// The connection is over. What came before that has its turn first; a response that came whole loses nothing,
    /// however slow its client is.
    func connectionLeft(_ detail: String, _ cause: Outcome?) {
        bridge?.abort()
        guard !isOver, let owner else { return }
        readOn()
        guard !hasAll else { return }
        owner.handle(.upstreamLeft(receivedBytes: false, detail: detail, cause: cause))
    }

    /// The connection was closed, after its streams were told of its end.
    func connectionClosed() {
        if hasAll { sending.close() } else { close() }
    }

    /// All of the response is here, and some of it has yet to have its turn.
    private var hasAll: Bool { arrived.contains { if case .end = $0 { true } else { false } } }

    /// The server takes no new streams, and this one has no number yet.
    func connectionIsLeaving(_ outcome: Outcome) {
        take(.reset(outcome, isUnprocessed: true))
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        tellRest()
        owner = nil
        whenEmptied = nil
        arrived.removeAll()
        connection.streamDidEnd(self)
    }
}

extension HTTP2ServerStream.Part: ArrivedPart {
    var asPiece: (chunk: Chunk, padding: Int?)? {
        if case .piece(let chunk, let padding) = self { (chunk, padding) } else { nil }
    }

    var asContent: Bytes? { if case .content(let bytes) = self { bytes } else { nil } }
}

extension HTTP2ServerStream: HTTP2SendingOwner {
    func sendingDrained() {
        if let bridge { bridge.streamDidDrain() } else { owner?.serverDidDrain() }
    }

    func sendingEmptied() {
        // Not at once: what was written is told to the record before this turn ends.
        if whenEmptied != nil { link.shard.loop.atEndOfTurn(self) }
        bridge?.streamDidEmpty()
    }

    func sendingOpens(_ fields: OutgoingFields, ends: Bool) -> UInt32? {
        // The exchange ended in the turn in which it began: the server need not hear of it.
        guard !isOver else { return nil }
        guard let number = link.wire.openStream(fields, method: method, ends: ends) else {
            connection.keepsWaiting = true
            return nil
        }
        connection.opened(self, as: number)
        owner?.publish(.streamNumbered(.response, number))
        return number
    }

    func sendingWaited(_ wait: StreamWait) {
        publish(.streamWaited(.request, wait))
    }

    func sendingStalled(limit: Duration) {
        owner?.handle(.deadlinePassed(limit: limit, isCongested: true, owed: 0))
    }
}

extension HTTP2ServerStream: ServerStream, HTTP2MessageSink {
    var version: HTTPVersion { .http20 }
    var tls: TLSFacts? { connection.tls }

    var lease: FlowEvent.UpstreamLease {
        FlowEvent.UpstreamLease(
            connection: connection.number, address: connection.address, reused: wasReused, isLocal: connection.isLocal,
            through: connection.route.through)
    }

    func begin(for driver: any ServerStreamOwner) {
        owner = driver
    }

    func sendHead(_ request: RequestHead, _ edits: [Change], as method: Method, isWhole: Bool) throws(EncodeError)
        -> Bytes
    {
        self.method = method
        let sent = try write(request.fields, edits)
        // What an extended CONNECT opens goes on behind its head.
        if isWhole, request.method != .connect { sending.end() }
        return sent
    }

    func resume() {
        readOn()
    }

    func end(isReusable: Bool, bound: BoundConnections) {
        wentWell = isReusable
        finish()
    }

    func cutOff() {
        finish()
    }

    func whenSent(_ then: @escaping () -> Void) {
        guard !sending.isEmpty else { return then() }
        // A reset takes with it what waits for a window (RFC 9113 §5.4.2).
        whenEmptied = then
    }

    func close() {
        bridge?.abort()
        if isOver { sending.close() } else { finish() }
    }

    func handOver() -> HTTP1ServerConnection? {
        guard let (leg, bridge) = StreamBridge.make(for: self) else { return nil }
        tellRest()
        owner = nil
        self.bridge = bridge
        while let part = arrived.popFirst() { pass(part, into: bridge) }
        return HTTP1ServerConnection(
            shard: link.shard, leg: leg, route: connection.route, address: connection.address,
            isLocal: connection.isLocal, tls: tls, number: connection.number)
    }
}

extension HTTP2ServerStream: BridgedStream {
    func bridgeDidEnd(_ code: HTTP2ErrorCode) {
        bridge?.abort()
        if code != .noError { link.wire.reset(number, .cancel) }
        finish()
    }
}

extension HTTP2ServerStream: TurnTask {
    func performAtEndOfTurn() {
        guard let then = whenEmptied, sending.isEmpty else { return }
        whenEmptied = nil
        then()
    }
}
