import Bytes
import Explain
import HTTPModel

/// Whether spans name every byte of a range once: side by side without gap or overlap, and so do their children.
enum Tiling {
    /// What is wrong, in words; empty when nothing is.
    static func gaps(in spans: [Span], of range: Range<Int>) -> [String] {
        var found: [String] = []
        var position = range.lowerBound
        for span in spans {
            if span.offset != position {
                found.append("\(span.rule) begins at \(span.offset), not at \(position)")
            }
            if span.length < 0 { found.append("\(span.rule) at \(span.offset) has a negative length") }
            if span.length == 0, !span.isMalformed { found.append("\(span.rule) at \(span.offset) is empty") }
            if span.rule.isEmpty || span.spec.isEmpty || span.text.isEmpty {
                found.append("a span at \(span.offset) does not say what it is")
            }
            if !span.children.isEmpty { found += gaps(in: span.children, of: span.range) }
            position = span.range.upperBound
        }
        if position != range.upperBound { found.append("the spans end at \(position), not at \(range.upperBound)") }
        return found
    }

    /// The leaves, in order.
    static func leaves(_ spans: [Span]) -> [Span] {
        spans.flatMap { $0.children.isEmpty ? [$0] : leaves($0.children) }
    }

    /// How deep the tree goes.
    static func depth(_ spans: [Span]) -> Int {
        1 + (spans.map { $0.children.isEmpty ? 0 : depth($0.children) }.max() ?? 0)
    }

    /// What is wrong with the reading of an input: gaps, leaves that are not the input, an error that no span names.
    static func faults(in reading: MessageReader.Reading, of input: Bytes) -> [String] {
        var found: [String] = []
        var position = 0
        var joined: [UInt8] = []
        for message in reading.messages {
            if message.offset != position { found.append("a message begins at \(message.offset), not at \(position)") }
            found += gaps(in: message.spans, of: message.range)
            let leaves = leaves(message.spans)
            for leaf in leaves where leaf.offset >= 0 && leaf.range.upperBound <= input.count {
                joined += input.slice(leaf.range)
            }
            if let error = message.error {
                let isNamed = leaves.contains {
                    $0.isMalformed && ($0.range.contains(error.offset) || $0.offset == error.offset)
                }
                if !isNamed { found.append("\(error.code) at \(error.offset) is not named") }
            }
            position = message.range.upperBound
        }
        if reading.rest != position..<input.count { found.append("the rest is \(reading.rest), not \(position)...") }
        if Bytes(joined) != input.slice(0..<min(position, input.count)) { found.append("the leaves are not the input") }
        return found
    }
}
