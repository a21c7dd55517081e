import Bytes
import Platform
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct PausedReadingTests {
    @Test(arguments: EventLoop.Backend.allCases)
    func readingGoesOnOnlyWhenNobodyHasAReasonAgainstIt(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.keeping { loop in
                let (one, other) = try StreamSocket.pair(on: loop)
                other.delegate = SocketScript(story)
                other.pause([.congested, .recorderFull])
                other.pause(.congested)
                one.send("hello")
                return other
            }
            await host.on { loop in
                for case let socket as StreamSocket in loop.table.all { socket.resume(.congested) }
            }
            await host.settle()
            // One party has room again, and the other has not.
            #expect(story.events.isEmpty)
            await host.on { loop in
                for case let socket as StreamSocket in loop.table.all {
                    socket.resume(.held)
                    socket.resume(.recorderFull)
                }
            }
            #expect(await story.until(count: 1) == [.received("hello")])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aResetIsNoticedWhileNothingIsRead(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                try loop.connect(SocketScript(story), to: SocketScript()) { client, server in
                    client.pause(.held)
                    server.send("unread")
                    server.abort()
                }
            }
            #expect(await story.until(count: 1) == [.broke(ECONNRESET)])
            await host.settle()
            #expect(story.events == [.broke(ECONNRESET)])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func whatCameBeforeAResetCanStillBeRead(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                let reader = SocketScript(story)
                reader.onBreak = { $0.resume(.held) }
                try loop.connect(reader, to: SocketScript()) { client, server in
                    client.pause(.held)
                    server.send("unread")
                    server.abort()
                }
            }
            let events = await story.until { if case .failed = $0.last { true } else { false } }
            #expect(events == [.broke(ECONNRESET), .received("unread"), .failed(ECONNRESET)])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aResetIsNoticedWhenTheInputIsFull(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                let reader = SocketScript(story)
                reader.onReceive = { _ in }
                try loop.connect(reader, to: SocketScript()) { client, server in
                    client.input.maximum = 1000
                    server.send(Bytes([UInt8](repeating: 0, count: 5000)))
                    server.abort()
                }
            }
            #expect(await story.until(count: 1) == [.broke(ECONNRESET)])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func theProperEndOfBothSidesIsNoReset(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                try loop.connect(SocketScript(story), to: SocketScript()) { client, server in
                    client.pause(.held)
                    client.shutdownSending()
                    server.send("last words")
                    server.shutdownSending()
                }
            }
            await host.settle()
            #expect(story.events.isEmpty)
            await host.on { loop in
                for case let socket as StreamSocket in loop.table.all { socket.resume(.held) }
            }
            #expect(await story.until(count: 2) == [.received("last words"), .ended])
        }
    }

    @Test func aResetIsNoticedWhenThePeerHasEndedItsSideBefore() throws {
        let hand = try HandDrivenSocket()
        hand.peerEnds()
        hand.turn()
        #expect(hand.script.story.events == [.ended])
        // With bytes unread, to close is to reset.
        hand.socket.send("an answer that nobody reads")
        hand.closePeer()
        hand.turn()
        #expect(hand.script.story.events == [.ended, .failed(EPIPE)])
        #expect(hand.socket.isClosed)
    }

    /// The peer closes, and its system answers what comes late with a reset: what it said before was whole.
    @Test func anEndThatCameBeforeTheResetIsTheEnd() throws {
        let hand = try HandDrivenSocket()
        hand.socket.pause(.congested)
        hand.peerSends("last words")
        hand.closePeer()
        hand.turn()
        #expect(hand.script.story.events.isEmpty)
        hand.socket.send("too late")
        hand.turn()
        #expect(hand.script.story.events == [.broke(EPIPE)])
        hand.socket.resume(.congested)
        hand.turn()
        #expect(hand.script.story.events == [.broke(EPIPE), .received("last words"), .ended, .failed(EPIPE)])
    }

    @Test func anEndThatWasReadIsToldOnceThoughTheResetComesBehindIt() throws {
        let hand = try HandDrivenSocket()
        hand.script.onFail = { socket in #expect(socket.hasReachedEnd) }
        hand.peerSends("last words")
        hand.closePeer()
        hand.turn()
        hand.socket.send("too late")
        hand.turn()
        #expect(hand.script.story.events == [.received("last words"), .ended, .failed(EPIPE)])
    }

    @Test func anEndIsSensedOnceWhileNothingIsReadAndReadLater() throws {
        let hand = try HandDrivenSocket()
        var sensed = 0
        hand.script.onSenseEnd = { socket in
            sensed += 1
            #expect(socket.peerHasEnded && !socket.hasReachedEnd)
        }
        hand.socket.pause(.held)
        hand.peerSends("a body")
        hand.turn()
        #expect(sensed == 0 && !hand.socket.peerHasEnded)
        hand.peerEnds()
        hand.turn()
        hand.turn()
        #expect(sensed == 1 && hand.script.story.events.isEmpty)
        hand.socket.resume(.held)
        hand.turn()
        #expect(hand.script.story.events == [.received("a body"), .ended] && sensed == 1)
    }

    /// A reset is no end, and an end that is read has been told.
    @Test(arguments: [true, false])
    func nothingElseIsSensed(isReset: Bool) throws {
        let hand = try HandDrivenSocket()
        var sensed = 0
        hand.script.onSenseEnd = { _ in sensed += 1 }
        if isReset {
            hand.socket.pause(.held)
            hand.peerResets()
        } else {
            hand.peerEnds()
        }
        hand.turn()
        #expect(sensed == 0)
        #expect(hand.script.story.events == [isReset ? .broke(ECONNRESET) : .ended])
    }

    /// Who has ended its side reads on or is gone: what is sent tells one from the other.
    @Test(arguments: [true, false])
    func whoIsGoneRefusesWhatIsSent(isGone: Bool) throws {
        let hand = try HandDrivenSocket()
        if isGone { hand.closePeer() } else { hand.peerEnds() }
        hand.turn()
        hand.socket.noticeRefusal()
        #expect(!hand.socket.isBroken)
        hand.socket.send("an answer, late")
        hand.socket.flushNow()
        hand.socket.noticeRefusal()
        #expect(hand.socket.isBroken == isGone)
        hand.turn()
        #expect(hand.script.story.events == [.ended] + (isGone ? [.failed(EPIPE)] : []))
    }

    @Test func aHalfClosedPeerThatIsThereIsLeftInPeaceByTheProbes() throws {
        let hand = try HandDrivenSocket()
        hand.peerEnds()
        hand.turn()
        #expect(hand.script.story.events == [.ended])
        hand.socket.probePeer()
        hand.turn()
        hand.socket.send("an answer, late")
        #expect(hand.peerReads() == .bytes(Array("an answer, late".utf8)))
        #expect(!hand.socket.isClosed)
    }
}
