internal import CPosix

/// How a socket that closed in the background has ended, for who owned it.
package enum ClosingResult: Sendable, Hashable {
    /// The system has taken every byte, and the end of the stream.
    case delivered
    /// So many bytes were not taken.
    case cutOff(undelivered: Int, Reason)

    package enum Reason: Sendable, Hashable {
        /// The peer took nothing for as long as it may.
        case stalled
        /// The connection broke, with this `errno`.
        case broken(Int32)
        /// It was closed from this side.
        case closed
    }
}

/// A socket that closes in the background: its delegate is gone, and it stays until the peer has taken all bytes.
///
/// Closing a TCP socket while bytes from the peer are unread resets the connection, and the reset can destroy the last
/// answer on its way (RFC 9112 §9.6). So the sending side is shut down first and what still arrives is thrown away, for
/// a limited time and amount: a client that uploads reads the answer only when it has sent everything. Owned by its
/// socket; runs on the loop.
final class LingeringClose: TurnTask {
    /// How a connection comes to its end once everything has been sent.
    enum Ending {
        /// With the end of the stream.
        case proper
        /// With a reset, as soon as the peer's system has acknowledged everything.
        case reset
    }

    let ending: Ending
    /// For the peer to close after the end of the stream was sent, or to send more.
    static let lingerTime = Nanoseconds.seconds(2)
    /// The same altogether, however much it sends.
    static let longestLinger = Nanoseconds.seconds(30)
    /// How often the system is asked whether all was acknowledged, when a reset is to follow: nothing else tells.
    static let lookTime = Nanoseconds.milliseconds(20)
    /// What is thrown away: beyond it no more is read, and the socket is closed as soon as the peer has everything.
    static let discardLimit = 64 << 20

    private let loop: EventLoop
    private let timer: LoopTimer
    private let stall: Nanoseconds
    private var completion: ((ClosingResult) -> Void)?
    private var result: ClosingResult?
    private var discarded = 0
    /// When everything had been sent.
    private var sentAt: UInt64 = 0
    /// What the system had not got acknowledged when last asked, and when that last became less.
    private var unacknowledged = Int.max
    private var acknowledgedAt: UInt64 = 0

    init(
        _ socket: StreamSocket, _ ending: Ending, stall: Nanoseconds, completion: ((ClosingResult) -> Void)?
    ) {
        unowned let socket = socket
        loop = socket.loop
        self.ending = ending
        self.stall = stall
        self.completion = completion
        timer = LoopTimer(on: socket.loop) { socket.lingeringTimeIsUp() }
        timer.arm(after: stall)
    }

    /// The system took bytes: the peer lives, and has its time anew.
    func progressed() {
        timer.arm(after: stall)
    }

    /// Everything and what ends it have been sent; now the peer closes, or has had its time. A reset is still owed
    /// until everything was acknowledged: it would overtake what is on its way.
    func allWasSent() {
        if ending == .proper { finish(.delivered) }
        sentAt = loop.now
        acknowledgedAt = loop.now
        wait()
    }

    private func wait() {
        timer.arm(after: ending == .reset ? Self.lookTime : Self.lingerTime)
    }

    /// Whether the peer is given more time: while it goes on taking what the system still holds for it. The system
    /// gives up sooner on what a closed socket has left behind.
    func goesOn(unacknowledged count: Int) -> Bool {
        if count < unacknowledged {
            unacknowledged = count
            acknowledgedAt = loop.now
        }
        guard count > 0, loop.now - acknowledgedAt < stall.count else { return false }
        wait()
        return true
    }

    /// Counts bytes thrown away; true when they are too many.
    func discard(_ count: Int) -> Bool {
        discarded += count
        guard discarded <= Self.discardLimit else { return true }
        // Who still sends has not read yet.
        if isDone, loop.now - sentAt < Self.longestLinger.count { wait() }
        return false
    }

    /// The peer has been sent everything; it has yet to close.
    var isDone: Bool { result == .delivered }
    /// Since when.
    var doneSince: UInt64 { acknowledgedAt }

    /// Tells the former owner at the end of the turn, once.
    func finish(_ parting: ClosingResult) {
        guard result == nil else { return }
        result = parting
        if completion != nil { loop.atEndOfTurn(self) }
    }

    func end() {
        timer.invalidate()
    }

    func performAtEndOfTurn() {
        guard let result, let completion else { return }
        self.completion = nil
        completion(result)
    }
}

