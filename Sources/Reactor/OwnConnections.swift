internal import Synchronization

/// The program's own connections to servers, by both ends: a client that comes over one of them is the program itself.
///
/// Both ends, because the system gives one near end to several connections when their far ends differ. One for the
/// whole program; sockets enter themselves while they are open. Safe to use from anywhere.
package final class OwnConnections: Sendable {
    private let farEnds = Mutex<[SocketAddress: Set<SocketAddress>]>([:])

    package init() {}

    /// Whether a client at this address, who asked at `here`, is the program itself.
    ///
    /// - Parameter here: costs a system call, and is asked for only where an own connection begins at `client`.
    package func contains(_ client: SocketAddress, at here: @autoclosure () -> SocketAddress) -> Bool {
        guard let ends = farEnds.withLock({ $0[client.unmapped] }) else { return false }
        return ends.contains(here().unmapped)
    }

    func insert(_ near: SocketAddress, to far: SocketAddress) {
        farEnds.withLock { _ = $0[near.unmapped, default: []].insert(far.unmapped) }
    }

    func remove(_ near: SocketAddress, to far: SocketAddress) {
        farEnds.withLock { all in
            guard var ends = all.removeValue(forKey: near.unmapped) else { return }
            ends.remove(far.unmapped)
            if !ends.isEmpty { all[near.unmapped] = ends }
        }
    }
}
