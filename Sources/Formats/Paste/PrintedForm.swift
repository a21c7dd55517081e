import Bytes
import Explain

/// How some tools print a message: as a column of a list, as a string with escapes, as a tree. Its lines become those
/// of the message again.
enum PrintedForm: CaseIterable {
    /// The answer of `Invoke-WebRequest`: `RawContent : HTTP/1.1 200 OK`, the other lines in the same column.
    case powerShellList
    /// `$response.Headers`: the columns Key and Value, values in braces.
    case powerShellTable
    /// What http.client of Python prints with its debug level: `send: b'…'`, `reply: '…'`, `header: …`.
    case pythonDebug
    /// "Hypertext Transfer Protocol" as Wireshark copies it, each line with its `\r\n` spelled out.
    case wiresharkTree
    /// `"GET / HTTP/1.1\r\nHost: a\r\n\r\n"`: a string of a program or a log.
    case escapes

    /// In words, for a reader of what was taken off.
    var name: String {
        switch self {
        case .powerShellList, .powerShellTable: "the columns of PowerShell"
        case .pythonDebug: "the marks of Python's debug output"
        case .wiresharkTree: "the tree of Wireshark"
        case .escapes: "the escapes of a string"
        }
    }

    /// The lines of the message; nil when they are not printed so.
    func lines(_ printed: [PastedLine]) -> [PastedLine]? {
        let found =
            switch self {
            case .powerShellList: Self.ofList(printed)
            case .powerShellTable: Self.ofTable(printed)
            case .pythonDebug: Self.ofPython(printed)
            case .wiresharkTree: Self.ofTree(printed)
            case .escapes: Self.ofString(printed)
            }
        return found.isEmpty ? nil : found
    }

    private static func ofList(_ printed: [PastedLine]) -> [PastedLine] {
        for (place, line) in printed.enumerated() where line.content.hasOpening("RawContent ") {
            guard let column = line.content.place(of: ": ").map({ $0 + 2 }),
                line.content.slice(column..<line.content.count).isWholeStatusLine
            else { continue }
            let rest = printed[(place + 1)...].prefix {
                $0.content.prefix(column).allSatisfy { $0 == ASCII.space }
            }
            var lines = [line.without(column)] + rest.map { $0.without(column) }
            // The end of the last line is the list's, unless that line ends the head.
            if let last = lines.last, !last.content.isEmpty {
                lines[lines.count - 1] = PastedLine(start: last.start, text: last.content)
            }
            return lines
        }
        return []
    }

    private static func ofTable(_ printed: [PastedLine]) -> [PastedLine] {
        let filled = printed.filter { !$0.content.trimmed.isEmpty }
        guard filled.count > 2, words(filled[0].content) == ["Key", "Value"],
            filled[1].content.allSatisfy({ $0 == ASCII.hyphen || $0 == ASCII.space })
        else { return [] }
        return filled.dropFirst(2).compactMap { line in
            let content = line.content
            guard let gap = content.firstIndex(of: ASCII.space), gap > 0 else { return nil }
            var value = content.slice(gap..<content.count).trimmed
            if value.first == ASCII.openBrace, value.last == ASCII.closeBrace, value.count > 1 {
                value = value.slice(1..<value.count - 1)
            }
            let text = content.slice(0..<gap).array + [ASCII.colon, ASCII.space] + value.array + [ASCII.lineFeed]
            return PastedLine(start: line.start, text: Bytes(text))
        }
    }

    private static func ofPython(_ printed: [PastedLine]) -> [PastedLine] {
        var lines: [PastedLine] = []
        var isInHead = false
        for line in printed {
            let content = line.content
            if content.hasOpening("header: ") {
                guard isInHead else { continue }
                lines.append(line.without(8))
                continue
            }
            if isInHead { lines.append(PastedLine(start: line.start, text: "\n")) }
            isInHead = false
            if content.hasOpening("send: ") {
                lines += unescaped(line.without(6))
            } else if content.hasOpening("reply: ") {
                let answer = unescaped(line.without(7))
                isInHead = answer.first?.content.isWholeStatusLine == true
                lines += answer
            }
        }
        if isInHead, let last = printed.last { lines.append(PastedLine(start: last.start, text: "\n")) }
        return lines.contains { $0.content.isWholeStartLine } ? lines : []
    }

    private static func ofTree(_ printed: [PastedLine]) -> [PastedLine] {
        let isTree = printed.first { !$0.content.trimmed.isEmpty }?.content.trimmed.hasOpening("Hypertext Transfer")
        guard isTree == true else { return [] }
        return printed.compactMap { line in
            let indent = line.content.prefix(while: ASCII.isWhitespace).count
            let content = line.content.slice(indent..<line.content.count)
            guard content.hasEnding("\\r\\n") else { return nil }
            return PastedLine(
                start: line.start + indent, text: Bytes(content.array.dropLast(4) + [ASCII.lineFeed]))
        }
    }

    private static func ofString(_ printed: [PastedLine]) -> [PastedLine] {
        let filled = printed.filter { !$0.content.trimmed.isEmpty }
        guard filled.count == 1, let line = filled.first, line.content.place(of: "\\n") != nil else { return [] }
        let lines = unescaped(line.without(line.content.prefix(while: ASCII.isWhitespace).count))
        return lines.first?.content.isWholeStartLine == true ? lines : []
    }

    /// The lines of a string as programs write them, with or without its quotation marks.
    private static func unescaped(_ line: PastedLine) -> [PastedLine] {
        let content = line.content
        var place = content.first == UInt8(ascii: "b") && content.count > 1 && isQuote(content[1]) ? 1 : 0
        let quote = place < content.count && isQuote(content[place]) ? content[place] : nil
        if quote != nil { place += 1 }
        var lines: [PastedLine] = []
        var text: [UInt8] = []
        var start = place
        while place < content.count {
            var byte = content[place]
            if byte == quote { break }
            place += 1
            if byte == ASCII.backslash, place < content.count {
                (byte, place) = escape(content, at: place)
            }
            text.append(byte)
            if byte == ASCII.lineFeed {
                lines.append(PastedLine(start: line.start + start, text: Bytes(text)))
                (text, start) = ([], place)
            }
        }
        if !text.isEmpty { lines.append(PastedLine(start: line.start + start, text: Bytes(text))) }
        return lines
    }

    /// What stands after a backslash, and where reading goes on.
    private static func escape(_ text: Bytes, at place: Int) -> (UInt8, Int) {
        switch text[place] {
        case UInt8(ascii: "r"): return (ASCII.carriageReturn, place + 1)
        case UInt8(ascii: "n"): return (ASCII.lineFeed, place + 1)
        case UInt8(ascii: "t"): return (ASCII.tab, place + 1)
        case UInt8(ascii: "x") where place + 2 < text.count:
            guard let high = ASCII.hexValue(text[place + 1]), let low = ASCII.hexValue(text[place + 2]) else {
                return (text[place], place + 1)
            }
            return (UInt8(high << 4 | low), place + 3)
        case let other: return (other, place + 1)
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == ASCII.quote || byte == ASCII.apostrophe }

    private static func words(_ line: Bytes) -> [Bytes] {
        line.split(separator: ASCII.space).map { Bytes(Array($0)) }
    }
}