extension EventLoop {
    /// Closes the client's connection that has been over for longest and waits for its peer to close, too; false when
    /// there is none. For when descriptors are short.
    package func closeLingering() -> Bool {
        var best: (socket: StreamSocket, since: UInt64)?
        for case let socket as StreamSocket in table.all {
            guard socket.use == .client, case .lingering(let lingering) = socket.life, lingering.isDone else {
                continue
            }
            if let best, best.since <= lingering.doneSince { continue }
            best = (socket, lingering.doneSince)
        }
        best?.socket.close()
        return best != nil
    }
}

extension StreamSocket {
    /// Sends what is queued and the end of the stream, then closes, with no further word to the delegate, which is let
    /// go at once. What the peer still sends is thrown away.
    ///
    /// - Parameters:
    ///   - stall: how long the peer may take nothing; then the connection is reset, so that it cannot take what it got
    ///     for the whole.
    ///   - completion: hears once, at the end of a turn, whether all was taken.
    package func closeAfterFlush(
        stall: Nanoseconds = .seconds(600), then completion: ((ClosingResult) -> Void)? = nil
    ) {
        closeInBackground(.proper, stall, completion)
    }

    /// Sends what is queued, and resets the connection once the peer's system has all of it: the peer gets what there
    /// was, and cannot take it for the whole. Otherwise as `closeAfterFlush`.
    package func abortAfterFlush(
        stall: Nanoseconds = .seconds(600), then completion: ((ClosingResult) -> Void)? = nil
    ) {
        closeInBackground(.reset, stall, completion)
    }

    private func closeInBackground(
        _ ending: LingeringClose.Ending, _ stall: Nanoseconds, _ completion: ((ClosingResult) -> Void)?
    ) {
        let lingering: LingeringClose
        switch life {
        case .closed, .lingering: return
        case .connecting: return close()
        case .broken(let breakage), .failed(let breakage):
            lingering = LingeringClose(self, ending, stall: stall, completion: completion)
            lingering.finish(.cutOff(undelivered: breakage.unsent, .broken(breakage.code)))
            lingering.end()
            return close()
        case .open:
            lingering = LingeringClose(self, ending, stall: stall, completion: completion)
        }
        delegate = nil
        life = .lingering(lingering)
        input.consumeAll()
        switch departure {
        case .open:
            departure = .ending
            finishSending()
        case .ending:
            finishSending()
        case .ended:
            lingering.allWasSent()
            closeWhenTaken()
        }
        guard isOpen else { return }
        resume(.all)
    }

    /// Whether it closes in the background.
    package var isLingering: Bool {
        if case .lingering = life { true } else { false }
    }

    /// The end was sent. Nothing is left to wait for when the peer has ended too and has acknowledged everything; of a
    /// peer that is to be reset, not for its end either.
    func closeWhenTaken() {
        guard arrival == .ended || isToBeReset, unacknowledged == 0 else { return }
        leave()
    }

    var isToBeReset: Bool {
        if case .lingering(let lingering) = life { lingering.ending == .reset } else { false }
    }

    private func leave() {
        if case .lingering(let lingering) = life { lingering.finish(.delivered) }
        if isToBeReset { abort() } else { close() }
    }

    func lingeringTimeIsUp() {
        guard case .lingering(let lingering) = life else { return }
        guard departure == .ended else {
            lingering.finish(.cutOff(undelivered: queue.count, .stalled))
            return abort()
        }
        // What a reset connection has not got acknowledged it never will.
        if noticeBreak(lingering) { return }
        if !lingering.goesOn(unacknowledged: unacknowledged) { leave() }
    }

    func discardInput(_ lingering: LingeringClose) {
        let isTooMuch = lingering.discard(input.count)
        input.consumeAll()
        guard isTooMuch else { return }
        // A close with unread bytes is a reset: not before the peer has everything.
        if departure == .ended, unacknowledged == 0 { leave() } else { pause(.congested) }
    }

    /// The connection of a socket that closes in the background broke.
    func breakOff(_ lingering: LingeringClose, _ code: Int32) {
        lingering.finish(.cutOff(undelivered: queue.count, .broken(code)))
        close()
    }

    /// Bytes that the system has sent, or has yet to send, and the peer has not acknowledged; without the end itself.
    private var unacknowledged: Int {
        if case .local = peerAddress.host { return 0 }
        return max(Int(cposix_unacknowledged(descriptor)) - (hasSentEnd ? 1 : 0), 0)
    }
}
