internal import Authority
internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Rules
internal import TLS

/// What follows a CONNECT that was granted: looks at both sides' first bytes, and does what a `TunnelOpening` decides.
///
/// Owned by the legs it listens to, and by its shard; runs on the shard's loop.
final class TunnelOpener: ShardResident, ServerRequester, FlowTeller {
    let service: TLSService
    let client: PlainStream
    /// New and without TLS, or kept, with TLS on it and verified; nil: none could be had.
    var upstream: HTTP1ServerConnection?
    let request: RequestHead
    let flow: FlowID
    let shard: ShardState
    /// How the client is served that asked for the tunnel.
    let policy: ForwardingPolicy
    var origin: ClientOrigin
    var destination: Destination
    /// The way there: the one that was taken for the CONNECT.
    var route: Route { Route(through: hops, to: destination).only(for: sole) }
    private let hops: [Route.Hop]
    /// The client that the way there was chosen for.
    private let sole: UInt64?
    var seeker: ServerSeeker?
    /// What the client asked for, once it has.
    var offer: TLSFacts.Offer?
    var leafName: LeafName?
    var identity: Identity?
    /// Who is asked about the ClientHello at this moment.
    var askedScript: (link: ScriptLink, ticket: ScriptLink.Ticket)?
    private var asksScripts = false
    /// The client is shown a certificate that is over.
    private(set) var showsExpired = false
    /// The handshake with the server, once it has ended.
    var serverFacts: TLSFacts?
    /// It is spoken on a connection of the pool's.
    var serverSpeaksHTTP2 = false
    /// What the server is offered: what the client offered, as far as it is spoken here.
    var offered = ServerProtocol.http1
    private var clientOffers = (http1: true, http2: false)

    private var opening: TunnelOpening
    private var reader = ClientHelloReader()
    private var scan: RequestLineScan
    private var timer: LoopTimer?
    private var events: [TunnelOpening.Event] = []
    private var isHandling = false

    /// What there is of the server that the CONNECT is for.
    enum Server {
        case there(HTTP1ServerConnection)
        case missing(Route, Outcome)
    }

    init(
        _ service: TLSService, client: PlainStream, server: Server, request: RequestHead, flow: FlowID,
        origin: ClientOrigin, policy: ForwardingPolicy, shard: ShardState
    ) {
        self.service = service
        self.client = client
        self.shard = shard
        self.request = request
        self.flow = flow
        self.origin = origin
        self.origin.requestCount += 1
        // What was agreed on with the proxy says nothing of what is inside.
        self.origin.tls = nil
        self.policy = policy
        scan = RequestLineScan(limit: shard.configuration.limits.startLine)
        let route: Route
        switch server {
        case .there(let connection):
            upstream = connection
            serverFacts = connection.tls
            route = connection.route
            opening = TunnelOpening(server: connection.tls == nil ? .new : .kept)
        case .missing(let way, let reason):
            route = way
            opening = TunnelOpening(server: .missing(reason))
        }
        (hops, sole) = (route.hops, route.client == nil ? nil : origin.number)
        destination = route.destination.secured(for: nil)
    }

    func begin() {
        shard.add(self)
        timer = LoopTimer(on: shard.loop) { [unowned self] in handle(.deadlinePassed) }
        keep(.anything)
        client.delegate = self
        client.resume(.ofOwner)
        listenToServer()
        look()
        if !opening.isOver, client.hasReachedEnd { streamDidReachEnd(client) }
    }

    /// The client gets what the server chose, if it offered that; where no server could be asked, HTTP/1.1 rather.
    var clientGetsHTTP2: Bool {
        clientOffers.http2 && (serverSpeaksHTTP2 || !clientOffers.http1)
    }

    /// A kept connection has nothing to say, and looks after itself.
    func listenToServer() {
        guard let upstream, !isKept, !serverSpeaksHTTP2 else { return }
        upstream.leg.delegate = self
        upstream.leg.resume(.ofOwner)
    }

    /// The server's connection was made for another CONNECT.
    var isKept: Bool { upstream?.tls != nil }

    func shutDown(force: Bool) {
        if force || opening.isIdle { handle(.shutDown) }
    }

    // MARK: - Events in, actions out

    /// Takes in what happened; what comes up meanwhile has its turn afterwards.
    func handle(_ event: TunnelOpening.Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        var actions: [TunnelOpening.Action] = []
        var next = 0
        while next < events.count {
            opening.handle(events[next], &actions)
            next += 1
            for action in actions { perform(action) }
            actions.removeAll(keepingCapacity: true)
        }
        events.removeAll()
        isHandling = false
    }

