import Bytes
import Explain

/// What one side of an HTTP/2 connection sent is tiled by its parts, and they by their spans; each span says what it
/// is, and notes stand in their part. The first byte of an input chooses the side.
enum FrameTarget {
    static func run(_ input: Bytes) {
        guard let choice = input.first else { return }
        let body = input.slice(1..<input.count)
        let dissection = HTTP2Reader.read(body, from: choice & 1 == 0 ? .client : .server)
        var position = 0
        for part in dissection.parts {
            check(part.offset == position, "a part is out of place")
            judge(part.spans, part.range)
            position = part.range.upperBound
            for note in part.notes {
                check(
                    note.offset >= 0 && note.offset + note.length <= position, "a note of \(note.code) is out of place")
            }
        }
        check(dissection.rest == position..<body.count, "the rest is out of place")
    }

    private static func judge(_ spans: [Span], _ range: Range<Int>) {
        var position = range.lowerBound
        for span in spans {
            check(span.offset == position && !span.text.isEmpty, "\(span.rule) does not tile, or says nothing")
            if !span.children.isEmpty { judge(span.children, span.range) }
            position = span.range.upperBound
        }
        check(position == range.upperBound, "spans end at \(position), not at \(range.upperBound)")
    }
}
