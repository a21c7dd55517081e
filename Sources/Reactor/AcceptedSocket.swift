internal import CPosix
internal import Synchronization

/// An accepted connection on its way to the loop that will serve it.
///
/// A class, so that it can be captured by posted work; whoever takes the descriptor owns it, and if nobody does it is
/// closed with this object. Safe to use from anywhere.
package final class AcceptedSocket: Sendable {
    package let peer: SocketAddress
    private let descriptor: Atomic<Int32>

    /// Takes over a descriptor, which is made non-blocking and closed on exec by whoever made it.
    init(owning descriptor: Int32, peer: SocketAddress) {
        self.descriptor = Atomic(descriptor)
        self.peer = peer
    }

    deinit {
        if let descriptor = take() {
            _ = CPosix.close(descriptor)
        }
    }

    /// The descriptor, the first time.
    func take() -> Int32? {
        let taken = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        return taken >= 0 ? taken : nil
    }
}
