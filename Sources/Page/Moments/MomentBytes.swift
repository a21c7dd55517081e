import Bytes
import Explain

/// The bytes of a message as nested elements: each span within the one that it is a part of, each line with a number.
/// A value.
struct MomentBytes {
    private(set) var html = ""
    /// The spans that have numbers, in their order: lines and what stands beside them.
    private(set) var numbered: [Span] = []
    private let input: Bytes
    /// Fields have a line each, which no line end ends.
    private let isList: Bool

    init(_ message: ExplainedMessage) {
        isList = message.isOfStreams
        let form = isList ? FieldListForm(message.spans, in: message.input) : nil
        input = form?.bytes ?? message.input
        for span in form?.spans ?? message.spans {
            // Line ends and empty lines by themselves need no number.
            let isLine = span.length > 2 || span.isMalformed
            if isLine {
                numbered.append(span)
                html += "<sup>\(numbered.count)</sup>"
            }
            put(span)
        }
    }

    private mutating func put(_ span: Span) {
        guard span.length > 0 else { return }
        let title = MomentPage.text("\(span.rule), \(span.spec): \(span.text)")
        html += "<span\(span.isMalformed ? " class=\"bad\"" : "") title=\"\(title)\">"
        if span.children.isEmpty { put(span.range) } else { for child in span.children { put(child) } }
        html += "</span>"
    }

    private mutating func put(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<input.count)
        let shown = input.slice(range.lowerBound..<min(range.upperBound, range.lowerBound + MomentPage.bodyLimit))
        var start = 0
        for (place, byte) in shown.enumerated() where byte == ASCII.carriageReturn || byte == ASCII.lineFeed {
            html += MomentPage.text(shown.slice(start..<place))
            if !isList { html += "<span class=\"end\">\(byte == ASCII.lineFeed ? "LF" : " CR")</span>" }
            if byte == ASCII.lineFeed { html += "\n" }
            start = place + 1
        }
        html += MomentPage.text(shown.slice(start..<shown.count))
        if shown.count < range.count { html += " … \(range.count - shown.count) bytes more" }
    }
}
