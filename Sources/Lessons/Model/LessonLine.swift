import Bytes
import Flow
import HTTPModel
import Views

/// A line of a head with its end, to point at its bytes: a character a byte. A value, without credentials.
struct LessonLine: Sendable, Hashable {
    let message: MessageKind
    /// Of its first byte, counted from the first of the head.
    let offset: Int
    let text: String
    /// Of a list of fields: what its text is the value of, where the bytes do not say so.
    var name: String?

    static func list(_ message: MessageKind, of flow: Illustration, limit: Int) -> [LessonLine] {
        guard let raw = flow.fields(message)?.raw else { return [] }
        let head = raw.slice(0..<min(raw.count, limit)).array
        let isList = flow.isFieldList(message)
        var lines: [LessonLine] = []
        var start = 0
        while start < head.count {
            let end = head[start...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? head.count
            let line = Bytes(Array(head[start..<end]))
            let text = text(line, flow.hidden.hide(line))
            let made = LessonLine(message: message, offset: start, text: text)
            lines += isList ? made.fields(isFirst: start == 0) : [made]
            start = end
        }
        return lines
    }

    /// As a list of fields has it, which has neither a start line nor line ends (RFC 9113 §8.3): tools write both.
    private func fields(isFirst: Bool) -> [LessonLine] {
        let text = text.filter { $0 != "␍" && $0 != "␊" }
        if text.isEmpty { return [] }
        let parts = text.split(separator: " ", maxSplits: 2)
        let isStart =
            isFirst && (message == .request ? parts.count == 3 && parts[2].hasPrefix("HTTP/") : text.hasPrefix("HTTP/"))
        guard isStart, parts.count > 1 else {
            return [LessonLine(message: message, offset: offset, text: text)]
        }
        let status = LessonLine(message: message, offset: offset + parts[0].count + 1, text: String(parts[1]))
        guard message == .request else { return [status.named(":status")] }
        let method = LessonLine(message: message, offset: offset, text: String(parts[0]))
        return [method.named(":method"), status.named(":path")]
    }

    private func named(_ name: String) -> LessonLine {
        var line = self
        line.name = name
        return line
    }

    /// - Parameter shown: the same without credentials. What differs is hidden byte for byte, so that the rest stays
    ///   where it is.
    private static func text(_ line: Bytes, _ shown: Bytes) -> String {
        var text = ""
        let least = min(line.count, shown.count)
        let isSame = line == shown
        let first = isSame ? line.count : (0..<least).first { line[$0] != shown[$0] } ?? least
        let last = isSame ? 0 : (0..<(least - first)).first { line[line.count - 1 - $0] != shown[shown.count - 1 - $0] }
        for (place, byte) in line.enumerated() {
            switch byte {
            case _ where place >= first && place < line.count - (last ?? least - first): text += "•"
            case ASCII.carriageReturn: text += "␍"
            case ASCII.lineFeed: text += "␊"
            case ASCII.space..<ASCII.delete: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "·"
            }
        }
        return text
    }
}
