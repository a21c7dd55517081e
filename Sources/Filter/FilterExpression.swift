package import Bytes

/// What a filter says, as a tree. `and` and `or` hold all their parts side by side, however many were written, so the
/// tree is only as deep as the brackets and negations of the text.
package indirect enum FilterExpression: Sendable, Hashable {
    case test(FieldTest)
    /// The text occurs in the URL, a head or a text body, ASCII letters compared without case.
    case search(String, SourcePlace)
    case not(FilterExpression)
    /// Every part holds; true without parts.
    case all([FilterExpression])
    /// At least one part holds.
    case any([FilterExpression])

    /// Both, without a level of its own for what is a conjunction already.
    static func conjunction(_ parts: [FilterExpression]) -> FilterExpression {
        var flat: [FilterExpression] = []
        for part in parts {
            if case .all(let inner) = part { flat += inner } else { flat.append(part) }
        }
        return flat.count == 1 ? flat[0] : .all(flat)
    }

    static func disjunction(_ parts: [FilterExpression]) -> FilterExpression {
        var flat: [FilterExpression] = []
        for part in parts {
            if case .any(let inner) = part { flat += inner } else { flat.append(part) }
        }
        return flat.count == 1 ? flat[0] : .any(flat)
    }

    /// Every field test in it, in the order they were written.
    package var tests: [FieldTest] {
        switch self {
        case .test(let test): [test]
        case .search: []
        case .not(let inner): inner.tests
        case .all(let parts), .any(let parts): parts.flatMap(\.tests)
        }
    }

    /// Whether the content of messages has to be looked at.
    package var readsContent: Bool {
        switch self {
        case .test(let test): test.field.readsContent
        case .search: true
        case .not(let inner): inner.readsContent
        case .all(let parts), .any(let parts): parts.contains(where: \.readsContent)
        }
    }
}

extension FilterExpression {
    /// The hosts of which a flow's has to be one, in lower case; nil when any may do. For whoever asks many filters,
    /// and looks first which can hold.
    package var hosts: [Bytes]? {
        switch self {
        case .test(let test): test.hosts
        case .all(let parts): parts.lazy.compactMap(\.hosts).first
        case .search, .not, .any: nil
        }
    }
}

extension FieldTest {
    fileprivate var hosts: [Bytes]? {
        guard field.title == "host" else { return nil }
        switch condition {
        case .compares(.equal, let operand): return operand.text.map { [$0] }
        case .isIn(let members):
            let texts = members.compactMap(\.text)
            return texts.count == members.count ? texts : nil
        case .present, .compares, .contains, .isLike, .matches: return nil
        }
    }
}

extension FilterOperand {
    fileprivate var text: Bytes? {
        guard case .text(let text) = meaning else { return nil }
        return Bytes(text).lowercased
    }
}
