internal import CPosix
internal import Dispatch

/// One event loop: the poller, timers and channels that share a serial queue.
///
/// Not Sendable: an actor whose executor is the loop's owns it, and everything that hangs on it, and enters once per
/// wake-up:
///
///     package actor Shard {
///         nonisolated let executor: LoopExecutor
///         nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///         let loop: EventLoop
///         init() throws(SocketError) {
///             executor = LoopExecutor(label: "shard")
///             loop = try EventLoop(executor: executor)
///         }
///         func start() { loop.start { [self] wake in assumeIsolated { $0.loop.perform(wake) } } }
///     }
///
/// A wake-up is a sequence of batches; each ends with the ready list, due timers, deferred tasks and `afterTurn`.
package final class EventLoop {
    package enum Backend: Sendable, CaseIterable {
        /// One Dispatch source on an epoll descriptor (Linux; elsewhere the same as `sources`).
        case epoll
        /// A pair of Dispatch sources per socket.
        case sources
    }

    package let executor: LoopExecutor
    /// Nanoseconds of a steady clock, as of the current batch, or of the posted work that runs.
    package var now: UInt64 { clock.now }
    /// Called at the end of every batch, after everything else.
    package var afterTurn: (() -> Void)?
    package private(set) var isStopped = false

    /// How many descriptors the process may have.
    package let descriptors: DescriptorBudget
    /// The connections to servers that the process has.
    package let ownConnections: OwnConnections

    private let clock: LoopClock
    let poller: AnyPoller
    let pool = BlockPool()
    /// What all sockets of the loop have waiting to be sent.
    package let sending: SendBudget
    var table = ChannelTable()
    let timers = TimerQueue()

    private var timerSource: (any DispatchSourceTimer)?
    /// See `DispatchPoller.lostEvents`.
    private var sweepTimer: LoopTimer?
    private static let sweepInterval = Nanoseconds.milliseconds(100)
    private var armedDeadline = UInt64.max
    private var ready = ContiguousArray<Channel>()
    private var runningReady = ContiguousArray<Channel>()
    private var deferred = ContiguousArray<any TurnTask>()
    private var runningDeferred = ContiguousArray<any TurnTask>()
    private var isContinuationPosted = false

    /// - Parameters:
    ///   - descriptors: shared by all loops of the process, as `ownConnections` are.
    ///   - sendLimit: how many bytes may wait to be sent on all sockets of this loop, about: as they come near it each
    ///     socket is congested sooner.
    package init(
        executor: LoopExecutor, backend: Backend = .epoll, descriptors: DescriptorBudget = DescriptorBudget(),
        ownConnections: OwnConnections = OwnConnections(), sendLimit: Int = 48 * 1024 * 1024
    ) throws(SocketError) {
        self.executor = executor
        self.descriptors = descriptors
        self.ownConnections = ownConnections
        sending = SendBudget(limit: sendLimit)
        clock = executor.clock
        clock.refresh()
        #if os(Linux)
        switch backend {
        case .epoll: poller = .epoll(try EpollPoller(executor: executor))
        case .sources: poller = .sources(DispatchPoller(executor: executor))
        }
        #else
        poller = .sources(DispatchPoller(executor: executor))
        #endif
    }

    /// Begins to serve. `enter` is called on the loop's queue and must call `perform`, entering the owner's isolation;
    /// it keeps the owner alive until `stop`.
    package func start(enter: @escaping @Sendable (LoopWake) -> Void) {
        executor.open(enter)
        poller.start(enter)
        let timer = DispatchSource.makeTimerSource(queue: executor.queue)
        timer.setEventHandler { enter(.timer) }
        timer.schedule(deadline: .distantFuture)
        timer.resume()
        timerSource = timer
        startSweeping()
        executor.continueLater()
    }

    private func startSweeping() {
        guard case .sources(let poller) = poller else { return }
        unowned let loop = self
        let timer = LoopTimer(on: self) {
            for (registration, readiness) in poller.lostEvents() {
                loop.dispatch(registration, readiness)
            }
            loop.sweepTimer?.arm(after: Self.sweepInterval)
        }
        sweepTimer = timer
        timer.arm(after: Self.sweepInterval)
    }

    /// Closes every channel, forgets every timer, and lets go of the owner. The loop cannot be started again.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        for channel in table.all {
            channel.close()
        }
        timers.removeAll()
        ready.removeAll()
        deferred.removeAll()
        afterTurn = nil
        timerSource?.cancel()
        timerSource = nil
        sweepTimer = nil
        poller.stop()
        executor.open(nil)
    }

    /// The work of one wake-up.
    package func perform(_ wake: LoopWake) {
        guard !isStopped else { return }
        refreshNow()
        switch wake {
        case .poll:
            #if os(Linux)
            if case .epoll(let poller) = poller {
                poller.turn(self)
            }
            #endif
        case .ready(let registration, let readiness):
            guard case .sources(let poller) = poller else { return }
            poller.willReport(registration, readiness)
            dispatch(registration, readiness)
            finishBatch()
            poller.didReport(registration, readiness)
        case .timer:
            armedDeadline = .max
            finishBatch()
        case .posted:
            isContinuationPosted = false
            finishBatch()
        }
        if !ready.isEmpty, !isContinuationPosted, !isStopped {
            isContinuationPosted = true
            executor.continueLater()
        }
    }

    /// Reads the clock again, for measurements finer than a batch.
    package func refreshNow() {
        clock.refresh()
    }

    /// Nanoseconds of the steady clock, this very moment; for those who have no loop at hand.
    package static func steadyNow() -> UInt64 { cposix_now() }

    /// Runs `task` at the end of the current batch, outside of every callback.
    package func atEndOfTurn(_ task: any TurnTask) {
        deferred.append(task)
    }

    /// How many descriptors the loop watches.
    package var channelCount: Int { table.count }

    // MARK: For the poller and the channels

    var hasReadyChannels: Bool { !ready.isEmpty }

    @inline(__always)
    func dispatch(_ registration: Registration, _ readiness: Readiness) {
        table[registration]?.handle(readiness)
    }

    /// Gives `channel` another go after the others had theirs. The caller sees to it that it is listed once.
    func addReady(_ channel: Channel) {
        ready.append(channel)
    }

    func finishBatch() {
        if !ready.isEmpty {
            runReady()
        }
        if timers.earliest <= now {
            timers.fire(now: now)
        }
        runDeferred()
        afterTurn?()
        runDeferred()
        armTimer()
    }

    /// The time to the next timer, at most `limit`; 0 when it is due.
    func millisecondsToNextTimer(atMost limit: Int32) -> Int32 {
        let earliest = timers.earliest
        guard earliest > now else { return 0 }
        let wait = (earliest - now + 999_999) / 1_000_000
        return wait < UInt64(limit) ? Int32(wait) : limit
    }

    private func runReady() {
        // Who is added meanwhile waits for the next batch.
        swap(&ready, &runningReady)
        for channel in runningReady {
            channel.continueWork()
        }
        runningReady.removeAll(keepingCapacity: true)
    }

    private func runDeferred() {
        while !deferred.isEmpty {
            swap(&deferred, &runningDeferred)
            for task in runningDeferred {
                task.performAtEndOfTurn()
            }
            runningDeferred.removeAll(keepingCapacity: true)
        }
    }

    private func armTimer() {
        let earliest = timers.earliest
        guard earliest < armedDeadline, let timerSource else { return }
        armedDeadline = earliest
        timerSource.schedule(
            deadline: DispatchTime(uptimeNanoseconds: earliest), leeway: .milliseconds(1))
    }
}

/// Something to be done at the end of a batch. Class-bound, so that handing it over allocates nothing.
package protocol TurnTask: AnyObject {
    func performAtEndOfTurn()
}
