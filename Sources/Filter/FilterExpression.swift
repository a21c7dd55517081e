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
