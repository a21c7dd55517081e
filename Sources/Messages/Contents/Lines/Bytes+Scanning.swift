import Bytes

// What several layouts ask of the bytes before them.

extension Bytes {
    /// Where the next byte stands that is no white space of a text.
    func skippingSpace(_ start: Int) -> Int {
        var index = start
        while index < count, Self.isSpace(self[index]) { index += 1 }
        return index
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab
            || byte == 0x0C
    }

    /// The longest run of bytes that fulfil the condition.
    func run(from start: Int, while condition: (UInt8) -> Bool) -> Bytes {
        var end = start
        while end < count, condition(self[end]) { end += 1 }
        return slice(Swift.min(start, end)..<end)
    }

    /// Where `mark` stands first, at `start` or after it.
    func firstIndex(of mark: StaticString, from start: Int) -> Int? {
        let length = mark.utf8CodeUnitCount
        guard length > 0 else { return nil }
        let first = mark.withUTF8Buffer { unsafe $0[0] }
        var index = start
        while let found = firstIndex(of: first, from: index), found + length <= count {
            if slice(found..<found + length).isExactly(mark) { return found }
            index = found + 1
        }
        return nil
    }

    /// White space at both ends left out, line ends too.
    var withoutSpace: Bytes {
        var start = 0
        var end = count
        while start < end, Self.isSpace(self[start]) { start += 1 }
        while end > start, Self.isSpace(self[end - 1]) { end -= 1 }
        return slice(start..<end)
    }

    /// Tabs as four spaces: nobody wants to read them as escapes.
    var withoutTabs: Bytes {
        guard firstIndex(of: ASCII.tab) != nil else { return self }
        var plain: [UInt8] = []
        for byte in self {
            if byte == ASCII.tab {
                plain.append(contentsOf: repeatElement(ASCII.space, count: 4))
            } else {
                plain.append(byte)
            }
        }
        return Bytes(plain)
    }

    /// Runs of white space as one space.
    var collapsed: Bytes {
        var plain: [UInt8] = []
        var isDue = false
        for byte in self {
            if Self.isSpace(byte) {
                isDue = true
            } else {
                if isDue { plain.append(ASCII.space) }
                isDue = false
                plain.append(byte)
            }
        }
        if isDue { plain.append(ASCII.space) }
        return Bytes(plain)
    }
}
