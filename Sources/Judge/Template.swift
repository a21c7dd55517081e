package import Explain

/// A sentence with gaps that a finding's arguments fill.
///
/// Written as a string literal: what is interpolated is a gap (`\(.value)`), or something to quote as it is
/// (`\("max-age")`).
package struct Template: Sendable, Hashable, ExpressibleByStringInterpolation {
    package enum Part: Sendable, Hashable {
        case text(String)
        case code(String)
        case gap(Slot)
    }

    package let parts: [Part]

    package init(stringLiteral text: String) {
        parts = text.isEmpty ? [] : [.text(text)]
    }

    package init(stringInterpolation: Interpolation) {
        parts = stringInterpolation.parts
    }

    /// The names of the values it needs.
    package var slots: Set<Slot> {
        Set(parts.compactMap { if case .gap(let slot) = $0 { slot } else { nil } })
    }

    /// The sentence with these values; a gap without a value shows its name.
    package func filled(with arguments: [Argument]) -> Prose {
        var pieces: [Prose.Piece] = []
        pieces.reserveCapacity(parts.count)
        for (place, part) in parts.enumerated() {
            switch part {
            case .text(let text): pieces.append(.text(text))
            case .code(let code): pieces.append(.code(code))
            case .gap(let slot):
                if let argument = arguments.first(where: { $0.slot == slot }) {
                    let value = argument.value.prose.pieces
                    let isQuoted = slot == .name && argument.value.isOfMessage && !isAssigned(after: place)
                    pieces += isQuoted ? [.text("“")] + value + [.text("”")] : value
                } else {
                    pieces.append(.code("‹\(slot.rawValue)›"))
                }
            }
        }
        let prose = Prose(pieces: pieces)
        // A value in words that begins the sentence.
        if case .gap? = parts.first { return prose.capitalized }
        return prose
    }

    /// `name=value`: a line to write, and no name in a sentence.
    private func isAssigned(after place: Int) -> Bool {
        guard place + 1 < parts.count, case .text(let next) = parts[place + 1] else { return false }
        return next.hasPrefix("=")
    }

    package struct Interpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(interpolationCount * 2 + 1)
        }

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        package mutating func appendInterpolation(_ slot: Slot) {
            parts.append(.gap(slot))
        }

        package mutating func appendInterpolation(_ code: String) {
            parts.append(.code(code))
        }
    }
}