    private func perform(_ action: TunnelOpening.Action) {
        switch action {
        case .wait(let wait): keep(wait)
        case .readHello: readHello()
        case .dial: dial()
        case .secureServer: secureServer()
        case .mint: mint()
        case .secureClient: secureClient()
        case .serve(let refusal): serve(refusal)
        case .relay(let note): relay(note)
        case .finish(let outcome): finish(outcome)
        }
    }

    private func keep(_ wait: TunnelOpening.Wait) {
        let deadlines = shard.deadlines
        switch wait {
        case .anything: timer?.arm(after: deadlines.tunnelIdle)
        case .firstBytes: timer?.arm(after: deadlines.firstBytes)
        case .hello: timer?.arm(after: deadlines.handshake)
        case .firstRequest: timer?.arm(after: deadlines.idle)
        case .requestLine: timer?.arm(after: deadlines.requestHead)
        case .nothing: timer?.disarm()
        }
    }

    // MARK: - The first bytes

    /// What the client's unread bytes look like, when that is what is asked now.
    func look() {
        guard opening.isSniffing, !client.input.isEmpty else { return }
        handle(.clientSent(sight))
    }

    private var sight: TunnelOpening.Sight {
        // What is spoken is agreed on, and a preface is looked at by who speaks it.
        if origin.tls?.speaksHTTP2 == true { return .request }
        return client.input.withSpan { bytes in
            if shard.configuration.speaksHTTP2, HTTP2Connection.isPreface(bytes) { return .request }
            return switch FirstBytes(bytes) {
            case .undecided: .undecided
            case .tls: .tls
            case .other: .other
            case .http: scan.isRequest(bytes).map { $0 ? .request : .other } ?? .requestBegun
            }
        }
    }

    /// The client's plaintext begins here.
    func beginInside() {
        scan = RequestLineScan(limit: shard.configuration.limits.startLine)
        listenToServer()
        client.resume(.ofOwner)
    }

    private func readHello() {
        guard !asksScripts else { return }
        do throws(ClientHelloError) {
            let hello = try client.input.withSpan { span throws(ClientHelloError) in try reader.read(span) }
            if let hello { decide(understand(hello)) }
        } catch {
            handle(.helloFailed(error.text))
        }
    }

    /// Rules have had their say: scripts come after them, as long as there is anything to decide.
    private func decide(_ hello: TunnelOpening.Hello) {
        guard hello.mayBeOpened, hello.refusal == nil, let offer else { return handle(.helloRead(hello)) }
        asksScripts = askScripts(offer) { [unowned self] end in
            asksScripts = false
            handle(.helloRead(self.hello(hello, after: end, offer)))
        }
        // They have a time limit of their own.
        guard asksScripts else { return handle(.helloRead(hello)) }
        keep(.nothing)
    }

    /// What it is after scripts were asked.
    private func hello(_ hello: TunnelOpening.Hello, after end: HelloEnd, _ offer: TLSFacts.Offer)
        -> TunnelOpening.Hello
    {
        // Of one that is not answered nothing more will be known.
        func isOver() { publish(.handshakeEnded(TLSFacts(.client, offer: offer))) }
        switch end {
        case .goOn: return hello
        case .tunnel:
            isOver()
            return TunnelOpening.Hello(mayBeOpened: false)
        case .refuse(let reason):
            isOver()
            let refusal = Outcome(.refused, by: .proxy, .refusedByRule, detail: reason)
            return TunnelOpening.Hello(mayBeOpened: true, refusal: refusal)
        case .fail(let name):
            // Its server is not needed.
            giveBack()
            upstream = nil
            return TunnelOpening.Hello(
                mayBeOpened: true, offersHTTP1: hello.offersHTTP1, offered: hello.offered,
                nameProblem: hello.nameProblem, failure: Outcome(.refused, by: .proxy, .scriptFailed, detail: name))
        }
    }

    /// Who is asked for, and whether anybody may look.
    private func understand(_ hello: ClientHello) -> TunnelOpening.Hello {
        let offer = TLSFacts.Offer(hello)
        self.offer = offer
        let asked = hello.serverName.flatMap { $0.problem == nil ? $0.bytes : nil }
        recordServerName(hello)
        let name = asked ?? destination.host
        let offersHTTP1 = takeOffer(hello)
        let orders = connectionOrders(named: asked)
        let mayBeOpened = !service.relays(destination.host) && !service.relays(name) && !orders.isRelayed
        showsExpired = orders.showsExpired
        let alert = mayBeOpened ? orders.alert : nil
        if let alert { client.sendAlert(alert) }
        var problem: String?
        if mayBeOpened, offersHTTP1 {
            do throws(LeafNameError) {
                let leafName = try LeafName(bytes: name)
                self.leafName = leafName
                destination = destination.secured(for: Bytes(leafName.text))
            } catch {
                problem = "No certificate can be made for the server name in the client's TLS: \(error.text)."
            }
        }
        if !mayBeOpened || !offersHTTP1 || problem != nil || alert != nil {
            publish(.handshakeEnded(TLSFacts(.client, offer: offer)))
        }
        return TunnelOpening.Hello(
            mayBeOpened: mayBeOpened, offersHTTP1: offersHTTP1,
            offered: (offer.protocols ?? []).map(\.text).joined(separator: ", "), nameProblem: problem,
            refusal: alert.map { _ in Outcome(.refused, by: .proxy, .refusedByRule, detail: Self.alertText) },
            fitsKept: upstreamFits)
    }

