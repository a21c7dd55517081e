import Explain

extension Prose {
    static func quoted(_ items: [String], separator: String) -> Prose {
        var pieces: [Piece] = []
        for item in items {
            if !pieces.isEmpty { pieces.append(.text(separator)) }
            pieces.append(.code(item))
        }
        return Prose(pieces: pieces)
    }
}
