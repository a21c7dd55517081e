import Bytes
import Flow

/// Lines that are values of their own: NDJSON, JSON Lines, and JSON texts behind a record separator (RFC 7464).
struct LineParser: ContentParser {
    /// Octets of a line that are kept.
    static let limit = 64 << 10
    /// RFC 7464 §2.2: stands before each text of a sequence.
    private static let recordSeparator: UInt8 = 0x1E

    private var position: UInt64 = 0
    private var start: UInt64 = 0
    private var line: [UInt8] = []
    private var size: UInt64 = 0

    mutating func take(_ bytes: Bytes) -> [ContentMessage] {
        var messages: [ContentMessage] = []
        var place = 0
        while place < bytes.count {
            let feed = bytes.firstIndex(of: ASCII.lineFeed, from: place)
            let end = feed ?? bytes.count
            add(bytes.slice(place..<end))
            place = end + (feed == nil ? 0 : 1)
            guard feed != nil else { break }
            position += 1
            if let message = finish() { messages.append(message) }
        }
        return messages
    }

    mutating func end() -> [ContentMessage] { finish().map { [$0] } ?? [] }

    private mutating func add(_ piece: Bytes) {
        position += UInt64(piece.count)
        size += UInt64(piece.count)
        if line.count < Self.limit { line.append(contentsOf: piece.prefix(Self.limit - line.count)) }
    }

    private mutating func finish() -> ContentMessage? {
        defer {
            line = []
            size = 0
            start = position
        }
        var text = line[...]
        if UInt64(text.count) == size, text.last == ASCII.carriageReturn { text = text.dropLast() }
        var offset = start
        if text.first == Self.recordSeparator {
            text = text.dropFirst()
            offset += 1
        }
        let cut = UInt64(line.count - text.count)
        guard !text.allSatisfy({ $0 == ASCII.space || $0 == ASCII.tab }) else { return nil }
        return ContentMessage(form: .line, offset: offset, size: size - cut, bytes: Bytes(Array(text)))
    }
}
