import Bytes

extension Prose {
    /// Words that are not quoted from anywhere.
    static func phrase(_ text: String) -> Prose { Prose(stringLiteral: text) }

    /// Quotations with commas between, at most `limit` of them.
    package static func list(_ items: some Sequence<some CustomStringConvertible>, limit: Int = 12) -> Prose {
        var pieces: [Piece] = []
        pieces.reserveCapacity(min(items.underestimatedCount, limit) * 2)
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

    /// With a large first letter, to begin a sentence; a quotation stays as it is.
    package var capitalized: Prose {
        var pieces = pieces
        if case .text(let text)? = pieces.first { pieces[0] = .text(text.withFirst { $0.uppercased() }) }
        return Prose(pieces: pieces)
    }

    /// Part of a sentence as one of its own: the first letter large, a full stop at the end.
    var asSentence: Prose {
        var pieces = capitalized.pieces
        pieces.append(.text("."))
        return Prose(pieces: pieces)
    }

    /// A sentence as part of another: without its full stop, and with a small letter where an article or pronoun begins
    /// it.
    consuming func withinSentence() -> Prose {
        if case .text(let text)? = pieces.first, text.hasPrefix("It ") || text.hasPrefix("A ") || text.hasPrefix("The ")
        {
            pieces[0] = .text(text.withFirst { $0.lowercased() })
        }
        if case .text(let text)? = pieces.last, text.utf8.last == ASCII.period {
            pieces[pieces.count - 1] = .text(String(Substring(text.utf8.dropLast())))
        }
        return self
    }
}

extension String {
    /// The same with another first character.
    fileprivate func withFirst(_ change: (Character) -> String) -> String {
        guard let first else { return self }
        return change(first) + self[index(after: startIndex)...]
    }
}
