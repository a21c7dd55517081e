package import Flow
package import Reactor
package import Site

/// Sends messages of one's own to servers, as the proxy sends those of its clients: same ways, same TLS, same record.
/// Started once, stopped once; safe to use from anywhere.
package final class Sender: Sendable {
    private let shard: Shard

    /// Starts the loop.
    ///
    /// - Parameters:
    ///   - counters: those of the proxy whose recorder takes the flows: they name them.
    ///   - events: who keeps or shows flows; nil for nobody.
    ///   - sites: the built-in hosts by name.
    ///   - tls: how TLS is spoken with servers; nil: https is refused.
    package init(
        _ configuration: ProxyConfiguration, counters: Counters = Counters(), events: FlowOutlet?,
        sites: [String: any LocalSite], tls: TLSService?,
        diagnostics: @escaping @Sendable (String) -> Void
    ) async throws(SocketError) {
        let parts = ProxyParts(
            configuration: configuration, counters: counters, events: events, sites: sites, tls: tls,
            resolver: Resolver(),
            descriptors: configuration.descriptorLimit.map { DescriptorBudget(systemLimit: $0) } ?? DescriptorBudget(),
            ownConnections: OwnConnections(), diagnostics: diagnostics)
        shard = try Shard(number: 0, parts: parts)
        await shard.start()
    }

    /// What became of a message.
    package struct Sent: Sendable {
        /// Its flow, counted from 1 in the order of sending.
        package let flow: FlowID
        package let outcome: Outcome
    }

    /// Sends over a connection of its own, and waits until the answer has come or will not come.
    package func send(_ sending: Sending) async -> Sent {
        await withCheckedContinuation { continuation in
            shard.send(sending) { flow, outcome in
                continuation.resume(returning: Sent(flow: flow, outcome: outcome))
            }
        }
    }

    /// Ends what is still under way, and answers when all has ended.
    package func stop() async {
        await shard.shutDown()
    }
}
