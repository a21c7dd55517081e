import Bytes
import Explain
import Flow
import Testing

/// What `FieldValue.dissect` made of a value, for tests to look at.
struct FieldTree {
    let value: Bytes
    let spans: [Span]

    init(_ name: String, _ value: Bytes, at offset: Int = 0, in kind: MessageKind = .response) {
        self.value = value
        spans = FieldValue.dissect(name: Bytes(name), value: value, at: offset, in: kind)
    }

    var all: [Span] {
        func below(_ span: Span) -> [Span] { [span] + span.children.flatMap(below) }
        return spans.flatMap(below)
    }

    /// `rule:text` of each leaf, malformed ones with `!` before them.
    var leaves: [String] {
        all.filter(\.children.isEmpty).map { "\($0.isMalformed ? "!" : "")\($0.rule):\(value.slice($0.range).text)" }
    }

    var groups: [String] { all.filter { !$0.children.isEmpty }.map(\.rule) }
    var malformed: [Span] { all.filter(\.isMalformed) }

    /// The sentence of the first span with this rule.
    func text(_ rule: String) -> String? { all.first { $0.rule == rule }?.text }

    /// Why the spans do not tile `range`, at any level; nil when they do.
    static func gap(_ spans: [Span], in range: Range<Int>) -> String? {
        var end = range.lowerBound
        for span in spans {
            if span.offset != end { return "\(span.rule) begins at \(span.offset), not at \(end)" }
            if span.length < 1 { return "\(span.rule) at \(span.offset) is empty" }
            if span.rule.isEmpty || span.spec.isEmpty || span.text.isEmpty { return "\(span) says nothing" }
            end = span.range.upperBound
            if !span.children.isEmpty, let gap = gap(span.children, in: span.range) { return gap }
        }
        return end == range.upperBound ? nil : "they end at \(end), not at \(range.upperBound)"
    }

    static func depth(_ spans: [Span]) -> Int {
        1 + (spans.map { $0.children.isEmpty ? 0 : depth($0.children) }.max() ?? 0)
    }
}
