package import Bytes
package import Flow
import HTTPModel

/// A head as it came beside what went on, line by line, each difference with its reason. A value, the same for every
/// view.
package struct ComparedHead: Sendable {
    /// A line and where it stands in its octets; the place is nil where that is not known.
    package struct Side: Sendable, Hashable {
        package let text: Bytes
        package let place: Range<Int>?
    }

    package struct Line: Sendable, Hashable {
        /// nil: it was added on the way.
        package let came: Side?
        /// nil: it was left out.
        package let went: Side?
        /// nil: nothing was done with it.
        package let reason: Bytes?

        package var isSame: Bool { reason == nil && came?.text == went?.text }
    }

    package private(set) var lines: [Line] = []

    /// - Parameters:
    ///   - changes: those of this head.
    ///   - sent: what went on; nil when it is not known byte for byte.
    package init(_ head: Bytes, _ changes: [FlowRecord.ChangedLine], sent: Bytes?) {
        var left = changes
        var place = Places(sent)
        for (text, range) in Self.lines(of: head) {
            let came = Side(text: text, place: range)
            guard let index = left.firstIndex(where: { $0.action != .added && $0.line == text }) else {
                lines.append(Line(came: came, went: place.side(text), reason: nil))
                continue
            }
            let change = left.remove(at: index)
            lines.append(Line(came: came, went: change.replacement.map { place.side($0) }, reason: change.reason))
        }
        for change in left {
            let isAdded = change.action == .added
            let went = isAdded ? change.line : change.replacement
            lines.append(
                Line(
                    came: isAdded ? nil : Side(text: change.line, place: nil), went: went.map { place.side($0) },
                    reason: change.reason))
        }
    }

    /// One change of something else than a head.
    package init(_ change: FlowRecord.ChangedLine) {
        let isAdded = change.action == .added
        lines = [
            Line(
                came: isAdded ? nil : Side(text: change.line, place: nil),
                went: (isAdded ? change.line : change.replacement).map { Side(text: $0, place: nil) },
                reason: change.reason)
        ]
    }

    /// The lines of a head without their ends, up to the empty one, with their places.
    package static func lines(of head: Bytes) -> [(text: Bytes, place: Range<Int>)] {
        var lines: [(text: Bytes, place: Range<Int>)] = []
        var start = 0
        while start < head.count {
            let end = head.firstIndex(of: ASCII.lineFeed, from: start) ?? head.count
            let isCRLF = end > start && end < head.count && head[end - 1] == ASCII.carriageReturn
            let range = start..<(isCRLF ? end - 1 : end)
            lines.append((head.slice(range), range))
            start = end + 1
        }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Finds lines in what went on, each once.
    private struct Places {
        private var left: [(text: Bytes, place: Range<Int>)]

        init(_ sent: Bytes?) {
            left = sent.map { ComparedHead.lines(of: $0) } ?? []
        }

        mutating func side(_ text: Bytes) -> Side {
            guard let index = left.firstIndex(where: { $0.text == text }) else { return Side(text: text, place: nil) }
            return Side(text: text, place: left.remove(at: index).place)
        }
    }
}
