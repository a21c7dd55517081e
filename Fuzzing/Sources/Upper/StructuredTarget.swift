import Bytes
import HTTPSemantics

/// Any bytes are a Structured Field or an error in them; the parts tile what was read; and what was read, written
/// canonically, is read as the same value and written the same way (RFC 9651 §4).
enum StructuredTarget {
    static func run(_ input: Bytes) {
        for kind in StructuredField.Kind.allCases {
            let (parts, error) = StructuredField.parts(of: input, as: kind)
            let end = tile(parts, from: 0)
            check(end <= input.count, "the parts of a \(kind) go on behind the input")
            if let error {
                check((0...input.count).contains(error.offset), "an error lies at \(error.offset)")
            } else {
                check(end == input.count || parts.count > 0 || input.allSatisfy { $0 == ASCII.space }, "unnamed bytes")
            }
            guard let value = try? StructuredField(kind, input) else {
                check(error != nil, "the parts of a \(kind) have no error, its value has one")
                continue
            }
            guard let text = try? value.serialized() else { fatalError("what was read cannot be written") }
            guard let again = try? StructuredField(kind, text) else {
                // RFC 9651 §4.1: of an empty list or dictionary nothing is sent, and nothing is no item.
                fatalError("\(text.text), as it was written, cannot be read")
            }
            check(again == value, "\(text.text) is another value")
            check((try? again.serialized()) == text, "\(text.text) is written in two ways")
        }
        let half = input.count / 2
        let lines = [input.slice(0..<half), input.slice(half..<input.count)]
        _ = try? StructuredField(.list, lines: lines)
    }

    /// Where the parts end.
    private static func tile(_ parts: [StructuredPart], from start: Int) -> Int {
        var position = start
        for part in parts {
            check(
                part.range.lowerBound == position, "\(part.kind) begins at \(part.range.lowerBound), not at \(position)"
            )
            if !part.children.isEmpty {
                let end = tile(part.children, from: position)
                check(end == part.range.upperBound, "what is in \(part.kind) ends at \(end)")
            }
            position = part.range.upperBound
        }
        return position
    }
}
