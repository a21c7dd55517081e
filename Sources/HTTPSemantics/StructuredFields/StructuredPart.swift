/// A range of a Structured Field's bytes with its kind; its children cover it without gaps.
public struct StructuredPart: Sendable, Hashable {
    /// What a part is.
    public enum Kind: Sendable, Hashable {
        // With parts within.
        case listMember, dictionaryMember, innerList, item, parameters, parameter
        // Without.
        case memberKey, parameterKey
        case bareItem(BareItem)
        case comma, semicolon, equals, openingParenthesis, closingParenthesis
        /// Spaces; between the members of a list also tabs.
        case space
    }

    /// What it is.
    public let kind: Kind
    /// Bytes from the start of the joined value.
    public let range: Range<Int>
    /// The parts inside it, in order.
    public let children: [StructuredPart]
}

/// Collects parts while a parser goes over a value. Owned by one parser.
///
/// A part with others in it ends where the last of them ended, so the parts tile whatever happens: when the limit of
/// parts is reached, and when the parser stops at an error.
struct StructuredPartTrace {
    private var open: [(kind: StructuredPart.Kind, start: Int, children: [StructuredPart])] = []
    private(set) var parts: [StructuredPart] = []
    /// Where the last part ended.
    private var end = 0
    private var room: Int
    private let isWanted: Bool

    /// nil: no parts are wanted.
    init(limit: Int?) {
        room = limit ?? 0
        isWanted = limit != nil
    }

    /// As many parts were made as may be.
    var isFull: Bool { isWanted && room == 0 }

    mutating func begin(_ kind: StructuredPart.Kind) {
        guard isWanted else { return }
        if room > 0 { room -= 1 }
        open.append((kind, end, []))
    }

    mutating func add(_ kind: @autoclosure () -> StructuredPart.Kind, to index: Int) {
        guard room > 0, index > end else { return }
        room -= 1
        append(StructuredPart(kind: kind(), range: end..<index, children: []))
        end = index
    }

    mutating func finish() {
        guard let last = open.popLast(), !last.children.isEmpty else { return }
        append(StructuredPart(kind: last.kind, range: last.start..<end, children: last.children))
    }

    mutating func finishAll() {
        while !open.isEmpty { finish() }
    }

    private mutating func append(_ part: StructuredPart) {
        if open.isEmpty {
            parts.append(part)
        } else {
            open[open.count - 1].children.append(part)
        }
    }
}
