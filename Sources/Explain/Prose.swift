public import Bytes

/// A sentence for people, in pieces: words, and what was quoted from the wire. Each renderer escapes and colours the
/// pieces as its medium wants.
///
/// Written as a string literal; interpolated values become quotations:
///
///     let text: Prose = "The response is fresh for \(60) seconds, says \(line)."
public struct Prose: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A piece of a sentence.
    public enum Piece: Sendable, Hashable {
        case text(String)
        /// Taken from the message, or computed from it.
        case code(String)
        /// A link for further reading.
        case link(String, url: String)
    }

    /// The pieces, in order.
    public var pieces: [Piece]

    /// A text of these pieces.
    public init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Text without values.
    public init(stringLiteral text: String) {
        pieces = text.isEmpty ? [] : [.text(text)]
    }

    /// Words and quotations.
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

    /// One text after the other.
    public static func + (left: consuming Prose, right: Prose) -> Prose {
        // Consumed, so that a sum of many parts grows one list rather than copying it for each.
        left.pieces.append(contentsOf: right.pieces)
        return left
    }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        /// Words.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.text(literal)) }
        }

        /// Bytes of a message, quoted.
        public mutating func appendInterpolation(_ bytes: Bytes) {
            pieces.append(.code(bytes.text))
        }

        /// Another text, as it is.
        public mutating func appendInterpolation(_ prose: Prose) {
            pieces += prose.pieces
        }

        /// A flow by the number that every command takes: `#12`.
        public mutating func appendInterpolation(flow number: some BinaryInteger) {
            pieces.append(.code("#\(number)"))
        }

        /// A value, quoted.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            pieces.append(.code(value.description))
        }
    }
}
