import Platform
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct ConnectorTests {
    /// An address that nobody listens on: the port was bound a moment ago.
    private static func deadAddress(on loop: EventLoop) throws -> SocketAddress {
        let listener = try Listener(.loopback4(port: 0), on: loop, delegate: Acceptor { _ in })
        defer { listener.close() }
        return listener.address
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aRefusalIsReportedNotFromInside(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<ConnectFailure.Reason>()
            try await host.on { loop in
                let dead = try Self.deadAddress(on: loop)
                var isInside = true
                _ = Connector([dead], on: loop, deadline: .max) { result in
                    #expect(!isInside)
                    if case .failure(let failure) = result {
                        #expect(failure.attempts == [ConnectFailure.Attempt(address: dead, code: ECONNREFUSED)])
                        story.append(failure.reason)
                    }
                }
                isInside = false
            }
            #expect(await story.until(count: 1) == [.refused])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func theNextAddressIsTriedWhenOneRefuses(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketAddress>()
            let expected = Story<SocketAddress>()
            try await host.on { loop in
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: Acceptor { _ in })
                expected.append(listener.address)
                // Nobody listens there in the other family.
                let other = SocketAddress.loopback6(port: listener.address.port)
                _ = Connector([other, listener.address], on: loop, deadline: .max) { result in
                    if case .success(let socket) = result {
                        story.append(socket.peerAddress)
                        socket.close()
                    }
                }
            }
            #expect(await story.until(count: 1) == expected.events)
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aServerThatSpeaksFirstIsHeard(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<SocketEvent>()
            try await host.on { loop in
                let listener = try Listener(
                    .loopback4(port: 0), on: loop,
                    delegate: Acceptor { accepted in
                        let socket = try? StreamSocket(accepted, on: loop, delegate: SocketScript())
                        socket?.send("220 ready")
                        socket?.closeAfterFlush()
                    })
                _ = Connector([listener.address], on: loop, deadline: .max) { result in
                    guard case .success(let socket) = result else { return }
                    // Not in the turn of the completion, but one later: nothing may be lost meanwhile.
                    loop.atEndOfTurn(LateDelegate(socket, SocketScript(story)))
                }
            }
            #expect(await story.until { $0.last == .ended }.text == "220 ready")
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func noAddressIsAFailure(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<ConnectFailure.Reason>()
            await host.on { loop in
                _ = Connector([], on: loop, deadline: .max) { result in
                    if case .failure(let failure) = result { story.append(failure.reason) }
                }
            }
            #expect(await story.until(count: 1) == [.unreachable])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func theDeadlineEndsAnAttemptThatHangs(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<ConnectFailure.Reason>()
            await host.on { loop in
                // Already passed: even an address that would answer is not tried.
                _ = Connector([.loopback4(port: 1)], on: loop, deadline: loop.now) { result in
                    if case .failure(let failure) = result { story.append(failure.reason) }
                }
            }
            #expect(await story.until(count: 1) == [.timedOut])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aCancelledConnectorCallsNobodyAndLeavesNothingOpen(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<String>()
            try await host.on { loop in
                let listener = try Listener(.loopback4(port: 0), on: loop, delegate: Acceptor { _ in })
                let cancelled = Connector([listener.address], on: loop, deadline: .max) { _ in
                    story.append("cancelled")
                }
                cancelled.cancel()
                #expect(loop.channelCount == 1)
                _ = Connector([listener.address], on: loop, deadline: .max) { _ in story.append("other") }
            }
            #expect(await story.until(count: 1) == ["other"])
        }
    }
}

private final class LateDelegate: TurnTask {
    private let socket: StreamSocket
    private let script: SocketScript

    init(_ socket: StreamSocket, _ script: SocketScript) {
        self.socket = socket
        self.script = script
    }

    func performAtEndOfTurn() {
        socket.delegate = script
    }
}
