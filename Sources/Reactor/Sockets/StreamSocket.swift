internal import CPosix

/// One end of a byte stream: a TCP connection, or half of an in-process pair.
///
/// Owns its descriptor. Kept alive by its loop while it is open, and keeps its delegate alive as long; `close` ends
/// both. Runs on its loop. Its states are in `SocketLife`, reading, sending and the end in the extensions.
package final class StreamSocket: Channel {
    /// What one socket may read before the others have their turn.
    package static let readBudget = 256 * 1024

    /// Nothing is read while there is none. Who takes over from another finds what that left unread in `input`, and is
    /// told of it only when more arrives.
    package var delegate: (any StreamSocketDelegate)? {
        didSet {
            if delegate != nil, arrival.isReadable { listReady() }
        }
    }
    package let input: ReceiveBuffer
    var life = SocketLife.open
    var agenda: SocketAgenda = []

    // Reading.
    var arrival = Arrival.nothing
    package internal(set) var pauses: PauseReasons = []
    /// How many bytes have come so far: who compares sees who brings how much.
    package internal(set) var receivedBytes: UInt64 = 0

    /// The other half of an in-process pair.
    private weak var half: StreamSocket?
    /// That was reset: what it sent is not all that it had to say.
    private(set) var halfWasReset = false

    // Sending.
    var departure = Departure.open
    /// The system has sent, or will send, the end of the stream.
    var hasSentEnd = false
    var queue: SendQueue
    /// How many bytes the system has taken so far: who compares sees progress.
    package internal(set) var sentBytes: UInt64 = 0
    /// The system has room, as far as is known.
    var isWritable = true
    /// More waits to be sent than should; `socketDidDrain` says when not any more.
    package internal(set) var isCongested = false

    let use: DescriptorBudget.Use
    private var knownPeer: SocketAddress?
    private var knownLocal: SocketAddress?
    /// While the loop's `OwnConnections` have it.
    private var listedEnd: SocketAddress?

    private init(loop: EventLoop, owning descriptor: Int32, peer: SocketAddress?, for use: DescriptorBudget.Use) {
        input = ReceiveBuffer(pool: loop.pool)
        queue = SendQueue(budget: loop.sending)
        knownPeer = peer
        self.use = use
        loop.descriptors.count(use)
        super.init(loop: loop, descriptor: descriptor)
    }

    deinit {
        // One that never came to be registered.
        if isOpen { loop.descriptors.discount(use) }
    }

    /// Takes over an accepted connection, which begins to be read. On failure the connection is closed.
    package convenience init(
        _ accepted: AcceptedSocket, on loop: EventLoop, delegate: (any StreamSocketDelegate)?
    ) throws(SocketError) {
        guard let descriptor = accepted.take() else {
            throw SocketError(.socket, code: EBADF)
        }
        self.init(loop: loop, owning: descriptor, peer: accepted.peer, for: .client)
        self.delegate = delegate
        setNoDelay()
        try register()
    }

    /// Takes over one end of a socket pair whose other end another program has, non-blocking and closed on exec; it
    /// begins to be read. On failure it is closed.
    package convenience init(
        adopting descriptor: Int32, on loop: EventLoop, delegate: (any StreamSocketDelegate)?
    ) throws(SocketError) {
        self.init(loop: loop, owning: descriptor, peer: SocketAddress(.local, port: 0), for: .server)
        self.delegate = delegate
        try register()
    }

    /// Begins to connect. Writable means connected, or failed.
    convenience init(
        connectingTo address: SocketAddress, on loop: EventLoop, outcome: @escaping (Int32) -> Void
    ) throws(SocketError) {
        let endpoint = address.endpoint
        let descriptor = cposix_socket(endpoint.family)
        guard descriptor >= 0 else { throw .last(.socket, address) }
        self.init(loop: loop, owning: descriptor, peer: address, for: .server)
        life = .connecting(outcome)
        setNoDelay()
        let status = unsafe withUnsafePointer(to: endpoint) { unsafe cposix_connect(descriptor, $0) }
        // Interrupted or not, the attempt goes on by itself.
        guard status == 0 || cposix_errno() == EINPROGRESS || cposix_errno() == EINTR else {
            throw .last(.connect, address)
        }
        // Before anybody hears of the connection, and so before anything is sent on it.
        let end = localAddress
        loop.ownConnections.insert(end, to: address)
        listedEnd = end
        do {
            try register()
        } catch {
            loop.ownConnections.remove(end, to: address)
            throw error
        }
        loop.poller.rearm(registration, .writable)
    }

    /// Two connected sockets in this process, for a peer that is part of the program.
    ///
    /// The system gives such sockets no reset; the one that is reset tells the other, so that they do as TCP does.
    package static func pair(on loop: EventLoop) throws(SocketError) -> (StreamSocket, StreamSocket) {
        var descriptors: (Int32, Int32) = (-1, -1)
        let status = unsafe withUnsafeMutableBytes(of: &descriptors) { bytes in
            unsafe cposix_socketpair(bytes.bindMemory(to: Int32.self).baseAddress)
        }
        guard status == 0 else { throw .last(.pair) }
        let address = SocketAddress(.local, port: 0)
        let one = StreamSocket(loop: loop, owning: descriptors.0, peer: address, for: .server)
        let other = StreamSocket(loop: loop, owning: descriptors.1, peer: address, for: .server)
        try one.register()
        do {
            try other.register()
        } catch {
            one.close()
            throw error
        }
        (one.half, other.half) = (other, one)
        return (one, other)
    }

    /// The other end.
    package var peerAddress: SocketAddress {
        if let knownPeer { return knownPeer }
        var endpoint = cposix_endpoint()
        _ = unsafe cposix_peer_endpoint(descriptor, &endpoint)
        let address = SocketAddress(endpoint)
        knownPeer = address
        return address
    }

    /// This end. Asked of the system once, while the socket is open.
    package var localAddress: SocketAddress {
        if let knownLocal { return knownLocal }
        var endpoint = cposix_endpoint()
        _ = unsafe cposix_local_endpoint(descriptor, &endpoint)
        let address = SocketAddress(endpoint)
        knownLocal = address
        return address
    }

    /// Where the peer meant to connect, when the system's packet filter led it here (SO_ORIGINAL_DST); nil when nothing
    /// is known of it, and everywhere but on Linux.
    package var originalDestination: SocketAddress? {
        let family = localAddress.isIPv6 ? AF_INET6 : AF_INET
        var endpoint = cposix_endpoint()
        guard unsafe cposix_original_endpoint(descriptor, Int32(family), &endpoint) == 0 else { return nil }
        let address = SocketAddress(endpoint)
        return address.port == 0 || address.host == .local ? nil : address
    }

    package var isClosed: Bool { !isOpen }

    /// Watches a peer that has ended its side and is owed an answer: one whose machine has vanished is found out within
    /// half a minute, and one whose system has forgotten the connection at the next probe. A peer that is there and
    /// does not read is left in peace, which is why this is not TCP_USER_TIMEOUT: that counts a closed window too.
    package func probePeer() {
        _ = cposix_probe_peer(descriptor, 5, 5, 4)
    }

    /// Whether a program still has the other end, which is on this machine; nil when the system does not say. Asks the
    /// system, which takes a few microseconds.
    ///
    /// - Parameter meant: where the peer believes to be connected to, when a packet filter led it elsewhere.
    package func peerIsOwned(connectedTo meant: SocketAddress? = nil) -> Bool? {
        guard isOpen else { return nil }
        var (peer, local) = (peerAddress.endpoint, (meant ?? localAddress).endpoint)
        let answer = unsafe cposix_peer_is_owned(&peer, &local)
        return answer < 0 ? nil : answer > 0
    }

    override func handle(_ readiness: Readiness) {
        if case .connecting(let outcome) = life {
            finishConnecting(readiness, outcome)
            return
        }
        notice(readiness)
        if readiness.contains(.writable) {
            isWritable = true
            if !queue.isEmpty {
                flush()
                noticeProgress()
            }
        }
        if readiness.contains(.readable) {
            readAvailable()
        }
        if readiness.contains(.hangUp), !readiness.contains(.broken), isReadingPaused, arrival == .lastBytes {
            delegate?.socketDidSenseEnd(self)
        }
    }

    /// What an event says of the peer's side, for when it is read.
    private func notice(_ readiness: Readiness) {
        if arrival != .ended {
            if readiness.contains(.hangUp) {
                arrival = .lastBytes
            } else if readiness.contains(.readable), arrival == .nothing {
                arrival = .bytes
            }
        }
        if readiness.contains(.broken) {
            agenda.insert(.sawBreak)
            deferWork()
        }
    }

    override func continueWork() {
        agenda.remove(.ready)
        readAvailable()
    }

    /// Closes at once, without a word to the delegate; what was not sent is lost. Later calls do nothing.
    package override func close() {
        guard isOpen else { return }
        delegate = nil
        // What was cut off must not pass for whole, whoever closes.
        if isToBeReset || isLingering && !queue.isEmpty { resetOnClose() }
        if case .lingering(let lingering) = life {
            lingering.finish(.cutOff(undelivered: queue.count, .closed))
            lingering.end()
        }
        life = .closed
        queue.removeAll()
        input.release()
        closeDescriptor()
        if let listedEnd { loop.ownConnections.remove(listedEnd, to: peerAddress) }
        loop.descriptors.discount(use)
    }

    /// Closes with a reset, so that the peer cannot take what it got for the whole.
    package func abort() {
        guard isOpen else { return }
        resetOnClose()
        close()
    }

    private func resetOnClose() {
        _ = cposix_reset_on_close(descriptor)
        half?.halfWasReset = true
    }

    private func setNoDelay() {
        // Fails on what is not TCP, where there is nothing to switch off.
        _ = cposix_set_flag(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    private func finishConnecting(_ readiness: Readiness, _ outcome: (Int32) -> Void) {
        // An end or an error shows in `writable` too; a source for reading has nothing to say yet.
        notice(readiness)
        guard readiness.contains(.writable) else { return }
        let error = cposix_pending_error(descriptor)
        life = .open
        isWritable = error == 0
        outcome(error < 0 ? EIO : error)
    }
}
