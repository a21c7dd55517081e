internal import CLibSSL
package import HTTPModel

extension TLSSession {
    /// The most plaintext that fits one record (RFC 8446 §5.1).
    static let recordSize = 16 * 1024
    /// Plaintext encrypted before its ciphertext is handed out.
    static let burst = 4 * recordSize

    // MARK: - Reading

    /// Decrypts into `room` as much as there is and as fits.
    ///
    /// `consumed` is how much of `ciphertext` was used. When the room was filled there may be more inside, so the next
    /// call is made with new room even if no ciphertext is left. A record is only released whole and authenticated.
    package func read(
        _ ciphertext: UnsafeRawBufferPointer, consumed: inout Int, into room: UnsafeMutableRawBufferPointer
    ) throws(TLSFailure) -> Reading {
        consumed = 0
        switch phase {
        case .open: break
        case .closedByPeer: return .closed
        case .failed(let failure): throw failure
        case .handshaking: return .needsMore
        }
        guard let base = room.baseAddress else { return .needsMore }
        keepBuffers()
        ErrorQueue.clear()
        unsafe channel.lend(ciphertext)
        var total = 0
        while total < room.count {
            var count = 0
            let result = unsafe SSL_read_ex(ssl.pointer, base + total, room.count - total, &count)
            if result == 1 {
                total += count
                guard hasMore else { break }
                continue
            }
            switch unsafe SSL_get_error(ssl.pointer, result) {
            case SSL_ERROR_WANT_READ: break
            case SSL_ERROR_ZERO_RETURN: phase = .closedByPeer
            default: _ = fail()
            }
            break
        }
        consumed = channel.takeBack()
        if total > 0 {
            hasReceivedData = true
            return .bytes(total)
        }
        switch phase {
        case .closedByPeer: return .closed
        case .failed(let failure): throw failure
        case .open, .handshaking: return .needsMore
        }
    }

    /// There is ciphertext that libssl has not looked at, or plaintext it has not given. Asking it costs more.
    private var hasMore: Bool {
        channel.hasInput || hasPending
    }

    /// Without more ciphertext, a reading would tell of bytes, or of the end that came with the last ones.
    package var mayYieldPlaintext: Bool {
        if case .open = phase { hasPending } else { true }
    }

    /// Decrypted bytes wait for room.
    package var hasPending: Bool { unsafe SSL_pending(ssl.pointer) > 0 }

    // MARK: - Writing

    /// Encrypts `plaintext` and lends the ciphertext to `send`, in bursts so that memory stays bounded.
    ///
    /// With `more` the last part waits to share a record with what follows (a head with its body): `flush` or the next
    /// write without `more` sends it. Whatever else was owed to the peer goes out first.
    package func write(
        _ plaintext: UnsafeRawBufferPointer, more: Bool = false, _ send: (UnsafeRawBufferPointer) -> Void
    ) throws(TLSFailure) {
        try checkWritable()
        var rest = unsafe plaintext
        if stagedCount > 0 {
            unsafe rest = stage(rest)
            if unsafe stagedCount == Self.recordSize || (!more && rest.isEmpty) { unsafe try encryptStaged(send) }
        }
        let staying = more ? rest.count % Self.recordSize : 0
        while rest.count > staying {
            let count = min(rest.count - staying, Self.burst)
            unsafe try encrypt(UnsafeRawBufferPointer(rebasing: rest[..<count]), send)
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        if unsafe !rest.isEmpty { _ = unsafe stage(rest) }
        // Without memory to wait in, it goes out as it is.
        if stagedCount == 0, staying > 0, unsafe !rest.isEmpty { unsafe try encrypt(rest, send) }
    }

    /// Sends what waits for more to come.
    package func flush(_ send: (UnsafeRawBufferPointer) -> Void) throws(TLSFailure) {
        guard stagedCount > 0 else { return }
        try checkWritable()
        unsafe try encryptStaged(send)
    }

    /// Plaintext waits for `flush`.
    package var hasStaged: Bool { stagedCount > 0 }

    /// Says that we send no more. The peer may go on; nothing can be written afterwards.
    package func closeNotify() {
        switch phase {
        case .failed, .handshaking: return
        case .open, .closedByPeer: break
        }
        guard !isShutDown else { return }
        isShutDown = true
        ErrorQueue.clear()
        unsafe SSL_shutdown(ssl.pointer)
        ErrorQueue.clear()
    }

    private func checkWritable() throws(TLSFailure) {
        switch phase {
        case .failed(let failure): throw failure
        case .handshaking: throw TLSFailure(.internalError, leg: leg, host: host, detail: "written too early")
        case .open, .closedByPeer:
            if isShutDown { throw TLSFailure(.internalError, leg: leg, host: host, detail: "written after the end") }
        }
    }

    private func encrypt(
        _ plaintext: UnsafeRawBufferPointer, _ send: (UnsafeRawBufferPointer) -> Void
    ) throws(TLSFailure) {
        channel.useBlock(of: pool)
        keepBuffers()
        ErrorQueue.clear()
        var written = 0
        // The channel takes everything, so that this is all or a failure.
        guard unsafe SSL_write_ex(ssl.pointer, plaintext.baseAddress, plaintext.count, &written) == 1 else {
            throw fail()
        }
        unsafe takeOutgoing(send)
    }

    /// Copies as much of `plaintext` as the record under way has room for; returns the rest.
    private func stage(_ plaintext: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        if unsafe staged == nil { unsafe staged = unsafe pool.take() }
        guard let staged = unsafe staged else { return unsafe plaintext }
        let count = min(plaintext.count, Self.recordSize - stagedCount)
        let part = unsafe UnsafeRawBufferPointer(rebasing: plaintext[..<count])
        unsafe UnsafeMutableRawBufferPointer(start: staged + stagedCount, count: count).copyMemory(from: part)
        stagedCount += count
        return unsafe UnsafeRawBufferPointer(rebasing: plaintext[count...])
    }

    private func encryptStaged(_ send: (UnsafeRawBufferPointer) -> Void) throws(TLSFailure) {
        guard let block = unsafe staged else { return }
        let count = stagedCount
        unsafe staged = nil
        stagedCount = 0
        defer { unsafe pool.giveBack(block, size: TLSBlockPool.blockSize) }
        unsafe try encrypt(UnsafeRawBufferPointer(start: block, count: count), send)
    }
}
