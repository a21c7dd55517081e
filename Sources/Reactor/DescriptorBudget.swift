internal import CPosix
internal import Synchronization

/// How many descriptors a process may have open, and who has them.
///
/// Clients must not take what is needed to reach servers: they have half. One for the whole program; sockets count
/// themselves from the moment they are accepted or made. Safe to use from anywhere; the figures are of a moment.
package final class DescriptorBudget: Sendable {
    /// What a descriptor serves.
    package enum Use: Sendable {
        case client, server
        /// One that was accepted, and that no loop has taken yet.
        case arriving
    }

    /// Kept for files, loops, look-ups of names, and what the system opens for itself.
    package static let reserve = 40

    /// What connections may have altogether.
    package let limit: Int
    private let clients = Atomic<Int>(0)
    private let servers = Atomic<Int>(0)
    private let arriving = Atomic<Int>(0)

    /// - Parameter systemLimit: what the process may open.
    package init(systemLimit: Int = DescriptorBudget.systemLimit) {
        limit = max(systemLimit - Self.reserve, systemLimit / 2)
    }

    /// What the system allows this process now.
    package static var systemLimit: Int { Int(clamping: cposix_descriptor_limit()) }

    /// The share of clients.
    package var clientLimit: Int { limit / 2 }
    package var clientCount: Int { clients.load(ordering: .relaxed) }
    package var serverCount: Int { servers.load(ordering: .relaxed) }
    private var count: Int { clientCount + serverCount }
    /// Few enough are on their way to a loop: their descriptors come out of the reserve.
    var mayArrive: Bool { arriving.load(ordering: .relaxed) < max(Self.reserve / 4, limit / 8) }
    /// Clients have more than their share: one is to go.
    package var hasTooManyClients: Bool { clientCount > clientLimit }
    /// Clients have their share: for one more, another is to go.
    package var hasClientsEnough: Bool { clientCount >= clientLimit }
    /// So few are left that none is to be held for a use that may come.
    package var isShort: Bool { count >= limit - limit / 8 }
    /// There is a descriptor for a connection to a server.
    package var mayConnect: Bool { count < limit }

    func count(_ use: Use) {
        switch use {
        case .client: clients.add(1, ordering: .relaxed)
        case .server: servers.add(1, ordering: .relaxed)
        case .arriving: arriving.add(1, ordering: .relaxed)
        }
    }

    func discount(_ use: Use) {
        switch use {
        case .client: clients.subtract(1, ordering: .relaxed)
        case .server: servers.subtract(1, ordering: .relaxed)
        case .arriving: arriving.subtract(1, ordering: .relaxed)
        }
    }
}
