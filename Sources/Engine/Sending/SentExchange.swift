internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// One message on its way to a server, and the answer on its way back.
///
/// Owned by its shard until it is over; runs on its loop. The bytes go out untouched: a decoder reads along, so that
/// the record says what they mean where they mean something.
final class SentExchange: ServerRequester, BodyTeller, ShardResident {
    typealias Completion = (FlowID, Outcome) -> Void

    let shard: ShardState
    let origin: ClientOrigin
    var mayReachThisMachine: Bool { sending.mayReachThisMachine }
    let sending: Sending
    let flow: FlowID
    private let done: Completion
    private var seeker: ServerSeeker?
    var leg: PlainStream?
    private var timer: LoopTimer?
    private var stage = Stage.seeking(.lookUp)

    /// Reads along what is sent, and what of it was read.
    var request: HTTP1Decoder
    var requestPosition = 0
    /// How many bytes were handed to the system.
    var sent = 0
    var contentSeen = ContentSeen()

    var response: HTTP1Decoder
    /// How many of the requests were answered.
    var answered = 0
    /// How many interim responses came before the head that is waited for.
    private var interimCount = 0
    /// The answer whose head the timer is armed for.
    private var awaitedHead: Int?
    var headSize = 0
    var hasResponseHead = false
    /// What came is not HTTP; the rest is only handed on.
    private var failure: Outcome?

    /// What is waited for.
    private enum Stage {
        case seeking(Exchange.SeekStep)
        case sending, responseHead, responseBody
        /// For what else comes of an answer that is none.
        case rest
        case over

        var isResponseHead: Bool {
            if case .responseHead = self { true } else { false }
        }
    }

    init(_ sending: Sending, on shard: ShardState, _ done: @escaping Completion) {
        self.sending = sending
        self.shard = shard
        self.done = done
        flow = shard.counters.nextFlow()
        let address = SocketAddress.loopback4(port: 0)
        origin = ClientOrigin(number: 0, listener: "", peer: address, address: address.hostText, isLocal: true)
        let (limits, tolerances) = (shard.configuration.limits, shard.configuration.tolerances)
        request = HTTP1Decoder(role: .request, limits: limits, tolerances: tolerances)
        response = HTTP1Decoder(role: .response, limits: limits, tolerances: tolerances)
        response.expectResponse(to: sending.methods[0])
    }

    func begin() {
        shard.add(self)
        timer = LoopTimer(on: shard.loop) { [unowned self] in deadlinePassed() }
        recordBeginning()
        guard !sending.destination.isSecure || shard.tls != nil else {
            return finish(Outcome(.refused, by: .client, .unsupportedScheme, detail: "https"))
        }
        armTimer()
        let (server, way) = (sending.destination, shard.configuration.way)
        guard way.script(for: server) != nil else {
            return seek(along: Route(through: way.hops(to: server, isTunnel: true), to: server))
        }
        shard.ways(to: server, by: way, isTunnel: true, isUnknown: false) { [weak self] result in
            guard let self, case .seeking = stage, seeker == nil else { return }
            switch result {
            case .success(let routes): seek(along: routes.first ?? Route(server))
            case .failure(let mistake):
                finish(Outcome(.failed, by: .proxy, .upstreamProxyFailed, detail: "--pac: \(mistake.text)"))
            }
        }
    }

    private func seek(along route: Route) {
        let seeker = ServerSeeker(route, client: self)
        self.seeker = seeker
        seeker.begin()
    }

    func shutDown(force: Bool) {
        finish(Outcome(.aborted, by: .proxy, .shuttingDown))
    }

    // MARK: - The way to the server

    func seekReached(_ step: Exchange.SeekStep) {
        stage = .seeking(step)
        armTimer()
    }

    func notFound(_ outcome: Outcome) {
        seeker = nil
        finish(outcome)
    }

    /// What is sent are bytes as they are.
    func serverProtocol(of server: Destination) -> ServerProtocol { .http1 }

