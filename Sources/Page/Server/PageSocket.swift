import Bytes
import HTTPModel
import Reactor
import TLS

/// What a connection of the page hears of its bytes. All calls come on the loop.
protocol PageSocketOwner: AnyObject {
    /// Bytes arrived in `input`; what is not consumed stays there.
    func socketReceived()
    /// The peer sends nothing more.
    func socketEnded()
    /// The system has taken everything.
    func socketSentAll()
    /// To be closed.
    func socketFailed()
}

/// The bytes of a connection: plain, or those inside of TLS. Runs on the loop.
final class PageSocket {
    weak var owner: (any PageSocketOwner)? { didSet { socket.delegate = owner == nil ? nil : self } }
    let peer: PagePeer
    private unowned let state: PageState
    private let socket: StreamSocket
    private let tls: PageTLS?
    private var phase: Phase
    private let plaintext: ReceiveBuffer
    private var isReading = false
    private var isWaiting = false

    private enum Phase {
        /// Without TLS, as it is meant.
        case plain
        /// Where TLS is spoken, something else came.
        case insecure
        case hello(ClientHelloReader)
        /// A certificate is being made.
        case waiting
        case handshake(TLSSession)
        case open(TLSSession)
        case ended
    }

    init(_ accepted: AcceptedSocket, _ tls: PageTLS?, on state: PageState, room: Int) throws(SocketError) {
        self.state = state
        self.tls = tls
        phase = tls == nil ? .plain : .hello(ClientHelloReader())
        socket = try StreamSocket(accepted, on: state.loop, delegate: nil)
        plaintext = ReceiveBuffer(on: state.loop)
        socket.input.maximum = room
        plaintext.maximum = room
        peer = PagePeer(socket)
    }

    /// A request that came without TLS where it has to come with it.
    var isInsecure: Bool { if case .insecure = phase { true } else { false } }
    var isClosed: Bool { socket.isClosed }
    var pendingBytes: Int { socket.pendingBytes }

    /// What nobody has consumed yet.
    var input: ReceiveBuffer {
        switch phase {
        case .plain, .insecure: socket.input
        case .hello, .waiting, .handshake, .open, .ended: plaintext
        }
    }

    // MARK: Sending

    /// With `more` the bytes wait for the next piece, or for `tellWhenSent`.
    func send(_ bytes: Bytes, more: Bool = false) {
        switch phase {
        case .plain, .insecure: socket.send(bytes, more: more)
        case .open(let session):
            do throws(TLSFailure) {
                try bytes.withUnsafeBytes { plain throws(TLSFailure) in
                    try session.write(plain, more: more) { socket.send($0) }
                }
            } catch { fail(session) }
        case .hello, .waiting, .handshake, .ended: break
        }
    }

    func tellWhenSent() {
        flush()
        socket.tellWhenSent()
    }

    private func flush() {
        guard case .open(let session) = phase, session.hasStaged else { return }
        do throws(TLSFailure) { try session.flush { socket.send($0) } } catch { fail(session) }
    }

    func close() {
        sayGoodbye()
        release()
        socket.close()
    }

    func closeAfterFlush(stall: Nanoseconds) {
        sayGoodbye()
        release()
        socket.closeAfterFlush(stall: stall)
    }

    /// RFC 8446 §6.1: close_notify before the end, so that nothing can be cut off unnoticed.
    private func sayGoodbye() {
        guard case .open(let session) = phase, !socket.isClosed else { return }
        flush()
        session.closeNotify()
        session.takeOutgoing { socket.send($0) }
    }

    private func release() {
        owner = nil
        phase = .ended
        plaintext.release()
    }

    /// The session is beyond use. The alert goes out; the owner hears of it outside of its own call.
    private func fail(_ session: TLSSession) {
        session.takeOutgoing { socket.send($0) }
        phase = .ended
        later()
    }

    // MARK: TLS

    private func later() {
        guard !isWaiting else { return }
        isWaiting = true
        state.loop.atEndOfTurn(self)
    }

    private func readHello(_ reader: ClientHelloReader) {
        var reader = reader
        let first = socket.input.withSpan { $0.count > 0 ? $0[0] : nil }
        // RFC 8446 §5.1: a handshake record.
        if let first, first != 22 {
            phase = .insecure
            owner?.socketReceived()
            return
        }
        do throws(ClientHelloError) {
            let hello = try socket.input.withSpan { span throws(ClientHelloError) in try reader.read(span) }
            guard let hello else {
                phase = .hello(reader)
                return
            }
            phase = .waiting
            state.identify(self, host: name(hello))
        } catch {
            owner?.socketFailed()
        }
    }

