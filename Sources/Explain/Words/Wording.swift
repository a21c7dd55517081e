import Bytes

/// What a span says: a sentence with, mostly, a quotation of the wire or two in it. It is put together when somebody
/// reads it: a message has hundreds of spans, and a page shows a few of their sentences.
///
/// A literal makes one, with `\(quoting: bytes)` for a quotation and `\(abbreviating: bytes)` for the same without
/// quotation marks.
struct Wording: Sendable, ExpressibleByStringInterpolation {
    /// What stands between the words of a literal.
    private enum Insertion: Sendable {
        case none
        case text(String)
        case quotation(Bytes)
        /// Without quotation marks.
        case abbreviation(Bytes)

        var text: String {
            switch self {
            case .none: ""
            case .text(let text): text
            case .quotation(let bytes): Quotation.of(bytes)
            case .abbreviation(let bytes): Quotation.abbreviated(bytes)
            }
        }

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    // As a literal has them: words, what is inserted, words, what is inserted, and the rest.
    private var opening: String
    private var first = Insertion.none
    private var middle = ""
    private var second = Insertion.none
    private var ending = ""

    init(_ text: String) { opening = text }
    init(stringLiteral text: String) { opening = text }
    init(stringInterpolation parts: StringInterpolation) { self = parts.wording }

    /// The sentence.
    var text: String {
        if first.isNone { return opening }
        let start = opening + first.text + middle
        return second.isNone ? start : start + second.text + ending
    }

    /// One after the other.
    static func + (left: Wording, right: Wording) -> Wording {
        guard left.first.isNone else { return Wording(left.text + right.text) }
        var wording = right
        wording.opening = left.opening + right.opening
        return wording
    }

    private mutating func append(words: String) {
        // The first words are taken as they are, which costs nothing.
        if first.isNone {
            if opening.isEmpty { opening = words } else { opening += words }
        } else if second.isNone {
            if middle.isEmpty { middle = words } else { middle += words }
        } else {
            if ending.isEmpty { ending = words } else { ending += words }
        }
    }

    private mutating func insert(_ insertion: Insertion) {
        if first.isNone {
            first = insertion
        } else if second.isNone {
            second = insertion
        } else {
            ending += insertion.text
        }
    }

    /// Gathers the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var wording = Wording("")

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ words: String) { if !words.isEmpty { wording.append(words: words) } }
        mutating func appendInterpolation(_ text: String) { wording.insert(.text(text)) }
        mutating func appendInterpolation(_ text: Substring) { wording.insert(.text(String(text))) }
        mutating func appendInterpolation(_ number: some BinaryInteger) { wording.insert(.text("\(number)")) }
        mutating func appendInterpolation(_ other: Wording) { wording.insert(.text(other.text)) }
        mutating func appendInterpolation(quoting bytes: Bytes) { wording.insert(.quotation(bytes)) }
        mutating func appendInterpolation(abbreviating bytes: Bytes) { wording.insert(.abbreviation(bytes)) }
    }
}

extension Wording: Hashable {
    /// Whether both say the same, whatever they are made of.
    static func == (left: Wording, right: Wording) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension DefaultStringInterpolation {
    /// The same where a string is made at once.
    mutating func appendInterpolation(quoting bytes: Bytes) { appendInterpolation(Quotation.of(bytes)) }
    mutating func appendInterpolation(abbreviating bytes: Bytes) { appendInterpolation(Quotation.abbreviated(bytes)) }
}