    func found(_ found: ServerConnection) {
        seeker = nil
        guard case .http1(let connection) = found else { return }
        publish(.upstreamConnected(connection.lease))
        if let tls = connection.tls { publish(.handshakeEnded(tls)) }
        connection.detach()
        leg = connection.leg
        connection.leg.delegate = self
        stage = .sending
        recordForwarding()
        sendOn()
    }

    // MARK: - Sending

    private static let pieceSize = 64 << 10

    /// Hands the system as much as it takes for now.
    private func sendOn() {
        guard let leg, case .sending = stage else { return }
        while sent < sending.bytes.count, !leg.isCongested, !leg.isClosed {
            let end = min(sent + Self.pieceSize, sending.bytes.count)
            leg.send(sending.bytes.slice(sent..<end), more: end < sending.bytes.count)
            sent = end
            recordSending()
        }
        if sent == sending.bytes.count {
            stage = hasResponseHead ? .responseBody : .responseHead
            if sending.endsSide { leg.shutdownSending() }
        }
        armTimer()
    }

    // MARK: - The answer

    /// Reads what has come, as far as it goes.
    private func readOn() {
        while let leg, failure == nil, !isOver {
            do {
                guard let decoded = try leg.input.withSpan({ span throws(WireError) in try response.decode(span) })
                else { break }
                take(decoded, leg)
            } catch {
                recordMalformedAnswer(leg)
                let isAlert = leg.layer == nil && leg.input.withSpan { $0.count > 1 && $0[0] == 0x15 && $0[1] == 0x03 }
                // RFC 8446 §5.1: an alert record begins with 0x15 0x03. It answers plain HTTP where TLS was expected.
                let detail = isAlert ? "The answer is a TLS alert: this port expects TLS, so use https://." : ""
                failure = Outcome(.failed, by: .upstream, .malformedResponse, error: error, detail: detail)
                stage = .rest
            }
        }
        if failure != nil, let leg { handOn(leg.input.count, leg) }
    }

    private func take(_ decoded: Decoded, _ leg: PlainStream) {
        record(decoded, leg)
        handOn(decoded.consumed, leg)
        switch decoded.part {
        case .responseHead(let head, let framing):
            hasResponseHead = true
            interimCount = 0
            headSize = decoded.consumed
            if stage.isResponseHead { stage = .responseBody }
            if framing.kind == .tunnel { openTunnel(head, leg) }
        case .end: answerEnded(leg)
        case .interimHead: interimCame()
        case .requestHead, .chunkStarted, .content, .chunkEnded, .trailers: break
        }
    }

    /// A server that sends these without end never answers.
    private func interimCame() {
        interimCount += 1
        let limit = shard.configuration.limits.interimResponses
        guard interimCount > limit else { return }
        let detail = "More than \(limit) interim responses came."
        finish(Outcome(.failed, by: .upstream, .malformedResponse, detail: detail))
    }

    /// The connection is no more HTTP (RFC 9110 §9.3.6, §7.8), and there is nobody here who could use it.
    private func openTunnel(_ head: ResponseHead, _ leg: PlainStream) {
        let name = head.status == 101 ? head.fields.first(.upgrade)?.text ?? "" : "CONNECT"
        publish(.tunnelOpened(protocol: name))
        handOn(leg.input.count, leg)
        finish(.complete)
    }

    private func answerEnded(_ leg: PlainStream) {
        answered += 1
        if answered < sending.methods.count {
            response.startNextMessage()
            response.expectResponse(to: sending.methods[answered])
            hasResponseHead = false
            if sent == sending.bytes.count { stage = .responseHead }
            return
        }
        recordExcess(leg)
        handOn(leg.input.count, leg)
        finish(sent < sending.bytes.count ? Outcome(.complete, by: .upstream, .answeredEarly) : .complete)
    }

    /// Gives the first `count` unread bytes to whoever wants to see what comes, and drops them.
    private func handOn(_ count: Int, _ leg: PlainStream) {
        guard count > 0 else { return }
        if let received = sending.received { received(leg.input.withSpan { Bytes(copying: $0, 0..<count) }) }
        leg.input.consume(count)
    }

    // MARK: - The end

