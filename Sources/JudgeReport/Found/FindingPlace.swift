import Bytes
package import Flow
import HTTPModel
import Judge

/// Where in a message a finding is, for people and scripts. Values are hidden already.
package struct FindingPlace: Sendable, Equatable {
    /// The name of the field, as it is written; nil for the first line.
    package let field: String?
    /// Of the head, from 1.
    package let line: Int
    /// In bytes of the line, from 1.
    package let column: Int
    /// Bytes from the beginning of the message.
    package let offset: Int
    package let length: Int
    /// The line, and where in it the bytes are; nil where hiding changed them.
    package let text: String
    package let marked: Range<Int>?
    /// The bytes themselves.
    package let quotation: String

    /// Longer lines are cut around the place.
    private static let widest = 400

    /// nil when the finding is about no bytes of the head.
    init?(_ finding: Finding, in record: FlowRecord, hiding hide: (Bytes) -> Bytes) {
        let raw: Bytes? =
            switch finding.message {
            case .request?: record.requestHead?.raw
            case .response?: record.responseHead?.raw
            case nil: nil
            }
        guard let raw, !finding.range.isEmpty, finding.range.lowerBound >= 0, finding.range.upperBound <= raw.count
        else { return nil }
        let start = raw[..<finding.range.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
        let end = raw.firstIndex(of: ASCII.lineFeed, from: finding.range.lowerBound) ?? raw.count
        line = 1 + raw[..<start].count { $0 == ASCII.lineFeed }
        column = finding.range.lowerBound - start + 1
        offset = finding.range.lowerBound
        length = finding.range.count
        let whole = raw.slice(start..<max(start, end))
        field = line == 1 ? nil : whole.firstIndex(of: ASCII.colon).map { whole.slice(0..<$0).text }
        // A window of a very long line, with the place in it.
        let first = max(0, column - 1 - Self.widest / 2)
        let last = min(whole.count, first + Self.widest)
        let window = whole.slice(min(first, last)..<last)
        let marked = max(0, column - 1 - first)..<min(window.count, max(0, column - 1 - first) + length)
        let shown = hide(window)
        let quoted = hide(raw.slice(offset..<min(offset + min(length, Self.widest), raw.count)))
        quotation = quoted.trimmed.text
        text = (first > 0 ? "…" : "") + Bytes(shown.filter { $0 != ASCII.carriageReturn }).text
        self.marked = shown == window && first == 0 && !marked.isEmpty ? marked : nil
    }
}
