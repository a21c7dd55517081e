package import Bytes
import Flow

/// The words of a row in pieces, each as it is: fixed words, what the wire said, numbers. Whoever shows them escapes
/// what came from the wire, leaves out secrets, and writes numbers in its own way. No piece is a sentence made at run
/// time, so that telling an exchange costs little more than looking at it.
package struct Phrase: Sendable {
    /// Bytes are named by their number in `quotes`: a piece has no reference in it, and costs nothing to copy.
    package enum Piece: Sendable {
        case words(StaticString)
        /// Text assembled from other texts, or the system's; at most this many columns.
        case text(Int, limit: Int)
        /// From the wire, at most this many columns of it.
        case wire(Int, limit: Int)
        /// A URL or a reference, which may hold secrets.
        case url(Int, limit: Int)
        /// A field line, which may hold secrets.
        case line(Int, limit: Int)
        /// A value that is a secret: `…` unless secrets are shown.
        case secret(Int, limit: Int)
        /// The beginning of a content, which may hold secrets.
        case content(Int, limit: Int)
        case number(Int64)
        /// Bytes.
        case size(UInt64)
        case seconds(Int64)
        case nanoseconds(UInt64)
    }

    package private(set) var pieces: [Piece] = []
    /// What pieces quote.
    package private(set) var quotes: [Bytes] = []

    init() {
        pieces.reserveCapacity(48)
        quotes.reserveCapacity(24)
    }

    mutating func text(_ words: StaticText) {
        if let literal = words.literal { pieces.append(.words(literal)) } else { string(words.description) }
    }
    mutating func string(_ text: String, limit: Int = .max) { pieces.append(.text(quote(Bytes(text)), limit: limit)) }
    mutating func wire(_ bytes: Bytes, limit: Int = .max) { pieces.append(.wire(quote(bytes), limit: limit)) }
    mutating func url(_ bytes: Bytes, limit: Int = .max) { pieces.append(.url(quote(bytes), limit: limit)) }
    mutating func line(_ bytes: Bytes, limit: Int = .max) { pieces.append(.line(quote(bytes), limit: limit)) }
    mutating func secret(_ bytes: Bytes, limit: Int) { pieces.append(.secret(quote(bytes), limit: limit)) }
    mutating func content(_ bytes: Bytes, limit: Int) { pieces.append(.content(quote(bytes), limit: limit)) }
    mutating func number(_ value: some BinaryInteger) { pieces.append(.number(Int64(clamping: value))) }
    mutating func size(_ bytes: UInt64) { pieces.append(.size(bytes)) }
    mutating func duration(seconds: Int64) { pieces.append(.seconds(seconds)) }
    mutating func duration(nanoseconds: UInt64) { pieces.append(.nanoseconds(nanoseconds)) }

    /// A sentence of the explanations, as words.
    mutating func prose(_ prose: Prose, limit: Int = .max) {
        // Its bytes at once: as one string first it took twice as long.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)
        for piece in prose.pieces {
            switch piece {
            case .text(let text), .code(let text), .link(let text, _): bytes.append(contentsOf: text.utf8)
            }
        }
        pieces.append(.text(quote(Bytes(bytes)), limit: limit))
    }

    private mutating func quote(_ bytes: Bytes) -> Int {
        quotes.append(bytes)
        return quotes.count - 1
    }

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

extension Phrase {
    /// What becomes of quotes that may hold secrets.
    package struct Hiding: Sendable {
        let url: @Sendable (Bytes) -> Bytes
        let line: @Sendable (Bytes) -> Bytes

        let content: @Sendable (Bytes) -> Bytes

        package init(
            url: @escaping @Sendable (Bytes) -> Bytes, line: @escaping @Sendable (Bytes) -> Bytes,
            content: @escaping @Sendable (Bytes) -> Bytes
        ) {
            self.url = url
            self.line = line
            self.content = content
        }
    }

    /// A piece as text, in the words of the explanations. What may hold secrets is as `hiding` gives it.
    func plain(_ piece: Piece, hiding: Hiding) -> String {
        switch piece {
        case .words(let words): words.description
        case .text(let number, _): quotes[number].text
        case .wire(let number, let limit): quotes[number].abbreviated(to: limit)
        case .secret: "…"
        case .url(let number, let limit): hiding.url(quotes[number]).abbreviated(to: limit)
        case .line(let number, let limit): hiding.line(quotes[number]).abbreviated(to: limit)
        case .content(let number, let limit): hiding.content(quotes[number]).abbreviated(to: limit)
        case .number(let number): "\(number)"
        case .size(let bytes): Quantity.size(bytes)
        case .seconds(let seconds): Quantity.span(seconds)
        case .nanoseconds(let time): Quantity.duration(Int64(clamping: time / 1000))
        }
    }
}
