internal import CPosix

extension StreamSocket {
    /// Stops reading: the peer is slowed down by its full window. Costs no system call.
    ///
    /// While nothing is read, that the peer has ended or reset is only noticed by sending.
    package func pauseReading() {
        isReadingPaused = true
    }

    /// Goes on reading; what is readable by now is read later in this turn. To be called also when bytes that were left
    /// in `input` were consumed outside of `socketDidReceive` and reading is to go on at once.
    package func resumeReading() {
        isReadingPaused = false
        if isReadable {
            listReady()
        }
    }

    /// Asks for a turn on the ready list, once.
    func listReady() {
        guard !isListedReady, isOpen else { return }
        isListedReady = true
        loop.addReady(self)
    }

    /// Reads until the system has no more, the budget is used up, or somebody says stop.
    func readAvailable() {
        guard !isReading, isOpen, delegate != nil || parting != nil else { return }
        isReading = true
        var budget = Self.readBudget
        while isReadable, !isReadingPaused, isOpen {
            guard budget > 0 else {
                listReady()
                break
            }
            guard let room = unsafe input.room() else {
                unowned let socket = self
                input.didMakeRoom = { socket.listReady() }
                break
            }
            let count = unsafe receive(into: room)
            guard count > 0 else {
                didNotReceive(count)
                break
            }
            budget -= count
            input.received(count)
            // A short read has emptied the socket, and the next arrival is a new event, so asking once more would be a
            // wasted system call. Not so after a hang-up: its event has been, and the end is still to be read.
            if count < room.count, !sawHangUp {
                isReadable = false
                loop.poller.rearm(registration, .readable)
            }
            deliver()
        }
        isReading = false
        input.settle()
    }

    private func deliver() {
        if parting != nil {
            discardInput()
        } else if let delegate {
            delegate.socketDidReceive(self)
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
        isReadable = false
        let code = Int32(truncatingIfNeeded: -result)
        if code == EAGAIN || code == EWOULDBLOCK {
            if failure != 0 {
                reportFailure()
            } else {
                loop.poller.rearm(registration, .readable)
            }
        } else if code != 0 {
            failure = failure == 0 ? code : failure
            reportFailure()
        } else if failure != 0 {
            // The end that a failed connection shows after its last bytes is not the peer's.
            reportFailure()
        } else if !hasReachedEnd {
            hasReachedEnd = true
            if parting != nil {
                close()
            } else {
                delegate?.socketDidReachEnd(self)
            }
        }
    }

    /// Tells the delegate of `failure`, once.
    func reportFailure() {
        guard !hasFailed, isOpen else { return }
        hasFailed = true
        queue.removeAll()
        if parting != nil || delegate == nil {
            close()
        } else {
            delegate?.socketDidFail(self, failure)
        }
    }
}
