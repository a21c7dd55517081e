/// A string literal that is compared and hashed by its bytes; it costs no allocation on the data path. Texts that are
/// read back from a file are equal to the literals they came from.
public struct StaticText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let form: Form

    private enum Form: Sendable {
        case literal(StaticString)
        case text(String)
    }

    /// From a literal.
    public init(stringLiteral value: StaticString) {
        form = .literal(value)
    }

    /// For readers of records.
    package init(recorded text: String) {
        form = .text(text)
    }

    /// The text as a string.
    public var description: String {
        switch form {
        case .literal(let literal): literal.description
        case .text(let text): text
        }
    }

    /// The literal it was written as; nil for what came back from a file.
    package var literal: StaticString? {
        guard case .literal(let literal) = form else { return nil }
        return literal
    }

    /// Lends the UTF-8 form, for writers that must not make a string.
    public func withUTF8Buffer<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        switch form {
        case .literal(let literal):
            return literal.withUTF8Buffer(body)
        case .text(var text):
            return text.withUTF8(body)
        }
    }

    /// Whether both have the same bytes.
    public static func == (left: StaticText, right: StaticText) -> Bool {
        left.withUTF8Buffer { left in
            right.withUTF8Buffer { right in
                left.count == right.count && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
            }
        }
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
