/// How rules want the bytes of a body to go: slowly, changed, or not to their end.
package struct BodyShape: Sendable, Hashable {
    package var throttle: ThrottleRate?
    /// The rule whose rate it is, by its text: who shares one shares it with that rule's exchanges.
    package var throttledBy = ""
    /// Microseconds before each part.
    package var eachChunk: Int64 = 0
    /// Bytes of content behind which it stalls.
    package var stall: Int64?
    /// Bytes of content behind which it is cut off.
    package var cut: Int64?
    /// How many bytes are changed, and what chooses them.
    package var corrupt: (count: Int, seed: UInt64)? {
        get { corruptCount > 0 ? (corruptCount, corruptSeed) : nil }
        set { (corruptCount, corruptSeed) = newValue ?? (0, 0) }
    }
    private var corruptCount = 0
    private var corruptSeed: UInt64 = 0

    package init() {}

    /// What of it bears on the request's bytes.
    package var upwards: BodyShape {
        var shape = BodyShape()
        shape.cut = cut
        shape.throttle = throttle.flatMap(\.upwards)
        return shape
    }

    package var isEmpty: Bool { self == BodyShape() }

    /// What was decided earlier, where nothing was since.
    package mutating func takeThrottle(of earlier: BodyShape) {
        guard throttle == nil, let rate = earlier.throttle else { return }
        (throttle, throttledBy) = (rate, earlier.throttledBy)
    }
}
