import Synchronization
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct EventLoopTests {
    @Test func anEventForAnEarlierUseOfASlotIsDropped() throws {
        let loop = try EventLoop(executor: LoopExecutor(label: "table"))
        let (first, second) = try StreamSocket.pair(on: loop)
        let old = first.registration
        first.close()
        #expect(loop.table[old] == nil)
        let (third, fourth) = try StreamSocket.pair(on: loop)
        let reused = [third, fourth].first { $0.registration.index == old.index }
        #expect(reused != nil)
        #expect(loop.table[old] == nil)
        let story = Story<SocketEvent>()
        reused?.delegate = SocketScript(story)
        // What the kernel had queued for the closed socket: it must not be read from the new one.
        loop.dispatch(old, [.readable, .writable, .hangUp])
        #expect(reused?.arrival == .nothing)
        #expect(story.events.isEmpty)
        #expect(Registration(rawValue: old.rawValue) == old)
        second.close()
        loop.stop()
        #expect(third.isClosed)
        #expect(fourth.isClosed)
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func postedWorkRunsIsolatedAndEndsATurn(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<String>()
            await host.on { loop in
                loop.afterTurn = { story.append("turn") }
            }
            await story.until(count: 1)
            host.executor.post {
                story.append("work")
                #expect(host.executor.isCurrent)
                host.assumeIsolated { _ in story.append("inside") }
            }
            let events = await story.until { $0.last == "turn" && $0.contains("inside") }
            #expect(Array(events.suffix(3)) == ["work", "inside", "turn"])
            #expect(!host.executor.isCurrent)
        }
    }

    /// A loop that has slept finds work by which it sets deadlines: they must not count from when it fell asleep.
    @Test(arguments: EventLoop.Backend.allCases)
    func workFromOutsideSeesThePresent(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<Bool>()
            for _ in 0..<3 {
                await host.settle()
                let posted = EventLoop.steadyNow()
                host.executor.post { host.assumeIsolated { $0.see(story, posted) } }
                #expect(await story.until(count: 1).last == true)
                await host.settle()
                // A job of the actor is handed over in another way.
                let called = EventLoop.steadyNow()
                #expect(await host.on { $0.now } >= called)
            }
            #expect(!story.events.contains(false))
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aTimerThatWorkFromOutsideSetsLastsItsTime(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let time = Nanoseconds.milliseconds(120)
            await host.settle()
            let story = Story<UInt64>()
            let posted = EventLoop.steadyNow()
            await host.keeping { loop in
                let timer = LoopTimer(on: loop) { story.append(EventLoop.steadyNow()) }
                timer.arm(after: time)
                return timer
            }
            let fired = await story.until(count: 1).first ?? 0
            #expect(fired >= time.after(posted))
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func postsFromManyThreadsAreAllDoneWhileTrafficFlows(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let done = Story<Int>()
            let count = 2000
            // A ball thrown to and fro keeps the loop in its turn, or waiting in it.
            try await host.on { loop in
                let (one, other) = try StreamSocket.pair(on: loop)
                for socket in [one, other] {
                    let script = SocketScript()
                    script.onReceive = { $0.send(takeAll($0)) }
                    socket.delegate = script
                }
                one.send("ball")
            }
            await withTaskGroup { group in
                for sender in 0..<4 {
                    group.addTask {
                        for index in 0..<(count / 4) {
                            host.executor.post { done.append(sender * count + index) }
                            await Task.yield()
                        }
                    }
                }
            }
            let events = await done.until(count: count)
            #expect(Set(events).count == count)
            // What one thread posted is done in its order.
            for sender in 0..<4 {
                let own = events.filter { $0 / count == sender }
                #expect(own == own.sorted())
            }
        }
    }

    /// Entering the loop must cost the same the millionth time: no layer may be left behind by an entry.
    @Test(arguments: EventLoop.Backend.allCases)
    func manyEntriesLeaveNothingOnTheStack(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<Int>()
            let entries = 100_000
            for _ in 0..<entries { host.executor.post {} }
            host.executor.post { story.append(entries) }
            #expect(await story.until(count: 1) == [entries])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func deferredTasksRunAfterTheWorkAndMayDeferMore(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<String>()
            await host.on { loop in
                let inner = EndTask { story.append("inner") }
                loop.atEndOfTurn(
                    EndTask {
                        story.append("outer")
                        loop.atEndOfTurn(inner)
                    })
                story.append("work")
            }
            #expect(await story.until(count: 3) == ["work", "outer", "inner"])
        }
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func stoppingClosesEverythingAndLetsGoOfTheOwner(backend: EventLoop.Backend) async throws {
        weak var gone: LoopHost?
        let closed = Story<SocketEvent>()
        try await LoopHost.run(backend) { other in
            var accepted: AcceptedSocket?
            try await LoopHost.run(backend) { host in
                gone = host
                // One end lives on the loop that stops, the other on one that goes on.
                let handed = Story<Bool>()
                let box = Mutex<AcceptedSocket?>(nil)
                try await host.keeping { loop in
                    try Listener(
                        .loopback4(port: 0), on: loop,
                        delegate: Acceptor { socket in
                            box.withLock { $0 = socket }
                            handed.append(true)
                        })
                }
                let address = await host.on { loop in
                    loop.table.all.compactMap { ($0 as? Listener)?.address }.first
                }
                let target = try #require(address)
                await host.keeping { loop in
                    Connector([target], on: loop, deadline: .max) { result in
                        if case .success(let socket) = result { socket.delegate = SocketScript() }
                    }
                }
                await handed.until(count: 1)
                accepted = box.withLock { $0 }
            }
            let socket = try #require(accepted)
            try await other.keeping { loop in
                try StreamSocket(socket, on: loop, delegate: SocketScript(closed))
            }
            // Ended or reset: the peer is gone either way.
            await closed.until(count: 1)
        }
        #expect(gone == nil)
    }
}

private final class EndTask: TurnTask {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) {
        self.body = body
    }

    func performAtEndOfTurn() {
        body()
    }
}
