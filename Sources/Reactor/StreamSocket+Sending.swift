package import Bytes
internal import CPosix

extension StreamSocket: TurnTask {
    /// How many bytes the system has not taken yet.
    package var pendingBytes: Int { queue.count }

    /// Sends `bytes` after what was sent before; what the system does not take at once is copied and sent later.
    ///
    /// With `more` the bytes wait for the next piece, or for the end of the turn, so that a message in parts leaves in
    /// one system call. Nothing is reported from inside: see `isCongested`, and `socketDidFail`. What is sent after
    /// `shutdownSending` or after a failure is dropped.
    package func send(_ bytes: UnsafeRawBufferPointer, more: Bool = false) {
        guard unsafe canSend && !bytes.isEmpty else { return }
        guard isWritable, !more else {
            unsafe queue.append(bytes)
            didQueue(more: more)
            return
        }
        let waiting = queue.count
        let sent = unsafe waiting == 0 ? transmit(bytes) : transmitQueue(and: bytes)
        guard sent >= 0 else {
            if mustWait(sent) {
                unsafe queue.append(bytes)
                didQueue(more: false)
            }
            return
        }
        queue.remove(sent)
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[max(sent - waiting, 0)...])
        if unsafe !queue.isEmpty || !rest.isEmpty {
            // The system took less than it was given; only its word that there is room again counts. The queue may
            // also have been longer than one call can carry: then it is flushed at the end of the turn.
            unsafe queue.append(rest)
            didQueue(more: true)
        } else if isCongested {
            needsDrainNotice = true
            deferWork()
        }
    }

    package func send(_ span: borrowing Span<UInt8>, more: Bool = false) {
        unsafe span.withUnsafeBytes { unsafe send($0, more: more) }
    }

    /// Sends `bytes`; what has to wait shares their storage instead of being copied, if it is large.
    package func send(_ bytes: Bytes, more: Bool = false) {
        guard canSend, !bytes.isEmpty else { return }
        guard bytes.count >= 16 * 1024 || !isWritable else {
            unsafe bytes.withUnsafeBytes { unsafe send($0, more: more) }
            return
        }
        queue.append(bytes)
        if isWritable, !more {
            flush()
            noticeDrainedLater()
        }
        didQueue(more: more)
    }

    /// Sends the end of the stream after what is queued. The peer can still be read.
    package func shutdownSending() {
        guard canSend else { return }
        wantsShutdown = true
        finishSending()
    }

    package var hasShutDownSending: Bool { wantsShutdown }

    /// Sends what is queued at once instead of at the end of the turn. Nothing is reported from inside.
    package func flushNow() {
        flush()
        noticeDrainedLater()
    }

    /// A send has failed; `socketDidFail` follows.
    package var isBroken: Bool { failure != 0 }

    /// `socketDidSendAll` comes once, from an event or the end of a turn, when nothing is pending any more.
    package func tellWhenSent() {
        tellsWhenSent = true
    }

    /// Has the system find out whether a peer that is silent is still there.
    package func probePeer() {}

    private var canSend: Bool { isOpen && !wantsShutdown && failure == 0 }

    private func didQueue(more: Bool) {
        if queue.count > Self.highWatermark {
            isCongested = true
        }
        if more, isWritable, !queue.isEmpty, !needsFlush {
            needsFlush = true
            deferWork()
        }
    }

    private func transmit(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let sent = unsafe cposix_send(descriptor, bytes.baseAddress, bytes.count)
            if sent >= 0 { return sent }
            let code = cposix_errno()
            if code != EINTR { return -Int(code) }
        }
    }

    private func transmitQueue(and extra: UnsafeRawBufferPointer) -> Int {
        let descriptor = descriptor
        return unsafe queue.withVectors(and: extra) { vectors, count in
            while true {
                let sent = unsafe cposix_send_vectors(descriptor, vectors, count)
                if sent >= 0 { return sent }
                let code = cposix_errno()
                if code != EINTR { return -Int(code) }
            }
        }
    }

    /// Sends as much of the queue as the system takes.
    func flush() {
        while isWritable, !queue.isEmpty, failure == 0 {
            let sent = unsafe transmitQueue(and: UnsafeRawBufferPointer(start: nil, count: 0))
            guard sent >= 0 else {
                _ = mustWait(sent)
                return
            }
            queue.remove(sent)
        }
        finishSending()
    }

    /// What a send that brought `result`, a negative errno, means: true for "would block", else the connection failed.
    private func mustWait(_ result: Int) -> Bool {
        let code = Int32(truncatingIfNeeded: -result)
        if code == EAGAIN || code == EWOULDBLOCK {
            isWritable = false
            loop.poller.rearm(registration, .writable)
            return true
        }
        failure = code
        queue.removeAll()
        deferWork()
        return false
    }

    func finishSending() {
        guard wantsShutdown, !hasShutDown, queue.isEmpty, isOpen, failure == 0 else { return }
        hasShutDown = true
        _ = shutdown(descriptor, Int32(SHUT_WR))
        guard let parting else { return }
        if hasReachedEnd {
            close()
        } else {
            parting.timer.arm(after: Parting.lingerTime)
        }
    }

    /// Says that there is room again, if somebody waits for it. Only from an event or at the end of a turn.
    func noticeDrained() {
        guard isOpen, failure == 0 else { return }
        if isCongested, queue.count <= Self.lowWatermark {
            isCongested = false
            delegate?.socketDidDrain(self)
        }
        if tellsWhenSent, queue.isEmpty {
            tellsWhenSent = false
            delegate?.socketDidSendAll(self)
        }
    }

    private func noticeDrainedLater() {
        if isCongested, queue.count <= Self.lowWatermark {
            needsDrainNotice = true
            deferWork()
        }
    }

    private func deferWork() {
        guard !isDeferred else { return }
        isDeferred = true
        loop.atEndOfTurn(self)
    }

    /// What was put off so that no caller is called back from inside its own call.
    package func performAtEndOfTurn() {
        isDeferred = false
        guard isOpen else { return }
        if needsFlush {
            needsFlush = false
            flush()
            noticeDrained()
        }
        if needsDrainNotice {
            needsDrainNotice = false
            noticeDrained()
        }
        guard failure != 0, !hasFailed, isOpen else { return }
        // A peer that answered before it broke the connection is heard first.
        isReadable = true
        sawHangUp = true
        if isReadingPaused {
            reportFailure()
        } else {
            readAvailable()
        }
    }
}