    /// RFC 6066 §3: a client that was given an address sends no name; it is shown the address that it reached.
    private func name(_ hello: ClientHello) -> String {
        let asked = hello.serverName?.bytes.text.lowercased() ?? ""
        return ["localhost", "hark.localhost"].contains(asked) ? asked : peer.reached
    }

    /// The certificate is there; nil: it could not be made.
    func identified(_ identity: Identity?) {
        guard case .waiting = phase, !socket.isClosed else { return }
        guard let identity, let tls,
            let session = try? TLSSession(accepting: tls.context, as: identity, pool: state.tlsBlocks)
        else {
            owner?.socketFailed()
            return
        }
        phase = .handshake(session)
        shake(session)
    }

    private func shake(_ session: TLSSession) {
        var consumed = 0
        let result = socket.input.withUnsafeBytes { ciphertext -> Result<Bool, TLSFailure> in
            Result { () throws(TLSFailure) in try session.handshake(ciphertext, consumed: &consumed) }
        }
        socket.input.consume(consumed)
        session.takeOutgoing { socket.send($0) }
        switch result {
        case .success(false): if socket.hasReachedEnd { owner?.socketFailed() }
        case .success(true):
            phase = .open(session)
            decrypt()
        case .failure: owner?.socketFailed()
        }
    }

    private func decrypt() {
        guard !isReading else { return }
        isReading = true
        defer { isReading = false }
        while case .open(let session) = phase, !socket.isClosed {
            guard let room = plaintext.room() else {
                plaintext.didMakeRoom = { [weak self] in self?.later() }
                return
            }
            var consumed = 0
            let reading = socket.input.withUnsafeBytes { ciphertext -> TLSSession.Reading? in
                try? session.read(ciphertext, consumed: &consumed, into: room)
            }
            socket.input.consume(consumed)
            session.takeOutgoing { socket.send($0) }
            switch reading {
            case .bytes(let count)?:
                plaintext.received(count)
                owner?.socketReceived()
            case .closed?:
                plaintext.settle()
                owner?.socketEnded()
                return
            case .needsMore?:
                plaintext.settle()
                if socket.hasReachedEnd { owner?.socketEnded() }
                return
            case nil:
                owner?.socketFailed()
                return
            }
        }
    }
}

extension PageSocket: StreamSocketDelegate {
    func socketDidReceive(_ socket: StreamSocket) {
        switch phase {
        case .plain, .insecure: owner?.socketReceived()
        case .hello(let reader): readHello(reader)
        case .handshake(let session): shake(session)
        case .open: decrypt()
        case .waiting, .ended: break
        }
    }

    func socketDidReachEnd(_ socket: StreamSocket) {
        switch phase {
        case .plain, .insecure: owner?.socketEnded()
        case .open: decrypt()
        case .hello, .waiting, .handshake, .ended: owner?.socketFailed()
        }
    }

    func socketDidDrain(_ socket: StreamSocket) {}

    func socketDidSendAll(_ socket: StreamSocket) { owner?.socketSentAll() }

    func socketDidFail(_ socket: StreamSocket, _ code: Int32) { owner?.socketFailed() }

    func socketDidBreak(_ socket: StreamSocket, _ code: Int32) { owner?.socketFailed() }
}

extension PageSocket: TurnTask {
    func performAtEndOfTurn() {
        isWaiting = false
        guard !socket.isClosed else { return }
        if case .ended = phase { owner?.socketFailed() } else { decrypt() }
    }
}

extension PagePeer {
    /// Who is at the other end of a socket.
    fileprivate init(_ socket: StreamSocket) {
        let (peer, local) = (socket.peerAddress, socket.localAddress.unmapped)
        let source =
            switch peer.unmappedHost {
            // A device has as many addresses of IPv6 as it likes, in the one network of 64 bits that it is in.
            case .v6(let high, _): "v6 \(high)"
            case .v4(let host): "v4 \(host)"
            case .local: ""
            }
        // Whoever comes from the address that they reached is this computer: nobody else gets the answers.
        self.init(
            isLocal: peer.isLoopback || peer.unmappedHost == local.host, source: source,
            reached: local.isIPv6 ? "[\(local.hostText)]" : local.hostText)
    }
}
