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
        /// Bytes that RFC 3986 wants encoded there, and that browsers send as they are.
        case leftUnencoded
        /// Bytes that must be encoded there.
        case unencoded
    }

    /// What it is.
    package let kind: Kind
    /// Where it lies.
    package let range: Range<Int>

    /// The piece at the start of a range that has bytes in it, as long as it goes. Pieces read one after another lie
    /// side by side.
    package init(in bytes: Bytes, _ range: Range<Int>, of component: URLComponent) {
        let allowed = component.allowed
        func kind(_ byte: UInt8) -> Kind {
            if allowed.contains(byte) { return .plain }
            return component.isLeftByBrowsers(byte) ? .leftUnencoded : .unencoded
        }
        let (found, end) = bytes.withSpan { span -> (Kind, Int) in
            let start = range.lowerBound
            var end = start + 1
            if span[start] == ASCII.percent {
                guard start + 2 < range.upperBound, let high = ASCII.hexValue(span[start + 1]),
                    let low = ASCII.hexValue(span[start + 2])
                else { return (.brokenPercent, end) }
                return (.encoded(high << 4 | low), start + 3)
            }
            let first = kind(span[start])
            while end < range.upperBound, span[end] != ASCII.percent, kind(span[end]) == first { end += 1 }
            return (first, end)
        }
        self.kind = found
        self.range = range.lowerBound..<end
    }
}
