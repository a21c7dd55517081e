import Bytes
import Platform
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct StreamSocketTests {
    @Test(arguments: EventLoop.Backend.allCases)
    func bytesComeBackFromAnEcho(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                let echo = SocketScript()
                echo.onReceive = { socket in
                    socket.input.withSpan { socket.send($0) }
                    socket.input.consumeAll()
                }
                try loop.connect(SocketScript(story), to: echo) { client, _ in
                    client.send("hello, ", more: true)
                    client.send("world")
                }
            }
            let events = await story.until { $0.text.utf8.count >= 12 }
            #expect(events.text == "hello, world")
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aPairInsideTheProcessIsAStreamToo(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                let (one, other) = try StreamSocket.pair(on: loop)
                other.delegate = SocketScript(story)
                other.resume(.held)
                one.send("over the fence")
                one.closeAfterFlush()
                #expect(one.peerAddress.description == "local")
            }
            let events = await story.until { $0.last == .ended }
            #expect(events.text == "over the fence")
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func eitherSideMayEndFirstAndStillReceive(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let asking = Story<SocketEvent>()
            let answering = Story<SocketEvent>()
            try await host.on { loop in
                let server = SocketScript(answering)
                server.onEnd = { socket in
                    socket.send("answer after your end")
                    socket.shutdownSending()
                    socket.send("too late")
                }
                try loop.connect(SocketScript(asking), to: server) { client, _ in
                    client.send("question")
                    client.shutdownSending()
                }
            }
            let client = await asking.until { $0.last == .ended }
            let server = await answering.until { $0.last == .ended }
            #expect(client.text == "answer after your end")
            #expect(server.text == "question")
            #expect(server == [.received("question"), .ended])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aReaderThatPausesStopsItsSenderWhichGoesOnAfterwards(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            let receiving = Story<Int>()
            let total = 24 * 1024 * 1024
            let piece = Bytes([UInt8](repeating: 0x61, count: 64 * 1024))
            // The reader is paused; the sender sends while it is not congested.
            try await host.on { loop in
                let sender = SocketScript(story)
                let reader = SocketScript()
                reader.onReceive = { socket in
                    receiving.append(socket.input.count)
                    socket.input.consumeAll()
                }
                try loop.connectedPair { left, right in
                    left.delegate = sender
                    right.delegate = reader
                    var sent = 0
                    let fill: (StreamSocket) -> Void = { socket in
                        while sent < total, !socket.isCongested {
                            socket.send(piece)
                            sent += piece.count
                        }
                        #expect(socket.pendingBytes <= SendBudget.most + piece.count)
                    }
                    sender.onDrain = fill
                    fill(left)
                    // The system's buffers hold a few megabytes, not these.
                    #expect(left.isCongested)
                    #expect(sent < total)
                    #expect(receiving.events.isEmpty)
                    right.resume(.held)
                }
            }
            let counts = await receiving.until { $0.reduce(0, +) >= total }
            #expect(counts.reduce(0, +) == total)
            #expect(story.events.contains(.drained))
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func queuedPiecesArriveInOrderWhateverTheirSize(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let receiving = Story<UInt64>()
            // A running checksum over position and value, so that order counts.
            @Sendable func mix(_ state: UInt64, _ byte: UInt8) -> UInt64 { (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
            let pieces: [Bytes] = (0..<48).map { index in
                let size = [1, 100, 5000, 70_000][index % 4]
                return Bytes((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ index) })
            }
            let expected = pieces.joined().reduce(0xCBF2, mix)
            let total = pieces.reduce(0) { $0 + $1.count }
            try await host.on { loop in
                var state: UInt64 = 0xCBF2
                var count = 0
                let reader = SocketScript()
                reader.onReceive = { socket in
                    socket.input.withSpan { span in
                        for index in 0..<span.count { state = mix(state, span[index]) }
                        count += span.count
                    }
                    socket.input.consumeAll()
                    if count == total { receiving.append(state) }
                }
                try loop.connectedPair { left, right in
                    right.delegate = reader
                    left.delegate = SocketScript()
                    for (index, piece) in pieces.enumerated() {
                        if index.isMultiple(of: 3) {
                            piece.withSpan { left.send($0, more: index.isMultiple(of: 2)) }
                        } else {
                            left.send(piece, more: index.isMultiple(of: 5))
                        }
                    }
                    right.resume(.held)
                }
            }
            #expect(await receiving.until(count: 1) == [expected])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aResetIsReportedWithItsReason(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                try loop.connect(SocketScript(story), to: SocketScript()) { _, server in
                    server.abort()
                }
            }
            #expect(await story.until(count: 1) == [.failed(ECONNRESET)])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aFailedSendIsReportedAfterTheCallAndAfterWhatThePeerSaid(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                let client = SocketScript(story)
                try loop.connectedPair { left, right in
                    left.delegate = client
                    right.send("early answer")
                    // Unread bytes make this close a reset.
                    left.send("request that nobody reads")
                    right.close()
                    // The reset has been delivered (loopback is synchronous), so this send fails.
                    left.resume(.held)
                    left.send("more of the request")
                    left.send("and more")
                    #expect(story.events.isEmpty)
                }
            }
            let events = await story.until { if case .failed = $0.last { true } else { false } }
            #expect(events.count(where: { if case .failed = $0 { true } else { false } }) == 1)
            #expect(!events.contains(.ended))
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aBusySocketLetsTheOthersHaveTheirTurn(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<String>()
            let flood = Bytes([UInt8](repeating: 0, count: 16 * 1024 * 1024))
            try await host.on { loop in
                let (quietIn, quietOut) = try StreamSocket.pair(on: loop)
                let busy = SocketScript()
                var received = 0
                var perTurn = 0
                loop.afterTurn = { perTurn = 0 }
                busy.onReceive = { socket in
                    if received == 0 { quietIn.send("quiet") }
                    perTurn += socket.input.count
                    received += socket.input.count
                    // An event and the ready list may fall into one turn; one read may go past each budget by its size.
                    #expect(perTurn <= 2 * (StreamSocket.readBudget + 64 * 1024))
                    socket.input.consumeAll()
                    if received == flood.count { story.append("busy") }
                }
                let quiet = SocketScript()
                quiet.onReceive = { socket in story.append(takeAll(socket)) }
                quietOut.delegate = quiet
                try loop.connect(SocketScript(), to: busy) { left, _ in
                    left.send(flood)
                }
            }
            let events = await story.until { $0.contains("quiet") && $0.contains("busy") }
            #expect(events.first == "quiet")
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func unconsumedBytesStayAndComeAgainWithMore(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                let reader = SocketScript(story)
                reader.onReceive = { socket in
                    let count = socket.input.count
                    if count < 10 {
                        story.append(.received("waiting with \(count)"))
                    } else {
                        story.append(.received(takeAll(socket)))
                    }
                }
                try loop.connect(SocketScript(), to: reader) { left, right in
                    left.send("01234")
                    reader.onEnd = { _ in }
                    let first = reader.onReceive
                    reader.onReceive = { socket in
                        first?(socket)
                        if socket.input.count == 5 { left.send("56789") }
                    }
                }
            }
            let events = await story.until(count: 2)
            #expect(events == [.received("waiting with 5"), .received("0123456789")])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aFullInputStopsReadingUntilConsumed(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<Int>()
            let maximum = 200_000
            let total = 1_000_000
            try await host.on { loop in
                let reader = SocketScript()
                var received = 0
                reader.onReceive = { socket in
                    #expect(socket.input.count <= maximum)
                    guard socket.input.isFull || received + socket.input.count == total else { return }
                    received += socket.input.count
                    story.append(received)
                    // Outside of the callback: reading has to start again by itself.
                    loop.executor.post { [story] in story.append(-1) }
                    loop.atEndOfTurn(Consume(socket))
                }
                try loop.connect(SocketScript(), to: reader) { left, right in
                    right.input.maximum = maximum
                    left.send(Bytes([UInt8](repeating: 1, count: total)))
                }
            }
            let events = await story.until { $0.contains(total) }
            #expect(events.filter { $0 > 0 } == [200_000, 400_000, 600_000, 800_000, 1_000_000])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func closingInsideACallbackEndsEverything(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            let other = Story<SocketEvent>()
            try await host.on { loop in
                let reader = SocketScript(story)
                reader.onReceive = { socket in
                    socket.input.withSpan { span in
                        socket.close()
                        // The memory is lent until the closure ends.
                        story.append(.received(Bytes(copying: span).text))
                    }
                    #expect(socket.input.isEmpty)
                    #expect(socket.isClosed)
                    socket.close()
                    socket.abort()
                    socket.closeAfterFlush()
                    socket.send("to nobody")
                }
                try loop.connect(SocketScript(other), to: reader) { left, _ in
                    left.send("last words")
                }
            }
            #expect(await other.until(count: 1) == [.ended])
            #expect(story.events == [.received("last words")])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aClosedDescriptorIsNotClosedAgain(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let closed = Story<Bool>()
            try await host.on { loop in
                let (one, other) = try StreamSocket.pair(on: loop)
                one.close()
                // Whoever takes the number next must keep it.
                let next = dup(0)
                one.close()
                one.abort()
                #expect(fcntl(next, F_GETFD) >= 0)
                #expect(Glibc.close(next) == 0)
                other.delegate = SocketScript()
                other.close()
                closed.append(loop.channelCount == 0)
            }
            #expect(closed.events == [true])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aThousandConnectionsComeAndGo(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            let rounds = 10
            let each = 100
            for round in 1...rounds {
                try await host.on { loop in
                    for _ in 0..<each {
                        let (one, other) = try StreamSocket.pair(on: loop)
                        let echo = SocketScript()
                        echo.onReceive = { socket in
                            socket.send(takeAll(socket))
                            socket.closeAfterFlush()
                        }
                        other.delegate = echo
                        let client = SocketScript(story)
                        client.onEnd = { $0.close() }
                        one.delegate = client
                        one.send("x")
                    }
                }
                await story.until { events in events.count(where: { $0 == .ended }) == each * round }
            }
            #expect(story.events.count(where: { $0 == .received("x") }) == rounds * each)
            // The echo's side closes when it has seen the other's end, which is an event of its own.
            while await host.on({ $0.channelCount }) > 0 { await Task.yield() }
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func closingAfterAFlushDeliversEverythingThoughThePeerStillSends(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<Int>()
            let total = 2_000_000
            try await host.on { loop in
                let client = SocketScript()
                var received = 0
                client.onReceive = { socket in
                    received += socket.input.count
                    socket.input.consumeAll()
                }
                client.onEnd = { socket in
                    story.append(received)
                    socket.close()
                }
                client.onFail = { _ in story.append(-1) }
                try loop.connect(client, to: SocketScript()) { left, right in
                    left.send("a body that nobody reads")
                    right.send(Bytes([UInt8](repeating: 2, count: total)))
                    right.closeAfterFlush()
                    left.send("and more of it")
                }
            }
            #expect(await story.until(count: 1) == [total])
        }
    }
}

private final class Consume: TurnTask {
    private let socket: StreamSocket

    init(_ socket: StreamSocket) {
        self.socket = socket
    }

    func performAtEndOfTurn() {
        socket.input.consumeAll()
    }
}
