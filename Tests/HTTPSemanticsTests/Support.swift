import Bytes
import Foundation
import HTTPModel

/// A field section from lines of text that end with `\n`.
func section(_ text: String) -> FieldSection {
    var raw: [UInt8] = []
    var lines: [FieldLine] = []
    for line in text.split(separator: "\n") {
        let start = raw.count
        let bytes = Bytes(String(line))
        // The name of a pseudo-header field begins with one.
        let colon = bytes.indices.dropFirst().first { bytes[$0] == ASCII.colon } ?? bytes.count
        let name = bytes.slice(0..<colon)
        var valueStart = min(colon + 1, bytes.count)
        while valueStart < bytes.count, ASCII.isWhitespace(bytes[valueStart]) { valueStart += 1 }
        var valueEnd = bytes.count
        while valueEnd > valueStart, ASCII.isWhitespace(bytes[valueEnd - 1]) { valueEnd -= 1 }
        raw += bytes
        raw += "\r\n".utf8
        lines.append(
            FieldLine(
                start: start, nameEnd: start + colon, valueStart: start + valueStart, valueEnd: start + valueEnd,
                end: raw.count, known: KnownField.allCases.first { name.equalsIgnoringCase($0.name) } ?? .other))
    }
    return FieldSection(raw: Bytes(raw), lines: lines)
}
