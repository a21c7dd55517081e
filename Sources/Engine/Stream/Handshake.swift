internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import TLS

/// A TLS handshake on a leg, from the first byte to the last, within a time.
///
/// Owned by the leg while it runs. It ends once: with a layer on the leg, or with a failure and the leg still open, so
/// that the alert can go out; who began it closes it then.
final class Handshake {
    typealias Completion = (Result<HandshakeFacts, TLSFailure>) -> Void

    private unowned let leg: PlainStream
    private let session: TLSSession
    private let completion: Completion
    private var timer: LoopTimer?
    private let began: UInt64
    private(set) var hasEnded = false

    fileprivate init(
        _ leg: PlainStream, _ session: TLSSession, timeout: Nanoseconds, _ completion: @escaping Completion
    ) {
        self.leg = leg
        self.session = session
        self.completion = completion
        began = leg.loop.now
        timer = LoopTimer(on: leg.loop) { [unowned self] in end(.failure(session.handshakeTimedOut())) }
        timer?.arm(after: timeout)
    }

    func cancel() {
        hasEnded = true
        timer?.invalidate()
        timer = nil
    }

    func advance() {
        guard !hasEnded else { return }
        var consumed = 0
        let result = leg.socket.input.withUnsafeBytes { ciphertext -> Result<Bool, TLSFailure> in
            Result { () throws(TLSFailure) in try session.handshake(ciphertext, consumed: &consumed) }
        }
        leg.socket.input.consume(consumed)
        leg.sendOutgoing(of: session)
        switch result {
        case .success(false): break
        case .success(true):
            guard let facts = session.facts else { return end(.failure(session.connectionFailed(detail: ""))) }
            end(.success(facts))
        case .failure(let failure): end(.failure(failure))
        }
    }

    func inputEnded() {
        guard !hasEnded else { return }
        end(.failure(session.inputEnded() ?? session.connectionFailed(detail: "")))
    }

    func connectionFailed(_ code: Int32) {
        guard !hasEnded else { return }
        end(.failure(session.connectionFailed(detail: SocketError.text(of: code))))
    }

    private func end(_ result: Result<HandshakeFacts, TLSFailure>) {
        guard !hasEnded else { return }
        cancel()
        leg.sendOutgoing(of: session)
        leg.handshakeEnded(session, isComplete: (try? result.get()) != nil)
        completion(result)
    }
}

extension PlainStream {
    /// Begins a handshake on this leg; whatever is unread is its first ciphertext.
    ///
    /// While it runs the leg has no delegate of its own. The completion is not called from inside this call when the
    /// peer has to say something first, which it does in every good handshake.
    func begin(_ session: TLSSession, timeout: Nanoseconds, _ completion: @escaping Handshake.Completion) {
        delegate = nil
        let handshake = Handshake(self, session, timeout: timeout, completion)
        self.handshake = handshake
        socket.delegate = self
        socket.resume(.ofOwner)
        handshake.advance()
        if socket.hasReachedEnd { handshake.inputEnded() }
    }

    fileprivate func handshakeEnded(_ session: TLSSession, isComplete: Bool) {
        handshake = nil
        socket.delegate = nil
        guard isComplete else { return }
        let plaintext = ReceiveBuffer(on: loop)
        plaintext.maximum = socket.input.maximum
        layer = TLSLayer(session, plaintext: plaintext)
    }
}
