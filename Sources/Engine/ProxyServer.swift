package import Reactor
package import Site

/// The proxy: its shards and listeners. Started once, stopped once; safe to use from anywhere.
package final class ProxyServer: Sendable {
    package let counters: Counters
    /// Where it listens, in the order asked for, with the ports the system picked.
    package let addresses: [SocketAddress]
    private let shards: [Shard]

    /// Why a proxy could not start.
    package enum StartError: Error, CustomStringConvertible {
        case unknownHost(HostPort, String)
        case socket(SocketError)

        package var description: String {
            switch self {
            case .unknownHost(let listener, let reason): "cannot listen on \(listener): \(reason)"
            case .socket(let error) where error.isAddressInUse:
                "cannot listen on \(error.address.map { "\($0)" } ?? "that address"): the port is in use by another "
                    + "program. Stop that one, or choose a port with --listen HOST:PORT (0 picks a free one)."
            case .socket(let error): "cannot start: \(error)"
            }
        }
    }

    private init(counters: Counters, addresses: [SocketAddress], shards: [Shard]) {
        self.counters = counters
        self.addresses = addresses
        self.shards = shards
    }

    /// Starts the loops and binds the listeners.
    ///
    /// - Parameters:
    ///   - events: who keeps or shows flows; nil for nobody.
    ///   - sites: the built-in hosts by name.
    ///   - tls: how TLS is spoken with both sides; nil: tunnels are relayed, and https is refused.
    ///   - ownConnections: those of proxies that are one, as far as coming back is concerned.
    ///   - diagnostics: takes one line at a time for standard error.
    package static func start(
        _ configuration: ProxyConfiguration, counters: Counters = Counters(), events: FlowOutlet?,
        sites: [String: any LocalSite], tls: TLSService? = nil, ownConnections: OwnConnections = OwnConnections(),
        diagnostics: @escaping @Sendable (String) -> Void
    ) async throws(StartError) -> ProxyServer {
        let parts = ProxyParts(
            configuration: configuration, counters: counters, events: events, sites: sites, tls: tls,
            resolver: Resolver(),
            descriptors: configuration.descriptorLimit.map { DescriptorBudget(systemLimit: $0) } ?? DescriptorBudget(),
            ownConnections: ownConnections, diagnostics: diagnostics)
        do {
            var shards: [Shard] = []
            for number in 0..<max(1, configuration.shards) {
                let shard = try Shard(number: number, parts: parts)
                await shard.start()
                shards.append(shard)
            }
            let wanted = try configuration.listeners.map { listener throws(StartError) in
                try address(of: listener.address)
            }
            let addresses = try await shards[0].listen(on: wanted, for: shards)
            return ProxyServer(counters: counters, addresses: addresses, shards: shards)
        } catch let error as SocketError {
            throw .socket(error)
        } catch let error as StartError {
            throw error
        } catch {
            throw .unknownHost(configuration.listeners[0].address, "\(error)")
        }
    }

    private static func address(of listener: HostPort) throws(StartError) -> SocketAddress {
        if let literal = Resolver.literal(listener.host, port: listener.port) { return literal }
        switch Resolver.ask(listener.host, numeric: false) {
        case .success(let found):
            guard var address = found.first else { throw .unknownHost(listener, "it has no address") }
            address.port = listener.port
            return address
        case .failure(let error):
            throw .unknownHost(listener, error.text)
        }
    }

    /// Stops accepting, gives running exchanges a few seconds, ends the rest, and answers when all have ended.
    package func stop() async {
        await withTaskGroup { group in
            for shard in shards {
                group.addTask { await shard.shutDown() }
            }
        }
    }
}
