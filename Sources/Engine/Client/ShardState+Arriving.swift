internal import Flow
internal import Reactor
internal import Rules

/// Connections that were accepted and come to this shard. Each ends up in a flow, unless its client says nothing.
extension ShardState {
    /// - Parameters:
    ///   - index: which listener it came to, counted from 0.
    ///   - others: the shards to ask for room when there is none here, this one last; each once for a client that never
    ///     asked anything, then each for any that can go.
    func adopt(_ accepted: AcceptedSocket, entrance index: Int, others: ArraySlice<Shard> = []) {
        guard entrances.indices.contains(index) else { return }
        let entrance = entrances[index]
        guard !isShuttingDown else { return isTooLate(accepted, at: entrance) }
        let hasRoom = hasRoomForClient(upTo: others.count > others.endIndex / 2 ? .neverAsked : .asking)
        if !hasRoom, let other = others.first {
            return other.adopt(accepted, entrance: index, others: others.dropFirst())
        }
        if !hasRoom, antechamber.count < Antechamber.limit {
            return antechamber.add(accepted, entrance: index, on: self)
        }
        serve(accepted, at: entrance, hasRoom: hasRoom)
    }

    /// It came while the proxy stops; a flow says so when its client has said something.
    func isTooLate(_ accepted: AcceptedSocket, at entrance: Entrance) {
        guard accepted.hasUnread else { return }
        tell(origin(of: accepted.peer, at: entrance), Outcome(.aborted, by: .proxy, .shuttingDown))
    }

    func serve(_ accepted: AcceptedSocket, at entrance: Entrance, hasRoom: Bool) {
        let policy = hasRoom ? entrance.policy(for: accepted.peer) : Self.noRoom
        let origin = origin(of: accepted.peer, at: entrance)
        do {
            let leg = PlainStream(try StreamSocket(accepted, on: loop, delegate: nil), on: loop)
            leg.watch = ConnectionWatch(
                self, ScriptNotice.Peer(address: origin.address, connection: origin.number))
            admit(leg, origin, policy, to: entrance)
        } catch {
            // The descriptor could not be watched: it is closed, and the client sees a connection that ends.
            tell(origin, Outcome(.refused, by: .proxy, .resourcesExhausted, detail: "\(error)"))
            owner.diagnose("a connection from \(accepted.peer) could not be served: \(error)")
        }
    }

    private func admit(_ leg: PlainStream, _ origin: ClientOrigin, _ policy: ForwardingPolicy, to entrance: Entrance) {
        switch entrance.manner {
        case .https where beginTLS(with: leg, origin, policy): break
        case .http, .https: _ = HTTP1ClientConnection(shard: self, leg: leg, origin: origin, policy: policy)
        case .socks5:
            SOCKSEntrance(shard: self, leg: leg, origin: origin, policy: policy, credentials: entrance.credentials)
                .begin()
        case .transparent: connectThrough(leg, origin, policy)
        }
    }

    /// Speaks TLS with a client of a listener; false when there is no authority for it.
    func beginTLS(with leg: PlainStream, _ origin: ClientOrigin, _ policy: ForwardingPolicy) -> Bool {
        guard let service = tls, let interception = service.interception else { return false }
        TLSAcceptor(
            shard: self, leg: leg, origin: origin, policy: policy, service: service, interception: interception
        ).begin()
        return true
    }

    /// Its requests are answered and recorded, and go nowhere.
    private static let noRoom = ForwardingPolicy(mode: .closed(Outcome(.refused, by: .proxy, .resourcesExhausted)))

    private func origin(of peer: SocketAddress, at entrance: Entrance) -> ClientOrigin {
        ClientOrigin(
            number: counters.nextClient(), listener: entrance.name, peer: peer, address: peer.description,
            isLocal: isThisMachine(peer))
    }

    /// Whether there is room for one more client, made by letting one go or, when too many have come, two.
    func hasRoomForClient(upTo most: Dispensability.Rank) -> Bool {
        guard loop.descriptors.hasClientsEnough else { return true }
        guard makeRoom(upTo: most) else { return false }
        if loop.descriptors.hasTooManyClients { _ = makeRoom(upTo: most) }
        return true
    }

    /// Whether there is a descriptor for one more connection to a server; kept ones, or clients that can go, make room
    /// for it.
    func mayConnect() -> Bool {
        var tries = 16
        while !loop.descriptors.mayConnect, tries > 0 {
            tries -= 1
            if let kept = pool.takeAny() { kept.close() } else if !makeRoom() { break }
        }
        return loop.descriptors.mayConnect
    }

    /// Descriptors have run out: lets go of what can be spared, a few at a time.
    func giveWay(_ count: Int) {
        for _ in 0..<count {
            if let kept = pool.takeAny() { kept.close() } else if !makeRoom() { return }
        }
    }

    /// A connection that was refused as soon as it was accepted: nobody heard what its client had to say.
    func refused(_ peer: SocketAddress, entrance index: Int) {
        guard entrances.indices.contains(index) else { return }
        tell(origin(of: peer, at: entrances[index]), Outcome(.refused, by: .proxy, .resourcesExhausted))
    }

    /// A connection ended before there was a request: a flow says why.
    func tell(_ origin: ClientOrigin, _ outcome: Outcome, _ facts: [FlowEvent.Fact] = []) {
        counters.finished(outcome)
        guard publisher.isActive else { return }
        let flow = counters.nextFlow()
        let time = now()
        let opening = FlowEvent.Opening(
            wallClock: wallClock(at: time), client: origin.address, listener: origin.listener,
            clientConnection: origin.number, requestNumber: 1)
        for fact in [.opened(opening)] + facts + [.finished(outcome)] {
            publisher.publish(flow, at: time, fact)
        }
    }

    /// Closes the client whose loss matters least, of those whose loss matters no more than that.
    func makeRoom(upTo most: Dispensability.Rank = .asking) -> Bool {
        // All is said there.
        if loop.closeLingering() { return true }
        var best: (resident: any ShardResident, loss: Dispensability)?
        func consider(_ resident: any ShardResident) {
            guard let loss = resident.dispensability, loss.rank.rawValue <= most.rawValue else { return }
            if let best, best.loss <= loss { return }
            guard !resident.hasUnread else { return }
            best = (resident, loss)
        }
        for client in clients.values { consider(client) }
        for resident in tunnels.values { consider(resident) }
        best?.resident.makeRoom()
        return best != nil
    }
}
