internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import TLS

/// A connection to a server: leased to one client connection at a time, kept in the pool between.
///
/// Owned by its leg, runs on its shard's loop. While leased it decodes responses and tells the exchange of its client.
final class HTTP1ServerConnection {
    let shard: ShardState
    let leg: PlainStream
    /// Where it leads, and which way.
    let route: Route
    let number: UInt64
    let address: String
    /// Served inside Hark.
    let isLocal: Bool
    /// TLS with the server, where there is any.
    let tls: TLSFacts?
    /// What the server could choose of.
    let offered: ServerProtocol
    /// A request was sent on it before.
    private(set) var hasServed = false
    /// The one under way is not the first.
    private var isReused = false
    /// The connection as a whole was authenticated for one client.
    private(set) var isPinned = false

    private var decoder: HTTP1Decoder
    private var owner: (any ServerStreamOwner)?
    private var isKept = false
    /// When it was given back to the pool.
    private(set) var keptAt: UInt64 = 0
    private var isOpen = true
    private var ending: Ending?
    /// Of the response under way.
    private var headSize = 0
    /// The framing of a body was put right: what comes behind it may be something else to the server.
    private var isDoubtful = false
    private var timer: LoopTimer?

    /// How the server's side of the connection ended.
    private enum Ending {
        case closed
        case failed(StreamFailure)
    }

    init(
        shard: ShardState, leg: PlainStream, route: Route, address: String, isLocal: Bool, tls: TLSFacts? = nil,
        offered: ServerProtocol = .http1, number: UInt64? = nil
    ) {
        self.offered = offered
        self.shard = shard
        self.leg = leg
        self.tls = tls
        self.route = route
        self.address = address
        self.isLocal = isLocal
        self.number = number ?? leg.watch?.number ?? shard.counters.nextUpstream()
        decoder = HTTP1Decoder(
            role: .response, limits: shard.configuration.limits,
            tolerances: shard.configuration.tolerances)
        leg.inputLimit = shard.configuration.inputLimit
        leg.delegate = self
    }

    /// Nothing speaks against sending another request on it.
    var isUsable: Bool { isOpen && ending == nil && leg.input.isEmpty && !leg.isClosed && !isDoubtful }

    /// Waits in the pool for the next request to this server.
    func keep() {
        guard !shard.isShuttingDown, !shard.loop.descriptors.isShort, shard.pool.keep(self) else {
            close()
            return
        }
        isKept = true
        keptAt = shard.loop.now
        leg.resume(.ofOwner)
        if timer == nil { timer = LoopTimer(on: shard.loop) { [unowned self] in close() } }
        timer?.arm(after: shard.deadlines.kept)
    }

    func close() {
        guard isOpen else { return }
        detach()
        leg.close()
    }

    /// The leg goes on without this.
    func detach() {
        isOpen = false
        if isKept { shard.pool.remove(self) }
        isKept = false
        owner = nil
        timer?.invalidate()
        timer = nil
    }

    /// NTLM and Negotiate authenticate a connection, not a request (RFC 4559 §6): it must not serve another client.
    private static func bindsConnection(_ request: RequestHead) -> Bool {
        guard let credentials = request.fields.first(.authorization) else { return false }
        let scheme = credentials.slice(0..<(credentials.firstIndex(of: ASCII.space) ?? credentials.count))
        return scheme.equalsIgnoringCase("ntlm") || scheme.equalsIgnoringCase("negotiate")
    }

    // MARK: - Responses

