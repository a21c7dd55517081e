package import Bytes

/// What faults of a rule do to the bytes of a body as they pass: some are changed, and behind so many of them nothing
/// follows. Pure: where and when bytes go is somebody else's.
package struct BodyShaper: Sendable {
    package enum End: Sendable, Hashable {
        case stall, cut
    }

    private let stall: Int64
    private let cut: Int64
    /// Places of content bytes that are changed, the last first.
    private var corrupted: [UInt64]
    private var mask: Chance
    /// Content bytes so far.
    private var count: Int64 = 0
    private(set) var end: End?

    /// - Parameter size: of the content, where the head says it; otherwise its beginning is taken for all.
    package init(_ shape: BodyShape, size: UInt64?) {
        stall = shape.stall ?? .max
        cut = shape.cut ?? .max
        mask = Chance(seed: shape.corrupt?.seed ?? 0, 0, 0)
        corrupted = []
        guard let wish = shape.corrupt else { return }
        let room = max(1, size ?? 1_024)
        var places: Set<UInt64> = []
        while places.count < min(wish.count, Int(clamping: room)) { places.insert(mask.next() % room) }
        corrupted = places.sorted(by: >)
    }

    /// The places that are changed, for the record.
    package var places: [UInt64] { corrupted.reversed() }

    /// The bytes as they go on, and what comes behind them.
    package mutating func take(_ bytes: Bytes, isContent: Bool) -> (bytes: Bytes, end: End?) {
        if let end { return (Bytes(), end) }
        guard isContent else { return (bytes, nil) }
        let room = min(stall, cut) - count
        let taken = min(Int64(bytes.count), max(0, room))
        let passing = changed(bytes.slice(0..<Int(taken)))
        count += taken
        guard count >= min(stall, cut) else { return (passing, nil) }
        end = cut <= stall ? .cut : .stall
        return (passing, end)
    }

    private mutating func changed(_ bytes: Bytes) -> Bytes {
        guard let next = corrupted.last, next < UInt64(count) + UInt64(bytes.count) else { return bytes }
        var array = bytes.array
        while let place = corrupted.last, place < UInt64(count) + UInt64(bytes.count) {
            corrupted.removeLast()
            // Never zero: the byte is another one.
            array[Int(place - UInt64(count))] ^= UInt8(truncatingIfNeeded: mask.next() % 255 + 1)
        }
        return Bytes(array)
    }
}
