package import Bytes
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
    /// The line, or the part of it around the place, as it was received.
    package let shown: Bytes
    /// The line begins before `shown`.
    let isCut: Bool
    /// Where in `shown` the bytes are; nil where hiding changed them.
    package let marked: Range<Int>?
    /// The bytes themselves.
    package let quotation: String

    /// `shown` as text.
    package var text: String { (isCut ? "…" : "") + PlainText.of(shown) }

    /// Longer lines are cut around the place.
    private static let widest = 400

    /// nil when the finding is about no bytes of the head.
    init?(_ finding: Finding, in record: FlowRecord, hiding hide: (Bytes) -> Bytes) {
        let raw: Bytes? =
            switch finding.message {
            case .request?: record.requestHead?.raw ?? record.request.malformedHead
            case .response?: record.responseHead?.raw ?? record.response.malformedHead
            case nil: nil
            }
        guard let raw, !finding.range.isEmpty, finding.range.lowerBound >= 0, finding.range.upperBound <= raw.count
        else { return nil }
        let start = raw[..<finding.range.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
        var end = raw.firstIndex(of: ASCII.lineFeed, from: finding.range.lowerBound) ?? raw.count
        if end > max(start, finding.range.upperBound), raw[end - 1] == ASCII.carriageReturn { end -= 1 }
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
        let place = min(window.count, column - 1 - first)..<min(window.count, column - 1 - first + length)
        let quoted = hide(raw.slice(offset..<min(offset + min(length, Self.widest), raw.count)))
        quotation = quoted.trimmed.text
        shown = hide(window)
        isCut = first > 0
        // Hidden part by part it is the same, unless a credential reaches over an end of the place.
        let (before, within) = (hide(window.slice(0..<place.lowerBound)), hide(window.slice(place)))
        let after = hide(window.slice(place.upperBound..<window.count))
        let isSame = Bytes(before.array + within.array + after.array) == shown
        marked = isSame && !within.isEmpty ? before.count..<before.count + within.count : nil
    }
}
