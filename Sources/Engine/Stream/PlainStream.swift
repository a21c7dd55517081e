internal import Bytes
internal import HTTPModel
internal import Reactor
internal import TLS

/// One side of the proxy as a stream of plaintext: a socket, with TLS on it or without.
///
/// Owned by its socket, whose delegate it is; keeps its own delegate alive until it is closed. Runs on its shard's
/// loop. What it promises is what `StreamSocket` promises, and without TLS it only passes on. With TLS, bytes are
/// decrypted from the socket's buffer into `input` and encrypted on their way out; the two directions are in the
/// extensions.
final class PlainStream {
    let socket: StreamSocket
    let loop: EventLoop
    /// Nothing is read while there is none. Who takes over finds in `input` what was left unread.
    var delegate: (any PlainStreamDelegate)? {
        didSet {
            if delegate != nil, layer != nil { workLater() }
            socket.delegate = delegate == nil && handshake == nil ? nil : self
        }
    }
    /// TLS, once its handshake has ended well.
    var layer: TLSLayer?
    /// TLS, while its handshake runs.
    var handshake: Handshake?
    /// The peer has said or shown that it sends no more.
    var hasReachedEnd: Bool { layer?.hasReachedEnd ?? socket.hasReachedEnd }
    /// How the peer's stream ended, when that was not as TLS wants it (without close_notify).
    var incompleteEnd: String?
    /// The socket has failed with this `errno`; told when what it had read before is decrypted and delivered.
    var untoldFailure: Int32?
    private var isWorkDue = false
    private var isReadingDue = false
    /// What scripts hear of the connection; nil: nothing.
    var watch: ConnectionWatch?

    init(_ socket: StreamSocket, on loop: EventLoop) {
        self.socket = socket
        self.loop = loop
    }

    /// Plaintext that nobody has consumed yet.
    var input: ReceiveBuffer { layer?.plaintext ?? socket.input }
    /// More is waiting to be sent than should; `streamDidDrain` says when not any more.
    var isCongested: Bool { socket.isCongested }
    var isClosed: Bool { socket.isClosed }

    /// How much unread plaintext is kept before reading stops.
    var inputLimit: Int {
        get { input.maximum }
        set { input.maximum = newValue }
    }

    /// Stops reading for this reason, which is taken back by name: several parties may each have theirs.
    func pause(_ reason: PauseReasons) {
        socket.pause(reason)
    }

    /// Takes reasons back; reading goes on when none is left.
    func resume(_ reasons: PauseReasons) {
        let wasPaused = socket.isReadingPaused
        socket.resume(reasons)
        // Ciphertext, or plaintext inside the session, may be left over from before the pause.
        if layer != nil, wasPaused { workLater() }
    }

    /// Reads on, flushes, at the end of this turn.
    func workLater() {
        isReadingDue = true
        flushLater()
    }

    /// Flushes at the end of this turn.
    func flushLater() {
        guard !isWorkDue, !isClosed else { return }
        isWorkDue = true
        loop.atEndOfTurn(self)
    }

    // MARK: - The end

    /// Closes at once; what was not sent is lost.
    func close() {
        sayGoodbye()
        detach()
        socket.close()
    }

    /// Sends what is queued and the end of the stream, then closes.
    ///
    /// - Parameters:
    ///   - stall: how long the peer may take nothing; then it is reset.
    ///   - completion: hears once, later, that the system has taken everything, or that it was given up.
    func closeAfterFlush(stall: Nanoseconds = .seconds(600), then completion: (() -> Void)? = nil) {
        sayGoodbye()
        detach()
        socket.closeAfterFlush(stall: stall, then: completion.map { tell in { _ in tell() } })
    }

    /// Sends what is queued and then resets, without a goodbye: all there was arrives, and passes for no whole.
    func abortAfterFlush(stall: Nanoseconds = .seconds(600), then completion: (() -> Void)? = nil) {
        flushStaged()
        detach()
        socket.abortAfterFlush(stall: stall, then: completion.map { tell in { _ in tell() } })
    }

    /// Closes with a reset, so that the peer cannot take what it got for the whole.
    func abort() {
        detach()
        socket.abort()
    }

    /// Sends the end of the stream; the peer can still be read.
    func shutdownSending() {
        sayGoodbye()
        socket.shutdownSending()
    }

    /// RFC 8446 §6.1: close_notify before the end, so that nothing can be cut off unnoticed.
    private func sayGoodbye() {
        guard let layer, !isClosed else { return }
        flushStaged()
        layer.session.closeNotify()
        sendOutgoing(of: layer.session)
    }

    private func detach() {
        watch?.closed()
        watch = nil
        delegate = nil
        layer?.plaintext.release()
        layer = nil
        handshake?.cancel()
        handshake = nil
    }
}

extension PlainStream: TurnTask {
    func performAtEndOfTurn() {
        isWorkDue = false
        guard !isClosed else { return }
        flushStaged()
        guard isReadingDue else { return }
        isReadingDue = false
        if layer != nil { decrypt() }
    }
}

/// What a leg tells its owner. All calls come on the loop, never from inside a call to the leg.
protocol PlainStreamDelegate: AnyObject {
    /// Bytes arrived in `leg.input`. What is not consumed stays there, and comes again with more after it.
    func streamDidReceive(_ leg: PlainStream)
    /// The peer sends nothing more (it may still receive). All bytes before the end have been reported.
    func streamDidReachEnd(_ leg: PlainStream)
    /// The same, seen while nothing is read: what came before the end is yet to be read.
    func streamDidSenseEnd(_ leg: PlainStream)
    /// The leg was congested and has room again.
    func streamDidDrain(_ leg: PlainStream)
    /// Asked for by `tellWhenSent`: the system has taken everything that was sent.
    func streamDidSendAll(_ leg: PlainStream)
    /// The peer has reset the connection while nothing is read: nothing can be sent any more, but what it sent before
    /// can still be read, and then `streamDidFail` follows.
    func streamDidBreak(_ leg: PlainStream, _ failure: StreamFailure)
    /// The connection is broken; what could still be read has been reported, unless reading is paused. To be closed.
    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure)
}

extension PlainStreamDelegate {
    func streamDidSenseEnd(_ leg: PlainStream) {}

    func streamDidSendAll(_ leg: PlainStream) {}

    func streamDidBreak(_ leg: PlainStream, _ failure: StreamFailure) {
        streamDidFail(leg, failure)
    }
}

/// Why a leg broke.
enum StreamFailure {
    /// An errno.
    case socket(Int32)
    case tls(TLSFailure)

    /// For a person.
    var text: String {
        switch self {
        case .socket(let code): SocketError.text(of: code)
        case .tls(let failure): failure.text
        }
    }
}

/// TLS on a leg whose handshake is complete: the session, and the plaintext it has released.
final class TLSLayer {
    let session: TLSSession
    let plaintext: ReceiveBuffer
    /// close_notify came, or the stream ended without.
    var hasReachedEnd = false
    /// The session is beyond use; the delegate was told, or will be with its next reading.
    var failure: TLSFailure? {
        didSet { hasFailed = failure != nil }
    }
    /// Whether there is a failure: asked several times a message, which it is too large for.
    private(set) var hasFailed = false
    var hasReportedFailure = false
    var isDecrypting = false

    init(_ session: TLSSession, plaintext: ReceiveBuffer) {
        self.session = session
        self.plaintext = plaintext
    }
}
