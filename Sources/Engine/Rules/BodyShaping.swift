internal import Bytes
internal import Reactor
internal import Rules

/// Lets the bytes of one body go as rules want: slowly, changed, or not to their end. What has come waits here while
/// its time has not; whoever brings it looks at `isBusy` before the next part.
///
/// Owned by the rules of an exchange, on its loop.
final class BodyShaping {
    private let loop: EventLoop
    private let shape: RuleShape
    private let live: LiveRules
    private var shaper: BodyShaper
    private var pace = BytePace()
    private let isCongested: () -> Bool
    private let send: (Bytes) -> Void
    private let drained: () -> Void
    private let cut: () -> Void
    private let stalled: () -> Void
    /// What has yet to go, and how long each piece waits when it is the next.
    private var waiting: [(bytes: Bytes, pause: UInt64)] = []
    private var hasStalled = false
    private var endsCut = false
    private var timer: LoopTimer?
    /// The time of the first has come, and its receiver takes nothing.
    private var isHeldUp = false

    init(
        _ shape: RuleShape, size: UInt64?, _ live: LiveRules, on loop: EventLoop, isCongested: @escaping () -> Bool,
        send: @escaping (Bytes) -> Void, drained: @escaping () -> Void, cut: @escaping () -> Void,
        stalled: @escaping () -> Void = {}
    ) {
        self.shape = shape
        self.live = live
        self.loop = loop
        self.isCongested = isCongested
        self.send = send
        self.drained = drained
        self.cut = cut
        self.stalled = stalled
        shaper = BodyShaper(shape, size: size)
    }

    var places: [UInt64] { shaper.places }

    /// Nothing more is taken for now.
    var isBusy: Bool { !waiting.isEmpty || hasStalled || endsCut }

    /// Bytes wait here for their time.
    var keepsBytes: Bool { !waiting.isEmpty }

    func close() {
        waiting = []
        timer?.invalidate()
        timer = nil
    }

    func take(_ bytes: Bytes, isContent: Bool) {
        guard !hasStalled, !endsCut else { return }
        let (passing, end) = shaper.take(bytes, isContent: isContent)
        if end == .stall { hasStalled = true }
        if end == .cut { endsCut = true }
        let pause = isContent ? UInt64(clamping: shape.eachChunk) * 1_000 : 0
        // Nothing overtakes what waits.
        guard shape.throttle != nil || pause > 0 || !waiting.isEmpty else {
            if !passing.isEmpty { send(passing) }
            return endHere()
        }
        if !passing.isEmpty { waiting.append((passing, pause)) }
        if waiting.isEmpty {
            endHere()
        } else if timer?.isArmed != true, !isHeldUp {
            schedule()
        }
    }

    /// How much of the first of what waits goes at once.
    private var slice: Int {
        let count = waiting.first?.bytes.count ?? 0
        return shape.throttle.map { min(count, BytePace.slice(of: $0.down)) } ?? count
    }

    /// The first of what waits goes when its time has come.
    private func schedule() {
        guard let pause = waiting.first?.pause else { return }
        let now = loop.now + pause
        var due = now
        if let rate = shape.throttle {
            due =
                rate.isShared
                ? live.reserve(slice, rate, of: shape.throttledBy, now: now)
                : pace.reserve(slice, rate: rate.down, now: now)
        }
        let timer = timer ?? LoopTimer(on: loop) { [unowned self] in timeCame() }
        self.timer = timer
        let rate = shape.throttle?.down
        timer.arm(
            at: rate.map { BytePace.departure(due, now: loop.now, rate: $0) } ?? max(due, loop.now + 1))
    }

    /// Its receiver has room again.
    func goOn() {
        guard isHeldUp else { return }
        isHeldUp = false
        timeCame()
    }

    private func timeCame() {
        guard let bytes = waiting.first?.bytes else { return }
        guard !isCongested() else {
            isHeldUp = true
            return
        }
        let next = bytes.slice(0..<slice)
        if next.count < bytes.count {
            waiting[0] = (bytes.slice(next.count..<bytes.count), 0)
        } else {
            waiting.removeFirst()
        }
        send(next)
        guard waiting.isEmpty else { return schedule() }
        if endsCut || hasStalled { endHere() } else { drained() }
    }

    /// All that may pass has, if nothing more will.
    private func endHere() {
        if endsCut { cut() } else if hasStalled { stalled() }
    }
}
