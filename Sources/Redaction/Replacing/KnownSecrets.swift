import Bytes

/// Secrets that were found already, to be found again where nothing says that they are some: a session's number in the
/// middle of a page, a token that an error repeats. Time is linear in what is searched.
struct KnownSecrets {
    /// Shorter ones may stand anywhere by chance.
    private static let shortest = 8
    private static let limit = 50_000
    /// By their first eight bytes; the longest first.
    private var values: [UInt64: [Bytes]] = [:]
    private var count = 0
    /// A bit for the first two bytes of each: most places are passed by one look.
    private var openings = [UInt64](repeating: 0, count: 1024)

    mutating func add(_ value: Bytes) {
        guard value.count >= Self.shortest, Self.isUnlike(value), count < Self.limit else { return }
        let key = Self.key(value, 0)
        if values[key]?.contains(value) == true { return }
        values[key, default: []].append(value)
        values[key]?.sort { $0.count > $1.count }
        count += 1
        let opening = Int(value[0]) << 8 | Int(value[1])
        openings[opening >> 6] |= 1 << UInt64(opening & 63)
    }

    func find(in bytes: Bytes, into found: inout [Secret]) {
        guard count > 0, bytes.count >= Self.shortest else { return }
        let last = bytes.count - Self.shortest
        var index = 0
        while index <= last {
            let opening = Int(bytes[index]) << 8 | Int(bytes[index + 1])
            guard openings[opening >> 6] & 1 << UInt64(opening & 63) != 0,
                let value = values[Self.key(bytes, index)]?.first(where: { stands($0, in: bytes, at: index) })
            else {
                index += 1
                continue
            }
            found.append(Secret(index..<index + value.count))
            index += value.count
        }
    }

    /// Unlike anything that stands in messages for another reason: a word, a date, a name of a host.
    private static func isUnlike(_ value: Bytes) -> Bool {
        let hasCapitals = value.contains { ASCII.isAlpha($0) && ASCII.lowercase($0) != $0 }
        if value.contains(ASCII.period), !hasCapitals { return false }
        if value.looksRandom { return true }
        return value.count >= 16 && hasCapitals && !value.contains { $0 <= ASCII.space }
    }

    private func stands(_ value: Bytes, in bytes: Bytes, at index: Int) -> Bool {
        index + value.count <= bytes.count && bytes.slice(index..<index + value.count) == value
    }

    private static func key(_ bytes: Bytes, _ index: Int) -> UInt64 {
        var key: UInt64 = 0
        for place in index..<index + shortest { key = key << 8 | UInt64(bytes[place]) }
        return key
    }
}
