import Bytes
import Filter

/// What is put in place of what an expression finds: `/colou?r/color/gi`.
package struct Substitution: Sendable, Hashable {
    let expression: RegularExpression
    let replacement: Bytes
    /// Each match; otherwise the first one.
    let replacesAll: Bool

    /// The text with the replacements, and how many there were; nil when the work became more than a text of this
    /// length may take.
    func applied(to text: Bytes) -> (text: Bytes, count: Int)? {
        guard let ranges = expression.ranges(in: text, limit: replacesAll ? Int.max : 1) else { return nil }
        guard !ranges.isEmpty else { return (text, 0) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var start = 0
        for range in ranges {
            result.append(contentsOf: text.slice(start..<range.lowerBound))
            result.append(contentsOf: replacement)
            start = range.upperBound
        }
        result.append(contentsOf: text.slice(start..<text.count))
        return (Bytes(result), ranges.count)
    }
}
