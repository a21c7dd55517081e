internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Site
internal import TLS

/// The server's end of an in-process connection: reads requests, asks a built-in site, and writes its answers step by
/// step.
///
/// To the rest of the proxy it is a server like any other, so what the site sends is parsed, recorded and forwarded as
/// a stranger's bytes are. Owned by its leg, runs on its shard's loop.
final class SiteConnection {
    private let site: any LocalSite
    private let host: String
    private let leg: PlainStream
    private let clientAddress: String
    private let shard: ShardState
    private var decoder: HTTP1Decoder
    private var phase = Phase.reading
    private var steps: ArraySlice<SiteAnswer.Step> = []
    private var hasEnded = false
    private var timer: LoopTimer?

    private enum Phase {
        /// Between requests.
        case reading
        /// Gathering the content that the site asked for.
        case body(SiteRequest, limit: Int, content: [UInt8])
        /// The answer is known; content that still comes is thrown away.
        case discarding
        /// The request is whole; the answer is on its way.
        case answering
        /// The connection is another protocol's.
        case conversing(any SiteConversation)
    }

    init(_ site: any LocalSite, host: String, leg: PlainStream, clientAddress: String, shard: ShardState) {
        self.site = site
        self.host = host
        self.leg = leg
        self.clientAddress = clientAddress
        self.shard = shard
        decoder = HTTP1Decoder(role: .request, limits: shard.configuration.limits)
    }

    /// Shows the certificate of its host first.
    func beginSecurely() {
        guard let sites = shard.tls?.sites else { return leg.close() }
        let host = host
        shard.offLoop { deliver in
            sites.identity(host, deliver)
        } then: { [self] identity in
            guard !leg.isClosed, let identity,
                let session = try? TLSSession(accepting: sites.context, as: identity, pool: shard.tlsBlocks)
            else { return leg.close() }
            leg.begin(session, timeout: shard.deadlines.handshake) { [self] result in
                // The proxy may have refused the certificate.
                if case .success = result { begin() } else { leg.close() }
            }
        }
    }

    func begin() {
        timer = LoopTimer(on: shard.loop) { [unowned self] in takeSteps() }
        leg.delegate = self
    }

    private func read() {
        while !leg.isClosed {
            if case .conversing(let conversation) = phase { return converse(conversation) }
            do {
                guard let decoded = try leg.input.withSpan({ span throws(WireError) in try decoder.decode(span) })
                else { return }
                take(decoded)
                leg.input.consume(decoded.consumed)
            } catch {
                // The proxy forwards well-formed requests only.
                close()
            }
        }
    }

    private func converse(_ conversation: any SiteConversation) {
        guard !leg.input.isEmpty else { return }
        var conversation = conversation
        let reply = conversation.take(leg.input.withSpan { Bytes(copying: $0) })
        leg.input.consumeAll()
        phase = .conversing(conversation)
        leg.send(reply.bytes)
        guard reply.ends else {
            // Who does not read gets no more answers.
            if leg.isCongested { leg.pause(.congested) }
            return
        }
        timer?.invalidate()
        leg.closeAfterFlush()
    }

    private func take(_ decoded: Decoded) {
        switch (decoded.part, phase) {
        case (.requestHead(let head, _), _):
            let request = SiteRequest(
                head: head, host: host, wallClock: shard.wallClock(at: shard.now()),
                requestNumber: shard.counters.nextSiteRequest(), clientAddress: clientAddress)
            switch site.receive(request) {
            case .answer(let answer):
                phase = .discarding
                send(answer)
            case .converse(let answer, let conversation):
                phase = .conversing(conversation)
                send(answer)
            case .readBody(let limit, let interim):
                leg.send(interim)
                phase = .body(request, limit: limit, content: [])
            }
        case (.content, .body(let request, let limit, var content)):
            phase = .reading
            guard content.count + decoded.consumed <= limit else {
                phase = .discarding
                send(site.refuse(request, limit: limit))
                return
            }
            leg.input.withUnsafeBytes { content.append(contentsOf: $0.prefix(decoded.consumed)) }
            phase = .body(request, limit: limit, content: content)
        case (.end, .body(let request, _, let content)):
            phase = .answering
            send(site.answer(request, body: Bytes(content)))
        case (.end, _):
            phase = .answering
            nextRequestIfDone()
        default:
            break
        }
    }

    private func send(_ answer: SiteAnswer) {
        steps = answer.steps[...]
        takeSteps()
    }

    private func takeSteps() {
        while let step = steps.popFirst() {
            switch step {
            case .send(let bytes):
                leg.send(bytes)
                // `streamDidDrain` goes on.
                if leg.isCongested { return }
            case .wait(let milliseconds):
                timer?.arm(after: .milliseconds(max(0, min(milliseconds, SiteAnswer.longestWait))))
                return
            case .close:
                timer?.invalidate()
                leg.closeAfterFlush()
                return
            }
        }
        nextRequestIfDone()
    }

    private func nextRequestIfDone() {
        guard case .answering = phase, steps.isEmpty else { return }
        phase = .reading
        decoder.startNextMessage()
        if hasEnded { close() } else if !leg.input.isEmpty { shard.loop.atEndOfTurn(self) }
    }

    private func close() {
        timer?.invalidate()
        steps = []
        leg.close()
    }
}

extension SiteConnection: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        read()
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        hasEnded = true
        guard case .answering = phase else { return close() }
    }

    func streamDidDrain(_ leg: PlainStream) {
        leg.resume(.congested)
        if timer?.isArmed != true { takeSteps() }
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        close()
    }
}

extension SiteConnection: TurnTask {
    func performAtEndOfTurn() {
        read()
    }
}
