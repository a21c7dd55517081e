internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// One stream of a client: a request and its response, for an `ExchangeDriver` of its own. When it is over and left
/// nothing behind it can be another one, of the same connection.
///
/// Owned by its connection; runs on its shard's loop. What came of the request and has not had its turn waits here, as
/// much as the stream's window lets in.
final class HTTP2ClientStream {
    private(set) var number: UInt32 = 0
    let link: HTTP2Link
    private unowned let connection: HTTP2ClientConnection
    private(set) lazy var sending = HTTP2Sending(link, owner: self)
    private(set) lazy var driver = connection.driver(for: self)
    private var arrived = ArrivedParts<Part>()
    private var isReading = false
    /// Octets of the DATA frames that came.
    private var wireSize: UInt64 = 0
    private var frames = (received: FrameTally(), sent: FrameTally())
    /// The exchange is over; with what the stream is reset when all is written.
    private var ending: HTTP2ErrorCode?
    /// The request is no message of HTTP/2.
    var isMalformed = false
    /// The exchange waits until everything is with the system.
    private var isDelivering = false
    /// The exchange went well to its end, and so did all that was said.
    private var wentWell = false
    /// What follows its head is no content, but what a tunnel will carry.
    private var asksForTunnel = false
    /// What came of that before the tunnel was there.
    private var early = ArrivedParts<Part>()
    private var bridge: StreamBridge?

    /// What came of a request.
    enum Part {
        /// Waits for the recorder alone.
        indirect case head(RequestHead, Framing)
        case piece(Chunk, padding: Int?)
        case content(Bytes)
        case trailers(Trailers, sensitive: Set<Int>)
        case end
    }

    init(on link: HTTP2Link, of connection: HTTP2ClientConnection) {
        self.link = link
        self.connection = connection
    }

    /// A new stream has come.
    func begin(as number: UInt32) {
        self.number = number
        sending.begin(as: number)
        wireSize = 0
        frames = (FrameTally(), FrameTally())
        ending = nil
        wentWell = false
        isMalformed = false
        isDelivering = false
    }

    /// It was a request and a response like most, so that everything here is as it was before.
    var isReusable: Bool { wentWell && !asksForTunnel && bridge == nil }

    /// The connection is gone, or everything was said.
    func close() {
        bridge?.abort()
        sending.close()
        driver.detach()
    }

    var isOver: Bool { ending != nil }
    var isTunnel: Bool { bridge != nil }
    /// Its flow is under way: a tunnel's may end while there is still something to be written.
    var isTold: Bool { !isOver && (bridge == nil || link.shard.publisher.isUnderWay(driver.flow)) }

    // MARK: - Record

    /// A frame that came.
    func tell(_ frame: StreamFrame) {
        if frames.received.tells(atMost: link.shard.configuration.recordLimits.frames) {
            driver.publish(.framePassed(.request, frame))
        }
    }

    /// Something that left.
    func tell(_ departure: HTTP2Evidence.Departure) {
        switch departure {
        case .frame(let frame):
            // A tunnel's flow ends elsewhere.
            guard isTunnel || frames.sent.tells(atMost: link.shard.configuration.recordLimits.frames) else { return }
            driver.publish(.framePassed(.response, frame))
        case .head(let block): driver.publish(.fieldBlockForwarded(.response, block))
        }
    }

    func flowWillEnd() {
        let untold = (received: frames.received.takeUntold(), sent: frames.sent.takeUntold())
        if untold.received > 0 { driver.publish(.framesOmitted(.request, untold.received)) }
        if untold.sent > 0 { driver.publish(.framesOmitted(.response, untold.sent)) }
    }

    // MARK: - The request

    func take(_ part: Part) {
        guard !isOver else { return discard(part) }
        if let bridge { return pass(part, into: bridge) }
        guard !asksForTunnel else {
            wireSize += UInt64(early.append(part))
            return
        }
        if arrived.isEmpty, !isReading, mayRead {
            // It has its turn at once, as nearly all have, without a place among those that wait.
            isReading = true
            pass(part)
            isReading = false
        } else {
            wireSize += UInt64(arrived.append(part))
        }
        if !arrived.isEmpty { readOn() }
    }

