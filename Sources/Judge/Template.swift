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
                    pieces += isQuoted(argument, place) ? [.text("“")] + value + [.text("”")] : value
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

    /// A word of a message that would be read as a word of the sentence: `Browsers do not know the charset “klingon”`.
    /// A name could be any word; of other values one that is written like a word of English could.
    private func isQuoted(_ argument: Argument, _ place: Int) -> Bool {
        guard !isPartOfLine(place) else { return false }
        switch argument.slot {
        case .name: return argument.value.isOfMessage || argument.value.isWord
        case .host, .origin, .url, .location, .status, .time, .type: return false
        default: return argument.value.isOfMessage && argument.value.isWord
        }
    }

    /// `name=value`, `Field: value`, a value in parentheses: marks of its own are around it.
    private func isPartOfLine(_ place: Int) -> Bool {
        if place + 1 < parts.count, case .text(let next) = parts[place + 1], next.hasPrefix("=") { return true }
        var before = ""
        for part in parts[..<place] {
            switch part {
            case .text(let text), .code(let text): before += text
            case .gap: before = ""
            }
        }
        if ["=", "(", "'", "/", "“"].contains(where: { before.hasSuffix($0) }) { return true }
        // A line of a message begins with the name of a field.
        guard before.hasSuffix(": ") else { return false }
        return before.dropLast(2).split(separator: " ").last?.first?.isUppercase == true
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
