public import Bytes

/// The value of a Structured Field (RFC 9651): an item, a list or a dictionary, depending on the field's definition.
///
/// A value does not show its kind, so the reader must know it. Parsing is strict: a field with one error must be
/// ignored as a whole (§4.2).
public enum StructuredField: Sendable, Hashable {
    case item(StructuredItem)
    case list([StructuredMember])
    case dictionary(StructuredMap<StructuredMember>)

    /// Which of the three forms a field has (RFC 9651 §3).
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case item, list, dictionary
    }

    /// Reads a value of this kind; its lines are joined as `joined` says, and errors count bytes in that.
    public init(_ kind: Kind, lines: [Bytes]) throws(StructuredFieldError) {
        var parser = StructuredFieldParser(Self.joined(lines), partLimit: nil)
        self = try parser.field(kind)
    }

    /// Parses one line (RFC 9651 §4.2); throws at the first error.
    public init(_ kind: Kind, _ value: Bytes) throws(StructuredFieldError) {
        self = try StructuredField(kind, lines: [value])
    }

    /// Several lines of one field as one value: a comma and a space between them (RFC 9651 §4.2, RFC 9110 §5.3).
    public static func joined(_ lines: [Bytes]) -> Bytes {
        guard lines.count != 1 else { return lines[0] }
        var value: [UInt8] = []
        for (place, line) in lines.enumerated() {
            if place > 0 { value += [ASCII.comma, ASCII.space] }
            value += line
        }
        return Bytes(value)
    }

    /// The parts of a value, as far as it can be read, and the error at which reading stopped.
    ///
    /// The parts cover the value without gaps up to that place. At most `limit` parts are made; reading stops there
    /// too.
    public static func parts(
        of value: Bytes, as kind: Kind, limit: Int = 10_000
    ) -> (parts: [StructuredPart], error: StructuredFieldError?) {
        var parser = StructuredFieldParser(value, partLimit: limit)
        do {
            _ = try parser.field(kind)
            return (parser.finishedParts(), nil)
        } catch {
            return (parser.finishedParts(), error)
        }
    }
}

/// A bare item (RFC 9651 §3.3): the value without its parameters.
public enum BareItem: Sendable, Hashable {
    /// At most fifteen digits.
    case integer(Int64)
    case decimal(StructuredDecimal)
    /// Printable ASCII, escapes removed.
    case string(Bytes)
    case token(Bytes)
    /// Decoded from base64.
    case byteSequence(Bytes)
    case boolean(Bool)
    /// Seconds since 1970.
    case date(Int64)
    /// Unicode, percent-encoding removed.
    case displayString(String)
}

/// An item (RFC 9651 §3.3): a bare item with parameters.
public struct StructuredItem: Sendable, Hashable {
    /// The value itself.
    public var bare: BareItem
    /// Its parameters.
    public var parameters: StructuredMap<BareItem>

    /// An item of a value and its parameters.
    public init(_ bare: BareItem, parameters: StructuredMap<BareItem> = StructuredMap()) {
        self.bare = bare
        self.parameters = parameters
    }
}

/// What a list or a dictionary holds: an item, or an inner list of items (RFC 9651 §3.1.1). Nothing nests deeper.
public enum StructuredMember: Sendable, Hashable {
    case item(StructuredItem)
    case innerList([StructuredItem], parameters: StructuredMap<BareItem>)

    /// The parameters of the member.
    public var parameters: StructuredMap<BareItem> {
        switch self {
        case .item(let item): item.parameters
        case .innerList(_, let parameters): parameters
        }
    }
}
