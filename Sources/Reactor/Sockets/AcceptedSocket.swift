package import Bytes
internal import CPosix
internal import Synchronization

/// An accepted connection on its way to the loop that will serve it.
///
/// A class, so that it can be captured by posted work; whoever takes the descriptor owns it, and if nobody does it is
/// closed with this object. Safe to use from anywhere.
package final class AcceptedSocket: Sendable {
    package let peer: SocketAddress
    private let descriptor: Atomic<Int32>
    private let budget: DescriptorBudget

    /// Takes over a descriptor, which is made non-blocking and closed on exec by whoever made it.
    init(owning descriptor: Int32, peer: SocketAddress, budget: DescriptorBudget) {
        self.descriptor = Atomic(descriptor)
        self.peer = peer
        self.budget = budget
        budget.count(.arriving)
    }

    deinit {
        if let descriptor = take() {
            _ = CPosix.close(descriptor)
        }
    }

    /// The descriptor, the first time.
    func take() -> Int32? {
        let taken = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        guard taken >= 0 else { return nil }
        budget.discount(.arriving)
        return taken
    }

    /// The peer has said something by now. Asks the system; not to be asked once somebody has taken the descriptor.
    package var hasUnread: Bool {
        let descriptor = descriptor.load(ordering: .acquiring)
        var byte: UInt8 = 0
        guard descriptor >= 0 else { return false }
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0
    }

    /// Sends `answer`, as far as it goes at once, and closes; what the client has said by now is thrown away unread.
    package func refuse(with answer: Bytes) {
        guard let descriptor = take() else { return }
        unsafe answer.withUnsafeBytes { bytes in
            _ = unsafe cposix_send(descriptor, bytes.baseAddress, bytes.count)
        }
        // Unread bytes would make the close a reset, and that could destroy the answer (RFC 9112 §9.6).
        _ = shutdown(descriptor, Int32(SHUT_WR))
        unsafe withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { room in
            while unsafe recv(descriptor, room.baseAddress, room.count, 0) == room.count {}
        }
        _ = CPosix.close(descriptor)
    }
}
