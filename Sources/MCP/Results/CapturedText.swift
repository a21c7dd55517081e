/// Text that came over the network, made so that it can neither steer what shows it nor pose as what surrounds it.
package enum CapturedText {
    /// Control characters other than line feed and tab, and characters that are invisible or turn the direction of
    /// text, as `\u{202e}`.
    package static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { steers($0.value) }) else { return text }
        var plain = ""
        for scalar in text.unicodeScalars {
            if steers(scalar.value) {
                plain += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    private static func steers(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09, 0x0A: false
        // C0, DEL and C1; the Arabic letter mark; zero widths, direction marks; separators and embeddings; word joiner,
        // isolates and what is deprecated; the byte order mark; tags and selectors, in which whole texts can hide.
        case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xE0100...0xE01EF:
            true
        default: false
        }
    }

    /// The same in every string of a value, names of members too.
    package static func plain(_ value: RPCValue) -> RPCValue {
        switch value {
        case .null, .boolean, .integer, .number: value
        case .string(let text): .string(plain(text))
        case .array(let elements): .array(elements.map { plain($0) })
        case .object(let members): .object(members.map { RPCValue.Member(plain($0.name), plain($0.value)) })
        }
    }

    /// At most so many bytes of it, whole characters.
    package static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: max(0, limit))
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text[..<end])
    }

    /// Digits that no text has in it, for the fence around it: who wrote the text cannot have known them.
    ///
    /// - Parameter random: gives other numbers each time.
    package static func fence(for text: String, _ random: () -> UInt32) -> String {
        while true {
            let digits = String(random(), radix: 16)
            let name = String(repeating: "0", count: 8 - digits.count) + digits
            if !text.contains(name) { return name }
        }
    }
}
