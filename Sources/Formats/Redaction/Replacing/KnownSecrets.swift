import Bytes

/// Secrets that were found already, to be found again where nothing says that they are some: a session's number in the
/// middle of a page, a token that an error repeats.
///
/// Time is linear in what is searched, whatever the secrets are: at each place a bounded number of bytes is looked at.
/// A long secret is known by its length, its first and its last bytes.
struct KnownSecrets {
    /// Shorter ones may stand anywhere by chance.
    private static let shortest = 8
    /// Of a longer one so many bytes at either end decide.
    static let telling = 64
    /// Secrets of so many lengths that end alike are told apart; of more the longest is taken to stand there.
    private static let mostLengths = 32
    private static let limit = 50_000

    /// Those of fewer than `telling` bytes.
    private var short: Set<Bytes> = []
    /// How long those are that end with these eight bytes, the longest first. Their ends tell them apart better than
    /// their beginnings: all JSON Web Tokens of one issuer begin alike.
    private var lengths: [UInt64: [Int]] = [:]
    /// The others, by their last bytes.
    private var long: [Bytes: LongSecrets] = [:]
    /// The last eight bytes of these.
    private var longEndings: Set<UInt64> = []
    private(set) var count = 0
    /// A bit for the first two bytes of each, and one for the last two: most places are passed by one look.
    private var openings = [UInt64](repeating: 0, count: 1024)
    private var endings = [UInt64](repeating: 0, count: 1024)

    /// Long secrets that end alike.
    private struct LongSecrets {
        /// Without repetition, the longest first.
        var lengths: [Int] = []
        /// By length, how they begin.
        var heads: [Int: Set<Bytes>] = [:]

        /// False when it was there.
        mutating func add(_ value: Bytes) -> Bool {
            let head = Bytes(Array(value.prefix(KnownSecrets.telling)))
            guard heads[value.count, default: []].insert(head).inserted else { return false }
            guard heads[value.count]?.count == 1 else { return true }
            // By halves: there may be thousands.
            var (low, high) = (0, lengths.count)
            while low < high {
                let middle = (low + high) / 2
                if lengths[middle] > value.count { low = middle + 1 } else { high = middle }
            }
            lengths.insert(value.count, at: low)
            return true
        }
    }

    mutating func add(_ value: Bytes) {
        guard value.count >= Self.shortest, count < Self.limit, Self.isUnlike(value), insert(value) else { return }
        count += 1
        Self.mark(value, 0, in: &openings)
        Self.mark(value, value.count - 2, in: &endings)
    }

    private mutating func insert(_ value: Bytes) -> Bool {
        let key = Self.key(value, value.count - Self.shortest)
        guard value.count < Self.telling else {
            longEndings.insert(key)
            // A copy of its own: a slice would be hashed as well, but keep all of the message.
            return long[Bytes(Array(value.suffix(Self.telling))), default: LongSecrets()].add(value)
        }
        guard short.insert(value).inserted else { return false }
        let place = lengths[key]?.firstIndex { $0 <= value.count } ?? lengths[key]?.count ?? 0
        if lengths[key]?.dropFirst(place).first != value.count {
            lengths[key, default: []].insert(value.count, at: place)
        }
        return true
    }

    /// Of those that lie over one another the whole is found once.
    func find(in bytes: Bytes, into found: inout [Secret]) {
        var work = 0
        find(in: bytes, into: &found, work: &work)
    }

    /// - Parameter work: counts the bytes that are looked at.
    func find(in bytes: Bytes, into found: inout [Secret], work: inout Int) {
        guard count > 0, bytes.count >= Self.shortest else { return }
        let others = found.count
        for end in Self.shortest...bytes.count where Self.isMarked(bytes, end - 2, in: endings) {
            work += Self.shortest
            let key = Self.key(bytes, end - Self.shortest)
            guard let length = longLength(bytes, end, key, &work) ?? shortLength(bytes, end, key, &work) else {
                continue
            }
            var start = end - length
            while found.count > others, let last = found.last, last.range.upperBound > start {
                start = min(start, last.range.lowerBound)
                found.removeLast()
            }
            found.append(Secret(start..<end))
        }
    }

    private func shortLength(_ bytes: Bytes, _ end: Int, _ key: UInt64, _ work: inout Int) -> Int? {
        guard let lengths = lengths[key] else { return nil }
        for length in lengths where length <= end && Self.isMarked(bytes, end - length, in: openings) {
            work += length
            if short.contains(bytes.slice(end - length..<end)) { return length }
        }
        return nil
    }

    private func longLength(_ bytes: Bytes, _ end: Int, _ key: UInt64, _ work: inout Int) -> Int? {
        guard end >= Self.telling, longEndings.contains(key) else { return nil }
        work += Self.telling
        guard let secrets = long[bytes.slice(end - Self.telling..<end)] else { return nil }
        // Ends of many secrets stand there: whichever it is, nothing of it is to be seen.
        guard secrets.lengths.count <= Self.mostLengths else { return min(secrets.lengths[0], end) }
        for length in secrets.lengths where length <= end && Self.isMarked(bytes, end - length, in: openings) {
            work += Self.telling
            let head = bytes.slice(end - length..<end - length + Self.telling)
            if secrets.heads[length]?.contains(head) == true { return length }
        }
        return nil
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
        if isDottedName(value) { return false }
        if value.looksRandom { return true }
        return value.count >= 16 && hasCapitals(value) && !value.contains { $0 <= ASCII.space }
    }

    /// The name of a host, an address, a version, a date or a file.
    static func isDottedName(_ value: Bytes) -> Bool {
        value.contains(ASCII.period) && !hasCapitals(value) && !endsLikeAToken(value)
    }

    private static func hasCapitals(_ value: Bytes) -> Bool {
        value.contains { ASCII.isAlpha($0) && ASCII.lowercase($0) != $0 }
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
