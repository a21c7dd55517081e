internal import Authority
internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules
internal import TLS

/// Carrying out what a `TunnelOpening` says.
extension TunnelOpener {
    // MARK: - The server

    func dial() {
        let seeker = ServerSeeker(route.secured(for: nil), client: self)
        self.seeker = seeker
        seeker.begin()
    }

    /// Nothing is known of what is inside: it is dialed without TLS, and nothing is said.
    func serverProtocol(of server: Destination) -> ServerProtocol { .http1 }

    func found(_ found: ServerConnection) {
        seeker = nil
        guard case .http1(let connection) = found else { return }
        guard !isOver else { return connection.close() }
        giveBack()
        upstream = connection
        serverFacts = nil
        connection.detach()
        publish(
            .upstreamConnected(
                FlowEvent.UpstreamLease(
                    connection: connection.number, address: connection.address, reused: false,
                    isLocal: connection.isLocal, through: connection.route.through)))
        listenToServer()
        handle(.dialed)
    }

    var mayReachThisMachine: Bool { origin.isLocal }

    var scriptedRecord: FlowRecord? {
        guard let scripts = shard.configuration.scripts,
            scripts.wants(.serverConnect) || scripts.wants(.connectUpstream)
        else { return nil }
        return shard.record(request, origin, [.handshakeEnded(TLSFacts(.client, offer: offer))], of: flow)
    }

    func seekReached(_ step: Exchange.SeekStep) {}

    func notFound(_ outcome: Outcome) {
        seeker = nil
        handle(.dialFailed(outcome))
    }

    func secureServer() {
        guard let upstream else { return }
        pauseClient()
        let leg = upstream.leg
        if offered != .http1, let connection = shard.pool.sharedConnection(route) {
            // It was verified, and what is spoken on it is the server's choice.
            leg.closeAfterFlush()
            return secured(by: connection)
        }
        ServerHandshake(service, destination, offering: offered, on: leg, shard: shard).begin { [self] facts, failure in
            guard !isOver else { return leg.close() }
            publish(.handshakeEnded(facts))
            serverFacts = facts
            if let failure {
                leg.closeAfterFlush()
                handle(.serverFailed(Outcome(failure)))
            } else if facts.speaksHTTP2 {
                let connection = HTTP2ServerConnection(
                    shard: shard, leg: leg, route: route, address: upstream.address, isLocal: upstream.isLocal,
                    tls: facts, number: upstream.number)
                connection.begin()
                secured(by: connection)
            } else {
                handle(.serverSecured)
            }
        }
    }

    /// The server speaks HTTP/2, on a connection that looks after itself.
    private func secured(by connection: HTTP2ServerConnection) {
        serverFacts = connection.tls
        serverSpeaksHTTP2 = true
        handle(.serverSecured)
    }

    /// A kept connection that was not needed serves others; any other has no further use.
    func giveBack() {
        guard let upstream, !serverSpeaksHTTP2 else { return }
        if !isKept {
            upstream.leg.closeAfterFlush()
        } else if upstream.isUsable {
            upstream.keep()
        } else {
            upstream.close()
        }
    }

    // MARK: - The client

    /// Nothing of it is read for now, not even its end, which may have come with its ClientHello.
    private func pauseClient() {
        client.pause(.handover)
        if client.socket.peerHasEnded { handle(.clientEnded(detail: "")) }
    }

    func mint() {
        pauseClient()
        let interception = service.interception
        guard let leaves = showsExpired ? interception?.expired : interception?.leaves, let leafName else {
            return handle(.leafFailed(.internalError, "Hark's CA is not loaded, so no certificate can be made."))
        }
        shard.leaf(for: leafName, of: leaves) { [self] result in
            switch result {
            case .success(let identity):
                self.identity = identity
                handle(.leafReady)
            case .failure(let error):
                handle(
                    error.isOutOfLife
                        ? .leafFailed(.authorityNotValid, error.text)
                        : .leafFailed(.internalError, "No certificate could be made: \(error.text)"))
            }
        }
    }

    func secureClient() {
        guard let interception = service.interception, let identity else { return }
        let handshake = ClientHandshake(offer: offer, leg: client, shard: shard)
        handshake.begin(service, interception, showing: identity, http2: clientGetsHTTP2) { [self] facts, failure in
            guard !isOver else { return client.close() }
            publish(.handshakeEnded(facts))
            if let failure {
                return handle(.clientFailed(Outcome(failure, advice: advice(on: failure))))
            }
            origin.tls = facts
            client.delegate = self
            handle(.clientSecured)
            beginInside()
            look()
            if !isOver, client.hasReachedEnd { streamDidReachEnd(client) }
        }
    }

    // MARK: - What comes after

    /// From here on there are requests. The server's connection is at hand for the first of them.
    func serve(_ refusal: Outcome?) {
        detach()
        end(Outcome(.complete, by: .client, .opened))
        if refusal != nil { origin.refusedTLS = serverFacts }
        let policy = policy.inside(destination, through: upstream?.route.hops ?? [], refusal: refusal)
        if origin.tls?.speaksHTTP2 == true {
            return HTTP2ClientConnection(
                shard: shard, leg: client, origin: origin, policy: policy,
                prepared: refusal == nil ? preparedConnection : nil
            ).begin()
        }
        let inner = HTTP1ClientConnection(
            shard: shard, leg: client, origin: origin, policy: policy,
            prepared: refusal == nil ? preparedConnection : nil)
        if !client.input.isEmpty { inner.streamDidReceive(client) }
        // An end that was told before is not told again.
        if client.hasReachedEnd { inner.streamDidReachEnd(client) }
        client.resume(.ofOwner)
    }

    /// The server's connection, for the first request inside.
    private var preparedConnection: HTTP1ServerConnection? {
        guard let upstream, !serverSpeaksHTTP2 else { return nil }
        // A server that has said goodbye gets no request any more.
        if upstream.leg.isClosed || upstream.leg.socket.isLingering { return nil }
        if isKept { return upstream }
        return HTTP1ServerConnection(
            shard: shard, leg: upstream.leg, route: route, address: upstream.address,
            isLocal: upstream.isLocal, tls: serverFacts, offered: offered, number: upstream.number)
    }

    func relay(_ note: String) {
        detach()
        guard let upstream else { return }
        Tunnel(client: client, upstream: upstream.leg, flow: flow, shard: shard, kind: .connect, note: note).begin()
    }

    func finish(_ outcome: Outcome) {
        detach()
        end(outcome)
        shard.closeAfterFlush(client)
        giveBack()
    }

    private func end(_ outcome: Outcome) {
        publish(.finished(outcome))
        shard.counters.finished(outcome)
    }
}
