package import Bytes
package import Explain

/// A name for one of the values that a finding carries; in files it is the member's name.
package enum Slot: String, Sendable, Hashable, CaseIterable {
    case age, bytes, client, coding, count, date, decoded, difference, directive, expected, field, host, length,
        lifetime
    case limit, location, method, name, next, offset, origin, others, part, percent, rule, seconds, seen, size, status,
        time, type
    case url, value
}

/// A value that a check found, of the type that it has.
package enum Value: Sendable, Hashable {
    /// Taken from the message.
    case bytes(Bytes)
    /// Computed from it, and shown as it is.
    case text(String)
    /// A phrase that stands among the words, not quoted: `a PNG image`.
    case words(Prose)
    case number(Int64)
    /// A duration in seconds.
    case seconds(Int64)
    /// A size in bytes.
    case size(UInt64)
    /// A moment in seconds since 1970.
    case date(Int64)

    /// A name that is such a value could be any word: in a sentence it is quoted.
    var isOfMessage: Bool { if case .bytes = self { true } else { false } }

    /// It is written like a word of a sentence: small letters, digits and low lines, no mark that shows what it is.
    var isWord: Bool {
        let written: Bytes
        switch self {
        case .bytes(let bytes): written = bytes
        case .text(let text): written = Bytes(text)
        case .words, .number, .seconds, .size, .date: return false
        }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return written.first.map(letters.contains) == true
            && written.allSatisfy { letters.contains($0) || ASCII.isDigit($0) || $0 == ASCII.underscore }
    }

    /// As a sentence has it.
    var prose: Prose {
        switch self {
        case .bytes(let bytes): Prose(pieces: [.code(Quotation.abbreviated(bytes))])
        case .text(let text): Prose(pieces: [.code(text)])
        case .words(let words): words
        case .number(let number): Prose(pieces: [.code(String(number))])
        case .seconds(let seconds): Prose(pieces: [.code(Quantity.span(seconds))])
        case .size(let size): Prose(pieces: [.code(Quantity.size(size))])
        case .date(let seconds): Prose(pieces: [.code(Quantity.date(seconds))])
        }
    }
}

/// A value with its name.
package struct Argument: Sendable, Hashable {
    package let slot: Slot
    package let value: Value

    package init(_ slot: Slot, _ value: Value) {
        self.slot = slot
        self.value = value
    }
}
