import Bytes

/// Credentials of one flow that another part of it may repeat: a password without a digit in the page that greets
/// its owner. `KnownSecrets` has those of all flows, and leaves out what looks like a word.
///
/// Within one flow a word that is somebody's password is that password, if it stands there as a word of its own.
/// Numbers are left out, as sizes and times are like them, and words that stand in messages for reasons of their own.
struct EchoedSecrets {
    /// Shorter ones stand anywhere.
    static let shortest = 6
    private static let limit = 1_000

    private var values: Set<Bytes> = []
    /// How long those are that begin with these six bytes, the longest first.
    private var lengths: [UInt64: [Int]] = [:]
    /// A bit for the first two bytes of each: most places are passed by one look.
    private var openings = [UInt64](repeating: 0, count: 1024)

    var count: Int { values.count }

    /// - Parameter isNamed: its name says that it is a credential; a cookie's value is mostly a setting.
    mutating func add(_ value: Bytes, isNamed: Bool) {
        guard value.count >= Self.shortest, count < Self.limit, Self.isTelling(value, isNamed: isNamed) else { return }
        let own = Bytes(value.array)
        guard values.insert(own).inserted else { return }
        let key = Self.key(own, 0)
        if lengths[key]?.contains(own.count) != true {
            lengths[key, default: []].append(own.count)
            lengths[key]?.sort(by: >)
        }
        let pair = Int(own[0]) << 8 | Int(own[1])
        openings[pair >> 6] |= 1 << UInt64(pair & 63)
    }

    func find(in bytes: Bytes, into found: inout [Secret]) { find(in: bytes, 0..<bytes.count, into: &found) }

    func find(in bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        guard count > 0 else { return }
        var start = range.lowerBound
        while start + Self.shortest <= range.upperBound {
            guard let length = self.length(in: bytes, at: start, range) else {
                start += 1
                continue
            }
            found.append(Secret(start..<start + length))
            start += length
        }
    }

    private func length(in bytes: Bytes, at start: Int, _ range: Range<Int>) -> Int? {
        let pair = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        guard openings[pair >> 6] & 1 << UInt64(pair & 63) != 0, Self.mayBegin(bytes, start, range),
            let lengths = lengths[Self.key(bytes, start)]
        else { return nil }
        for length in lengths where start + length <= range.upperBound {
            let end = start + length
            let isWhole = end == range.upperBound || !Self.isOfWord(bytes[end]) || !Self.isOfWord(bytes[end - 1])
            if isWhole, values.contains(bytes.slice(start..<end)) { return length }
        }
        return nil
    }

    /// No word is under way there: what is escaped or percent-encoded before it ends with a letter or digit, too.
    private static func mayBegin(_ bytes: Bytes, _ start: Int, _ range: Range<Int>) -> Bool {
        guard start > range.lowerBound, isOfWord(bytes[start]), isOfWord(bytes[start - 1]) else { return true }
        if start - 3 >= range.lowerBound, bytes[start - 3] == ASCII.percent { return true }
        return start - 2 >= range.lowerBound && bytes[start - 2] == ASCII.backslash
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.underscore || byte >= 0x80
    }

    private static func key(_ bytes: Bytes, _ index: Int) -> UInt64 {
        var key: UInt64 = 0
        for place in index..<index + shortest { key = key << 8 | UInt64(bytes[place]) }
        return key
    }

    private static func isTelling(_ value: Bytes, isNamed: Bool) -> Bool {
        var (digits, lower, upper, others) = (0, 0, 0, 0)
        for byte in value {
            if ASCII.isDigit(byte) {
                digits += 1
            } else if ASCII.isAlpha(byte) {
                if ASCII.lowercase(byte) == byte { lower += 1 } else { upper += 1 }
            } else {
                others += 1
            }
        }
        let letters = lower + upper
        guard letters > 0 || others > digits, !KnownSecrets.isDottedName(value) else { return false }
        // One word, in one case or with a capital letter at its beginning.
        let isCapitalized = upper == 1 && ASCII.lowercase(value[0]) != value[0]
        let isWord = digits == 0 && others == 0 && (upper == 0 || lower == 0 || isCapitalized)
        guard isWord else { return isNamed || digits > 0 && letters > 0 || lower > 0 && upper > 1 }
        let plain = value.lowercased
        return isNamed && !ordinary.contains(plain) && SecretNames.strength(of: plain) == nil
    }

    /// What schemas, messages about mistakes, and forms without a value have where a credential would stand.
    private static let ordinary: Set<Bytes> = [
        "accept", "accepted", "access", "active", "always", "anonymous", "application", "array", "basic", "boolean",
        "browser", "cancel", "changed", "changeme", "checked", "chunked", "client", "confirm", "content", "cookies",
        "current", "default", "deflate", "delete", "denied", "deprecated", "description", "digest", "disabled",
        "double", "download", "email", "enabled", "encrypted", "english", "example", "expired", "expires", "failed",
        "failure", "forbidden", "format", "granted", "hidden", "identity", "implicit", "inactive", "incorrect",
        "integer", "internal", "invalid", "locked", "logged", "logout", "manual", "masked", "message", "method",
        "missing", "native", "negotiate", "number", "object", "omitted", "optional", "parameter", "pattern",
        "pending", "placeholder", "private", "production", "property", "provided", "public", "random", "reader",
        "readonly", "rejected", "removed", "request", "required", "response", "result", "revoked", "sample", "schema",
        "server", "service", "status", "strict", "string", "submit", "success", "system", "testing", "timeout",
        "unauthorized", "undefined", "unknown", "unlocked", "unset", "update", "updated", "username", "validated",
        "verified", "version", "visible", "webhook", "website",
    ]
}
