package import Bytes

extension HTTPDate {
    /// A date that is written as senders have to write it, read by its places; nil for anything else, of which the
    /// grammar is asked. A shorter way to what `read` says, and no other grammar: a test holds them together.
    static func generated(_ bytes: Bytes) -> Int64? {
        guard bytes.count == 29 else { return nil }
        return bytes.withUnsafeBytes { text in
            guard place(of: letters(text, 0), in: dayLetters) != nil, text[3] == ASCII.comma,
                let month = place(of: letters(text, 8), in: monthLetters),
                text[4] == ASCII.space, text[7] == ASCII.space, text[11] == ASCII.space, text[16] == ASCII.space,
                text[19] == ASCII.colon, text[22] == ASCII.colon, text[25] == ASCII.space,
                letters(text, 26) == zoneLetters,
                let day = number(text, 5), let century = number(text, 12), let year = number(text, 14),
                let hour = number(text, 17), let minute = number(text, 20), let second = number(text, 23)
            else { return nil }
            return CivilTime(
                year: century * 100 + year, month: month + 1, day: day, hour: hour, minute: minute, second: second
            ).secondsSince1970
        }
    }

    /// Whether a date is written as senders generate it, letter case included; whatever day of the week it names.
    package static func isGenerated(_ bytes: Bytes) -> Bool {
        guard generated(bytes) != nil else { return false }
        return bytes.withUnsafeBytes { text in
            capitals.allSatisfy { text[$0] & 0x20 == 0 } && smalls.allSatisfy { text[$0] & 0x20 != 0 }
        }
    }

    /// Where the letters of such a date are.
    private static let capitals = [0, 8, 26, 27, 28]
    private static let smalls = [1, 2, 9, 10]

    private static let dayLetters = shortDays.map { $0.withUnsafeBytes { letters($0, 0) } }
    private static let monthLetters = months.map { $0.withUnsafeBytes { letters($0, 0) } }
    private static let zoneLetters = Bytes("gmt").withUnsafeBytes { letters($0, 0) }

    private static func place(of letters: UInt32, in names: [UInt32]) -> Int? {
        for place in names.indices where names[place] == letters { return place }
        return nil
    }

    /// Three bytes as one number, letters in lower case. No other byte becomes a letter by it.
    private static func letters(_ text: UnsafeRawBufferPointer, _ start: Int) -> UInt32 {
        (UInt32(text[start]) << 16 | UInt32(text[start + 1]) << 8 | UInt32(text[start + 2])) | 0x20_2020
    }

    /// Two digits.
    private static func number(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        guard ASCII.isDigit(text[start]), ASCII.isDigit(text[start + 1]) else { return nil }
        return Int(text[start] - ASCII.zero) * 10 + Int(text[start + 1] - ASCII.zero)
    }
}
