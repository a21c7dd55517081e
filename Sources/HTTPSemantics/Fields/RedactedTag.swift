package import Bytes

/// What stands in place of credentials that were taken out of a file: `[secret 3f2a]`. It is no value that anybody
/// sent, so nobody is to blame for its syntax.
package enum RedactedTag {
    private static let opening: [UInt8] = Array("[secret ".utf8)

    /// A tag and nothing else: a password may begin so too.
    package static func isWhole(_ value: Bytes) -> Bool { length(in: value, at: 0) == value.count }

    /// A tag stands somewhere in it.
    package static func isIn(_ value: Bytes) -> Bool {
        var place = 0
        while let bracket = value.firstIndex(of: ASCII.openBracket, in: place..<value.count) {
            if length(in: value, at: bracket) != nil { return true }
            place = bracket + 1
        }
        return false
    }

    /// How long the tag is that begins there; nil when none does.
    private static func length(in value: Bytes, at start: Int) -> Int? {
        guard value.count - start > opening.count, value.slice(start..<start + opening.count).elementsEqual(opening)
        else { return nil }
        let digits = value.slice(start + opening.count..<min(value.count, start + opening.count + 17))
        let end = digits.firstIndex { !ASCII.isDigit($0) && !(UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
        guard let end, (4...16).contains(end), digits[end] == ASCII.closeBracket else { return nil }
        return opening.count + end + 1
    }
}
