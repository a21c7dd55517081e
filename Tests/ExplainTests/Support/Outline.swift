import Bytes
import Explain

/// The leaves of an input's messages as a list to compare: the rule and the bytes, a `!` before what is malformed.
func outline(_ input: Bytes, _ reader: MessageReader = MessageReader()) -> [String] {
    reader.read(input).messages.flatMap { outline($0.spans, of: input) }
}

func outline(_ spans: [Span], of input: Bytes) -> [String] {
    Tiling.leaves(spans).map { leaf in
        let bytes = input.slice(leaf.range).text.debugDescription.dropFirst().dropLast()
        return (leaf.isMalformed ? "!" : "") + leaf.rule + " " + bytes
    }
}

/// The first message of an input.
func firstMessage(_ input: Bytes, _ reader: MessageReader = MessageReader()) -> Explanation? {
    reader.read(input).messages.first
}

/// The first span of this rule, at any depth.
func span(_ rule: String, in spans: [Span]) -> Span? {
    for candidate in spans {
        if candidate.rule == rule { return candidate }
        if let found = span(rule, in: candidate.children) { return found }
    }
    return nil
}
