package import Bytes
import Explain

/// A file as text of HTTP: in UTF-8, and without what logs, mails and pages put around and before its lines. A file
/// that can be read as it is, is left as it is. A value; making one is linear in the file.
package struct PastedText: Sendable {
    /// What is read.
    package let bytes: Bytes
    /// What was taken off, a sentence; nil when nothing was.
    package let remark: String?
    /// The same of the lines before the first message; nil when there are none.
    let opening: String?
    /// The URL of the command in front of its output (`$ curl -i https://…`); nil without one.
    package let url: Bytes?
    /// For each line its place in `bytes` and in the file; empty when they are the same.
    private var places: [(text: Int, file: Int)] = []

    package init(_ file: Bytes) {
        let plain = Self.utf8(file) ?? file
        let isSame = plain.count == file.count
        let lines = Self.needsUnwrapping(plain) ? UnwrappedLines(plain) : nil
        let text = lines?.text ?? plain
        let command = PastedCommand(text)
        let opening = command == nil ? PastedOpening(text) : nil
        let skipped = command?.end ?? opening?.end ?? 0
        url = command?.url
        bytes = skipped > 0 ? text.slice(skipped..<text.count) : text
        self.opening = opening?.remark
        let wrapping = lines?.remark ?? (isSame || file[0] == 0xEF ? nil : "The text was UTF-16.")
        let remarks = [wrapping, opening?.remark].compactMap(\.self)
        remark = remarks.isEmpty ? nil : remarks.joined(separator: " ")
        // Places in UTF-16 would be other ones.
        guard isSame else { return }
        if let lines {
            places = lines.places.map { ($0.text - skipped, $0.file) }
        } else if skipped > 0 {
            places = [(0, skipped)]
        }
    }

    /// Where a byte of the text stands in the file.
    package func place(of offset: Int) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].text <= offset { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? offset : places[low - 1].file + offset - places[low - 1].text
    }

    /// Whether what is HTTP in a text is found only once something is taken off its lines.
    private static func needsUnwrapping(_ text: Bytes) -> Bool {
        var position = 0
        var hasHTTP = false
        var isInHead = false
        while position < min(text.count, InputKind.textWindow) {
            let line = CurlLine(text, at: position)
            // Fences of Markdown, and curl's marks quoted in a mail: a status line is nothing that curl sends.
            if line.text.hasOpening("```") || line.text.hasOpening("&gt; ") || line.text.hasOpening("&lt; ") {
                return true
            }
            if line.kind == .sent, line.content.isQuotedLine { return true }
            if LinePrefix.beforeCurlMark(in: line.text) > 0 { return true }
            hasHTTP = hasHTTP || line.isHTTP
            // A line of white space where a head ends; on the wire it has a carriage return.
            if line.text.isWholeStartLine { isInHead = true }
            if isInHead, line.text.trimmed.isEmpty {
                if !line.text.isEmpty, !text.slice(line.range).hasEnding("\r\n") { return true }
                isInHead = false
            }
            position = line.range.upperBound
        }
        return !hasHTTP
    }

    /// From UTF-16 with or without a byte order mark, as PowerShell writes it; without that of UTF-8. nil for the rest.
    static func utf8(_ file: Bytes) -> Bytes? {
        guard file.count >= 4 else { return nil }
        if file[0] == 0xEF, file[1] == 0xBB, file[2] == 0xBF { return file.slice(3..<file.count) }
        let isBigEndian: Bool
        let start: Int
        switch (file[0], file[1]) {
        case (0xFF, 0xFE): (isBigEndian, start) = (false, 2)
        case (0xFE, 0xFF): (isBigEndian, start) = (true, 2)
        // ASCII in UTF-16: every other byte is zero.
        case (0, 1...) where file[2] == 0 && file[3] != 0: (isBigEndian, start) = (true, 0)
        case (1..., 0) where file[2] != 0 && file[3] == 0: (isBigEndian, start) = (false, 0)
        default: return nil
        }
        var units: [UInt16] = []
        units.reserveCapacity((file.count - start) / 2)
        var place = start
        while place + 1 < file.count {
            let (first, second) = (UInt16(file[place]), UInt16(file[place + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            place += 2
        }
        return Bytes(String(decoding: units, as: UTF16.self))
    }
}

/// A text whose lines had something before them, without it.
private struct UnwrappedLines {
    let text: Bytes
    let places: [(text: Int, file: Int)]
    let remark: String

    private typealias Line = PastedLine

    /// nil when no prefix is found under which there is HTTP.
    init?(_ file: Bytes) {
        var lines = PastedLine.lines(file)
        var taken: [String] = []
        if let fenced = Self.fenced(lines) { (lines, taken) = (fenced, ["a code fence"]) }
        if Self.unescapeEntities(&lines) { taken.append("HTML entities") }
        // Prefixes stand before each other: a container's name, then a time.
        for _ in 0..<6 {
            if !taken.isEmpty, Self.isHTTP(lines) { break }
            if let prefix = LinePrefix.allCases.first(where: { prefix in
                Self.all(lines) { prefix.length(in: $0) != nil }
            }) {
                Self.strip(&lines) { prefix.length(in: $0) ?? 0 }
                taken.append(prefix.name)
                if prefix == .quote { Self.evenQuotes(&lines) }
            } else if let indent = Self.indent(lines), indent > 0 {
                Self.strip(&lines) { min(indent, $0.count) }
                taken.append("white space")
            } else if !Self.isHTTP(lines), let quoted = Self.quoted(lines) {
                lines = quoted
                taken.append(LinePrefix.quote.name)
            } else {
                break
            }
        }
        if !Self.isHTTP(lines) {
            for form in PrintedForm.allCases {
                guard let printed = form.lines(lines) else { continue }
                lines = printed
                taken.append(form.name)
                break
            }
        }
        if lines.contains(where: { LinePrefix.beforeCurlMark(in: $0.text) > 0 }) {
            Self.strip(&lines, LinePrefix.beforeCurlMark)
            taken.append("times")
        }
        if Self.emptyBlankLines(&lines) { taken.append("white space") }
        guard !taken.isEmpty, Self.isHTTP(lines) || FieldListDissection.isList(Bytes(lines.flatMap(\.text))) else {
            return nil
        }
        var text: [UInt8] = []
        var places: [(text: Int, file: Int)] = []
        for line in lines {
            places.append((text.count, line.start))
            text += line.text
        }
        self.text = Bytes(text)
        self.places = places
        var names: [String] = []
        for name in taken where !names.contains(name) { names.append(name) }
        remark = "Read without the text around its lines: " + names.joined(separator: ", ") + "."
    }

    private static func isHTTP(_ lines: [Line]) -> Bool {
        lines.prefix(400).contains { CurlLine($0.text, at: 0).isHTTP }
    }

    /// All lines that are not empty have it, as far as is looked.
    private static func all(_ lines: [Line], _ condition: (Bytes) -> Bool) -> Bool {
        let seen = lines.prefix(400).map(\.text.withoutLineEnd).filter { !$0.trimmed.isEmpty }
        return !seen.isEmpty && seen.allSatisfy(condition)
    }

    /// A mail may quote a request deeper than its response. Of curl's output the mark of what was sent looks the same,
    /// and other marks stand beside it.
    private static func evenQuotes(_ lines: inout [Line]) {
        let isOfCurl = lines.contains { line in
            let kind = CurlLine(line.text, at: 0).kind
            return kind == .received || kind == .info
        }
        let isMixed =
            lines.contains { CurlLine($0.text, at: 0).content.isWholeStartLine && $0.text.hasOpening("> ") }
            && lines.contains { $0.content.isWholeStartLine }
        guard !isOfCurl, isMixed else { return }
        for _ in 0..<4 {
            strip(&lines) { LinePrefix.quote.length(in: $0) ?? 0 }
        }
    }

    /// White space that all lines begin with.
    private static func indent(_ lines: [Line]) -> Int? {
        lines.prefix(400).map(\.text.withoutLineEnd).filter { !$0.trimmed.isEmpty }
            .map { $0.prefix(while: ASCII.isWhitespace).count }.min()
    }

    private static func strip(_ lines: inout [Line], _ length: (Bytes) -> Int) {
        for index in lines.indices {
            let (line, start) = (lines[index].text, lines[index].start)
            let taken = min(length(line.withoutLineEnd), line.count)
            if taken > 0 { lines[index] = Line(start: start + taken, text: line.slice(taken..<line.count)) }
        }
    }

    /// The lines between fences of Markdown, when there is HTTP among them.
    private static func fenced(_ lines: [Line]) -> [Line]? {
        var inside: [Line] = []
        var isInside = false
        for line in lines {
            if line.text.trimmed.hasOpening("```") {
                isInside.toggle()
            } else if isInside {
                inside.append(line)
            }
        }
        return isHTTP(inside) ? inside : nil
    }

    /// The quoted lines of a mail that has others, too, when there is HTTP among them.
    private static func quoted(_ lines: [Line]) -> [Line]? {
        var quoted: [Line] = []
        for line in lines {
            guard let length = LinePrefix.quote.length(in: line.text.withoutLineEnd) else { continue }
            quoted.append(Line(start: line.start + length, text: line.text.slice(length..<line.text.count)))
        }
        return quoted.count < lines.count && isHTTP(quoted) ? quoted : nil
    }

    /// Some tools indent all lines of what they show, so that the line that ends a head has white space. No field goes
    /// on with such a line (RFC 9112 §5.2).
    private static func emptyBlankLines(_ lines: inout [Line]) -> Bool {
        var isInHead = false
        var isAny = false
        for index in lines.indices {
            let content = lines[index].text.withoutLineEnd
            if content.isWholeStartLine { isInHead = true }
            guard isInHead, content.trimmed.isEmpty else { continue }
            isInHead = false
            guard !content.isEmpty, !lines[index].text.hasEnding("\r\n") else { continue }
            let start = lines[index].start + content.count
            lines[index] = Line(start: start, text: lines[index].text.slice(content.count..<lines[index].text.count))
            isAny = true
        }
        return isAny
    }

    /// `&lt; HTTP/1.1 200 OK`: copied from a page's source.
    private static func unescapeEntities(_ lines: inout [Line]) -> Bool {
        guard lines.contains(where: { $0.text.hasOpening("&gt; ") || $0.text.hasOpening("&lt; ") }) else {
            return false
        }
        for index in lines.indices where lines[index].text.contains(ASCII.ampersand) {
            lines[index].text = lines[index].text.withoutEntities
        }
        return true
    }
}

/// The command line in front of what it printed: a prompt, and a client that is asked for a URL.
private struct PastedCommand {
    /// One past the line.
    let end: Int
    let url: Bytes?

    private static let clients: [String] = ["curl ", "http ", "https ", "wget ", "xh "]

    init?(_ text: Bytes) {
        var start = 0
        while start < text.count, text[start] == ASCII.lineFeed || text[start] == ASCII.carriageReturn { start += 1 }
        var line = CurlLine(text, at: start)
        guard !line.isHTTP, line.text.count < 1 << 14,
            let place = Self.clients.lazy.compactMap({ line.text.place(of: $0) }).min(),
            place == 0
                || [ASCII.dollar, ASCII.greaterThan, ASCII.percent, ASCII.hash].contains(
                    line.text[place - 2 < 0 ? 0 : place - 2])
        else { return nil }
        let words = line.text.slice(place..<line.text.count).split(separator: ASCII.space).map { word in
            Bytes(Array(word.filter { $0 != ASCII.quote && $0 != ASCII.apostrophe }))
        }
        let named = words.dropFirst().first { $0.hasOpening("http://") || $0.hasOpening("https://") }
        // A command that goes on in the next lines.
        while line.text.last == ASCII.backslash, line.range.upperBound < text.count {
            line = CurlLine(text, at: line.range.upperBound)
        }
        url = named
        end = line.range.upperBound
    }
}

extension CurlLine {
    /// A line that only HTTP or its clients have.
    fileprivate var isHTTP: Bool {
        switch kind {
        case .sent: content.isWholeRequestLine
        case .received: content.isWholeStatusLine
        case .info: isKnownInfo
        case .dataCount: true
        case .other:
            text.isWholeStartLine || CurlTrace.isMark(text) || WgetOutput.isMark(text) || text.hasOpening("curl: (")
        }
    }
}

extension Bytes {
    /// Behind a quotation mark: what curl does not print there.
    fileprivate var isQuotedLine: Bool {
        if isWholeStatusLine { return true }
        let line = CurlLine(self, at: 0)
        return (line.kind == .sent || line.kind == .received || line.kind == .info) && line.isHTTP
    }

    fileprivate var withoutLineEnd: Bytes { (last == ASCII.lineFeed ? slice(0..<count - 1) : self).withoutReturn }

    /// With the characters in place of the five entities that everybody escapes.
    fileprivate var withoutEntities: Bytes {
        let names: [(StaticString, UInt8)] = [
            ("&lt;", ASCII.lessThan), ("&gt;", ASCII.greaterThan), ("&quot;", ASCII.quote), ("&#39;", ASCII.apostrophe),
            ("&amp;", ASCII.ampersand),
        ]
        var result: [UInt8] = []
        var place = 0
        while place < count {
            if self[place] == ASCII.ampersand, let (name, byte) = names.first(where: { has($0.0, at: place) }) {
                result.append(byte)
                place += name.utf8CodeUnitCount
            } else {
                result.append(self[place])
                place += 1
            }
        }
        return Bytes(result)
    }
}