    private func conclude(_ broken: StreamFailure?) {
        guard let leg, !isOver else { return }
        if let failure { return finish(failure) }
        let hasBegun = hasResponseHead || answered > 0 || !leg.input.isEmpty
        if let broken {
            if case .tls(let failure) = broken, !hasBegun { return finish(Outcome(failure)) }
            return cutOff(hasBegun, broken.text)
        }
        // RFC 9112 §9.8: a body that ends with the connection is whole only when close_notify says so.
        if let end = leg.incompleteEnd, response.isReadingUntilClose { return cutOff(true, end) }
        if let part = try? response.endOfInput(unread: leg.input.count), part == .end {
            recordAnswerEnd()
            answerEnded(leg)
            // Nothing more comes, so the requests behind this one stay without an answer, as below.
            return finish(.complete)
        }
        handOn(leg.input.count, leg)
        // It answers some of several requests, and says that it is done by closing (RFC 9112 §9.6).
        if answered > 0, !hasResponseHead { return finish(.complete) }
        cutOff(hasBegun, "")
    }

    private func cutOff(_ hasBegun: Bool, _ detail: String) {
        finish(
            hasBegun
                ? Outcome(.aborted, by: .upstream, .upstreamClosed, detail: detail)
                : Outcome(.failed, by: .upstream, .emptyResponse, detail: detail))
    }

    private var isOver: Bool {
        if case .over = stage { true } else { false }
    }

    private func finish(_ outcome: Outcome) {
        guard !isOver else { return }
        stage = .over
        timer?.invalidate()
        timer = nil
        seeker?.cancel()
        seeker = nil
        leg?.close()
        leg = nil
        publish(.finished(outcome))
        shard.counters.finished(outcome)
        // Told before the shard lets go of this.
        done(flow, outcome)
        shard.remove(self)
    }

    // MARK: - Time

    private func armTimer() {
        let deadlines = shard.deadlines
        switch stage {
        case .seeking(.lookUp): timer?.arm(after: deadlines.lookUp)
        case .seeking(.connection): timer?.arm(after: deadlines.connect)
        // It ends by itself, and says why.
        case .seeking(.handshake): timer?.disarm()
        case .sending, .responseBody: timer?.arm(after: deadlines.body)
        case .responseHead:
            // Interim responses and heads that come in drops do not make it longer.
            guard awaitedHead != answered else { break }
            awaitedHead = answered
            timer?.arm(after: deadlines.responseHead)
        case .rest: timer?.arm(after: Self.restTime)
        case .over: break
        }
    }

    /// How long more is waited for from a server that does not speak HTTP.
    private static let restTime = Nanoseconds.milliseconds(500)

    private func deadlinePassed() {
        let timeouts = shard.configuration.timeouts
        switch stage {
        case .seeking(.lookUp):
            let detail = "no answer in \(timeouts.lookUp.inSeconds)"
            finish(Outcome(.failed, by: .upstream, .nameLookupFailed, detail: detail))
        case .seeking: finish(Outcome(.failed, by: .upstream, .connectTimedOut))
        case .sending: finish(Outcome(.aborted, by: .upstream, .receiverStalled))
        case .responseHead:
            if answered > 0 { return finish(.complete) }
            let detail = "waited \(timeouts.responseHead.inSeconds)"
            finish(Outcome(.failed, by: .upstream, .responseTimedOut, detail: detail))
        case .responseBody: finish(Outcome(.aborted, by: .upstream, .idleTimedOut))
        case .rest: finish(failure ?? Outcome(.failed, by: .upstream, .malformedResponse))
        case .over: break
        }
    }
}

extension SentExchange: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        readOn()
        armTimer()
        if !isOver { shard.throttle(leg) }
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        readOn()
        conclude(nil)
    }

    func streamDidDrain(_ leg: PlainStream) {
        sendOn()
    }

    /// What came before the connection broke may be unread yet; `streamDidFail` follows it.
    func streamDidBreak(_ leg: PlainStream, _ failure: StreamFailure) {}

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        readOn()
        conclude(failure)
    }
}
