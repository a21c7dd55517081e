import Bytes

/// XML, and HTML as it is written: elements indented by their depth, short texts beside their tags, scripts and style
/// sheets laid out. No tree is built: what is not closed is indented, what closes nothing is marked.
struct MarkupLayout {
    private let bytes: Bytes
    private let isHTML: Bool
    private var index = 0
    /// Names of the elements that are open.
    private var open: [Bytes] = []
    /// What stands last in the current line: a text may be put beside it.
    private var last = Last.nothing
    /// Columns of text in the current line, so that paragraphs do not become one line.
    private var columns = 0

    private enum Last { case nothing, startTag, inline }

    /// So many elements are looked at for the one that an end tag closes.
    private static let searchLimit = 64
    private static let besideLimit = 80

    init(_ bytes: Bytes, isHTML: Bool) {
        self.bytes = bytes
        self.isHTML = isHTML
    }

    mutating func write(to out: inout LineBuilder) {
        while index < bytes.count, !out.isFull {
            if bytes[index] == ASCII.lessThan, isTag(index + 1) {
                tag(&out)
            } else {
                text(&out)
            }
        }
        if !isHTML, !open.isEmpty, !out.isFull {
            let names = open.suffix(3).map { "<\($0.text)>" }.joined(separator: ", ")
            out.damage("byte \(bytes.count): the document ends here; not closed: \(names)")
        }
        out.end()
    }

    private func isTag(_ place: Int) -> Bool {
        guard place < bytes.count else { return false }
        let byte = bytes[place]
        return ASCII.isAlpha(byte) || byte == ASCII.slash || byte == ASCII.exclamation || byte == ASCII.question
            || byte == ASCII.underscore || byte >= 0x80
    }

    // MARK: Text

    private mutating func text(_ out: inout LineBuilder) {
        var end = index + 1
        while end < bytes.count, !(bytes[end] == ASCII.lessThan && isTag(end + 1)) { end += 1 }
        let text = bytes.slice(index..<end)
        index = end
        let plain = text.withoutSpace
        guard !plain.isEmpty else {
            // Between words a space counts.
            if last == .inline, !text.isEmpty { out.put(Self.space, .plain) }
            return
        }
        if last != .nothing, columns + plain.count <= Self.besideLimit {
            out.put(text.collapsed, .plain)
            columns += plain.count
            if last == .startTag, text.contains(ASCII.lineFeed) { last = .inline }
            return
        }
        out.begin(open.count)
        out.put(plain.collapsed, .plain)
        (last, columns) = (.inline, plain.count)
    }

    // MARK: Tags

    private mutating func tag(_ out: inout LineBuilder) {
        if bytes.slice(index..<bytes.count).hasOpening("<!--") { return aside("-->", .comment, &out) }
        if bytes.slice(index..<bytes.count).hasOpening("<![CDATA[") { return aside("]]>", .string, &out) }
        switch bytes[index + 1] {
        case ASCII.exclamation, ASCII.question: aside(">", .mark, &out)
        case ASCII.slash: endTag(&out)
        default: startTag(&out)
        }
    }

    /// A comment, a declaration: a line of its own, or its own lines.
    private mutating func aside(_ mark: StaticString, _ role: BodyLine.Role, _ out: inout LineBuilder) {
        let end = bytes.firstIndex(of: mark, from: index + 1).map { $0 + mark.utf8CodeUnitCount } ?? bytes.count
        PlainLayout(bytes.slice(index..<end), role).write(to: &out, at: open.count)
        index = end
        last = .nothing
    }

    private mutating func startTag(_ out: inout LineBuilder) {
        let name = self.name(at: index + 1)
        let key = isHTML ? name.lowercased : name
        let isInline = isHTML && HTMLElements.inline.contains(key.text)
        if isHTML { closeImplied(before: key) }
        if !isInline || last == .nothing || columns > Self.besideLimit {
            out.begin(open.count)
            columns = 0
        }
        out.put(Self.tagOpening, .mark)
        out.put(name, .name)
        index += 1 + name.count
        let isEmpty = attributes(&out)
        columns += name.count + 2
        if isEmpty || isHTML && HTMLElements.void.contains(key.text) {
            last = isInline ? .inline : .nothing
            return
        }
        if isHTML, HTMLElements.raw.contains(key.text) { return rawText(key, &out) }
        open.append(key)
        last = isInline ? .inline : .startTag
    }

    /// The attributes and the end of a start tag; says whether it ends in `/>`.
    private mutating func attributes(_ out: inout LineBuilder) -> Bool {
        while index < bytes.count {
            let next = bytes.skippingSpace(index)
            guard next < bytes.count else { break }
            if bytes[next] == ASCII.greaterThan {
                out.put(bytes.slice(next..<next + 1), .mark)
                index = next + 1
                return false
            }
            if bytes[next] == ASCII.slash {
                index = next + 1
                guard index < bytes.count, bytes[index] == ASCII.greaterThan else { continue }
                out.put(Self.emptyEnding, .mark)
                index += 1
                return true
            }
            index = next
            attribute(&out)
            if out.isFull { return false }
        }
        index = bytes.count
        out.putDamage(" ✗ the tag has no end")
        return false
    }

