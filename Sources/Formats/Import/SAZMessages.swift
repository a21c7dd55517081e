import Bytes
import Flow
import HTTPWire

/// The messages of a WebSocket as Fiddler writes them: for each a few lines (`Request-Length: 12`, or `Response-Length`
/// for the server's, then times), an empty line, so many bytes, and a line end. The bytes are a frame (RFC 6455 §5.2).
enum SAZMessages {
    static func read(_ file: Bytes, of session: String, _ log: inout DamageLog) -> ImportedExchange.WebSocket {
        var webSocket = ImportedExchange.WebSocket()
        var position = 0
        var bare = 0
        while position < file.count {
            let place = position
            guard let head = Head(file, &position), head.size <= file.count - position else {
                log.add(
                    0, "raw/\(session)_w.txt: There is no message at byte \(place).", "The rest of it was left out.")
                break
            }
            let bytes = file.slice(position..<position + head.size)
            position += head.size
            while position < file.count, file[position] == ASCII.carriageReturn || file[position] == ASCII.lineFeed {
                position += 1
            }
            let frame = Self.frame(bytes, from: head.from)
            if frame == nil { bare += 1 }
            webSocket.frames.append((head.from, frame ?? Self.wrapped(bytes, from: head.from), head.moment))
        }
        if bare > 0 {
            log.add(
                0, "raw/\(session)_w.txt: \(bare) of its messages have no frames.",
                "Their bytes were read as the message contents.")
        }
        return webSocket
    }

    private struct Head {
        var from = MessageKind.request
        var size = 0
        var moment: Int64?

        /// nil when no message begins here.
        init?(_ file: Bytes, _ position: inout Int) {
            var hasSize = false
            while position < file.count {
                let end = file.firstIndex(of: ASCII.lineFeed, from: position) ?? file.count
                let hasReturn = end > position && file[end - 1] == ASCII.carriageReturn
                let text = file.slice(position..<(hasReturn ? end - 1 : end)).trimmed
                position = min(end + 1, file.count)
                if text.isEmpty {
                    guard hasSize else { return nil }
                    return
                }
                guard let colon = text.firstIndex(of: ASCII.colon) else { return nil }
                let name = text.slice(0..<colon)
                let value = text.slice(colon + 1..<text.count).trimmed
                switch name.lowercased.text {
                case "request-length", "response-length":
                    guard let size = value.decimal.flatMap({ Int(exactly: $0) }) else { return nil }
                    (self.size, hasSize) = (size, true)
                    from = name.first == UInt8(ascii: "R") && name.count == 14 ? .request : .response
                // Fiddler writes the year 1 for what did not happen.
                case "doneread": moment = RecordedTime.parse(value).flatMap { $0 > 0 ? $0 : nil }
                default: break
                }
            }
            return nil
        }
    }

    /// The frame that the bytes are, masked as its sender's are; nil when they are none.
    private static func frame(_ bytes: Bytes, from: MessageKind) -> Bytes? {
        guard bytes.count >= 2, bytes[0] & 0x30 == 0, WebSocketOpcode(rawValue: bytes[0] & 0x0F) != nil else {
            return nil
        }
        let isMasked = bytes[1] & 0x80 != 0
        let short = Int(bytes[1] & 0x7F)
        let extended = short == 126 ? 2 : short == 127 ? 8 : 0
        guard bytes.count >= 2 + extended else { return nil }
        let size = extended == 0 ? UInt64(short) : bytes.slice(2..<2 + extended).reduce(0) { $0 << 8 | UInt64($1) }
        let head = 2 + extended + (isMasked ? 4 : 0)
        guard bytes.count >= head, size == UInt64(bytes.count - head) else { return nil }
        guard from == .request, !isMasked else { return bytes }
        // Some keep it without its mask: that of zeros changes nothing.
        let opening = [bytes[0], bytes[1] | 0x80] + bytes.slice(2..<2 + extended).array + [0, 0, 0, 0]
        return Bytes(opening + bytes.slice(2 + extended..<bytes.count).array)
    }

    private static func wrapped(_ bytes: Bytes, from: MessageKind) -> Bytes {
        WebSocketFrame.whole(isText(bytes) ? .text : .binary, bytes, mask: from == .request ? 0 : nil)
    }

    private static func isText(_ bytes: Bytes) -> Bool {
        var check = TextCheck()
        bytes.withUnsafeBytes { check.add($0) }
        return check.isText
    }
}
