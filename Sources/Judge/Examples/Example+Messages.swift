// The messages of an example, put together.
extension Example {
    /// One message as it goes over the wire, and the bytes of it that are marked.
    package struct Message: Sendable {
        package let head: [UInt8]
        package let content: [UInt8]
        /// nil when nothing is marked.
        package let marked: Range<Int>?
    }

    /// The moment at which the answers of examples are dated, in seconds since 1970.
    package static let moment: Int64 = 1_772_366_400
    private static let date = "Sun, 01 Mar 2026 12:00:00 GMT"

    package var request: Message? {
        guard hasRequest else { return nil }
        let part = parts.request ?? (head: "GET /", content: "")
        var lines = Self.lines(part.head)
        if !lines[0].contains("HTTP/") { lines[0] += " HTTP/1.1" }
        Self.fill(&lines, "Host: a.example")
        let content = octets(part.content)
        if !content.isEmpty { Self.fill(&lines, "Content-Length: \(content.count)") }
        return Self.message(lines, content)
    }

    /// nil when none came.
    package var response: Message? {
        guard let part = parts.response else { return nil }
        var lines = Self.lines(part.head)
        lines[0] = Self.statusLine(lines[0])
        let status = lines[0].filter { $0 != "«" }.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 200
        let content = octets(part.content)
        if status >= 200 { Self.fill(&lines, "Date: \(Self.date)") }
        let isEmpty = status < 200 || status == 204 || status == 304
        if !isEmpty, !lines.contains(where: { $0.hasPrefix("Transfer-Encoding:") }) {
            Self.fill(&lines, "Content-Length: \(content.count)")
        }
        return Self.message(lines.filter { !$0.hasPrefix("-") }, content)
    }

    /// A status line from a code, with or without version and phrase. Where any of it is marked, all of it is.
    private static func statusLine(_ text: String) -> String {
        var line = text.filter { $0 != "«" && $0 != "»" }
        if !line.contains("HTTP/") { line = "HTTP/1.1 " + line + (line.contains(" ") ? "" : " ") }
        return text.contains("«") ? "«\(line)»" : line
    }

    /// A line that is not there yet, neither written nor said to be left out.
    private static func fill(_ lines: inout [String], _ line: String) {
        let name = line.prefix { $0 != ":" }
        if !lines.contains(where: { $0.hasPrefix(name + ":") || $0 == "-" + name }) { lines.append(line) }
    }

    private typealias Part = (head: String, content: String)

    private var parts: (request: Part?, response: Part?) {
        guard text.hasPrefix("> ") || text.hasPrefix("< ") else { return (nil, Self.part("200 OK | " + text)) }
        guard text.hasPrefix("> ") else { return (nil, Self.part(String(text.dropFirst(2)))) }
        guard let cut = text.firstRange(of: " < ") else { return (Self.part(String(text.dropFirst(2))), nil) }
        let request = text[text.index(text.startIndex, offsetBy: 2)..<cut.lowerBound]
        return (Self.part(String(request)), Self.part(String(text[cut.upperBound...])))
    }

    private static func part(_ text: String) -> Part {
        guard let cut = text.firstRange(of: " || ") else { return (text, "") }
        return (String(text[..<cut.lowerBound]), String(text[cut.upperBound...]))
    }

    private static func lines(_ head: String) -> [String] {
        head.split(separator: " | ").map { String($0) }
    }

    private func octets(_ content: String) -> [UInt8] {
        isLatin ? content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(content.utf8)
    }

    private static func message(_ lines: [String], _ content: [UInt8]) -> Message {
        var head: [UInt8] = []
        var start: Int?
        var marked: Range<Int>?
        for character in lines.joined(separator: "\r\n") {
            if character == "«" {
                start = head.count
            } else if character == "»" {
                marked = (start ?? 0)..<head.count
            } else {
                head += Array(String(character).utf8)
            }
        }
        return Message(head: head + Array("\r\n\r\n".utf8), content: content, marked: marked)
    }
}
