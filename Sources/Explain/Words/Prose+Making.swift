import Bytes

extension Prose {
    /// Words that are not quoted from anywhere.
    static func phrase(_ text: String) -> Prose { Prose(stringLiteral: text) }

    /// Quotations with commas between, at most `limit` of them.
    package static func list(_ items: some Sequence<some CustomStringConvertible>, limit: Int = 12) -> Prose {
        var pieces: [Piece] = []
        for (place, item) in items.enumerated() {
            if place > 0 { pieces.append(.text(", ")) }
            if place == limit {
                pieces.append(.text("…"))
                break
            }
            pieces.append(.code(item.description))
        }
        return Prose(pieces: pieces)
    }

    /// Part of a sentence as one of its own: the first letter large, a full stop at the end.
    var asSentence: Prose {
        var pieces = pieces
        if case .text(let text)? = pieces.first { pieces[0] = .text(text.prefix(1).uppercased() + text.dropFirst()) }
        return Prose(pieces: pieces + [.text(".")])
    }

    /// A sentence as part of another: without its full stop, and with a small letter where an article or pronoun begins
    /// it.
    var withinSentence: Prose {
        var pieces = pieces
        if case .text(let text)? = pieces.first, ["It ", "A ", "The "].contains(where: text.hasPrefix) {
            pieces[0] = .text(text.prefix(1).lowercased() + text.dropFirst())
        }
        if case .text(let text)? = pieces.last, text.utf8.last == ASCII.period {
            pieces[pieces.count - 1] = .text(String(Substring(text.utf8.dropLast())))
        }
        return Prose(pieces: pieces)
    }
}
