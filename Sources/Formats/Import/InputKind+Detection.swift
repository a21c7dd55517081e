package import Bytes
import JSON

extension InputKind {
    /// How many bytes are looked at.
    private static let window = 64 << 10

    package static func detect(_ file: Bytes) -> InputKind {
        if MitmproxyReader.recognizes(file) { return .mitmproxy }
        if SAZReader.recognizes(file) { return .sessionArchive }
        return file.withUnsafeBytes { raw in
            let all = raw.bindMemory(to: UInt8.self)
            let start = hasByteOrderMark(all) ? 3 : 0
            let bytes = UnsafeBufferPointer(rebasing: all[start..<min(all.count, start + window)])
            guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return .unknown }
            switch bytes[first] {
            // What only begins like JSON may be a message whose first line is wrong.
            case UInt8(ascii: "{") where isFollowed(first, in: bytes, by: "\"}"): return json(bytes, from: first)
            case UInt8(ascii: "[") where isFollowed(first, in: bytes, by: "{]"): return .har
            default: return text(Bytes(Array(bytes)))
            }
        }
    }

    /// Whether one of these comes next, white space aside, or nothing does.
    private static func isFollowed(
        _ place: Int, in bytes: UnsafeBufferPointer<UInt8>, by expected: StaticString
    ) -> Bool {
        guard let next = bytes[(place + 1)...].first(where: { !isBlank($0) }) else { return true }
        return expected.withUTF8Buffer { $0.contains(next) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    /// A HAR's first object has a member `log` or `entries`; an entry's first line goes on to its end.
    private static func json(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> InputKind {
        var parser = JSONParser(bytes)
        parser.position = start + 1
        guard let key = try? parser.key() else { return .har }
        let name = Bytes(Array(bytes[key.range]))
        if name.isExactly("log") || name.isExactly("entries") { return .har }
        // Laid out over several lines: not a log, where a line is an entry.
        return bytes[start..<key.range.lowerBound].contains(ASCII.lineFeed) ? .har : .log
    }

    private static func text(_ file: Bytes) -> InputKind {
        var looksLikeCurl = false
        var position = 0
        var lines = 0
        while position < file.count, lines < 200 {
            let line = CurlLine(file, at: position)
            switch line.kind {
            case .sent, .received:
                if line.content.isStartLine { return .curlVerbose }
            case .info, .dataCount: looksLikeCurl = true
            case .other:
                if !looksLikeCurl, line.text.isStartLine { return .rawMessages }
            }
            position = line.range.upperBound
            lines += 1
        }
        return looksLikeCurl ? .curlVerbose : .unknown
    }
}
