/// The start of a tunnel after an accepted CONNECT: events go in, actions come out.
///
///     first bytes ─┬─ TLS ─── ClientHello ── handshake with the server ── leaf ── handshake with the client ── inside
///                  ├─ HTTP/1 ─ serve
///                  └─ others, or the server speaks first ── relay
///     inside ──────┬─ HTTP/1 ─ serve
///                  └─ others, or the server speaks first ── relay, decrypted
///
/// The handshake with the server comes first, so that its failure can be reported: the client then gets a certificate
/// nevertheless, and for each request the reason. A value without I/O; the engine performs its actions.
public struct TunnelOpening: Sendable {
    /// The kind of a side's first bytes.
    public enum Sight: Sendable, Hashable {
        /// Too few bytes to decide, or none.
        case undecided
        case tls
        /// The beginning of what may be a request of HTTP/1.
        case requestBegun
        /// The whole line of an HTTP/1 request.
        case request
        case other
    }

    /// What the client's ClientHello asks for.
    public struct Hello: Sendable, Hashable {
        /// No setting forbids decryption.
        public let mayBeOpened: Bool
        /// Whether it offers HTTP/1, by ALPN; without the extension the port decides.
        public let offersHTTP1: Bool
        /// What it offers instead, for people.
        public let offered: String
        /// Why no certificate is possible for the requested name; nil when one is.
        public let nameProblem: String?
        /// How a rule ends it here; nil: it continues.
        public let refusal: Outcome?
        /// Why each request inside is answered without the server; nil: it is not.
        public let failure: Outcome?
        /// The idle connection is to the requested server.
        public let fitsKept: Bool

        /// What a ClientHello asks for.
        public init(
            mayBeOpened: Bool, offersHTTP1: Bool = true, offered: String = "", nameProblem: String? = nil,
            refusal: Outcome? = nil, failure: Outcome? = nil, fitsKept: Bool = false
        ) {
            self.refusal = refusal
            self.failure = failure
            self.mayBeOpened = mayBeOpened
            self.offersHTTP1 = offersHTTP1
            self.offered = offered
            self.nameProblem = nameProblem
            self.fitsKept = fitsKept
        }
    }

    /// What can happen.
    public enum Event: Sendable {
        /// The client sent bytes of this kind.
        case clientSent(Sight)
        case helloRead(Hello)
        case helloFailed(String)
        /// The server sent bytes before any request.
        case serverSent
        /// A new connection to the server is open, without TLS.
        case dialed
        case dialFailed(Outcome)
        case serverSecured
        case serverFailed(Outcome)
        case leafReady
        case leafFailed(Outcome.Code, String)
        case clientSecured
        case clientFailed(Outcome)
        /// The client sends no more; `detail` says what that means in the middle of a handshake or of nothing.
        case clientEnded(detail: String)
        case serverEnded
        /// A connection broke.
        case clientBroke(Outcome)
        case serverBroke(Outcome)
        case deadlinePassed
        case shutDown
    }

    /// What the engine must do.
    public enum Action: Sendable, Hashable {
        /// Set this deadline in place of any other.
        case wait(Wait)
        /// Read the available part of the ClientHello.
        case readHello
        /// Open a new connection to the server, without TLS; an idle one is returned.
        case dial
        case secureServer
        /// Get a certificate for the client.
        case mint
        case secureClient
        /// Requests follow; with a refusal, each is answered with it.
        case serve(refusal: Outcome?)
        /// The bytes are forwarded without reading; `note` says why, for the record.
        case relay(note: String)
        /// Close what is open; the flow is over.
        case finish(Outcome)
    }

    /// What is awaited, which determines the time limit.
    public enum Wait: Sendable, Hashable {
        /// For a first byte.
        case anything
        /// For bytes that show what they are.
        case firstBytes
        case hello
        /// For a first request inside.
        case firstRequest
        /// For the rest of a request's line.
        case requestLine
        case nothing
    }

    /// The current connection to the server.
    public enum Server: Sendable, Hashable {
        /// New and unused.
        case new
        /// Idle, with verified TLS.
        case kept
        /// It ended before either side spoke.
        case gone
        /// There is none, for this reason; rules may answer in its place.
        case missing(Outcome)
    }

    enum State: Sendable {
        /// nil: no byte has arrived.
        case sniffing(Sight?)
        case readingHello
        case dialing(Next)
        case securingServer(Next)
        case minting(refusal: Outcome?)
        case securingClient(refusal: Outcome?)
        /// Both handshakes are done (or the server's failed for `refusal`).
        case inside(Sight?, refusal: Outcome?)
        case over
    }

    /// What comes once the server's connection is as it is needed.
    enum Next: Sendable {
        case serve
        case relay(note: String)
        case mint
        /// The client does not use HTTP inside TLS, so the idle connection is of no use.
        case relayInside(note: String)
    }

    var state = State.sniffing(nil)
    var server: Server

    /// An accepted tunnel with its connection to the server.
    public init(server: Server) {
        self.server = server
    }

    /// Whether it has ended.
    public var isOver: Bool {
        if case .over = state { true } else { false }
    }

    /// Both handshakes are done, and the protocol is not known yet.
    public var isInside: Bool {
        if case .inside = state { true } else { false }
    }

    /// Nothing has been sent that would be lost if this ended now.
    public var isIdle: Bool {
        switch state {
        case .sniffing(nil), .inside(nil, _): true
        case .sniffing, .readingHello, .dialing, .securingServer, .minting, .securingClient, .inside, .over: false
        }
    }

    /// Whether the client's bytes are read now; otherwise they wait for the next reader.
    public var isSniffing: Bool {
        switch state {
        case .sniffing, .readingHello, .inside: true
        case .dialing, .securingServer, .minting, .securingClient, .over: false
        }
    }

    /// Handles an event; appends the actions that follow. An event that does not fit this state changes nothing.
    public mutating func handle(_ event: Event, _ actions: inout [Action]) {
        if case .over = state { return }
        if let outcome = ending(event) { return finish(outcome, &actions) }
        switch state {
        case .sniffing(let sight): sniff(event, sight, &actions)
        case .readingHello: readHello(event, &actions)
        case .dialing(let next): dial(event, next, &actions)
        case .securingServer(let next): secureServer(event, next, &actions)
        case .minting(let refusal): mint(event, refusal, &actions)
        case .securingClient(let refusal): secureClient(event, refusal, &actions)
        case .inside(let sight, let refusal): lookInside(event, sight, refusal, &actions)
        case .over: break
        }
    }

    /// What ends it all in any state.
    private func ending(_ event: Event) -> Outcome? {
        switch event {
        case .shutDown: Outcome(.aborted, by: .proxy, .shuttingDown)
        case .clientBroke(let outcome): outcome
        // Inside, nobody spoke yet: another connection will do.
        case .serverBroke(let outcome): if case .inside = state { nil } else { outcome }
        case .clientSent, .helloRead, .helloFailed, .serverSent, .dialed, .dialFailed, .serverSecured, .serverFailed,
            .leafReady, .leafFailed, .clientSecured, .clientFailed, .clientEnded, .serverEnded, .deadlinePassed:
            nil
        }
    }

    mutating func finish(_ outcome: Outcome, _ actions: inout [Action]) {
        state = .over
        actions.append(.wait(.nothing))
        actions.append(.finish(outcome))
    }

    mutating func fail(
        _ code: Outcome.Code, _ text: String, by party: Outcome.Party = .client, _ actions: inout [Action]
    ) {
        finish(Outcome(.failed, by: party, code, detail: text), &actions)
    }
}
