internal import CPosix

/// One end of a byte stream: a TCP connection, or half of an in-process pair.
///
/// Owns its descriptor. Kept alive by its loop while it is open, and keeps its delegate alive as long; `close` ends
/// both. Runs on its loop. Reading and sending are in the extensions.
package final class StreamSocket: Channel {
    /// Above this many unsent bytes a socket is congested, until `lowWatermark` is reached again.
    package static let highWatermark = 256 * 1024
    package static let lowWatermark = 64 * 1024
    /// What one socket may read before the others have their turn.
    package static let readBudget = 256 * 1024

    /// Nothing is read while there is none. Who takes over from another finds what that left unread in `input`, and is
    /// told of it only when more arrives.
    package var delegate: (any StreamSocketDelegate)? {
        didSet {
            if delegate != nil, isReadable { listReady() }
        }
    }
    package let input: ReceiveBuffer

    // Reading.
    package internal(set) var isReadingPaused = false
    /// The peer has sent its end of stream, and it was reported.
    package internal(set) var hasReachedEnd = false
    var isReadable = false
    var sawHangUp = false
    var isReading = false
    var isListedReady = false

    // Sending.
    var queue = SendQueue()
    var isWritable = true
    package internal(set) var isCongested = false
    /// The peer is owed an end of stream once the queue is empty.
    var wantsShutdown = false
    var hasShutDown = false

    // What waits for the end of the turn.
    var isDeferred = false
    var needsFlush = false
    var needsDrainNotice = false
    var tellsWhenSent = false
    var failure: Int32 = 0
    var hasFailed = false

    /// Set while a connection is being made; called once with the outcome (0, or an errno).
    var connectOutcome: ((Int32) -> Void)?
    /// Set while the socket closes in the background.
    var parting: Parting?

    private var knownPeer: SocketAddress?
    private var knownLocal: SocketAddress?

    private init(loop: EventLoop, owning descriptor: Int32, peer: SocketAddress?) {
        input = ReceiveBuffer(pool: loop.pool)
        knownPeer = peer
        super.init(loop: loop, descriptor: descriptor)
    }

    /// Takes over an accepted connection, which begins to be read. On failure the connection is closed.
    package convenience init(
        _ accepted: AcceptedSocket, on loop: EventLoop, delegate: (any StreamSocketDelegate)?
    ) throws(SocketError) {
        guard let descriptor = accepted.take() else {
            throw SocketError(.socket, code: EBADF)
        }
        self.init(loop: loop, owning: descriptor, peer: accepted.peer)
        self.delegate = delegate
        setNoDelay()
        try register()
    }

    /// Begins to connect. Writable means connected, or failed.
    convenience init(
        connectingTo address: SocketAddress, on loop: EventLoop, outcome: @escaping (Int32) -> Void
    ) throws(SocketError) {
        let endpoint = address.endpoint
        let descriptor = cposix_socket(endpoint.family)
        guard descriptor >= 0 else { throw .last(.socket, address) }
        self.init(loop: loop, owning: descriptor, peer: address)
        connectOutcome = outcome
        setNoDelay()
        let status = unsafe withUnsafePointer(to: endpoint) { unsafe cposix_connect(descriptor, $0) }
        // Interrupted or not, the attempt goes on by itself.
        guard status == 0 || cposix_errno() == EINPROGRESS || cposix_errno() == EINTR else {
            throw .last(.connect, address)
        }
        try register()
        loop.poller.rearm(registration, .writable)
    }

    /// Two connected sockets in this process, for a server that is part of the program.
    ///
    /// The system gives such sockets no reset: `abort` looks like a plain end to the other side.
    package static func pair(on loop: EventLoop) throws(SocketError) -> (StreamSocket, StreamSocket) {
        var descriptors: (Int32, Int32) = (-1, -1)
        let status = unsafe withUnsafeMutableBytes(of: &descriptors) { bytes in
            unsafe cposix_socketpair(bytes.bindMemory(to: Int32.self).baseAddress)
        }
        guard status == 0 else { throw .last(.pair) }
        let address = SocketAddress(.local, port: 0)
        let one = StreamSocket(loop: loop, owning: descriptors.0, peer: address)
        let other = StreamSocket(loop: loop, owning: descriptors.1, peer: address)
        try one.register()
        do {
            try other.register()
        } catch {
            one.close()
            throw error
        }
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

    package var isClosed: Bool { !isOpen }

    override func handle(_ readiness: Readiness) {
        if connectOutcome != nil {
            finishConnecting(readiness)
            return
        }
        if readiness.contains(.hangUp) {
            sawHangUp = true
        }
        if readiness.contains(.writable) {
            isWritable = true
            if !queue.isEmpty {
                flush()
                noticeDrained()
            }
        }
        if readiness.contains(.readable) {
            isReadable = true
            readAvailable()
        }
    }

    override func continueWork() {
        isListedReady = false
        readAvailable()
    }

    /// Closes at once, without a word to the delegate; what was not sent is lost. Later calls do nothing.
    package override func close() {
        guard isOpen else { return }
        delegate = nil
        connectOutcome = nil
        parting?.timer.invalidate()
        parting = nil
        queue.removeAll()
        input.release()
        closeDescriptor()
    }

    /// Closes with a reset, so that the peer cannot take what it got for the whole.
    package func abort() {
        guard isOpen else { return }
        _ = cposix_reset_on_close(descriptor)
        close()
    }

    private func setNoDelay() {
        // Fails on what is not TCP, where there is nothing to switch off.
        _ = cposix_set_flag(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    private func finishConnecting(_ readiness: Readiness) {
        guard readiness.contains(.writable), let outcome = connectOutcome else {
            // An end or an error shows in `writable` too; a source for reading has nothing to say yet.
            isReadable = isReadable || readiness.contains(.readable)
            return
        }
        let error = cposix_pending_error(descriptor)
        connectOutcome = nil
        isWritable = error == 0
        if readiness.contains(.hangUp) {
            sawHangUp = true
        }
        if readiness.contains(.readable) {
            isReadable = true
        }
        outcome(error < 0 ? EIO : error)
    }
}
