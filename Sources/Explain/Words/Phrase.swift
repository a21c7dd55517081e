package import Bytes
package import Flow

/// The words of a row in pieces, each as it is: fixed words, what the wire said, numbers. Whoever shows them escapes
/// what came from the wire, leaves out secrets, and writes numbers in its own way. No piece is a sentence made at run
/// time, so that telling an exchange costs little more than looking at it.
package struct Phrase: Sendable {
    package enum Piece: Sendable, Hashable {
        case words(StaticText)
        /// Words of ours that were made of others, or text of the system's; at most so many columns.
        case text(String, limit: Int)
        /// From the wire, at most so many columns of it.
        case wire(Bytes, limit: Int)
        /// A URL or a reference, which may hold secrets.
        case url(Bytes, limit: Int)
        /// A field line, which may hold secrets.
        case line(Bytes, limit: Int)
        case number(Int64)
        /// Bytes.
        case size(UInt64)
        case seconds(Int64)
        case nanoseconds(UInt64)
    }

    package private(set) var pieces: [Piece] = []

    init() { pieces.reserveCapacity(48) }

    mutating func text(_ words: StaticText) { pieces.append(.words(words)) }
    mutating func string(_ text: String, limit: Int = .max) { pieces.append(.text(text, limit: limit)) }
    mutating func wire(_ bytes: Bytes, limit: Int = .max) { pieces.append(.wire(bytes, limit: limit)) }
    mutating func url(_ bytes: Bytes, limit: Int = .max) { pieces.append(.url(bytes, limit: limit)) }
    mutating func line(_ bytes: Bytes, limit: Int = .max) { pieces.append(.line(bytes, limit: limit)) }
    mutating func number(_ value: some BinaryInteger) { pieces.append(.number(Int64(clamping: value))) }
    mutating func size(_ bytes: UInt64) { pieces.append(.size(bytes)) }
    mutating func duration(seconds: Int64) { pieces.append(.seconds(seconds)) }
    mutating func duration(nanoseconds: UInt64) { pieces.append(.nanoseconds(nanoseconds)) }

    /// A sentence of the explanations, as words.
    mutating func prose(_ prose: Prose, limit: Int = .max) { pieces.append(.text(prose.text, limit: limit)) }

    /// Up to so many of a list, with a comma between two.
    mutating func list<Element>(
        _ elements: some Collection<Element>, limit: Int, separator: StaticText = ", ",
        _ write: (inout Phrase, Element) -> Void
    ) {
        for (place, element) in elements.prefix(limit).enumerated() {
            if place > 0 { text(separator) }
            write(&self, element)
        }
    }
}

extension Phrase.Piece {
    /// As text, in the words of the explanations. What may hold secrets is left out.
    var plain: String {
        switch self {
        case .words(let words): words.description
        case .text(let text, _): text
        case .wire(let bytes, let limit): bytes.abbreviated(to: limit)
        case .url, .line: "…"
        case .number(let number): "\(number)"
        case .size(let bytes): Quantity.size(bytes)
        case .seconds(let seconds): Quantity.span(seconds)
        case .nanoseconds(let time): Quantity.duration(Int64(clamping: time / 1000))
        }
    }
}
