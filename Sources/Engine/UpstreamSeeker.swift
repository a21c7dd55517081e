internal import Bytes
internal import DemoSite
internal import Flow
internal import Reactor

/// Finds a new connection to a server: a built-in site, an address given with `--resolve`, or what the name resolves to.
///
/// Belongs to the client connection that waits for it; calls `found` or `notFound` once, unless cancelled. The wait is
/// limited by the client's own timer.
final class UpstreamSeeker {
    private let destination: Destination
    private unowned let client: ClientConnection
    private let shard: Shard
    private var ticket: ResolverTicket?
    private var connector: Connector?

    init(_ destination: Destination, client: ClientConnection) {
        self.destination = destination
        self.client = client
        shard = client.shard
    }

    func begin() {
        if destination.isBuiltIn {
            connectToSite()
            return
        }
        let host = destination.host.text
        if let override = shard.configuration.overrides.first(where: { $0.applies(to: destination) }) {
            let port = override.addressPort ?? destination.port
            lookUp(override.address, port)
        } else if destination.isLocalhost {
            // RFC 6761 §6.3: these names are loopback, and are not looked up.
            connect([.loopback6(port: destination.port), .loopback4(port: destination.port)])
        } else {
            lookUp(host, destination.port)
        }
    }

    func cancel() {
        ticket?.cancel()
        connector?.cancel()
        ticket = nil
        connector = nil
    }

    // MARK: - Built-in sites

    private func connectToSite() {
        let name = destination.host.text
        guard let site = shard.sites[name.hasSuffix(".") ? String(name.dropLast()) : name] else {
            client.notFound(Outcome(.failed, by: .client, .nameNotFound, detail: "\(destination.host.text)"))
            return
        }
        guard destination.port == 80 else {
            client.notFound(Outcome(.failed, by: .upstream, .connectionRefused, detail: "\(destination)"))
            return
        }
        do {
            let (near, far) = try StreamSocket.pair(on: shard.loop)
            SiteConnection(
                site, host: destination.host.text, socket: far, clientAddress: client.clientAddress, shard: shard
            ).begin()
            client.found(
                UpstreamConnection(
                    shard: shard, socket: near, destination: destination, address: "built in", isLocal: true))
        } catch {
            client.notFound(Outcome(.failed, by: .proxy, .resourcesExhausted, detail: "\(error)"))
        }
    }

    // MARK: - Servers on the network

    private func lookUp(_ host: String, _ port: UInt16) {
        if let address = Resolver.literal(host, port: port) {
            connect([address])
            return
        }
        ticket = shard.resolve(host, port, for: self)
    }

    func resolved(_ result: Resolver.Outcome) {
        guard ticket != nil else { return }
        ticket = nil
        switch result {
        case .success(let addresses):
            client.publish(.nameResolved)
            connect(addresses)
        case .failure(let error):
            let code: Outcome.Code = error.reason == .notFound ? .nameNotFound : .nameLookupFailed
            client.notFound(
                Outcome(.failed, by: .upstream, code, detail: "\(destination.host.text): \(error.text)"))
        }
    }

    private func connect(_ addresses: [SocketAddress]) {
        if let own = addresses.first(where: { shard.isOwn($0) }) {
            client.notFound(Outcome(.refused, by: .client, .loop, detail: "\(destination) is \(own)"))
            return
        }
        // The client's timer ends the wait; this one is for a client that has none left to wait for.
        let deadline = shard.loop.now + shard.configuration.timeouts.connect * 2_000_000
        connector = Connector(addresses, on: shard.loop, deadline: deadline) { [self] result in
            connector = nil
            switch result {
            case .success(let socket):
                let connection = UpstreamConnection(
                    shard: shard, socket: socket, destination: destination,
                    address: socket.peerAddress.description, isLocal: false)
                client.found(connection)
            case .failure(let failure):
                client.notFound(outcome(of: failure))
            }
        }
    }

    private func outcome(of failure: ConnectFailure) -> Outcome {
        let code: Outcome.Code =
            switch failure.reason {
            case .refused: .connectionRefused
            case .unreachable: .unreachable
            case .timedOut: .connectTimedOut
            case .exhausted: .resourcesExhausted
            case .other: .connectFailed
            }
        let by: Outcome.Party = failure.reason == .exhausted ? .proxy : .upstream
        return Outcome(.failed, by: by, code, detail: "\(destination): \(failure)")
    }
}
