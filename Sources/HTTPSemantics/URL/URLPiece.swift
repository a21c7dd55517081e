package import Bytes

/// The smallest part that a component of a URL is made of (RFC 3986 §2): the only place that says which bytes may stand
/// where, what is encoded, and what should be.
package struct URLPiece: Sendable, Hashable {
    /// What a piece is.
    package enum Kind: Sendable, Hashable {
        /// Characters without a special meaning.
        case plain
        /// `%` and two hexadecimal digits (§2.1).
        case encoded(UInt8)
        /// A `%` without them.
        case brokenPercent
        /// Bytes that must be encoded there.
        case unencoded
    }

    /// What it is.
    package let kind: Kind
    /// Where it lies.
    package let range: Range<Int>

    /// The piece at the start of a range that has bytes in it, as long as it goes; `allowed` are the bytes that stand
    /// for themselves in this component. Pieces read one behind another lie side by side.
    package init(in bytes: Bytes, _ component: Range<Int>, allowed: OctetClass) {
        let (kind, end) = bytes.withSpan { span -> (Kind, Int) in
            let start = component.lowerBound
            var end = start + 1
            if span[start] == ASCII.percent {
                guard start + 2 < component.upperBound, let high = ASCII.hexValue(span[start + 1]),
                    let low = ASCII.hexValue(span[start + 2])
                else { return (.brokenPercent, end) }
                return (.encoded(high << 4 | low), start + 3)
            }
            let isPlain = allowed.contains(span[start])
            while end < component.upperBound, span[end] != ASCII.percent, allowed.contains(span[end]) == isPlain {
                end += 1
            }
            return (isPlain ? .plain : .unencoded, end)
        }
        self.kind = kind
        range = component.lowerBound..<end
    }
}