    private static let alertText = "It ended the client's TLS handshake with an alert (tls-fail)."

    private var upstreamFits: Bool {
        guard let upstream else { return false }
        return upstream.route == route && clientOffers.http1
            && (upstream.offered == offered || upstream.offered == .either)
    }

    /// What of it is spoken here; false when nothing is.
    private func takeOffer(_ hello: ClientHello) -> Bool {
        let http1 = hello.offers("http/1.1") || hello.offers("http/1.0")
        // Who offers nothing speaks what the port implies.
        let http2 =
            shard.configuration.speaksHTTP2 && service.http2 != nil && offer?.protocols?.contains("h2") == true
        clientOffers = (http1, http2)
        offered = ServerProtocol(http1: http1, http2: http2)
        if shard.configuration.upstreamHTTP2, service.http2 != nil { offered = .http2 }
        return http1 || http2
    }

    /// What a client asks for twice should be the same.
    private func recordServerName(_ hello: ClientHello) {
        guard shard.publisher.isActive, let name = hello.serverName,
            let quirk = Quirk.serverName(
                name.bytes, isMalformed: name.problem != nil, in: request, to: destination)
        else { return }
        publish(.quirkFound(.request, quirk))
    }

    // MARK: - Words

    /// What it means that the client sends no more.
    private var endText: String {
        if client.layer != nil { return unusedText }
        return client.input.isEmpty ? "" : reader.endOfInput(received: client.input.count).text
    }

    /// Some clients complete the handshake, look at the certificate only then, and leave without a word.
    private var unusedText: String {
        let text =
            client.incompleteEnd ?? "The client opened the tunnel and closed it without a request. "
            + "Browsers open connections in advance."
        // Who resumes a session has trusted its first handshake.
        guard origin.tls?.agreement?.isResumed != true, TrustAdvice.judgesLate(request) else { return text }
        return advice.map { "\(text) If it does not trust Hark's CA: \($0)" } ?? text
    }

    /// What helps against a failure of the client's TLS.
    func advice(on failure: TLSFailure) -> String? { failure.code == .clientDoesNotTrust ? advice : nil }

    /// How the client is made to trust the authority.
    var advice: String? { TrustAdvice.text(for: request, wasStartedByHark: shard.configuration.servesOneCommand) }

    /// Whoever calls takes the legs over.
    func detach() {
        timer?.invalidate()
        timer = nil
        forgetScripts()
        seeker?.cancel()
        seeker = nil
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
    }

    var isOver: Bool { opening.isOver }
}

extension TunnelOpener: TurnTask {
    func performAtEndOfTurn() {
        shard.remove(self)
    }
}

extension TunnelOpener: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        if leg === client { return look() }
        // RFC 9113 §3.4: a server that knows what will be spoken may send its settings first.
        let isHTTP2 = shard.configuration.speaksHTTP2 && leg.input.withSpan { HTTP2Connection.mayBeSettings($0) }
        if !isHTTP2 { handle(.serverSent) }
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        if leg === client { return handle(.clientEnded(detail: endText)) }
        // What it left unread says more than its end.
        if opening.isInside, leg.input.isEmpty { leg.closeAfterFlush() }
        handle(.serverEnded)
    }

    func streamDidSenseEnd(_ leg: PlainStream) {
        if leg === client { handle(.clientEnded(detail: "")) }
    }

    func streamDidDrain(_ leg: PlainStream) {}

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        guard leg === client else {
            if opening.isInside { leg.close() }
            handle(.serverBroke(Outcome(.aborted, by: .upstream, .upstreamClosed, detail: failure.text)))
            return
        }
        switch failure {
        // Some clients say only after the handshake that they do not trust the certificate.
        case .tls(let failure): handle(.clientBroke(Outcome(failure, advice: advice(on: failure))))
        case .socket where client.layer != nil && opening.isIdle:
            handle(.clientBroke(Outcome(.aborted, by: .client, .closedUnused, detail: unusedText)))
        case .socket:
            handle(.clientBroke(Outcome(.aborted, by: .client, .clientClosed, detail: failure.text)))
        }
    }
}
