internal import Synchronization

/// The near ends of the program's own connections to servers: a client that comes from one of them is the program
/// itself.
///
/// One for the whole program; sockets enter themselves while they are open. Safe to use from anywhere.
package final class OwnConnections: Sendable {
    private let ends = Mutex<Set<SocketAddress>>([])

    package init() {}

    /// Whether a client at this address is the program itself.
    package func contains(_ client: SocketAddress) -> Bool {
        ends.withLock { $0.contains(client.unmapped) }
    }

    func insert(_ end: SocketAddress) {
        ends.withLock { _ = $0.insert(end.unmapped) }
    }

    func remove(_ end: SocketAddress) {
        ends.withLock { _ = $0.remove(end.unmapped) }
    }
}
