public import Bytes

/// A sentence for people, in pieces: words, and what was quoted from the wire. Each renderer escapes and colours the
/// pieces as its medium wants.
///
/// Written as a string literal; whatever is interpolated becomes a quotation:
///
///     let text: Prose = "The response is fresh for \(60) seconds, says \(line)."
public struct Prose: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    public enum Piece: Sendable, Hashable {
        case text(String)
        /// Taken from the message, or computed from it.
        case code(String)
        /// Where to read on.
        case link(String, url: String)
    }

    public var pieces: [Piece]

    public init(pieces: [Piece]) {
        self.pieces = pieces
    }

    public init(stringLiteral text: String) {
        pieces = text.isEmpty ? [] : [.text(text)]
    }

    public init(stringInterpolation: Interpolation) {
        pieces = stringInterpolation.pieces
    }

    /// All pieces as one string, still to be escaped.
    public var text: String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text), .code(let text), .link(let text, _): result += text
            }
        }
        return result
    }

    public static func + (left: Prose, right: Prose) -> Prose {
        Prose(pieces: left.pieces + right.pieces)
    }

    public struct Interpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.text(literal)) }
        }

        public mutating func appendInterpolation(_ bytes: Bytes) {
            pieces.append(.code(bytes.text))
        }

        public mutating func appendInterpolation(_ prose: Prose) {
            pieces += prose.pieces
        }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            pieces.append(.code(value.description))
        }
    }
}
