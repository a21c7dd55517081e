internal import Bytes
internal import HTTPModel
internal import Reactor
internal import TLS

/// Out: plaintext in, ciphertext to the socket.
extension PlainStream {
    /// Sends `bytes` after what was sent before. With `more` they wait for the next piece or the end of the turn, so
    /// that a message in parts leaves in one record and one system call.
    func send(_ bytes: Bytes, more: Bool = false) {
        guard layer != nil else { return socket.send(bytes, more: more) }
        bytes.withUnsafeBytes { encrypt($0, more: more) }
    }

    func send(_ bytes: UnsafeRawBufferPointer, more: Bool = false) {
        guard layer != nil else { return socket.send(bytes, more: more) }
        encrypt(bytes, more: more)
    }

    /// Sends the first `count` unread bytes of `buffer`; they are not consumed.
    ///
    /// Small pieces wait for what comes behind them in the same turn, so that a message in parts leaves in one system
    /// call.
    func forward(_ count: Int, of buffer: ReceiveBuffer) {
        buffer.withUnsafeBytes { bytes in
            send(UnsafeRawBufferPointer(rebasing: bytes[..<count]), more: count < 16 * 1024)
        }
    }

    private func encrypt(_ bytes: UnsafeRawBufferPointer, more: Bool) {
        guard let layer, !layer.hasFailed, !bytes.isEmpty, !socket.hasShutDownSending else { return }
        do throws(TLSFailure) {
            try layer.session.write(bytes, more: more) { socket.send($0) }
            if layer.session.hasStaged { flushLater() }
        } catch {
            fail(error)
        }
    }

    /// Sends what waited for more to come.
    func flushStaged() {
        guard let layer, !layer.hasFailed, layer.session.hasStaged else { return }
        do throws(TLSFailure) {
            try layer.session.flush { socket.send($0) }
        } catch {
            fail(error)
        }
    }

    /// Sends what is queued at once, not at the end of the turn.
    func flushNow() {
        flushStaged()
        socket.flushNow()
    }

    /// Bytes, as they go out on the socket, that the system has not taken.
    var pendingBytes: Int { socket.pendingBytes }
    /// Sending has failed; `streamDidFail` follows.
    var isBroken: Bool { socket.isBroken || layer?.hasFailed == true }

    /// `streamDidSendAll` comes once when nothing is pending any more.
    func tellWhenSent() {
        socket.tellWhenSent()
    }

    /// Alerts, tickets, and the like: what the session owes its peer.
    func sendOutgoing(of session: TLSSession) {
        guard session.hasOutgoing else { return }
        session.takeOutgoing { socket.send($0) }
    }

    /// The session is over; the delegate hears of it outside of its own call.
    func fail(_ failure: TLSFailure) {
        guard let layer, !layer.hasFailed else { return }
        layer.failure = failure
        sendOutgoing(of: layer.session)
        workLater()
    }
}
