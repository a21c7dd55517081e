public import Bytes

/// The parts of a `multipart/byteranges` content (RFC 9110 §14.6): only what each says it is.
public enum MultipartRanges {
    /// One part, with its place.
    public struct Part: Sendable, Hashable {
        /// nil when the part has none, or a malformed one.
        public let range: ContentRange?
        /// The media type of the part.
        public let contentType: Bytes?
    }

    /// The parts in order, `limit` of them at most.
    public static func parts(of content: Bytes, boundary: Bytes, limit: Int = 64) -> [Part] {
        let delimiter = Bytes([ASCII.hyphen, ASCII.hyphen] + boundary.array)
        var parts: [Part] = []
        var isInHead = false
        var range: ContentRange?
        var type: Bytes?
        var start = 0
        // Line by line: a delimiter stands at the start of a line (RFC 2046 §5.1.1).
        while start < content.count, parts.count < limit {
            let end = content.firstIndex(of: ASCII.lineFeed, from: start) ?? content.count
            let line = trimmedLine(content.slice(start..<end))
            start = end + 1
            if line.count >= delimiter.count, line.slice(0..<delimiter.count) == delimiter {
                isInHead = line.count == delimiter.count
                (range, type) = (nil, nil)
            } else if isInHead, line.isEmpty {
                isInHead = false
                parts.append(Part(range: range, contentType: type))
            } else if isInHead, let colon = line.firstIndex(of: ASCII.colon) {
                let name = line.slice(0..<colon)
                let value = line.slice(colon + 1..<line.count).trimmed
                if name.equalsIgnoringCase("content-range") { range = ContentRange(value) }
                if name.equalsIgnoringCase("content-type") { type = value }
            }
        }
        return parts
    }

    private static func trimmedLine(_ line: Bytes) -> Bytes {
        line.last == ASCII.carriageReturn ? line.slice(0..<line.count - 1) : line
    }
}