    // There is a standing as long as there is an exchange, which is larger: asked for, it is copied.
    private var mayRead: Bool { !isOver && !link.isHeld && driver.standing != nil && driver.requestHold == nil }

    func begin(_ head: RequestHead, _ framing: Framing) {
        if link.isHeld { _ = arrived.append(.head(head, framing)) } else { start(head, framing) }
    }

    private func start(_ head: RequestHead, _ framing: Framing) {
        driver.begin(head, framing)
        guard head.method == .connect else { return }
        // The request is its head alone: what comes behind it waits for the tunnel (RFC 9113 §8.5).
        while let part = arrived.popFirst() { _ = early.append(part) }
        take(.end)
        asksForTunnel = true
    }

    /// The request ends before it had its turn: it is in the record, and goes nowhere. False when it had its turn.
    private func endUnbegun(_ outcome: Outcome, _ fate: Exchange.ClientFate, answers: Bool = false) -> Bool {
        guard case .head(let head, let framing)? = arrived.first else { return false }
        driver.publish(.requestHeadReceived(head, framing))
        driver.refuse(outcome, answers: answers)
        exchangeDidEnd(fate)
        return true
    }

    private func pass(_ part: Part, into bridge: StreamBridge) {
        switch part {
        case .content(let bytes): bridge.take(bytes)
        case .end: bridge.peerDidEnd()
        case .head, .piece, .trailers: break
        }
    }

    /// The client ends it at once.
    func wasReset(_ outcome: Outcome) {
        guard !isOver else {
            // Nothing of what is left to be said is heard any more.
            wentWell = false
            return end()
        }
        guard !endUnbegun(outcome, .reset) else { return }
        sending.endWait()
        if bridge == nil { return driver.handle(.clientReset(outcome)) }
        bridgeDidEnd(.cancel)
    }

    /// Content that is too much or too little: it is in the record, and goes nowhere.
    func refused(_ piece: RefusedPiece) {
        guard !isOver, bridge == nil, arrived.isEmpty else { return }
        driver.publish(.chunkStarted(.request, Chunk(offset: piece.offset, size: UInt64(piece.bytes.count))))
        driver.publish(.contentReceived(.request, count: piece.bytes.count, bytes: piece.bytes))
    }

    /// What came is no message of HTTP/2.
    func wasMalformed(_ outcome: Outcome) {
        isMalformed = true
        guard !isOver else {
            // It was answered, and the client gets the rest of that.
            ending = .protocolError
            return
        }
        if endUnbegun(outcome, .close, answers: true) { return }
        if bridge == nil { driver.handle(.requestRefused(outcome)) } else { bridgeDidEnd(.protocolError) }
    }

    /// The client's connection is over.
    func clientLeft(_ detail: String) {
        if endUnbegun(Outcome(.aborted, by: .client, .clientClosed, detail: detail), .reset) { return }
        if bridge == nil { driver.handle(.clientLeft(detail: detail, owed: driver.owed)) } else { bridge?.abort() }
    }

    /// The proxy stops, and waits no longer.
    func shutDown() {
        if endUnbegun(Outcome(.aborted, by: .proxy, .shuttingDown), .refuse) { return }
        driver.handle(.shutDown(owed: driver.owed))
    }

    private func discard(_ part: Part) {
        if case .content(let bytes) = part { link.wire.consumed(bytes.count, on: number) }
    }

    func readOn() {
        guard !isReading else { return }
        isReading = true
        if !link.isHeld, case .head(let head, let framing)? = arrived.first {
            _ = arrived.popFirst()
            start(head, framing)
        }
        while mayRead, let part = arrived.popFirst() { pass(part) }
        isReading = false
    }

    private func pass(_ part: Part) {
        switch part {
        case .head: break
        case .piece(let chunk, let padding):
            driver.publish(.chunkStarted(.request, chunk))
            driver.pad(padding, of: .request)
            wireSize += UInt64(FrameHeader.size) + chunk.size + UInt64(padding.map { $0 + 1 } ?? 0)
        case .content(let bytes):
            driver.requestPart(.content, bytes)
            // RFC 9113 §5.2: the client may send as much again as the other leg took.
            link.wire.consumed(bytes.count, on: number)
            link.flushLater()
        case .trailers(let trailers, let sensitive):
            driver.forwarder.relays.request.sensitiveTrailers = sensitive
            driver.requestPart(.trailers(trailers), Bytes())
        case .end:
            driver.publish(.messageEnded(.request, wireSize: wireSize))
            driver.requestDidEnd()
        }
    }

