/// What each state makes of what happens.
extension TunnelOpening {
    // MARK: - The first bytes

    mutating func sniff(_ event: Event, _ sight: Sight?, _ actions: inout [Action]) {
        switch event {
        case .clientSent(.tls):
            state = .readingHello
            actions.append(.wait(.hello))
            actions.append(.readHello)
        case .clientSent(.request): withNewServer(.serve, &actions)
        case .clientSent(.other): withNewServer(.relay(note: ""), &actions)
        case .clientSent(let new):
            state = .sniffing(new)
            // The time counts from the first byte: who trickles is not waited for without end.
            if sight == nil { actions.append(.wait(.firstBytes)) }
        // A server that speaks first speaks neither HTTP nor TLS.
        case .serverSent, .serverEnded: withNewServer(.relay(note: ""), &actions)
        case .clientEnded where sight == nil && server != .new:
            // It left without a word: there is nothing to relay, and no server to be bothered for it.
            finish(Outcome(.tunnel, by: .client, .ok), &actions)
        case .clientEnded: withNewServer(.relay(note: ""), &actions)
        case .deadlinePassed where sight == nil: finish(Outcome(.aborted, by: .client, .idleTimedOut), &actions)
        case .deadlinePassed: withNewServer(.relay(note: ""), &actions)
        case .helloRead, .helloFailed, .dialed, .dialFailed, .serverSecured, .serverFailed, .leafReady, .leafFailed,
            .clientSecured, .clientFailed, .clientBroke, .serverBroke, .shutDown:
            break
        }
    }

    mutating func readHello(_ event: Event, _ actions: inout [Action]) {
        switch event {
        case .clientSent: actions.append(.readHello)
        case .helloRead(let hello): understand(hello, &actions)
        case .helloFailed(let text): fail(.malformedClientHello, text, &actions)
        // Half a ClientHello is of no use to a server either.
        case .clientEnded(let detail): fail(.closedInHandshake, detail, &actions)
        case .serverSent, .serverEnded: withNewServer(.relay(note: ""), &actions)
        case .deadlinePassed:
            fail(
                .handshakeTimedOut,
                "The client began a TLS handshake but did not finish its first message in time.", &actions)
        case .dialed, .dialFailed, .serverSecured, .serverFailed, .leafReady, .leafFailed, .clientSecured,
            .clientFailed, .clientBroke, .serverBroke, .shutDown:
            break
        }
    }

    /// Who is asked for, and whether anybody may look.
    private mutating func understand(_ hello: Hello, _ actions: inout [Action]) {
        if let refusal = hello.refusal { return finish(refusal, &actions) }
        guard hello.mayBeOpened else { return withNewServer(.relay(note: ""), &actions) }
        guard hello.offersHTTP1 else {
            // RFC 7301 §3.2: to answer with another protocol would be to break the connection.
            if let failure = hello.failure { return finish(failure, &actions) }
            let note = "Inside, the client offers \(hello.offered) but not HTTP/1, so Hark did not decrypt it."
            return withNewServer(.relay(note: note), &actions)
        }
        if let problem = hello.nameProblem { return fail(.illegalServerName, problem, &actions) }
        if let failure = hello.failure {
            startMinting(refusal: failure, &actions)
        } else if server == .kept, hello.fitsKept {
            startMinting(refusal: nil, &actions)
        } else {
            withNewServer(.mint, &actions)
        }
    }

    // MARK: - The server's connection

    /// Goes on when there is a new connection: at once, unless a kept one was leased and is of no use here.
    private mutating func withNewServer(_ next: Next, _ actions: inout [Action]) {
        if server == .new { return proceed(next, &actions) }
        if case .missing(let reason) = server {
            switch next {
            case .serve: return over(.serve(refusal: reason), &actions)
            case .mint: return startMinting(refusal: reason, &actions)
            // Nobody is there to take the bytes.
            case .relay, .relayInside: return finish(reason, &actions)
            }
        }
        state = .dialing(next)
        actions.append(.wait(.nothing))
        actions.append(.dial)
    }

    mutating func dial(_ event: Event, _ next: Next, _ actions: inout [Action]) {
        if case .dialed = event {
            server = .new
            proceed(next, &actions)
        } else if case .dialFailed(let outcome) = event {
            finish(outcome, &actions)
        } else {
            leave(event, next, &actions)
        }
    }

