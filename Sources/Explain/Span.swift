/// A range of a message with its grammar rule, the section that specifies it, and its meaning.
///
/// The spans of a message cover it without gaps, and so do the children of a span, so every byte has exactly one leaf.
/// Offsets and lengths are bytes from the start of the input.
public struct Span: Sendable, Hashable {
    /// From the start of the input.
    public let offset: Int
    /// How many bytes it has.
    public let length: Int
    /// The rule's name in the ABNF of `spec` (`field-name`, `OWS`, `chunk-size`); for bytes that fit no rule, the rule
    /// that was expected.
    public let rule: String
    /// The section that defines the rule: `RFC 9112 §5`.
    public let spec: String
    /// What it says, not yet put together.
    let wording: Wording
    /// One sentence: what this is, here. It may quote the wire, so a view has to escape it.
    public var text: String { wording.text }
    /// Whether the bytes break the rule.
    public let isMalformed: Bool
    /// The spans inside it, which cover it without gaps; none for a leaf.
    public var children: [Span]

    /// A span by its place, its rule and its words.
    public init(
        _ rule: String, _ range: Range<Int>, _ spec: String, _ text: String, malformed: Bool = false,
        children: [Span] = []
    ) {
        self.init(rule, range, spec, saying: Wording(text), malformed: malformed, children: children)
    }

    init(
        _ rule: String, _ range: Range<Int>, _ spec: String, saying wording: Wording, malformed: Bool = false,
        children: [Span] = []
    ) {
        offset = range.lowerBound
        length = range.count
        self.rule = rule
        self.spec = spec
        self.wording = wording
        isMalformed = malformed
        self.children = children
    }

    /// Its position in the input.
    public var range: Range<Int> { offset..<(offset + length) }
}
