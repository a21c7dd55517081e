internal import Bytes

/// Words from a peer's bytes, for people: invalid UTF-8 and control characters are shown, not passed on.
package enum ForeignText {
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            // Marks that turn the direction of writing can make one name look like another.
            let turns = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            if isControl || turns {
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// An IPv4 or IPv6 address from its 4 or 16 bytes (RFC 5952), or the bytes in hexadecimal.
    package static func address(_ bytes: [UInt8]) -> String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        guard bytes.count == 16 else { return Hex.text(bytes) }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var best = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            // RFC 5952 §4.2: the longest run, the first of equals, never a single group.
            if end - start > max(best.count, 1) { best = start..<end }
            start = max(end, start + 1)
        }
        let texts = groups.map { String($0, radix: 16) }
        if best.isEmpty { return texts.joined(separator: ":") }
        return texts[..<best.lowerBound].joined(separator: ":") + "::"
            + texts[best.upperBound...].joined(separator: ":")
    }

    /// A moment as `2026-01-31 23:59:59 UTC`, from seconds since 1970.
    package static func moment(_ seconds: Int64) -> String {
        // What no certificate can say (its years have four digits) would only overflow below.
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return "an unknown time" }
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        // Years that begin in March put the leap day last; 400 of them have 146,097 days.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * march + 2) / 5 + 1
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = [padded(year, 4), padded(month, 2), padded(day, 2)].joined(separator: "-")
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(date) \(time) UTC"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