    // MARK: - The end

    private func finish(_ code: HTTP2ErrorCode, atOnce: Bool) {
        guard ending == nil else { return }
        ending = code
        arrived.removeAll()
        early.removeAll()
        if atOnce || sending.isEmpty { end() } else { link.flushLater() }
    }

    private func end() {
        guard let ending else { return }
        link.wire.reset(number, ending)
        connection.streamDidEnd(self)
    }

    /// Everything that was written on the connection is with the system. False while something is left to be written.
    func tookAll() -> Bool {
        guard sending.isEmpty || isOver else { return false }
        isDelivering = false
        if !isOver { driver.handle(.clientTookAll) }
        return true
    }
}

extension HTTP2ClientStream.Part: ArrivedPart {
    var asPiece: (chunk: Chunk, padding: Int?)? {
        if case .piece(let chunk, let padding) = self { (chunk, padding) } else { nil }
    }

    var asContent: Bytes? { if case .content(let bytes) = self { bytes } else { nil } }
}

extension HTTP2ClientStream: HTTP2SendingOwner {
    func sendingDrained() {
        if let bridge { return bridge.streamDidDrain() }
        if !isOver { driver.clientDidDrain() }
    }

    func sendingEmptied() {
        if isOver { end() } else { bridge?.streamDidEmpty() }
    }

    func sendingWaited(_ wait: StreamWait) {
        if isTold { driver.publish(.streamWaited(.response, wait)) }
    }

    func sendingStalled(limit: Duration) {
        guard !isOver else {
            ending = .cancel
            wentWell = false
            return end()
        }
        // A tunnel has limits of its own.
        guard bridge == nil else { return }
        driver.handle(.deadlinePassed(limit: limit, isCongested: true, owed: driver.owed))
    }
}

extension HTTP2ClientStream: ClientStream, HTTP2MessageSink {
    func sendHead(_ fields: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes {
        try write(fields, edits)
    }

    func send(_ answer: ProxyAnswer) -> Bytes {
        let sent = sendHead(of: answer)
        send(answer.body)
        sendEnd()
        return sent
    }

    func sendHead(of answer: ProxyAnswer) -> Bytes {
        guard let head = RecordedHead.lenientResponse(answer.head) else { return Bytes() }
        let edits = ResponseEdits(head, framing: nil, closes: false, clientVersion: .http20, rules: []).edits
        return (try? sendHead(head.fields, edits)) ?? Bytes()
    }

    func grantTunnel() -> Bytes {
        sending.send(head: [HPACKField(":status", "200")])
        return ":status: 200\r\n\r\n"
    }

    func sendContinue() {
        sending.send(head: [HPACKField(":status", "100")])
    }

    var owed: Int { sending.count + link.leg.pendingBytes }

    func deliver() -> Bool {
        if !isDelivering { connection.streamDelivers(self) }
        isDelivering = true
        link.flushLater()
        return false
    }

    func exchangeDidEnd(_ fate: Exchange.ClientFate) {
        wentWell = fate == .keep && ending == nil
        switch fate {
        // RFC 9113 §8.1: whoever has answered may stop a request that is not wanted any more.
        case .keep, .close: finish(isMalformed ? .protocolError : .noError, atOnce: false)
        case .truncate, .breakOff: finish(.internalError, atOnce: false)
        case .reset: finish(.cancel, atOnce: true)
        case .refuse: finish(.refusedStream, atOnce: true)
        }
    }

    func cutOff() {
        finish(.internalError, atOnce: true)
    }

    func handOver() -> PlainStream? {
        guard let (leg, bridge) = StreamBridge.make(for: self) else { return nil }
        driver.detach()
        link.shard.publisher.handOver(driver.flow)
        self.bridge = bridge
        while let part = early.popFirst() { pass(part, into: bridge) }
        return leg
    }
}

extension HTTP2ClientStream: BridgedStream {
    func bridgeDidEnd(_ code: HTTP2ErrorCode) {
        bridge?.abort()
        finish(code, atOnce: code != .noError)
    }
}
