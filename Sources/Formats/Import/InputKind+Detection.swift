package import Bytes
import Explain

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
            case UInt8(ascii: "[") where isFollowed(first, in: bytes, by: "{]"): return array(bytes, from: first)
            default: return ofText(PastedText(Bytes(Array(bytes))).bytes)
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

    /// The names of an object's members as far as they can be read, and whether these are all.
    private static func names(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, until isEnough: (Bytes) -> Bool
    ) -> (names: [Bytes], areAll: Bool) {
        var parser = JSONParser(bytes)
        parser.position = start + 1
        var names: [Bytes] = []
        while let key = try? parser.key() {
            let name = Bytes(Array(bytes[key.range]))
            names.append(name)
            if isEnough(name) { return (names, false) }
            guard (try? parser.tree()) != nil, let goesOn = try? parser.goesOn(until: ASCII.closeBrace) else {
                return (names, false)
            }
            if !goesOn { return (names, true) }
        }
        return (names, false)
    }

    /// A HAR has a member `log` (or `entries`), wherever it stands among the others (RFC 8259 §4); an entry's first
    /// line goes on to its end.
    private static func json(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> InputKind {
        func isHAR(_ name: Bytes) -> Bool { name.isExactly("log") || name.isExactly("entries") }
        func isEntry(_ name: Bytes) -> Bool {
            ["_id", "_connection", "_agent", "request", "response", "startedDateTime"].contains { name.isExactly($0) }
        }
        let (names, areAll) = names(bytes, from: start, until: isHAR)
        if names.contains(where: isHAR) || names.isEmpty { return .har }
        // JSON of another kind: a collection of requests, a description of an interface.
        if areAll, !names.contains(where: isEntry) { return .unknown }
        // Laid out over several lines: not a log, where a line is an entry.
        let line = bytes[start...].prefix { $0 != ASCII.lineFeed }
        let isLaidOut = bytes[(start + 1)...].first { $0 != ASCII.space && $0 != ASCII.tab } == ASCII.lineFeed
        return isLaidOut || line.isEmpty ? .har : .log
    }

    /// A list of entries, or of what Charles recorded, which names host and path of each beside its messages.
    private static func array(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> InputKind {
        guard let first = bytes[start...].firstIndex(of: ASCII.openBrace) else { return .har }
        let (names, areAll) = names(bytes, from: first) { $0.isExactly("startedDateTime") }
        func has(_ name: StaticString) -> Bool { names.contains { $0.isExactly(name) } }
        if has("startedDateTime") { return .har }
        if has("host"), has("method"), has("scheme") || has("path") || has("protocolVersion") { return .charles }
        return areAll && !has("request") && !has("response") ? .unknown : .har
    }

    /// How much of a text is looked at.
    static var textWindow: Int { window }

    /// What a text is as it stands, nothing taken off its lines.
    static func ofText(_ file: Bytes) -> InputKind {
        var looksLikeCurl = false
        var position = 0
        var lines = 0
        while position < min(file.count, window), lines < 200 {
            let line = CurlLine(file, at: position)
            if CurlTrace.isMark(line.text) || WgetOutput.isMark(line.text) { return .curlVerbose }
            switch line.kind {
            case .sent, .received:
                if line.content.isStartLine { return .curlVerbose }
            case .info, .dataCount: looksLikeCurl = true
            case .other:
                if line.text.hasOpening("curl: (") { looksLikeCurl = true }
                if !looksLikeCurl, line.text.isStartLine { return .rawMessages }
            }
            position = line.range.upperBound
            lines += 1
        }
        return looksLikeCurl ? .curlVerbose : .unknown
    }
}
