import Bytes

/// What a span says: a sentence with, mostly, a quotation of the wire or two in it. It is put together when somebody
/// reads it: a message has hundreds of spans, and a page shows a few of their sentences.
///
/// A literal makes one, with `\(quoting: bytes)` for a quotation and `\(abbreviating: bytes)` for the same without
/// quotation marks.
struct Wording: Sendable, ExpressibleByStringInterpolation {
    /// What stands between the words of a literal.
    fileprivate enum Insertion: Sendable {
        case none
        case text(String)
        case quotation(Bytes)
        /// Without quotation marks.
        case abbreviation(Bytes)
        /// A text whose parts are not joined yet.
        case wording(Wording)

        var text: String {
            switch self {
            case .none: ""
            case .text(let text): text
            case .quotation(let bytes): Quotation.of(bytes)
            case .abbreviation(let bytes): Quotation.abbreviated(bytes)
            case .wording(let wording): wording.text
            }
        }

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    /// As a literal has them: words, what is inserted, words, what is inserted, and the rest.
    fileprivate struct Parts: Sendable {
        var opening = ""
        var first = Insertion.none
        var middle = ""
        var second = Insertion.none
        var ending = ""

        var text: String {
            if first.isNone { return opening }
            let start = opening + first.text + middle
            return second.isNone ? start : start + second.text + ending
        }

        mutating func append(words: String) {
            // The first words are taken as they are, which costs nothing.
            if first.isNone {
                if opening.isEmpty { opening = words } else { opening += words }
            } else if second.isNone {
                if middle.isEmpty { middle = words } else { middle += words }
            } else {
                if ending.isEmpty { ending = words } else { ending += words }
            }
        }

        mutating func insert(_ insertion: Insertion) {
            if first.isNone {
                first = insertion
            } else if second.isNone {
                second = insertion
            } else {
                ending += insertion.text
            }
        }
    }

    /// Small, as arrays of spans are moved a lot.
    private enum Form: Sendable {
        case words(String)
        indirect case composed(Parts)
    }

    private let form: Form

    init(_ text: String) { form = .words(text) }
    init(stringLiteral text: String) { form = .words(text) }
    init(stringInterpolation literal: StringInterpolation) { self.init(literal.parts) }

    private init(_ parts: Parts) {
        form = parts.first.isNone ? .words(parts.opening) : .composed(parts)
    }

    /// The sentence.
    var text: String {
        switch form {
        case .words(let words): words
        case .composed(let parts): parts.text
        }
    }

    /// One after the other.
    static func + (left: Wording, right: Wording) -> Wording {
        guard case .words(let words) = left.form, case .composed(var parts) = right.form else {
            return Wording(left.text + right.text)
        }
        parts.opening = words + parts.opening
        return Wording(parts)
    }

    /// Gathers the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts = Parts()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ words: String) { if !words.isEmpty { parts.append(words: words) } }
        mutating func appendInterpolation(_ text: String) { parts.insert(.text(text)) }
        mutating func appendInterpolation(_ text: Substring) { parts.insert(.text(String(text))) }
        mutating func appendInterpolation(_ number: some BinaryInteger) { parts.insert(.text("\(number)")) }
        mutating func appendInterpolation(_ other: Wording) { parts.insert(.wording(other)) }
        mutating func appendInterpolation(quoting bytes: Bytes) { parts.insert(.quotation(bytes)) }
        mutating func appendInterpolation(abbreviating bytes: Bytes) { parts.insert(.abbreviation(bytes)) }
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
