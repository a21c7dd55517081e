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

    static func list(_ message: MessageKind, of flow: Illustration, limit: Int) -> [LessonLine] {
        guard let raw = flow.fields(message)?.raw else { return [] }
        let head = raw.slice(0..<min(raw.count, limit)).array
        var lines: [LessonLine] = []
        var start = 0
        while start < head.count {
            let end = head[start...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? head.count
            let line = Bytes(Array(head[start..<end]))
            lines.append(LessonLine(message: message, offset: start, text: text(line, flow.hidden.hide(line))))
            start = end
        }
        return lines
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
