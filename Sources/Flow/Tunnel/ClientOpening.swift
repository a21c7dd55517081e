/// The start of a client's connection to a listener that requires TLS: events go in, actions come out.
///
///     first bytes ─┬─ ClientHello ── (the server's choice of protocol) ── leaf ── handshake ── serve
///                  └─ others ── an answer in cleartext, which says that TLS is required
///
/// There is no flow before the first request, except for a handshake that fails. A value without I/O; the engine
/// performs its actions. What follows a CONNECT is a `TunnelOpening`.
package struct ClientOpening: Sendable {
    /// What the client's ClientHello asks for, after rules had their say.
    package struct Hello: Sendable, Hashable {
        package var offersHTTP1: Bool
        package var offersHTTP2: Bool
        /// No certificate is possible for the requested name.
        package var hasIllegalName = false
        /// A rule ends the handshake, with this outcome.
        package var refusal: Outcome?
        package var choice = Choice.none

        package init(offersHTTP1: Bool, offersHTTP2: Bool) {
            (self.offersHTTP1, self.offersHTTP2) = (offersHTTP1, offersHTTP2)
        }
    }

    /// Who chooses between HTTP/1.1 and HTTP/2 for a client that offers both.
    package enum Choice: Sendable, Hashable {
        /// No server is asked: HTTP/1.1.
        case none
        /// HTTP/2 is known to be what the server speaks, or Hark itself is the server.
        case http2
        /// The server of a reverse proxy, which has to be asked.
        case ofServer
    }

    package enum Event: Sendable {
        /// The client sent bytes of this kind.
        case clientSent(TunnelOpening.Sight)
        case helloRead(Hello)
        case helloFailed(String)
        /// The server was asked: it chose HTTP/2, or it did not, or cannot be reached. The first request will meet the
        /// same, and say so in a flow of its own.
        case serverChose(http2: Bool)
        case leafReady
        case leafFailed(Outcome.Code, String)
        case clientSecured
        case clientFailed(Outcome)
        /// The client sends no more; `detail` says what that means in the middle of a handshake.
        case clientEnded(detail: String)
        case clientBroke(Outcome)
        case deadlinePassed
        /// Other clients need its place.
        case evicted
        /// The proxy stops; with `force`, at once. The client may have sent what was not read yet.
        case shutDown(force: Bool, hasUnread: Bool)
    }

    package enum Action: Sendable, Hashable {
        /// Set this deadline in place of any other.
        case wait(Wait)
        /// Read the available part of the ClientHello.
        case readHello
        /// Open a connection to the server, which the first request uses.
        case askServer
        /// Get a certificate for the client.
        case mint
        case secure(http2: Bool)
        /// Requests follow.
        case serve
        /// Requests follow, each of which is answered with this.
        case serveInCleartext(Outcome)
        /// Close the connection; a flow says why.
        case finish(Outcome)
        /// The same at once, without sending what is left.
        case abort(Outcome)
        /// Close the connection without a flow: the client asked for nothing.
        case close
    }

    /// What is awaited, which determines the time limit.
    package enum Wait: Sendable, Hashable {
        case hello, server, nothing
    }

    private enum State: Sendable {
        case waiting
        /// Too few bytes came to tell what they are.
        case begun
        case readingHello
        case askingServer(Hello)
        case minting(http2: Bool)
        case securing
        case over
    }

    private var state = State.waiting

    package init() {}

    package var isOver: Bool {
        if case .over = state { true } else { false }
    }

    /// The client has sent nothing yet.
    package var isSilent: Bool {
        if case .waiting = state { true } else { false }
    }

    /// The client's bytes are read now; otherwise they wait for the next reader.
    package var isReading: Bool {
        switch state {
        case .waiting, .begun, .readingHello: true
        case .askingServer, .minting, .securing, .over: false
        }
    }

    /// Handles an event; appends the actions that follow. An event that does not fit this state changes nothing.
    package mutating func handle(_ event: Event, _ actions: inout [Action]) {
        switch (state, event) {
        case (.over, _): break
        case (_, .clientBroke(let outcome)): finish(outcome, &actions)
        case (_, .clientFailed(let outcome)): finish(outcome, &actions)
        // Browsers open connections ahead of need.
        case (.waiting, .clientEnded), (.waiting, .evicted): end(.close, &actions)
        case (_, .clientEnded(let detail)): fail(.closedInHandshake, detail, &actions)
        case (_, .evicted): end(.abort(Outcome(.refused, by: .proxy, .resourcesExhausted)), &actions)
        case (.waiting, .shutDown(_, hasUnread: false)), (.begun, .shutDown(_, hasUnread: false)),
            (.readingHello, .shutDown(_, hasUnread: false)):
            end(.close, &actions)
        // A handshake that has begun may end: it may be one that a flow has to tell of.
        case (_, .shutDown(let force, _)):
            if force { finish(Outcome(.aborted, by: .proxy, .shuttingDown), &actions) }
        // The server's time is over, not the client's: its first request will say so.
        case (.askingServer(let hello), .deadlinePassed): mint(hello, serverChoseHTTP2: false, &actions)
        case (_, .deadlinePassed):
            fail(.handshakeTimedOut, "The client did not finish its first TLS message in time.", &actions)
        case (.waiting, .clientSent(let sight)), (.begun, .clientSent(let sight)): see(sight, &actions)
        case (.readingHello, .clientSent): actions.append(.readHello)
        case (.readingHello, .helloFailed(let text)): fail(.malformedClientHello, text, &actions)
        case (.readingHello, .helloRead(let hello)): understand(hello, &actions)
        case (.askingServer(let hello), .serverChose(let isHTTP2)): mint(hello, serverChoseHTTP2: isHTTP2, &actions)
        case (.minting(let isHTTP2), .leafReady):
            state = .securing
            actions.append(.secure(http2: isHTTP2))
        case (.minting, .leafFailed(let code, let text)): fail(code, text, by: .proxy, &actions)
        case (.securing, .clientSecured): end(.serve, &actions)
        // What does not fit.
        case (_, .clientSent), (_, .helloRead), (_, .helloFailed), (_, .serverChose), (_, .leafReady),
            (_, .leafFailed), (_, .clientSecured):
            break
        }
    }

    private mutating func see(_ sight: TunnelOpening.Sight, _ actions: inout [Action]) {
        switch sight {
        case .undecided: state = .begun
        case .tls:
            state = .readingHello
            actions += [.wait(.hello), .readHello]
        // It speaks without TLS: an answer that says so is what helps it.
        case .requestBegun, .request, .other:
            let detail = "The request came without TLS, but this port requires TLS: use https://."
            end(.serveInCleartext(Outcome(.refused, by: .client, .plainHTTP, detail: detail)), &actions)
        }
    }

    private mutating func understand(_ hello: Hello, _ actions: inout [Action]) {
        if hello.hasIllegalName {
            let text = "No certificate can be made for the server name in the client's TLS."
            return fail(.illegalServerName, text, &actions)
        }
        if let refusal = hello.refusal { return finish(refusal, &actions) }
        // A client that offers HTTP/2 gets what the server chooses.
        guard hello.choice == .ofServer, hello.offersHTTP2 else {
            return mint(hello, serverChoseHTTP2: hello.choice == .http2, &actions)
        }
        state = .askingServer(hello)
        actions += [.wait(.server), .askServer]
    }

    private mutating func mint(_ hello: Hello, serverChoseHTTP2: Bool, _ actions: inout [Action]) {
        state = .minting(http2: hello.offersHTTP2 && (serverChoseHTTP2 || !hello.offersHTTP1))
        actions += [.wait(.nothing), .mint]
    }

    private mutating func end(_ last: Action, _ actions: inout [Action]) {
        state = .over
        actions += [.wait(.nothing), last]
    }

    private mutating func finish(_ outcome: Outcome, _ actions: inout [Action]) { end(.finish(outcome), &actions) }

    private mutating func fail(
        _ code: Outcome.Code, _ text: String, by party: Outcome.Party = .client, _ actions: inout [Action]
    ) {
        finish(Outcome(.failed, by: party, code, detail: text), &actions)
    }
}
