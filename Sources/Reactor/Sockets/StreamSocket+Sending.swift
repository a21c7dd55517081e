package import Bytes
internal import CPosix

extension StreamSocket: TurnTask {
    /// Below this many unsent bytes, or a quarter of where congestion begins if that is less, congestion ends.
    static let lowWatermark = 64 * 1024

    /// How many bytes the system has not taken yet; of a broken connection, how many it never will.
    package var pendingBytes: Int {
        switch life {
        case .broken(let breakage), .failed(let breakage): breakage.unsent
        case .connecting, .open, .lingering, .closed: queue.count
        }
    }

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
            if mustWait(sent, losing: bytes.count) {
                unsafe queue.append(bytes)
                didQueue(more: false)
            }
            return
        }
        didTransmit(sent)
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[max(sent - waiting, 0)...])
        if unsafe !queue.isEmpty || !rest.isEmpty {
            // The system took less than it was given; only its word that there is room again counts. The queue may
            // also have been longer than one call can carry: then it is flushed at the end of the turn.
            unsafe queue.append(rest)
            didQueue(more: true)
        } else if isCongested {
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
            if isCongested { deferWork() }
        }
        didQueue(more: more)
    }

    /// Sends the end of the stream after what is queued. The peer can still be read.
    package func shutdownSending() {
        guard canSend else { return }
        departure = .ending
        finishSending()
    }

    package var hasShutDownSending: Bool { departure != .open }

    /// Sends what is queued at once instead of at the end of the turn. Nothing is reported from inside.
    package func flushNow() {
        guard case .open = life else { return }
        flush()
        if isCongested || agenda.contains(.sentNotice) { deferWork() }
    }

    /// The connection broke, and `socketDidFail` follows or was.
    package var isBroken: Bool {
        switch life {
        case .broken, .failed: true
        case .connecting, .open, .lingering, .closed: false
        }
    }

    /// Has the delegate told, once and not from inside, when the system has taken everything.
    package func tellWhenSent() {
        guard isOpen else { return }
        agenda.insert(.sentNotice)
        if queue.isEmpty { deferWork() }
    }

    private var canSend: Bool {
        if departure == .open, case .open = life { true } else { false }
    }

    /// Where congestion begins, and ends, for this socket now.
    private var highWatermark: Int { loop.sending.highWatermark }
    private var lowWatermark: Int { min(Self.lowWatermark, highWatermark / 4) }

    private func didQueue(more: Bool) {
        if queue.count > highWatermark {
            isCongested = true
        }
        if more, isWritable, !queue.isEmpty, !agenda.contains(.flush) {
            agenda.insert(.flush)
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

    private func didTransmit(_ count: Int) {
        queue.remove(count)
        sentBytes &+= UInt64(count)
    }

    /// Sends as much of the queue as the system takes.
    func flush() {
        var hasProgressed = false
        while isWritable, !queue.isEmpty {
            let sent = unsafe transmitQueue(and: UnsafeRawBufferPointer(start: nil, count: 0))
            guard sent >= 0 else {
                if mustWait(sent, losing: 0) { break }
                return
            }
            didTransmit(sent)
            hasProgressed = true
        }
        if hasProgressed, case .lingering(let lingering) = life { lingering.progressed() }
        finishSending()
    }

    /// What a send that brought `result`, a negative errno, means: true for "would block", else the connection broke.
    private func mustWait(_ result: Int, losing count: Int) -> Bool {
        let code = Int32(truncatingIfNeeded: -result)
        if code == EAGAIN || code == EWOULDBLOCK {
            isWritable = false
            loop.poller.rearm(registration, .writable)
            return true
        }
        if case .lingering(let lingering) = life {
            breakOff(lingering, code)
        } else {
            breakDown(code, losing: count)
        }
        return false
    }

    func finishSending() {
        guard departure == .ending, queue.isEmpty, isOpen else { return }
        switch life {
        case .open, .lingering: break
        case .connecting, .broken, .failed, .closed: return
        }
        departure = .ended
        if !isToBeReset {
            hasSentEnd = true
            _ = shutdown(descriptor, Int32(SHUT_WR))
        }
        guard case .lingering(let lingering) = life else { return }
        lingering.allWasSent()
        resume(.all)
        closeWhenTaken()
    }

    /// Says what somebody waits to hear of the queue. Only from an event or at the end of a turn.
    func noticeProgress() {
        guard case .open = life else { return }
        if isCongested, queue.count <= lowWatermark {
            isCongested = false
            delegate?.socketDidDrain(self)
        }
        guard agenda.contains(.sentNotice), queue.isEmpty, case .open = life else { return }
        agenda.remove(.sentNotice)
        delegate?.socketDidSendAll(self)
    }

    func deferWork() {
        guard !agenda.contains(.endOfTurn) else { return }
        agenda.insert(.endOfTurn)
        loop.atEndOfTurn(self)
    }

    /// What was put off so that no caller is called back from inside its own call.
    package func performAtEndOfTurn() {
        agenda.remove(.endOfTurn)
        guard isOpen else { return }
        if agenda.contains(.flush) {
            agenda.remove(.flush)
            flush()
        }
        noticeProgress()
        noticeBreak()
        hearOut()
    }
}
