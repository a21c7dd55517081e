internal import Bytes
internal import HTTPModel
internal import Reactor
internal import TLS

/// In: ciphertext from the socket, plaintext to the delegate.
extension PlainStream: StreamSocketDelegate {
    func socketDidReceive(_ socket: StreamSocket) {
        if let handshake {
            handshake.advance()
        } else if layer != nil {
            decrypt()
        } else {
            delegate?.streamDidReceive(self)
        }
    }

    func socketDidReachEnd(_ socket: StreamSocket) {
        if let handshake {
            handshake.inputEnded()
        } else if layer != nil {
            decrypt()
        } else {
            delegate?.streamDidReachEnd(self)
        }
    }

    func socketDidSenseEnd(_ socket: StreamSocket) {
        if handshake == nil { delegate?.streamDidSenseEnd(self) }
    }

    func socketDidDrain(_ socket: StreamSocket) {
        delegate?.streamDidDrain(self)
    }

    func socketDidSendAll(_ socket: StreamSocket) {
        delegate?.streamDidSendAll(self)
    }

    func socketDidBreak(_ socket: StreamSocket, _ code: Int32) {
        if let handshake {
            handshake.connectionFailed(code)
        } else {
            delegate?.streamDidBreak(self, .socket(code))
        }
    }

    func socketDidFail(_ socket: StreamSocket, _ code: Int32) {
        if let handshake {
            handshake.connectionFailed(code)
        } else if layer != nil {
            untoldFailure = code
            decrypt()
            // Somebody does not read on for now, and may want nothing more of a peer that is gone.
            if untoldFailure != nil, layer?.hasFailed != true { delegate?.streamDidBreak(self, .socket(code)) }
        } else {
            delegate?.streamDidFail(self, .socket(code))
        }
    }

    /// Decrypts and delivers until there is no more, or somebody says stop.
    func decrypt() {
        guard let layer, !layer.isDecrypting, delegate != nil else { return }
        layer.isDecrypting = true
        defer { layer.isDecrypting = false }
        var isHeldUp = false
        while self.layer === layer, !isClosed, !socket.isReadingPaused, !layer.hasFailed, !layer.hasReachedEnd,
            hasMore(layer)
        {
            guard let room = layer.plaintext.room() else {
                layer.plaintext.didMakeRoom = { [unowned self] in workLater() }
                isHeldUp = true
                break
            }
            guard let reading = read(layer, into: room) else { break }
            switch reading {
            case .bytes(let count):
                layer.plaintext.received(count)
                delegate?.streamDidReceive(self)
                continue
            case .closed:
                layer.hasReachedEnd = true
                delegate?.streamDidReachEnd(self)
            case .needsMore:
                if socket.hasReachedEnd { streamEnded(layer) }
            }
            break
        }
        guard self.layer === layer else { return }
        layer.plaintext.settle()
        reportFailure(layer)
        // Whoever pauses has yet to get the rest.
        let mayHaveMore = isHeldUp || socket.isReadingPaused && !layer.hasReachedEnd && hasMore(layer)
        if let code = untoldFailure, !mayHaveMore, !isClosed, !layer.hasFailed {
            untoldFailure = nil
            delegate?.streamDidFail(self, .socket(code))
        }
    }

    /// Whether the session could have anything to say: asking it in vain is as dear as reading a small record.
    private func hasMore(_ layer: TLSLayer) -> Bool {
        !socket.input.isEmpty || layer.session.mayYieldPlaintext || socket.hasReachedEnd
    }

    private func read(_ layer: TLSLayer, into room: UnsafeMutableRawBufferPointer) -> TLSSession.Reading? {
        var consumed = 0
        var failure: TLSFailure?
        let reading = socket.input.withUnsafeBytes { ciphertext -> TLSSession.Reading? in
            do throws(TLSFailure) {
                return try layer.session.read(ciphertext, consumed: &consumed, into: room)
            } catch {
                failure = error
                return nil
            }
        }
        socket.input.consume(consumed)
        sendOutgoing(of: layer.session)
        if let failure { fail(failure) }
        return reading
    }

    /// The socket's stream is over without close_notify: what came may have been cut short on the way.
    private func streamEnded(_ layer: TLSLayer) {
        layer.hasReachedEnd = true
        incompleteEnd = layer.session.inputEnded()?.text
        delegate?.streamDidReachEnd(self)
    }

    private func reportFailure(_ layer: TLSLayer) {
        guard layer.hasFailed, !layer.hasReportedFailure, !isClosed, let failure = layer.failure else { return }
        layer.hasReportedFailure = true
        delegate?.streamDidFail(self, .tls(failure))
    }
}
