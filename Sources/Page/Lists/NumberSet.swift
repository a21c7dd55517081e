/// A set of flow numbers: most follow one another, so that 256 of them take about as much as one. A value.
struct NumberSet: Sendable {
    private var chunks: [UInt32: SIMD4<UInt64>] = [:]

    init() {}

    init(_ numbers: some Sequence<UInt32>) {
        for number in numbers { insert(number) }
    }

    func contains(_ number: UInt32) -> Bool {
        guard let chunk = chunks[number >> 8] else { return false }
        return chunk[Int(number >> 6) & 3] >> UInt64(number & 63) & 1 == 1
    }

    /// Whether it was not there.
    @discardableResult
    mutating func insert(_ number: UInt32) -> Bool {
        let (word, bit) = (Int(number >> 6) & 3, UInt64(1) << UInt64(number & 63))
        let isNew = chunks[number >> 8, default: .zero][word] & bit == 0
        if isNew { chunks[number >> 8, default: .zero][word] |= bit }
        return isNew
    }

    mutating func remove(_ number: UInt32) {
        let (word, bit) = (Int(number >> 6) & 3, UInt64(1) << UInt64(number & 63))
        guard var chunk = chunks[number >> 8] else { return }
        chunk[word] &= ~bit
        chunks[number >> 8] = chunk == .zero ? nil : chunk
    }
}
