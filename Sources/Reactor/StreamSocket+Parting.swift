internal import CPosix

/// A socket that closes in the background: its delegate is gone, and it stays until the peer has taken all bytes.
///
/// Closing a TCP socket while bytes from the peer are unread resets the connection, and the reset can destroy the last
/// answer on its way (RFC 9112 §9.6). So the sending side is shut down first and what still arrives is thrown away, for
/// a limited time and amount.
final class Parting {
    /// For the queue to be taken.
    static let flushTime: UInt64 = 30_000_000_000
    /// For the peer to close after that.
    static let lingerTime: UInt64 = 2_000_000_000
    static let discardLimit = 1024 * 1024

    let timer: LoopTimer
    var discarded = 0

    init(timer: LoopTimer) {
        self.timer = timer
    }
}

extension StreamSocket {
    /// Sends what is queued and the end of the stream, then closes, with no further word to the delegate, which is let
    /// go at once. What the peer still sends is discarded.
    package func closeAfterFlush() {
        guard isOpen, parting == nil else { return }
        guard failure == 0 else { return close() }
        delegate = nil
        unowned let socket = self
        let timer = LoopTimer(on: loop) { socket.close() }
        parting = Parting(timer: timer)
        input.consumeAll()
        wantsShutdown = true
        if hasShutDown {
            hasReachedEnd ? close() : timer.arm(after: Parting.lingerTime)
        } else {
            finishSending()
        }
        guard isOpen else { return }
        if !hasShutDown {
            timer.arm(after: Parting.flushTime)
        }
        resumeReading()
    }

    func discardInput() {
        guard let parting else { return }
        parting.discarded += input.count
        input.consumeAll()
        if parting.discarded > Parting.discardLimit {
            close()
        }
    }
}
