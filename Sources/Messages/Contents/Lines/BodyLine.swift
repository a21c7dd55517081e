package import Bytes

/// One line of a body laid out. A terminal and a page show the same lines.
package struct BodyLine: Sendable, Hashable {
    /// What a span is, from which its colour follows.
    package enum Role: Sendable, Hashable {
        case plain
        /// Of a member, a field, an element, an attribute.
        case name
        case string, number
        /// A word of the language: `true`, `null`, `query`.
        case word
        /// Brackets, commas, offsets.
        case mark
        case comment
        /// What Hark says.
        case note
        /// What is not as it should be, and what Hark says of it.
        case damage
        /// Stands for what proves who one is.
        case secret
    }

    /// A run of text of one role: bytes as they came, which nobody has escaped.
    package struct Span: Sendable, Hashable {
        package let text: Bytes
        package let role: Role

        package init(_ text: Bytes, _ role: Role) {
            self.text = text
            self.role = role
        }
    }

    /// Levels of indentation.
    package var depth: Int
    package var spans: [Span] = []

    /// All spans joined.
    package var text: Bytes { spans.count == 1 ? spans[0].text : Bytes(spans.flatMap(\.text)) }
}
