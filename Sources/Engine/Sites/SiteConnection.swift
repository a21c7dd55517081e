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
    let service: SiteAsked
    private let leg: PlainStream
    private var shard: ShardState { service.shard }
    private lazy var exchange = SiteExchange(
        service.site, on: shard.loop, holding: shard.configuration.held, carrier: self)
    private var decoder: HTTP1Decoder
    private var hasEnded = false

    init(_ service: SiteAsked, leg: PlainStream) {
        self.service = service
        self.leg = leg
        decoder = HTTP1Decoder(role: .request, limits: service.shard.configuration.limits)
    }

    /// Shows the certificate of its host first, and speaks what the proxy chooses by ALPN (RFC 7301).
    func beginSecurely() {
        guard let sites = shard.tls?.sites else { return leg.close() }
        let host = service.host
        shard.offLoop { deliver in
            sites.identity(host, deliver)
        } then: { [self] identity in
            guard !leg.isClosed, let identity,
                let session = try? TLSSession(accepting: sites.context, as: identity, pool: shard.tlsBlocks)
            else { return leg.close() }
            leg.begin(session, timeout: shard.deadlines.handshake) { [self] result in
                // The proxy may have refused the certificate.
                guard case .success = result else { return leg.close() }
                guard leg.layer?.session.chosenProtocol == "h2" else { return begin() }
                HTTP2SiteConnection(service, leg: leg).begin()
            }
        }
    }

    func begin() {
        leg.delegate = self
    }

    private func read() {
        while !leg.isClosed {
            if exchange.isConversing { return converse() }
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

    private func converse() {
        guard !leg.input.isEmpty else { return }
        let bytes = leg.input.withSpan { Bytes(copying: $0) }
        leg.input.consumeAll()
        exchange.take(bytes)
        // Who does not read gets no more answers.
        if leg.isCongested { leg.pause(.congested) }
    }

    private func take(_ decoded: Decoded) {
        switch decoded.part {
        case .requestHead(let head, _): exchange.begin(service.request(head))
        case .content: exchange.take(leg.input.withSpan { Bytes(copying: $0, 0..<decoded.consumed) })
        case .end: exchange.end()
        case .interimHead, .responseHead, .chunkStarted, .chunkEnded, .trailers: break
        }
    }

    private func close() {
        exchange.cancel()
        leg.close()
    }
}

extension SiteConnection: SiteCarrier {
    func siteSays(_ bytes: Bytes) {
        leg.send(bytes)
    }

    var isCongested: Bool { leg.isCongested }

    func siteAnswered() {
        decoder.startNextMessage()
        if hasEnded { close() } else if !leg.input.isEmpty { shard.loop.atEndOfTurn(self) }
    }

    func siteClosed() {
        leg.closeAfterFlush()
    }
}

extension SiteConnection: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        read()
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        hasEnded = true
        if !exchange.isAnswering { close() }
    }

    func streamDidDrain(_ leg: PlainStream) {
        leg.resume(.congested)
        exchange.resume()
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
