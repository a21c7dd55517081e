import Bytes
import Explain
import Flow
import HTTPModel

/// Any bytes are messages that tile the input; their spans tile them; the first error is named where it is.
enum DissectionTarget {
    private static let readers = [
        MessageReader(), MessageReader(kind: .request), MessageReader(kind: .response, toMethod: .head),
        MessageReader(acceptingLineFeeds: false), MessageReader(limits: MessageReader.Limits(messages: 3, spans: 64)),
    ]

    static func run(_ input: Bytes) {
        // All of them for each input would take five times as long; which one it is has to depend on the input alone.
        let choice = input.reduce(0) { $0 &+ Int($1) } % readers.count
        for reader in Set([0, choice]).map({ readers[$0] }) {
            let reading = reader.read(input)
            check(input.isEmpty || !reading.messages.isEmpty, "nothing was made of the input")
            var position = 0
            for message in reading.messages {
                check(message.offset == position, "a message begins at \(message.offset), not at \(position)")
                check(message.length > 0, "a message at \(message.offset) is empty")
                check(message.range.upperBound <= input.count, "a message ends behind the input")
                tile(message.spans, message.range, depth: 1)
                if let error = message.error {
                    check(
                        isNamed(error.offset, in: message.spans),
                        "\(error.code) at \(error.offset) is not named")
                }
                position = message.range.upperBound
            }
            check(reading.rest == position..<input.count, "the rest is \(reading.rest), not from \(position)")
        }
    }

    private static func tile(_ spans: [Span], _ range: Range<Int>, depth: Int) {
        check(depth <= 10, "the tree is deep at \(range)")
        var position = range.lowerBound
        for span in spans {
            check(span.offset == position, "\(span.rule) begins at \(span.offset), not at \(position)")
            check(span.length > 0 || span.isMalformed, "\(span.rule) at \(span.offset) is empty")
            check(
                !span.rule.isEmpty && !span.spec.isEmpty && !span.text.isEmpty,
                "the span at \(span.offset) does not say what it is")
            if !span.children.isEmpty { tile(span.children, span.range, depth: depth + 1) }
            position = span.range.upperBound
        }
        check(position == range.upperBound, "the spans end at \(position), not at \(range.upperBound)")
    }

    private static func isNamed(_ offset: Int, in spans: [Span]) -> Bool {
        spans.contains { span in
            guard span.range.contains(offset) || span.offset == offset || span.range.upperBound == offset else {
                return false
            }
            if span.children.isEmpty {
                return span.isMalformed && (span.range.contains(offset) || span.offset == offset)
            }
            return isNamed(offset, in: span.children)
        }
    }
}
