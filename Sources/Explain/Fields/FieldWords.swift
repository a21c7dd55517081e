import Bytes
import HTTPSemantics

/// How explanations write what a value says: quotations, times, sizes.
enum FieldWords {
    /// How many bytes of the wire a sentence quotes.
    static let quotedLimit = 80

    /// The bytes as text between quotes; bytes that are not UTF-8 as `\xFF`, and a long value cut.
    static func quoted(_ bytes: Bytes) -> String {
        "“\(shown(bytes))”"
    }

    /// As `quoted`, without the quotes.
    static func shown(_ bytes: Bytes) -> String {
        let part = bytes.count > quotedLimit ? bytes.slice(0..<quotedLimit) : bytes
        let isASCII = part.withSpan { span in
            var bits: UInt8 = 0
            for index in span.indices { bits |= span[index] }
            return bits < 0x80
        }
        if isASCII, bytes.count <= quotedLimit { return String(decoding: part, as: UTF8.self) }
        let more = bytes.count > quotedLimit ? "…" : ""
        if let text = String(validating: part, as: UTF8.self) { return text + more }
        var text = ""
        for byte in part {
            if byte < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + String(byte, radix: 16, uppercase: true)
            }
        }
        return text + more
    }

    static func bytes(_ count: some BinaryInteger) -> String {
        count == 1 ? "1 byte" : "\(count) bytes"
    }

    /// Seconds, and beside them the same in larger units: `90 seconds (1 minute 30 seconds)`.
    static func duration(_ seconds: UInt64) -> String {
        let plain = seconds == 1 ? "1 second" : "\(seconds) seconds"
        guard seconds >= 60 else { return plain }
        let units: [(UInt64, String)] = [
            (31_536_000, "year"), (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"),
        ]
        var rest = seconds
        var parts: [String] = []
        for (size, unit) in units where parts.count < 2 {
            let number = rest / size
            rest %= size
            if number > 0 {
                parts.append("\(number) \(unit)\(number == 1 ? "" : "s")")
            } else if !parts.isEmpty {
                break
            }
        }
        return "\(plain) (\(rest == 0 ? "" : "about ")\(parts.joined(separator: " ")))"
    }

    /// `2026-03-01 12:00:00 UTC`.
    static func moment(_ secondsSince1970: Int64) -> String {
        let time = CivilTime(secondsSince1970: secondsSince1970)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(time.year)-\(two(time.month))-\(two(time.day))"
        return "\(date) \(two(time.hour)):\(two(time.minute)):\(two(time.second)) UTC"
    }

    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
