public import Bytes

/// The value of Refresh, as browsers read it (HTML standard, "shared declarative refresh steps"): they load a page some
/// time after showing this one. Other clients ignore the field.
public struct RefreshValue: Sendable, Hashable {
    /// How long the browser waits; fractions are dropped.
    public let seconds: UInt64
    /// The URL to load, as sent; nil for the page itself.
    public let target: Bytes?

    /// nil if browsers ignore the value.
    public init?(_ value: Bytes) {
        let value = value.trimmed
        var place = 0
        func skip(_ isSkipped: (UInt8) -> Bool) {
            while place < value.count, isSkipped(value[place]) { place += 1 }
        }
        skip(ASCII.isDigit)
        let isFraction = place < value.count && value[place] == ASCII.period
        guard place > 0 || isFraction else { return nil }
        seconds = place == 0 ? 0 : value.slice(0..<place).decimal ?? .max
        skip { ASCII.isDigit($0) || $0 == ASCII.period }
        let afterTime = place
        skip(ASCII.isWhitespace)
        if place < value.count, value[place] == ASCII.semicolon || value[place] == ASCII.comma {
            place += 1
        } else if place == afterTime, place < value.count {
            // Something sticks to the number.
            return nil
        }
        skip(ASCII.isWhitespace)
        var rest = value.slice(place..<value.count)
        if rest.hasPrefix(ignoringCase: "url") {
            let after = rest.slice(3..<rest.count).trimmed
            if after.first == ASCII.equals { rest = after.slice(1..<after.count).trimmed }
        }
        if let quote = rest.first, quote == ASCII.quote || quote == ASCII.apostrophe {
            let end = rest.firstIndex(of: quote, in: 1..<rest.count) ?? rest.count
            rest = rest.slice(1..<end)
        }
        target = rest.isEmpty ? nil : rest
    }
}
