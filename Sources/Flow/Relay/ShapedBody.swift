import Bytes

/// Lets the bytes of one body go as rules want: slowly, changed, or not to their end. What has come waits here while
/// its time has not. A value of the body's relay: time comes in, and what goes comes out.
struct ShapedBody: Sendable {
    /// What is to be done, in order.
    enum Step: Sendable, Hashable {
        /// These go now.
        case go(Bytes)
        /// The time of the next comes then, in nanoseconds.
        case wake(at: UInt64)
        /// This number of bytes takes its time, from this moment on, of a rate that others share.
        case share(Int, from: UInt64)
        /// All that waited has gone.
        case drained
        /// Nothing more follows: cut off, or stalled.
        case over(BodyShaper.End)
    }

    let shape: BodyShape
    private var shaper: BodyShaper
    private var pace = BytePace()
    /// What has yet to go, and how long each piece waits when it is the next, in nanoseconds.
    private var waiting: [(bytes: Bytes, pause: UInt64)] = []
    /// The time of the first is known, or is being asked for.
    private var isTimed = false
    /// The time of the first has come, and its receiver takes nothing.
    private(set) var isHeldUp = false

    init(_ shape: BodyShape, size: UInt64?) {
        self.shape = shape
        shaper = BodyShaper(shape, size: size)
    }

    /// Places of the content that are changed.
    var places: [UInt64] { shaper.places }

    /// Nothing more is taken for now.
    var isBusy: Bool { !waiting.isEmpty || shaper.end != nil }

    /// Bytes wait here for their time.
    var keepsBytes: Bool { !waiting.isEmpty }

    mutating func take(_ bytes: Bytes, isContent: Bool, now: UInt64, _ steps: inout [Step]) {
        guard shaper.end == nil else { return }
        let passing = shaper.take(bytes, isContent: isContent).bytes
        let pause = isContent ? UInt64(clamping: shape.eachChunk) &* 1_000 : 0
        // Nothing overtakes what waits.
        guard shape.throttle != nil || pause > 0 || !waiting.isEmpty else {
            if !passing.isEmpty { steps.append(.go(passing)) }
            return endHere(&steps)
        }
        if !passing.isEmpty { waiting.append((passing, pause)) }
        if waiting.isEmpty {
            endHere(&steps)
        } else if !isTimed, !isHeldUp {
            schedule(now, &steps)
        }
    }

    /// How much of the first of what waits goes at once.
    private var slice: Int {
        let count = waiting.first?.bytes.count ?? 0
        return shape.throttle.map { min(count, BytePace.slice(of: $0.down)) } ?? count
    }

    /// The first of what waits goes when its time has come.
    private mutating func schedule(_ now: UInt64, _ steps: inout [Step]) {
        guard let pause = waiting.first?.pause else { return }
        isTimed = true
        let start = now + pause
        guard let rate = shape.throttle else { return steps.append(.wake(at: max(start, now + 1))) }
        if rate.isShared { return steps.append(.share(slice, from: start)) }
        timed(pace.reserve(slice, rate: rate.down, now: start), now: now, &steps)
    }

    /// The bytes that share a rate have taken their time at `due`.
    mutating func timed(_ due: UInt64, now: UInt64, _ steps: inout [Step]) {
        guard isTimed, let rate = shape.throttle?.down else { return }
        steps.append(.wake(at: BytePace.departure(due, now: now, rate: rate)))
    }

    /// The time of the first of what waits.
    mutating func timeCame(_ now: UInt64, isCongested: Bool, _ steps: inout [Step]) {
        isTimed = false
        guard !waiting.isEmpty else { return }
        isHeldUp = isCongested
        if !isCongested { letGo(now, &steps) }
    }

    /// Its receiver has room again.
    mutating func hasRoom(_ now: UInt64, _ steps: inout [Step]) {
        guard isHeldUp else { return }
        isHeldUp = false
        letGo(now, &steps)
    }

    private mutating func letGo(_ now: UInt64, _ steps: inout [Step]) {
        guard let bytes = waiting.first?.bytes else { return }
        let next = bytes.slice(0..<slice)
        if next.count < bytes.count {
            waiting[0] = (bytes.slice(next.count..<bytes.count), 0)
        } else {
            waiting.removeFirst()
        }
        steps.append(.go(next))
        guard waiting.isEmpty else { return schedule(now, &steps) }
        if shaper.end == nil { steps.append(.drained) } else { endHere(&steps) }
    }

    /// All that may pass has, if nothing more will.
    private func endHere(_ steps: inout [Step]) {
        if let end = shaper.end { steps.append(.over(end)) }
    }
}
