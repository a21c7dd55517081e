import Bytes
import Platform
import Testing

@testable import Reactor

/// What is owed to a peer when its connection is to end: all of it arrives, or the connection breaks and it is said.
@Suite(.timeLimit(.minutes(10))) struct LingeringCloseTests {
    private func zeros(_ count: Int) -> Bytes { Bytes([UInt8](repeating: 0, count: count)) }

    @Test func anAnswerArrivesThoughThePeerHasEndedItsSideRightBehindItsRequest() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.script.onReceive = { socket in
            _ = takeAll(socket)
            // Waits for the end of the turn, in which the end of the peer is found first.
            socket.send("answer", more: true)
            socket.closeAfterFlush { partings.append($0) }
        }
        hand.peerSends("request")
        hand.peerEnds()
        hand.turn()
        #expect(hand.peerReads() == .bytes(Array("answer".utf8)))
        #expect(hand.peerReads() == .end)
        #expect(partings.events == [.delivered])
        hand.turn()
        #expect(hand.socket.isClosed)
    }

    @Test func whatIsQueuedIsStillSentWhenThePeerEndsItsSide() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(3_000_000))
        hand.socket.closeAfterFlush { partings.append($0) }
        hand.peerEnds()
        hand.turn()
        #expect(!hand.socket.isClosed)
        #expect(partings.events.isEmpty)
        let (count, ending) = hand.peerReadsAll()
        #expect(count == 3_000_000)
        #expect(ending == .end)
        #expect(partings.events == [.delivered])
    }

    @Test func aPeerThatGoesOnTakingHasItsTimeAnewWithEveryByte() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(1_000_000))
        hand.socket.closeAfterFlush(stall: .seconds(30)) { partings.append($0) }
        let first = hand.loop.timers.earliest
        var taken = 0
        while hand.socket.pendingBytes > 900_000 {
            if case .bytes(let bytes) = hand.peerReads() { taken += bytes.count }
            hand.turn()
        }
        // The time that would have been up by now is not: what came late in it counts in full.
        hand.turn(at: first)
        #expect(hand.loop.timers.earliest > first)
        #expect(hand.socket.isLingering)
        #expect(partings.events.isEmpty)
        let (count, ending) = hand.peerReadsAll()
        #expect(taken + count == 1_000_000)
        #expect(ending == .end)
        #expect(partings.events == [.delivered])
    }

    @Test func aPeerThatTakesNothingIsResetAndNotToldThatThisWasAll() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(1_000_000))
        let unsent = hand.socket.pendingBytes
        #expect(unsent > 0)
        hand.socket.closeAfterFlush(stall: .seconds(30)) { partings.append($0) }
        hand.turn(at: hand.loop.timers.earliest)
        #expect(hand.socket.isClosed)
        #expect(partings.events == [.cutOff(undelivered: unsent, .stalled)])
        #expect(hand.peerReadsAll().ending == .reset)
    }

    @Test func aPeerThatSendsWithoutEndDoesNotLoseItsAnswer() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(2_000_000))
        hand.socket.closeAfterFlush { partings.append($0) }
        // More than is thrown away: it stays where it is, and slows the peer down.
        var sent = 0
        for _ in 0..<10_000 where sent < LingeringClose.discardLimit + 16 << 20 {
            let count = hand.peerSends(zeros: 1 << 20)
            hand.turn()
            sent += count
            if count == 0 { break }
        }
        #expect(sent > LingeringClose.discardLimit)
        #expect(!hand.socket.isClosed)
        let (count, _) = hand.peerReadsAll()
        #expect(count == 2_000_000)
        #expect(partings.events == [.delivered])
    }

    /// A client that uploads reads its answer when it has sent all: as long as it sends it is not reset.
    @Test func aPeerThatStillSendsHasItsTimeAnew() throws {
        let hand = try HandDrivenSocket()
        hand.socket.send("answer")
        hand.socket.closeAfterFlush()
        hand.turn()
        let first = hand.loop.timers.earliest
        usleep(20_000)
        #expect(hand.peerSends(zeros: 1000) == 1000)
        hand.turn()
        hand.turn(at: first)
        #expect(!hand.socket.isClosed)
        #expect(hand.peerReads() == .bytes(Array("answer".utf8)))
        // It says nothing more.
        hand.turn(at: first + 1_000_000_000)
        #expect(hand.socket.isClosed)
    }

    @Test func whoSendsWithoutEndIsNotReadForEver() throws {
        let hand = try HandDrivenSocket()
        hand.socket.send("answer")
        hand.socket.closeAfterFlush()
        hand.turn()
        #expect(hand.peerReads() == .bytes(Array("answer".utf8)))
        var sent = 0
        for _ in 0..<10_000 where !hand.socket.isClosed && sent < LingeringClose.discardLimit + 16 << 20 {
            sent += hand.peerSends(zeros: 1 << 20)
            hand.turn()
        }
        #expect(hand.socket.isClosed && sent > LingeringClose.discardLimit)
    }

    @Test func aPeerThatGoesAwayIsToldToTheOwner() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(1_000_000))
        let unsent = hand.socket.pendingBytes
        hand.socket.closeAfterFlush { partings.append($0) }
        hand.peerResets()
        hand.turn()
        #expect(hand.socket.isClosed)
        guard case .cutOff(let undelivered, .broken) = try #require(partings.events.first) else {
            Issue.record("\(partings.events)")
            return
        }
        #expect(undelivered > 0)
        #expect(undelivered <= unsent)
        #expect(partings.events.count == 1)
    }

    @Test func aPeerThatIsGoneWhenItsLastBytesComeIsNotWaitedFor() throws {
        let hand = try HandDrivenSocket()
        hand.peerEnds()
        hand.closePeer()
        hand.turn()
        #expect(hand.script.story.events == [.ended])
        // Its system answers these with a reset, and they stay unacknowledged for ever.
        hand.socket.send("nobody reads this")
        hand.socket.closeAfterFlush(stall: .seconds(600))
        hand.turn()
        #expect(hand.socket.isClosed)
    }

    @Test func aResetThatNoEventToldIsNoticedWhenTheTimeIsUp() throws {
        let hand = try HandDrivenSocket()
        hand.peerEnds()
        hand.closePeer()
        hand.turn()
        hand.socket.send("nobody reads this")
        hand.socket.closeAfterFlush(stall: .seconds(600))
        hand.turn(at: hand.loop.timers.earliest)
        #expect(hand.socket.isClosed)
    }

    @Test func closingForGoodSaysWhatWasNotDelivered() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(1_000_000))
        let unsent = hand.socket.pendingBytes
        hand.socket.closeAfterFlush { partings.append($0) }
        #expect(partings.events.isEmpty)
        hand.socket.abort()
        hand.socket.abort()
        #expect(partings.events.isEmpty)
        hand.turn()
        #expect(partings.events == [.cutOff(undelivered: unsent, .closed)])
    }

    /// A loop that stops closes everything: what was not sent by then is missing, and its peer is to see that.
    @Test func aLoopThatStopsEndsNothingThatIsUnfinishedAsAWhole() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(3_000_000))
        hand.socket.closeAfterFlush { partings.append($0) }
        hand.turn()
        #expect(partings.events.isEmpty)
        hand.loop.stop()
        let (count, ending) = hand.peerReadsAll()
        #expect(count < 3_000_000)
        #expect(ending == .reset)
    }

    @Test func oneThatWasBrokenBeforeSaysSo() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(1_000_000))
        hand.script.onFail = { socket in
            #expect(socket.pendingBytes > 0)
            socket.closeAfterFlush { partings.append($0) }
        }
        hand.peerResets()
        hand.turn()
        #expect(partings.events.count == 1)
        #expect(partings.events.first != .delivered)
    }

    @Test func thePeerIsGivenTimeForWhatTheSystemStillHolds() throws {
        // Large buffers: the system takes everything at once, and the peer reads none of it.
        let hand = try HandDrivenSocket(buffer: 256 * 1024)
        hand.socket.send(zeros(300_000))
        hand.socket.closeAfterFlush(stall: .seconds(30))
        hand.turn()
        guard hand.socket.departure == .ended else { return }
        for _ in 0..<5 {
            hand.turn(at: hand.loop.timers.earliest)
            #expect(!hand.socket.isClosed)
        }
        #expect(hand.peerReadsAll().count == 300_000)
        hand.turn(at: hand.loop.timers.earliest)
        #expect(hand.socket.isClosed)
    }

    /// Everything arrives, and then the peer sees that it was not the whole.
    @Test func whatIsQueuedArrivesBeforeAReset() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(1_000_000))
        #expect(hand.socket.pendingBytes > 0)
        hand.socket.abortAfterFlush { partings.append($0) }
        var count = 0
        while count < 1_000_000 {
            switch hand.peerReads() {
            case .bytes(let bytes): count += bytes.count
            case .nothing: break
            case .end, .reset: Issue.record("it ended after \(count) bytes")
            }
            hand.turn()
            if partings.events.isEmpty == false, count < 1_000_000 { hand.turn(at: hand.loop.timers.earliest) }
        }
        if !hand.socket.isClosed { hand.turn(at: hand.loop.timers.earliest) }
        #expect(hand.socket.isClosed)
        #expect(hand.peerReads() == .reset)
        #expect(partings.events == [.delivered])
    }

    @Test func aPeerThatTakesNothingIsNotWaitedForBeforeAReset() throws {
        let hand = try HandDrivenSocket()
        let partings = Story<ClosingResult>()
        hand.socket.send(zeros(1_000_000))
        hand.socket.abortAfterFlush(stall: .seconds(30)) { partings.append($0) }
        hand.turn(at: hand.loop.timers.earliest)
        #expect(hand.socket.isClosed)
        guard case .cutOff(_, .stalled)? = partings.events.first else {
            Issue.record("\(partings.events)")
            return
        }
    }

    @Test func theOwnerHearsWhenAllWasSent() throws {
        let hand = try HandDrivenSocket()
        hand.socket.tellWhenSent()
        #expect(hand.script.story.events.isEmpty)
        hand.turn()
        #expect(hand.script.story.events == [.sentAll])
        hand.socket.send(zeros(1_000_000))
        hand.socket.tellWhenSent()
        hand.turn()
        #expect(hand.script.story.events == [.sentAll])
        #expect(hand.socket.sentBytes + UInt64(hand.socket.pendingBytes) == 1_000_000)
        while hand.socket.pendingBytes > 0 {
            _ = hand.peerReads()
            hand.turn()
        }
        #expect(hand.script.story.events.count(where: { $0 == .sentAll }) == 2)
        #expect(hand.socket.sentBytes == 1_000_000)
        hand.turn()
        #expect(hand.script.story.events.count(where: { $0 == .sentAll }) == 2)
    }
}