    private func readResponse() {
        guard let driver = owner else { return }
        while owner === driver, !driver.holdsResponse {
            do {
                guard let decoded = try leg.input.withSpan({ span throws(WireError) in try decoder.decode(span) })
                else { break }
                take(decoded, for: driver)
            } catch {
                if driver.mayRefuseResponse {
                    driver.recordMalformedHead(of: .response, in: leg.input)
                }
                // RFC 8446 §5.1: an alert record begins with 0x15 0x03. It answers plain HTTP where TLS was expected.
                let isAlert = leg.layer == nil && leg.input.withSpan { $0.count > 1 && $0[0] == 0x15 && $0[1] == 0x03 }
                let detail =
                    isAlert
                    ? "The answer is a TLS alert: this port expects TLS, so use https://."
                    : driver.remark(onFaultOverHTTP2: false)
                driver.handle(.responseFailed(error, detail: detail))
                return
            }
        }
        // What is unread while a verdict is awaited stays in the buffer, which stops reading when it is full.
        if owner === driver, driver.isClientCongested { leg.pause(.congested) }
    }

    private func take(_ decoded: Decoded, for driver: any ServerStreamOwner) {
        switch decoded.part {
        case .interimHead(let head):
            leg.input.consume(decoded.consumed)
            driver.publish(.interimReceived(head))
            driver.handle(.interimReceived(head))
        case .responseHead(let head, let framing):
            leg.input.consume(decoded.consumed)
            headSize = decoded.consumed
            driver.publish(.responseHeadReceived(head, framing))
            // RFC 9110 §15.5.8: it asks its client, which is Hark, and not who asks Hark.
            if head.status == 407, let proxy = route.forwarder {
                let text = HopFailure.text(of: head)
                let detail = "\(proxy), asked for \(route.destination): \(text)"
                driver.handle(
                    .responseRefused(Outcome(.failed, by: .upstream, .upstreamProxyCredentials, detail: detail)))
                return
            }
            let persistence = ConnectionReuse(head, framing)
            driver.handle(.responseReceived(head, framing, persistent: persistence.isPersistent))
        case .end:
            recordExcess(driver)
            driver.publish(.messageEnded(.response, wireSize: decoder.wireSize))
            driver.responseDidEnd()
        case .content, .chunkStarted, .chunkEnded, .trailers:
            if decoded.repair != nil { isDoubtful = true }
            driver.responsePart(decoded, in: leg.input)
            leg.input.consume(decoded.consumed)
        case .requestHead:
            break
        }
    }

    /// What comes behind the end of a response answers nothing: it is told, and the connection is not used again.
    private func recordExcess(_ driver: any ServerStreamOwner) {
        guard !leg.input.isEmpty else { return }
        driver.publish(.quirkFound(.response, .bytes(leg.input.count, behindHead: headSize, and: decoder.wireSize)))
    }

    /// The server closed or broke its connection: that ends a body without length, and cuts off any other message.
    ///
    /// Everything it sent before has its turn first; while the client is congested, `resume` comes back here.
    private func conclude() {
        guard let ending, let driver = owner, !driver.holdsResponse else { return }
        let unread = leg.input.count
        var detail = ""
        var cause: Outcome?
        switch ending {
        case .closed:
            // RFC 9112 §9.8: a body that ends with the connection is whole only when close_notify says so.
            if let end = leg.incompleteEnd, decoder.isReadingUntilClose {
                detail = end
                break
            }
            if let part = try? decoder.endOfInput(unread: unread), part == .end {
                driver.publish(.messageEnded(.response, wireSize: decoder.wireSize))
                driver.responseDidEnd()
                return
            }
            if mayExpectTLS { cause = Outcome(.failed, by: .upstream, .emptyResponse, detail: Self.hintAtTLS) }
            if let unmet = leg.layer?.session.unmetRequest {
                cause = Outcome(unmet)
                if let tls { driver.publish(.handshakeEnded(TLSFacts(tls, endedBy: unmet))) }
            }
        case .failed(let failure):
            detail = failure.text
            if mayExpectTLS {
                let text = detail.isEmpty ? Self.hintAtTLS : "\(detail). \(Self.hintAtTLS)"
                cause = Outcome(.failed, by: .upstream, .emptyResponse, detail: text)
            }
            // With TLS 1.3 a server judges its client only when the client has long begun to speak.
            if case .tls(let failure) = failure {
                cause = Outcome(failure)
                if let tls { driver.publish(.handshakeEnded(TLSFacts(tls, endedBy: failure))) }
            }
        }
        driver.handle(.upstreamLeft(receivedBytes: unread > 0, detail: detail, cause: cause))
    }

