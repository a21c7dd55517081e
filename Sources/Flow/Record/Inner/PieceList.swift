/// A list that only grows at its end, in pieces of one size that never change once they are full. A copy stays as it is
/// while the original grows, and shares all but the last piece with it: the cost of a copy does not grow with the list.
public struct PieceList<Element: Sendable & Hashable>: Sendable, Hashable {
    /// Elements of a piece.
    package static var pieceSize: Int { 256 }

    /// The full ones, in order.
    package private(set) var pieces: [[Element]] = []
    /// What comes behind them, less than a piece.
    package private(set) var rest: [Element] = []

    /// An empty list.
    public init() {}

    mutating func append(_ element: Element) {
        rest.append(element)
        guard rest.count == Self.pieceSize else { return }
        pieces.append(rest)
        rest = []
    }

    mutating func replace(_ place: Int, by element: Element) {
        let piece = place / Self.pieceSize
        if piece < pieces.count {
            pieces[piece][place % Self.pieceSize] = element
        } else {
            rest[place % Self.pieceSize] = element
        }
    }
}

extension PieceList: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { pieces.count * Self.pieceSize + rest.count }

    /// The element at an index from 0.
    public subscript(place: Int) -> Element {
        let piece = place / Self.pieceSize
        return piece < pieces.count ? pieces[piece][place % Self.pieceSize] : rest[place % Self.pieceSize]
    }
}