    private mutating func attribute(_ out: inout LineBuilder) {
        out.put(Self.space, .plain)
        let name = bytes.run(from: index) {
            !Bytes.isSpace($0) && $0 != ASCII.equals && $0 != ASCII.greaterThan && $0 != ASCII.slash
        }
        out.put(name, .word)
        // A lone `=` would hold us up.
        index += max(name.count, bytes[index] == ASCII.equals ? 0 : 1)
        columns += name.count + 1
        let sign = bytes.skippingSpace(index)
        guard sign < bytes.count, bytes[sign] == ASCII.equals else { return }
        out.put(bytes.slice(sign..<sign + 1), .mark)
        let start = bytes.skippingSpace(sign + 1)
        guard start < bytes.count else {
            index = start
            return
        }
        let value: Bytes
        if bytes[start] == ASCII.quote || bytes[start] == ASCII.apostrophe {
            let end = bytes.firstIndex(of: bytes[start], from: start + 1).map { $0 + 1 } ?? bytes.count
            value = bytes.slice(start..<end)
        } else {
            value = bytes.run(from: start) { !Bytes.isSpace($0) && $0 != ASCII.greaterThan }
        }
        out.put(value.collapsed, .string)
        index = start + value.count
        columns += value.count + 1
    }

    private mutating func endTag(_ out: inout LineBuilder) {
        let name = self.name(at: index + 2)
        let key = isHTML ? name.lowercased : name
        let end = (bytes.firstIndex(of: ASCII.greaterThan, from: index) ?? bytes.count - 1) + 1
        let text = bytes.slice(index..<end)
        index = end
        guard let place = open.suffix(Self.searchLimit).lastIndex(of: key) else {
            out.begin(open.count)
            out.putDamage(text)
            if name.isEmpty { out.putDamage(" ✗ no name") } else { out.putDamage(" ✗ closes nothing") }
            last = .nothing
            return
        }
        let isLast = place == open.count - 1
        // In XML every element is closed; in HTML many end with the one around them.
        if !isHTML, !isLast {
            out.begin(place)
            let names = open[(place + 1)...].suffix(3).map { "<\($0.text)>" }
            out.putDamage(Bytes("✗ not closed: " + names.joined(separator: ", ")))
        }
        open.removeSubrange(place...)
        let isInline = isHTML && HTMLElements.inline.contains(key.text)
        if !isLast || !(isInline && last != .nothing || last == .startTag) { out.begin(place) }
        out.put(Self.endOpening, .mark)
        out.put(name, .name)
        out.put(text.slice(min(2 + name.count, text.count)..<text.count), .mark)
        columns += text.count
        last = isInline ? .inline : .nothing
    }

    /// What stands in an element whose content is no markup (HTML §13.1.2.1).
    private mutating func rawText(_ name: Bytes, _ out: inout LineBuilder) {
        var end = index
        while let found = bytes.firstIndex(of: "</", from: end) {
            if self.name(at: found + 2).equalsIgnoringCase(name) {
                end = found
                break
            }
            end = found + 2
        }
        if bytes.firstIndex(of: "</", from: end) != end { end = bytes.count }
        let content = bytes.slice(index..<end)
        index = end
        open.append(name)
        let plain = content.withoutSpace
        // An inline script that is short stands beside its tag.
        last = plain.isEmpty ? .startTag : .nothing
        guard !plain.isEmpty else { return }
        if name.isExactly("title"), plain.count <= Self.besideLimit {
            out.put(plain.collapsed, .plain)
            last = .startTag
            return
        }
        let depth = open.count
        out.base += depth
        switch name.text {
        case "script": CodeLayout(plain, .script).write(to: &out)
        case "style": CodeLayout(plain, .styleSheet).write(to: &out)
        default: PlainLayout(content).write(to: &out)
        }
        out.base -= depth
    }

    /// Closes what the element that begins here ends without a tag (HTML §13.1.2.4).
    private mutating func closeImplied(before name: Bytes) {
        guard let last = open.last?.text else { return }
        if HTMLElements.endsBefore[last]?.contains(name.text) ?? false {
            open.removeLast()
        } else if last == "p", HTMLElements.endsParagraphs.contains(name.text) {
            open.removeLast()
        }
    }

    private func name(at place: Int) -> Bytes {
        guard place < bytes.count else { return Bytes() }
        return bytes.run(from: place) { !Bytes.isSpace($0) && $0 != ASCII.greaterThan && $0 != ASCII.slash }
    }

    private static let space: Bytes = " "
    private static let tagOpening: Bytes = "<"
    private static let endOpening: Bytes = "</"
    private static let emptyEnding: Bytes = "/>"
}
