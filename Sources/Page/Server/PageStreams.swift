import Bytes
import Library
import Reactor

/// The streams of all tabs: at most so many, told of what happened every tenth of a second at most, in a flood
/// every fifth. Runs on the loop.
final class PageStreams {
    private unowned let state: PageState
    private var streams: [(connection: PageConnection, outbox: PageOutbox, view: Int?)] = []
    private var tickTimer: LoopTimer?
    private var lookTimer: LoopTimer?
    private var beatTimer: LoopTimer?
    private var lastTick: UInt64 = 0
    private var isTicking = false
    private var pendingChange = LibraryChange.none
    /// What became of the file for good: told once to each stream, also to those that come later.
    private var fate = LibraryChange.none
    private var rate = PageRate()
    private var flowCount = 0
    /// What passed while nobody watched.
    private var unseen: PageTick?
    private var openCount = 0
    private var interval = PageStreams.calm

    private static let calm = Nanoseconds.milliseconds(100)
    /// More changes than a tick names nobody reads; what they cost leaves the proxy less.
    private static let flood = Nanoseconds.milliseconds(200)
    private static let lookInterval = Nanoseconds.seconds(1)
    private static let beat = Nanoseconds.seconds(15)
    private static let looksPerTrim = 5
    private var looks = 0

    init(_ state: PageState) {
        self.state = state
        let loop = state.loop
        tickTimer = LoopTimer(on: loop) { [unowned self] in tick() }
        lookTimer = LoopTimer(on: loop) { [unowned self] in look() }
        beatTimer = LoopTimer(on: loop) { [unowned self] in beat() }
    }

    func add(_ connection: PageConnection, _ stream: PageStream) {
        let isFirst = streams.isEmpty
        if streams.count >= state.mostTabs {
            let oldest = streams.removeFirst()
            oldest.outbox.end(
                PageAPI.ending(
                    "superseded", "Another tab has replaced this one: at most \(state.mostTabs) can be open."))
        }
        let outbox = connection.beginStream()
        streams.append((connection, outbox, stream.view))
        pendingChange = fate
        guard isFirst else {
            greet(outbox, stream)
            if fate != .none { changed() }
            return
        }
        state.watch(true)
        lookTimer?.arm(after: Self.lookInterval)
        beatTimer?.arm(after: Self.beat)
        isTicking = true
        // What passed while nobody watched is in the file.
        state.catchUp { [weak self] count, missed in
            guard let self else { return }
            isTicking = false
            flowCount = count - missed.began.count
            greet(outbox, stream)
            unseen = missed
            tick()
        }
    }

    private func greet(_ outbox: PageOutbox, _ stream: PageStream) {
        var tick = PageTick(openCount: openCount, flowCount: flowCount)
        tick.rate = rate.value
        outbox.put(state.greeting(stream, tick))
    }

    func remove(_ connection: PageConnection) {
        let before = streams.count
        streams.removeAll { $0.connection === connection }
        if before > 0, streams.isEmpty { rest() }
    }

    private func rest() {
        state.watch(false)
        tickTimer?.disarm()
        lookTimer?.disarm()
        beatTimer?.disarm()
    }

    func end(_ event: StaticString, _ text: String) {
        for stream in streams { stream.outbox.end(PageAPI.ending(event, text)) }
        streams = []
        rest()
        for timer in [tickTimer, lookTimer, beatTimer] { timer?.invalidate() }
    }

    /// Their tokens are no longer good.
    func closeAll() {
        for stream in streams { stream.connection.close() }
    }

    /// Another session is shown: whatever became of the file before is nothing to it.
    func renew() {
        (fate, pendingChange, unseen) = (.none, .none, nil)
        closeAll()
    }

    // MARK: Ticks

    /// Something was done to the file.
    func changed(_ change: LibraryChange) {
        pendingChange = fate == .none ? change : fate
        changed()
    }

    /// Something happened: it is told with the next tick.
    func changed() {
        guard !streams.isEmpty, !isTicking else { return }
        let now = state.loop.now
        tickTimer?.arm(at: max(interval.after(lastTick), now))
    }

    private func tick() {
        guard !streams.isEmpty, !isTicking else { return }
        isTicking = true
        state.loop.refreshNow()
        lastTick = state.loop.now
        let change = pendingChange
        pendingChange = .none
        var tick = state.takeTick(change)
        interval = tick.skipped > 0 ? Self.flood : Self.calm
        if let unseen {
            let named = Set(tick.began)
            tick.began = unseen.began.filter { !named.contains($0) } + tick.began
            tick.ended = unseen.ended + tick.ended
        }
        let missed = unseen?.began.count ?? 0
        unseen = nil
        if case .shrunk = change { flowCount = (try? state.source.session().flowCount) ?? flowCount }
        flowCount += tick.began.count
        openCount = tick.openCount
        tick.flowCount = flowCount
        let before = rate.value
        tick.rate = rate.count(max(0, tick.began.count - missed), now: lastTick)
        tick.isRateNew = tick.rate != before
        state.tell(tick, watched: Set(streams.map(\.view))) { [weak self] told in self?.send(told) }
    }

    private func send(_ told: [Int?: Bytes]) {
        isTicking = false
        for stream in streams {
            if stream.outbox.wantsResync {
                stream.outbox.resync(state.resync(stream.view))
            } else if let bytes = told[stream.view] {
                stream.outbox.put(bytes)
            }
        }
        // So that the rate comes down when nothing happens any more.
        if state.hasNews { changed() } else if rate.value > 0 { tickTimer?.arm(after: .seconds(1)) }
    }

    private func look() {
        lookTimer?.arm(after: Self.lookInterval)
        looks += 1
        // Each answer is made on another thread, whose allocator keeps what it took for it.
        if looks % Self.looksPerTrim == 0 { state.beside { AllocatedMemory.trim() } }
        state.look { [weak self] change in
            guard let self else { return }
            switch change {
            case .none: break
            case .grown, .shrunk: changed(change)
            case .deleted, .replaced, .damaged:
                guard fate != change else { return }
                fate = change
                changed(change)
            }
        }
    }

    private func beat() {
        beatTimer?.arm(after: Self.beat)
        for stream in streams { stream.outbox.put(":\n\n") }
    }
}

/// How many flows began in a second, over the last one. A value.
package struct PageRate {
    private var counts: [(time: UInt64, count: Int)] = []
    package private(set) var value = 0.0

    private static let span: UInt64 = 1_000_000_000

    package init() {}

    /// Takes in how many began until now; answers how many a second that is.
    package mutating func count(_ count: Int, now: UInt64) -> Double {
        counts.append((now, count))
        counts.removeAll { $0.time + Self.span < now }
        value = Double(counts.reduce(0) { $0 + $1.count })
        return value
    }
}
