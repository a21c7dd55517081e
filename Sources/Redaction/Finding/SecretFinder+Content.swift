package import Bytes
import HTTPSemantics

extension SecretFinder {
    /// Of a content with its codings taken off.
    package static func secrets(inContent content: Bytes, type: Bytes) -> [Secret] {
        var found: [Secret] = []
        self.content(content, 0..<content.count, MediaType(type), into: &found, depth: 0)
        return found.apart
    }

    private static func content(
        _ bytes: Bytes, _ range: Range<Int>, _ type: MediaType, into found: inout [Secret], depth: Int
    ) {
        if type.type.equalsIgnoringCase("multipart"), depth < 4, let boundary = type.parameter("boundary") {
            return parts(bytes, range, boundary, into: &found, depth: depth)
        }
        // Their bytes are chance themselves, and looking for letters in them finds what is none.
        if type.isPicture { return }
        if type.is("application", "x-www-form-urlencoded") {
            form(bytes, range, into: &found)
        } else {
            SecretAssignments.find(in: bytes, range, into: &found)
            if type.hasSuffix("xml") || type.hasSuffix("html") || bytes.slice(range).first == ASCII.lessThan {
                SecretMarkup.find(in: bytes, range, into: &found)
            }
        }
        SecretShapes.find(in: bytes, range, into: &found)
    }

    /// The parts of a multipart content (RFC 2046 §5.1.1): each by its name (RFC 7578 §4.2), by its head, and by its
    /// own type.
    private static func parts(
        _ bytes: Bytes, _ range: Range<Int>, _ boundary: Bytes, into found: inout [Secret], depth: Int
    ) {
        let delimiter = Bytes([ASCII.hyphen, ASCII.hyphen] + boundary.array)
        var starts: [(line: Int, next: Int)] = []
        var line = range.lowerBound
        while line < range.upperBound {
            let end = bytes.firstIndex(of: ASCII.lineFeed, in: line..<range.upperBound) ?? range.upperBound
            if end - line >= delimiter.count, bytes.slice(line..<line + delimiter.count) == delimiter {
                starts.append((line, min(end + 1, range.upperBound)))
            }
            line = end + 1
        }
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].line : range.upperBound
            if start.next < end { part(bytes, start.next..<end, into: &found, depth: depth) }
        }
        if starts.isEmpty { SecretShapes.find(in: bytes, range, into: &found) }
    }

    private static func part(_ bytes: Bytes, _ range: Range<Int>, into found: inout [Secret], depth: Int) {
        var type = MediaType("text/plain")
        var strength: SecretNames.Strength?
        var line = range.lowerBound
        while line < range.upperBound {
            var end = bytes.firstIndex(of: ASCII.lineFeed, in: line..<range.upperBound) ?? range.upperBound
            let next = min(end + 1, range.upperBound)
            if end > line, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
            let text = bytes.slice(line..<end)
            defer { line = next }
            if text.isEmpty { break }
            for secret in secrets(inLine: text) {
                found.append(Secret(line + secret.range.lowerBound..<line + secret.range.upperBound, secret.coding))
            }
            guard let colon = text.firstIndex(of: ASCII.colon) else { continue }
            let value = text.slice(colon + 1..<text.count).trimmed
            if text.hasPrefix(ignoringCase: "content-type:") { type = MediaType(value) }
            if text.hasPrefix(ignoringCase: "content-disposition:") {
                strength = MediaType(value).parameter("name").flatMap { SecretNames.strength(of: $0) }
            }
        }
        // The line end before the next boundary belongs to the boundary.
        var end = range.upperBound
        if end > line, bytes[end - 1] == ASCII.lineFeed { end -= 1 }
        if end > line, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
        guard end > line else { return }
        if let strength, SecretNames.isSecret(bytes.slice(line..<end), strength) {
            found.append(Secret(line..<end))
        } else {
            content(bytes, line..<end, type, into: &found, depth: depth + 1)
        }
    }
}

extension MediaType {
    /// Pictures, sound, film, fonts: nothing that a proof is written in. SVG is a text.
    var isPicture: Bool {
        (type.equalsIgnoringCase("image") && !hasSuffix("xml")) || type.equalsIgnoringCase("video")
            || type.equalsIgnoringCase("audio") || type.equalsIgnoringCase("font")
    }
}
