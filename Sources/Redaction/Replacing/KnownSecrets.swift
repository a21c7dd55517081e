import Bytes

/// Secrets that were found already, to be found again where nothing says that they are some: a session's number in the
/// middle of a page, a token that an error repeats. Time is linear in what is searched.
struct KnownSecrets {
    /// Shorter ones may stand anywhere by chance.
    private static let shortest = 8
    private static let limit = 50_000
    private var values: Set<Bytes> = []
    /// How long values are that end with these eight bytes, the longest first. Their ends tell them apart better than
    /// their beginnings: all JSON Web Tokens of one issuer begin alike.
    private var lengths: [UInt64: [Int]] = [:]
    /// A bit for the first two bytes of each, and one for the last two: most places are passed by one look.
    private var openings = [UInt64](repeating: 0, count: 1024)
    private var endings = [UInt64](repeating: 0, count: 1024)

    mutating func add(_ value: Bytes) {
        guard value.count >= Self.shortest, values.count < Self.limit, Self.isUnlike(value),
            values.insert(value).inserted
        else { return }
        let key = Self.key(value, value.count - Self.shortest)
        let place = lengths[key]?.firstIndex { $0 <= value.count } ?? lengths[key]?.count ?? 0
        if lengths[key]?.dropFirst(place).first != value.count {
            lengths[key, default: []].insert(value.count, at: place)
        }
        Self.mark(value, 0, in: &openings)
        Self.mark(value, value.count - 2, in: &endings)
    }

    /// Of those that lie over one another the whole is found once.
    func find(in bytes: Bytes, into found: inout [Secret]) {
        guard !values.isEmpty, bytes.count >= Self.shortest else { return }
        let others = found.count
        for end in Self.shortest...bytes.count where Self.isMarked(bytes, end - 2, in: endings) {
            guard let lengths = lengths[Self.key(bytes, end - Self.shortest)],
                let length = lengths.first(where: { stands(bytes, end, $0) })
            else { continue }
            var start = end - length
            while found.count > others, let last = found.last, last.range.upperBound > start {
                start = min(start, last.range.lowerBound)
                found.removeLast()
            }
            found.append(Secret(start..<end))
        }
    }

    private func stands(_ bytes: Bytes, _ end: Int, _ length: Int) -> Bool {
        length <= end && Self.isMarked(bytes, end - length, in: openings)
            && values.contains(bytes.slice(end - length..<end))
    }

    private static func mark(_ bytes: Bytes, _ index: Int, in marks: inout [UInt64]) {
        let pair = Int(bytes[index]) << 8 | Int(bytes[index + 1])
        marks[pair >> 6] |= 1 << UInt64(pair & 63)
    }

    private static func isMarked(_ bytes: Bytes, _ index: Int, in marks: [UInt64]) -> Bool {
        let pair = Int(bytes[index]) << 8 | Int(bytes[index + 1])
        return marks[pair >> 6] & 1 << UInt64(pair & 63) != 0
    }

    /// Unlike anything that stands in messages for another reason: a word, a date, a name of a host.
    private static func isUnlike(_ value: Bytes) -> Bool {
        let hasCapitals = value.contains { ASCII.isAlpha($0) && ASCII.lowercase($0) != $0 }
        if value.contains(ASCII.period), !hasCapitals, !endsLikeAToken(value) { return false }
        if value.looksRandom { return true }
        return value.count >= 16 && hasCapitals && !value.contains { $0 <= ASCII.space }
    }

    /// Behind its last dot stand letters and digits, as in no name of a host, address, version or date.
    private static func endsLikeAToken(_ value: Bytes) -> Bool {
        var start = value.count
        while start > 0, value[start - 1] != ASCII.period { start -= 1 }
        return value.slice(start..<value.count).looksRandom
    }

    private static func key(_ bytes: Bytes, _ index: Int) -> UInt64 {
        var key: UInt64 = 0
        for place in index..<index + shortest { key = key << 8 | UInt64(bytes[place]) }
        return key
    }
}
