import CPosix
import Platform
import Synchronization
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct ListenerTests {
    @Test(arguments: EventLoop.Backend.allCases, [SocketAddress.loopback4(port: 0), .loopback6(port: 0)])
    func bothFamiliesAreListenedTo(backend: EventLoop.Backend, address: SocketAddress) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            let peers = Story<SocketAddress>()
            try await host.on { loop in
                let listener = try Listener(
                    address, on: loop,
                    delegate: Acceptor { accepted in
                        peers.append(accepted.peer)
                        let socket = try? StreamSocket(accepted, on: loop, delegate: SocketScript(story))
                        peers.append(socket?.localAddress ?? address)
                    })
                #expect(listener.address.port != 0)
                _ = Connector([listener.address], on: loop, deadline: .max) { result in
                    guard case .success(let socket) = result else { return }
                    #expect(socket.peerAddress == listener.address)
                    peers.append(socket.localAddress)
                    socket.send("hello")
                    socket.closeAfterFlush()
                }
            }
            #expect(await story.until { $0.last == .ended }.text == "hello")
            let seen = await peers.until(count: 3)
            // The client's end is named alike from both sides.
            #expect(Set(seen).count == 2)
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aPortInUseIsSaid(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            try await host.on { loop in
                let first = try Listener(.loopback4(port: 0), on: loop, delegate: Acceptor { _ in })
                let error = #expect(throws: SocketError.self) {
                    try Listener(first.address, on: loop, delegate: Acceptor { _ in })
                }
                // Linux tells at bind or at listen, by what the other socket has reached.
                #expect(error?.isAddressInUse == true)
                #expect(error?.address == first.address)
                #expect(error?.description.contains("\(first.address)") == true)
            }
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aForeignAddressCannotBeBound(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            await host.on { loop in
                // TEST-NET-1 (RFC 5737) is nobody's.
                let foreign = SocketAddress(.v4(0xC000_0201), port: 1)
                let error = #expect(throws: SocketError.self) {
                    try Listener(foreign, on: loop, delegate: Acceptor { _ in })
                }
                #expect(error?.operation == .bind)
                #expect(error?.code == EADDRNOTAVAIL)
            }
        }
    }

    @Test(arguments: EventLoop.Backend.allCases, [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func runningOutOfDescriptorsIsSaidOnceAndTriedAgainAtOnce(backend: EventLoop.Backend, code: Int32) async throws {
        try await LoopHost.run(backend) { host in
            let accepted = Story<Bool>()
            let acceptor = Story<Acceptor.Event>()
            try await host.on { loop in
                let owner = Acceptor(acceptor) { _ in accepted.append(true) }
                var refusals = 1
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: owner) { descriptor, endpoint in
                    guard refusals > 0 else { return cposix_accept(descriptor, &endpoint) }
                    refusals -= 1
                    errno = code
                    return -1
                }
                for _ in 0..<5 {
                    _ = Connector([listener.address], on: loop, deadline: .max) { _ in }
                }
            }
            await accepted.until(count: 5)
            // Who closed some when he heard of it has made room: nobody is refused.
            #expect(acceptor.events == [.ranOut(code), .recovered])
        }
    }

    /// Two proxies that ask each other would wait in each other's backlogs until the end of time.
    @Test(arguments: EventLoop.Backend.allCases)
    func withoutDescriptorsConnectionsAreRefusedAndNotLeftWaiting(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let accepted = Story<Bool>()
            let acceptor = Story<Acceptor.Event>()
            let clients = Story<SocketEvent>()
            try await host.on { loop in
                let owner = Acceptor(acceptor) { _ in accepted.append(true) }
                var calls = 0
                var left = 3
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: owner) { descriptor, endpoint in
                    // The first two calls find nothing left; of the others every second comes with the spare one.
                    calls += 1
                    guard left > 0, calls > 2, calls.isMultiple(of: 2) else {
                        errno = left > 0 ? EMFILE : EAGAIN
                        return -1
                    }
                    let accepted = cposix_accept(descriptor, &endpoint)
                    if accepted >= 0 { left -= 1 }
                    return accepted
                }
                for _ in 0..<3 {
                    _ = Connector([listener.address], on: loop, deadline: .max) { result in
                        guard case .success(let socket) = result else { return }
                        let script = SocketScript(clients)
                        script.onEnd = { $0.close() }
                        socket.delegate = script
                    }
                }
            }
            let events = await clients.until { $0.count(where: { $0 == .ended }) == 3 }
            #expect(events.text == "fullfullfull")
            #expect(accepted.events.isEmpty)
            #expect(acceptor.events.prefix(4) == [.ranOut(EMFILE), .refused, .refused, .refused])
            // Nobody else comes, and that there is room again is seen and said all the same.
            #expect(await acceptor.until { $0.count > 4 }.last == .recovered)
        }
    }

    /// Those who were asked to make room, on other loops, do so in a moment: nobody is refused before.
    @Test(arguments: EventLoop.Backend.allCases)
    func whoMakesRoomALittleLaterIsWaitedFor(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let accepted = Story<Bool>()
            let acceptor = Story<Acceptor.Event>()
            try await host.keeping { loop in
                let owner = Acceptor(acceptor) { _ in accepted.append(true) }
                var calls = 0
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: owner) { descriptor, endpoint in
                    calls += 1
                    guard calls < 3 else { return cposix_accept(descriptor, &endpoint) }
                    errno = EMFILE
                    return -1
                }
                for _ in 0..<3 { _ = Connector([listener.address], on: loop, deadline: .max) { _ in } }
                return listener
            }
            await accepted.until(count: 3)
            #expect(acceptor.events == [.ranOut(EMFILE), .recovered])
        }
    }

    /// Who waited in the backlog has gone by the time there is room: no event tells of that, and the next who comes is
    /// one like any other.
    @Test(arguments: EventLoop.Backend.allCases, [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func anEmptyBacklogAfterAShortageIsNotTheEnd(backend: EventLoop.Backend, code: Int32) async throws {
        try await LoopHost.run(backend) { host in
            let accepted = Story<Bool>()
            let acceptor = Story<Acceptor.Event>()
            let addresses = Story<SocketAddress>()
            let script = Mutex([code, EAGAIN])
            try await host.keeping { loop in
                let owner = Acceptor(acceptor) { _ in accepted.append(true) }
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: owner) { descriptor, endpoint in
                    if let next = script.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                        // Whoever it was has gone.
                        if next == EAGAIN { _ = cposix_accept(descriptor, &endpoint) }
                        errno = next
                        return -1
                    }
                    return cposix_accept(descriptor, &endpoint)
                }
                addresses.append(listener.address)
                _ = Connector([listener.address], on: loop, deadline: .max) { _ in }
                return listener
            }
            #expect(await acceptor.until(count: 2) == [.ranOut(code), .recovered])
            #expect(accepted.events.isEmpty)
            // A second shortage is said like the first, and ends like it.
            for round in 1...2 {
                if round == 2 { script.withLock { $0 = [code, EAGAIN] } }
                let address = addresses.events[0]
                await host.on { loop in _ = Connector([address], on: loop, deadline: .max) { _ in } }
                if round == 1 { await accepted.until(count: 1) }
            }
            let said = await acceptor.until(count: 4)
            #expect(said == [.ranOut(code), .recovered, .ranOut(code), .recovered])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func thePauseEndsWhenThereAreDescriptorsAgain(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let accepted = Story<Bool>()
            let acceptor = Story<Acceptor.Event>()
            let isFull = Mutex(true)
            try await host.keeping { loop in
                let owner = Acceptor(acceptor) { _ in accepted.append(true) }
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: owner) { descriptor, endpoint in
                    if isFull.withLock({ $0 }) {
                        errno = ENOMEM
                        return -1
                    }
                    return cposix_accept(descriptor, &endpoint)
                }
                _ = Connector([listener.address], on: loop, deadline: .max) { _ in }
                return listener
            }
            await acceptor.until(count: 1)
            isFull.withLock { $0 = false }
            await accepted.until(count: 1)
            #expect(acceptor.events == [.ranOut(ENOMEM), .recovered])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func anAbortedConnectionDoesNotStopTheNext(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let accepted = Story<Bool>()
            let acceptor = Story<Acceptor.Event>()
            try await host.on { loop in
                var errors = [ECONNABORTED, EINTR, EPROTO]
                let owner = Acceptor(acceptor) { _ in accepted.append(true) }
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: owner) { descriptor, endpoint in
                    guard let code = errors.popLast() else { return cposix_accept(descriptor, &endpoint) }
                    errno = code
                    return -1
                }
                _ = Connector([listener.address], on: loop, deadline: .max) { _ in }
            }
            await accepted.until(count: 1)
            #expect(acceptor.events.isEmpty)
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func moreConnectionsThanATurnAcceptsAllArrive(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let count = Listener.acceptsPerTurn * 3
            let accepted = Story<Bool>()
            try await host.on { loop in
                let listener = try Listener(
                    .loopback4(port: 0), on: loop, delegate: Acceptor { _ in accepted.append(true) })
                for _ in 0..<count {
                    _ = Connector([listener.address], on: loop, deadline: .max) { result in
                        if case .success(let socket) = result { socket.close() }
                    }
                }
            }
            await accepted.until(count: count)
            #expect(accepted.events.count == count)
        }
    }

    @Test func anAcceptedSocketThatNobodyTakesIsClosed() throws {
        var ends: [Int32] = [-1, -1]
        try #require(cposix_socketpair(&ends) == 0)
        do {
            let accepted = AcceptedSocket(owning: ends[0], peer: .loopback4(port: 1), budget: DescriptorBudget())
            #expect(accepted.peer.port == 1)
        }
        var byte: UInt8 = 0
        // The other end reads the end of the stream.
        #expect(read(ends[1], &byte, 1) == 0)
        Glibc.close(ends[1])
    }
}
