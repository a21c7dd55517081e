internal import CPosix

extension StreamSocket {
    package var isReadingPaused: Bool { !pauses.isEmpty }

    /// The peer has sent its end of stream, and it was reported.
    package var hasReachedEnd: Bool { arrival == .ended }

    /// The peer sends nothing more, whether what it sent before has been read or not.
    package var peerHasEnded: Bool { arrival == .ended || arrival == .lastBytes }

    /// The peer has said something that nobody has read. Asks the system.
    package var hasUnread: Bool { isOpen && !input.isEmpty || hasUnreceived }

    /// The system holds bytes of the peer that were not received yet. Asks the system.
    package var hasUnreceived: Bool {
        guard isOpen else { return false }
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0
    }

    /// Stops reading for these reasons: the peer is slowed down by its full window. Costs no system call.
    ///
    /// While nothing is read, that the peer has ended is told by `socketDidSenseEnd`, where the system tells of it
    /// then; that it has reset, by `socketDidBreak`.
    package func pause(_ reasons: PauseReasons) {
        pauses.formUnion(reasons)
        if agenda.contains(.sawBreak) { deferWork() }
    }

    /// Takes reasons away. When none is left reading goes on: what is readable by now is read later in this turn. To be
    /// called also when bytes that were left in `input` were consumed outside of `socketDidReceive` and reading is to
    /// go on at once.
    package func resume(_ reasons: PauseReasons) {
        pauses.subtract(reasons)
        if pauses.isEmpty, arrival.isReadable {
            listReady()
        }
    }

    /// Asks for a turn on the ready list, once.
    func listReady() {
        guard !agenda.contains(.ready), isOpen else { return }
        agenda.insert(.ready)
        loop.addReady(self)
    }

    /// Reads until the system has no more, the budget is used up, or somebody says stop.
    func readAvailable() {
        guard !agenda.contains(.reading), isOpen, delegate != nil || isLingering else { return }
        agenda.insert(.reading)
        var budget = Self.readBudget
        while arrival.isReadable, pauses.isEmpty, isOpen {
            guard budget > 0 else {
                listReady()
                break
            }
            guard let room = unsafe input.room() else {
                unowned let socket = self
                input.didMakeRoom = { socket.listReady() }
                if agenda.contains(.sawBreak) { deferWork() }
                break
            }
            let count = unsafe receive(into: room)
            guard count > 0 else {
                didNotReceive(count)
                break
            }
            budget -= count
            receivedBytes &+= UInt64(count)
            input.received(count)
            // A short read has emptied the socket, and the next arrival is a new event, so asking once more would be a
            // wasted system call. Not so after a hang-up: its event has been, and the end is still to be read.
            if count < room.count, arrival == .bytes {
                arrival = .nothing
                loop.poller.rearm(registration, .readable)
            }
            deliver()
        }
        agenda.remove(.reading)
        input.settle()
    }

    private func deliver() {
        if let delegate {
            delegate.socketDidReceive(self)
        } else if case .lingering(let lingering) = life {
            discardInput(lingering)
        }
    }

    private func receive(into room: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
            if count >= 0 { return count }
            let code = cposix_errno()
            if code != EINTR { return -Int(code) }
        }
    }

    /// `result` is 0 at the end of the stream, or a negative errno.
    private func didNotReceive(_ result: Int) {
        let code = Int32(truncatingIfNeeded: -result)
        arrival = .nothing
        switch life {
        case .broken(let breakage):
            // What the peer said before has been read. The end that a broken connection shows then is not the peer's,
            // unless the system says that the reset came behind it, as Linux does by this error.
            if code == 0, breakage.code == EPIPE {
                arrival = .ended
                reachedEnd()
            }
            if case .broken = life { fail(breakage) }
        case .open where code == 0 && halfWasReset: fail(Breakage(code: ECONNRESET, unsent: queue.count))
        case .open, .lingering:
            if code == 0 {
                arrival = .ended
                reachedEnd()
            } else if code == EAGAIN || code == EWOULDBLOCK {
                loop.poller.rearm(registration, .readable)
            } else if case .lingering(let lingering) = life {
                breakOff(lingering, code)
            } else {
                fail(Breakage(code: code, unsent: queue.count))
            }
        case .connecting, .failed, .closed:
            break
        }
    }

    private func reachedEnd() {
        if let delegate {
            delegate.socketDidReachEnd(self)
        } else if departure == .ended {
            // Not before what is queued has been sent too: the peer may have ended its side alone.
            closeWhenTaken()
        }
    }

    /// Tells the delegate that the connection is broken, once.
    func fail(_ breakage: Breakage) {
        life = .failed(breakage)
        queue.removeAll()
        guard let delegate else { return close() }
        delegate.socketDidFail(self, breakage.code)
    }

    /// The connection broke, and `count` bytes more than are queued are lost with it. Told at the end of the turn.
    func breakDown(_ code: Int32, losing count: Int = 0) {
        life = .broken(Breakage(code: code, unsent: queue.count + count))
        queue.removeAll()
        agenda.insert(.breakNotice)
        deferWork()
    }

    /// Asks the system whether the peer, which had ended its side, answered what was just sent with a reset: it had
    /// closed altogether. One on this machine has answered by now. `isBroken` says so, and `socketDidFail` follows.
    package func noticeRefusal() {
        guard case .open = life, peerHasEnded else { return }
        let code = cposix_pending_error(descriptor)
        if code > 0 { breakDown(code) }
    }

    /// Asks the system whether the peer has reset a connection of which no read will tell: nobody reads it, or its end
    /// was read before.
    func noticeBreak() {
        guard agenda.contains(.sawBreak) else { return }
        switch life {
        case .open where arrival == .ended || !mayRead:
            // Both directions may also have come to their proper ends, which is no error.
            let code = cposix_pending_error(descriptor)
            if code > 0 { breakDown(code) }
        case .lingering(let lingering): noticeBreak(lingering)
        case .connecting, .open, .broken, .failed, .closed: break
        }
    }

    /// Whether the connection that closes in the background broke; then it is closed.
    @discardableResult func noticeBreak(_ lingering: LingeringClose) -> Bool {
        let code = cposix_pending_error(descriptor)
        guard code > 0 else { return false }
        breakOff(lingering, code)
        return true
    }

    /// A peer that answered before it broke the connection is heard first.
    func hearOut() {
        guard case .broken(let breakage) = life else { return }
        // Whose end was read before has nothing more to say.
        if arrival == .ended { return fail(breakage) }
        arrival = .lastBytes
        if mayRead {
            readAvailable()
        } else if agenda.remove(.breakNotice) != nil {
            delegate?.socketDidBreak(self, breakage.code)
        }
    }

    private var mayRead: Bool { pauses.isEmpty && !input.isFull }
}