    /// A client that ends its side within its handshake is gone. Else whoever comes after sees that it has ended.
    private mutating func leave(_ event: Event, _ next: Next, _ actions: inout [Action]) {
        guard case .clientEnded = event, case .mint = next else { return }
        fail(.closedInHandshake, Self.leftText, &actions)
    }

    private static let leftText = "The client closed the connection during TLS."

    private mutating func proceed(_ next: Next, _ actions: inout [Action]) {
        actions.append(.wait(.nothing))
        switch next {
        case .serve: over(.serve(refusal: nil), &actions)
        case .relay(let note): over(.relay(note: note), &actions)
        case .mint, .relayInside:
            state = .securingServer(next)
            actions.append(.secureServer)
        }
    }

    mutating func secureServer(_ event: Event, _ next: Next, _ actions: inout [Action]) {
        if case .serverSecured = event {
            if case .relayInside(let note) = next {
                over(.relay(note: note), &actions)
            } else {
                startMinting(refusal: nil, &actions)
            }
        } else if case .serverFailed(let outcome) = event {
            if case .relayInside = next {
                finish(outcome, &actions)
            } else {
                startMinting(refusal: outcome, &actions)
            }
        } else {
            leave(event, next, &actions)
        }
    }

    // MARK: - The client's handshake

    private mutating func startMinting(refusal: Outcome?, _ actions: inout [Action]) {
        state = .minting(refusal: refusal)
        actions.append(.wait(.nothing))
        actions.append(.mint)
    }

    mutating func mint(_ event: Event, _ refusal: Outcome?, _ actions: inout [Action]) {
        if case .clientEnded = event {
            fail(.closedInHandshake, Self.leftText, &actions)
        } else if case .leafReady = event {
            state = .securingClient(refusal: refusal)
            actions.append(.secureClient)
        } else if case .leafFailed(let code, let text) = event {
            fail(code, text, by: .proxy, &actions)
        }
    }

    mutating func secureClient(_ event: Event, _ refusal: Outcome?, _ actions: inout [Action]) {
        if case .clientSecured = event {
            state = .inside(nil, refusal: refusal)
            actions.append(.wait(.firstRequest))
        } else if case .clientFailed(let outcome) = event {
            finish(outcome, &actions)
        }
    }

    // MARK: - Inside

    mutating func lookInside(_ event: Event, _ sight: Sight?, _ refusal: Outcome?, _ actions: inout [Action]) {
        switch event {
        case .clientSent(.request): over(.serve(refusal: refusal), &actions)
        case .clientSent(.tls), .clientSent(.other):
            relayInside("Inside TLS the client does not use HTTP/1, so Hark forwarded its bytes.", refusal, &actions)
        case .clientSent(let new):
            state = .inside(new, refusal: refusal)
            if sight == nil { actions.append(.wait(.requestLine)) }
        case .serverSent:
            relayInside(
                """
                Inside TLS the server sent data before any request, so Hark forwarded its bytes. (HTTP servers do this \
                when they end an idle connection with 408.)
                """, refusal, &actions)
        case .clientEnded(let detail) where sight == nil:
            finish(Outcome(.aborted, by: .client, .closedUnused, detail: detail), &actions)
        // What is there is the beginning of a request, if an unfinished one.
        case .clientEnded: over(.serve(refusal: refusal), &actions)
        case .deadlinePassed where sight == nil:
            finish(Outcome(.aborted, by: .client, .idleTimedOut), &actions)
        case .deadlinePassed: over(.serve(refusal: refusal), &actions)
        // Whoever needs the server asks for another connection.
        case .serverEnded, .serverBroke: server = .gone
        case .helloRead, .helloFailed, .dialed, .dialFailed, .serverSecured, .serverFailed, .leafReady, .leafFailed,
            .clientSecured, .clientFailed, .clientBroke, .shutDown:
            break
        }
    }

    private mutating func relayInside(_ note: String, _ refusal: Outcome?, _ actions: inout [Action]) {
        if let refusal { return finish(refusal, &actions) }
        if server == .new { return over(.relay(note: note), &actions) }
        withNewServer(.relayInside(note: note), &actions)
    }

    private mutating func over(_ action: Action, _ actions: inout [Action]) {
        state = .over
        actions.append(.wait(.nothing))
        actions.append(action)
    }
}