    private static let hintAtTLS = "If this port expects TLS, use https://."

    /// A server of TLS closes or resets what is sent to it in clear text. One that has answered before speaks HTTP, and
    /// what closes on the way may be a proxy.
    private var mayExpectTLS: Bool { leg.layer == nil && !isReused && route.forwarder == nil }

    /// The server's side is over; nothing more will come.
    private func end(_ ending: Ending) {
        // What a server said before it ended is whole, whatever becomes of the connection afterwards.
        if self.ending == nil { self.ending = ending }
        guard owner != nil else {
            close()
            return
        }
        readResponse()
        conclude()
    }
}

extension HTTP1ServerConnection: ServerStream {
    var lease: FlowEvent.UpstreamLease {
        FlowEvent.UpstreamLease(
            connection: number, address: address, reused: hasServed, isLocal: isLocal,
            through: route.through)
    }

    func begin(for driver: any ServerStreamOwner) {
        owner = driver
        isKept = false
        timer?.disarm()
        // What the exchange before it waited for is over.
        leg.resume(.ofOwner)
    }

    var version: HTTPVersion { .http11 }

    func sendHead(_ request: RequestHead, _ edits: [Change], as method: Method, isWhole: Bool) throws(EncodeError)
        -> Bytes
    {
        let head = try HeadEncoder.written(request.fields, edits)
        let outgoing = try shown(head, request, edits)
        isReused = hasServed
        hasServed = true
        decoder.startNextMessage()
        // An extended CONNECT goes as a GET (RFC 8441 §5).
        decoder.expectResponse(to: request.connectProtocol == nil ? method : .get)
        isPinned = isPinned || Self.bindsConnection(request)
        leg.send(outgoing, more: !isWhole)
        return head
    }

    /// The head with what a proxy is shown, which is in no record.
    private func shown(_ head: Bytes, _ request: RequestHead, _ edits: [Change]) throws(EncodeError) -> Bytes {
        guard let credentials = route.forwarder?.credentials else { return head }
        let masked = HeadAction.add(ShownCredentials.maskedLine)
        let shown = edits.map { $0.action == masked ? Change(.add(credentials.line), $0.reason) : $0 }
        return try HeadEncoder.written(request.fields, shown)
    }

    func send(_ bytes: Bytes) {
        leg.send(bytes, more: true)
    }

    func forward(_ count: Int, of buffer: ReceiveBuffer) {
        leg.forward(count, of: buffer)
    }

    var isCongested: Bool { leg.isCongested }

    func resume() {
        leg.resume(.congested)
        readResponse()
        conclude()
    }

    func end(isReusable: Bool, bound: BoundConnections) {
        owner = nil
        if !isReusable || !isUsable {
            close()
        } else if isPinned {
            bound.pin(self)
        } else {
            keep()
        }
    }

    func cutOff() {
        guard isOpen else { return }
        detach()
        shard.closeAfterFlush(leg)
    }

    func handOver() -> HTTP1ServerConnection? {
        owner = nil
        return self
    }
}

extension HTTP1ServerConnection: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        guard let driver = owner else {
            // RFC 9112 §9.6: nothing was asked, so nothing here is an answer.
            close()
            return
        }
        readResponse()
        driver.bytesMoved()
        shard.throttle(leg)
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        end(.closed)
    }

    func streamDidDrain(_ leg: PlainStream) {
        guard let driver = owner else { return }
        driver.serverDidDrain()
    }

    func streamDidBreak(_ leg: PlainStream, _ failure: StreamFailure) {
        // The client is slower than the server was: what came before the break is still for it.
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        end(.failed(failure))
    }
}
