import Reactor
import Synchronization

/// A running loop for one test, and the way onto it.
actor LoopHost {
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let loop: EventLoop
    /// What a test keeps alive between its visits.
    private var kept: [AnyObject] = []

    init(_ backend: EventLoop.Backend) throws {
        executor = LoopExecutor(label: "test")
        loop = try EventLoop(executor: executor, backend: backend)
    }

    private func start() {
        loop.start { [self] wake in assumeIsolated { $0.loop.perform(wake) } }
    }

    private func stop() {
        loop.stop()
        kept = []
    }

    /// Runs `body` on the loop.
    func on<Result: Sendable>(_ body: @Sendable (EventLoop) throws -> Result) rethrows -> Result {
        try body(loop)
    }

    /// Notes whether the loop's time is no older than `moment`.
    func see(_ story: Story<Bool>, _ moment: UInt64) {
        story.append(loop.now >= moment)
    }

    /// Runs `body` on the loop, and keeps what it returns until the loop stops.
    func keeping(_ body: @Sendable (EventLoop) throws -> AnyObject) rethrows {
        kept.append(try body(loop))
    }

    /// Lets everything that is on its way arrive, for a test of what must not happen.
    func settle() async {
        try? await Task.sleep(for: .milliseconds(300))
    }

    /// Runs `body` with a started loop, and stops it.
    static func run(_ backend: EventLoop.Backend, _ body: (LoopHost) async throws -> Void) async throws {
        let host = try LoopHost(backend)
        await host.start()
        do {
            try await body(host)
        } catch {
            await host.stop()
            throw error
        }
        await host.stop()
    }
}

/// A growing list that a test waits on: loops append to it, the test asks for its end.
final class Story<Event: Sendable & Equatable>: Sendable {
    private struct State {
        var events: [Event] = []
        var isOver = false
        var waiters: [(condition: @Sendable ([Event]) -> Bool, continuation: CheckedContinuation<[Event], Never>)] = []
    }

    private let state = Mutex(State())

    var events: [Event] { state.withLock { $0.events } }

    func append(_ event: Event) {
        let (events, met) = state.withLock { state in
            state.events.append(event)
            let events = state.events
            let met = state.waiters.filter { $0.condition(events) }
            state.waiters.removeAll { $0.condition(events) }
            return (events, met.map(\.continuation))
        }
        for continuation in met {
            continuation.resume(returning: events)
        }
    }

    /// The events once `condition` holds for them, or when the test's time is up.
    @discardableResult
    func until(_ condition: @escaping @Sendable ([Event]) -> Bool) async -> [Event] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let events = state.withLock { state -> [Event]? in
                    if state.isOver || condition(state.events) { return state.events }
                    state.waiters.append((condition, continuation))
                    return nil
                }
                if let events { continuation.resume(returning: events) }
            }
        } onCancel: {
            let (events, waiters) = state.withLock { state in
                state.isOver = true
                defer { state.waiters = [] }
                return (state.events, state.waiters)
            }
            for waiter in waiters {
                waiter.continuation.resume(returning: events)
            }
        }
    }

    @discardableResult
    func until(count: Int) async -> [Event] {
        await until { $0.count >= count }
    }
}
