import Bytes
import HTTPModel
import HTTPSemantics
import Site

/// Form content, `application/x-www-form-urlencoded` or `multipart/form-data` (RFC 7578), taken apart. Pure functions.
enum FormData {
    /// A part of a multipart form.
    struct Part: Sendable, Hashable {
        let name: String
        let filename: String?
        let contentType: String?
        let content: Bytes
    }

    /// More parts than these are not looked at.
    private static let mostParts = 50
    /// RFC 2046 §5.1.1. A search for a longer one could be made to take very long.
    private static let longestBoundary = 70

    /// The media type of the content, in lower case, without its parameters.
    static func mediaType(_ request: SiteRequest) -> String {
        let type = MediaType(request.head.fields.first(.contentType) ?? Bytes())
        return "\(type.type.lowercased.text)/\(type.subtype.lowercased.text)"
    }

    static func isMultipart(_ request: SiteRequest) -> Bool {
        mediaType(request) == "multipart/form-data"
    }

    /// The parts, or nil when the type has no boundary or the content does not begin with it.
    static func parts(_ request: SiteRequest, _ body: Bytes) -> [Part]? {
        guard let type = request.head.fields.first(.contentType),
            let boundary = MediaType(type).parameter("boundary")?.array, !boundary.isEmpty,
            boundary.count <= longestBoundary
        else { return nil }
        let mark = Array("\r\n--".utf8) + boundary
        // The first boundary may stand at the very start; with a line end before it, all boundaries look the same.
        let content = [ASCII.carriageReturn, ASCII.lineFeed] + body.array
        guard var start = find(mark, in: content, from: 0).map({ $0 + mark.count }) else { return nil }
        var parts: [Part] = []
        while parts.count < mostParts, let end = find(mark, in: content, from: start) {
            if let part = part(content[start..<end]) { parts.append(part) }
            start = end + mark.count
        }
        return parts
    }

    /// One part: the rest of the boundary's line, header lines, an empty line, content.
    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        let source = Array(bytes)
        guard let split = find(Array("\r\n\r\n".utf8), in: source, from: 0) else { return nil }
        var name: String?
        var filename: String?
        var contentType: String?
        for line in source[0..<split].split(separator: ASCII.lineFeed).map({ Bytes(Array($0)) }) {
            let label = Bytes(Array(line.prefix { $0 != ASCII.colon }))
            let value = Bytes(Array(line.dropFirst(label.count + 1).filter { $0 != ASCII.carriageReturn })).trimmed
            if label.equalsIgnoringCase("content-disposition") {
                // Of the same form as a media type's parameters (RFC 7578 §4.2).
                let disposition = MediaType(value)
                name = disposition.parameter("name")?.text
                filename = disposition.parameter("filename")?.text
            } else if label.equalsIgnoringCase("content-type") {
                contentType = value.text
            }
        }
        guard let name else { return nil }
        return Part(
            name: name, filename: filename, contentType: contentType,
            content: Bytes(Array(source[(split + 4)...])))
    }

    private static func find(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        var index = start
        while index <= bytes.count - needle.count {
            if bytes[index] == first, bytes[index..<index + needle.count].elementsEqual(needle) { return index }
            index += 1
        }
        return nil
    }
}
