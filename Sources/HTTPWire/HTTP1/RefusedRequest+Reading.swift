public import Bytes
public import HTTPModel

/// Reads what was refused, for the record alone: forgiving where the decoder is not.
extension RefusedRequest {
    /// - Parameter head: the bytes of the refused head as far as they were kept; empty lines may precede it.
    ///
    /// nil when they do not begin with a method (RFC 9110 §9.1) and a target, or other text before a version: then it
    /// is not a request.
    public init?(head: Bytes) {
        var start = 0
        while start < head.count, Self.isLineEnd(head[start]) { start += 1 }
        let line = head.slice(start..<Self.lineEnd(in: head, from: start))
        guard let space = line.firstIndex(of: ASCII.space), space > 0 else { return nil }
        var targetStart = space
        while targetStart < line.count, line[targetStart] == ASCII.space { targetStart += 1 }
        var targetEnd = targetStart
        while targetEnd < line.count, line[targetEnd] != ASCII.space { targetEnd += 1 }
        guard targetEnd > targetStart else { return nil }
        let (method, version) = (line.slice(0..<space), line.slice(targetEnd..<line.count).trimmed)
        let isMethod = method.allSatisfy { OctetClass.token.contains($0) }
        let hasVersion = version.count > 5 && version.slice(0..<5).equalsIgnoringCase("http/")
        guard isMethod || hasVersion && method.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) else {
            return nil
        }
        self.init(
            method: method, target: Self.visible(line.slice(targetStart..<targetEnd)),
            version: Self.visible(version), host: Self.host(in: head, from: start + line.count))
    }

    /// Of HTTP/2: what could be read of a list of fields (RFC 9113 §8.3.1). nil when it names no method.
    package init?(list fields: FieldSection) {
        guard let method = fields.pseudoField(":method"), !method.isEmpty,
            method.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete })
        else { return nil }
        let host = fields.pseudoField(":authority") ?? fields.first(.host)
        let target = fields.pseudoField(":path") ?? (method == "CONNECT" ? host : nil)
        self.init(
            method: method, target: Self.visible(target ?? Bytes()), version: "HTTP/2", host: host.map(Self.visible))
    }

    /// The head that these bytes begin with, its empty line included; all of them when it has no end.
    package static func head(in bytes: Bytes) -> Bytes {
        var start = 0
        while start < bytes.count, isLineEnd(bytes[start]) { start += 1 }
        while let feed = bytes.firstIndex(of: ASCII.lineFeed, in: start..<bytes.count) {
            let next = feed + 1
            if next < bytes.count, bytes[next] == ASCII.lineFeed { return bytes.slice(0..<next + 1) }
            if next + 1 < bytes.count, bytes[next] == ASCII.carriageReturn, bytes[next + 1] == ASCII.lineFeed {
                return bytes.slice(0..<next + 2)
            }
            start = next
        }
        return bytes
    }

    /// The field lines of a refused head up to the first that is none (RFC 9112 §5).
    package static func fields(in head: Bytes) -> FieldSection {
        let isList = head.first == ASCII.colon
        let section = RecordedHead.section(head, hasStartLine: !isList)
        let good = section.lines.prefix { line in
            let name = section.name(of: line)
            let word = name.first == ASCII.colon && isList ? name.slice(1..<name.count) : name
            let text = head.slice(Int(line.nameEnd)..<Int(line.valueEnd))
            return FieldSyntax.validateName(word) == nil && text.first == ASCII.colon
                && !text.contains(where: FieldSyntax.isControl)
        }
        return FieldSection(raw: section.raw, lines: Array(good))
    }

    private static func visible(_ bytes: Bytes) -> Bytes {
        guard bytes.hasControl else { return bytes }
        var text: [UInt8] = []
        for byte in bytes {
            if byte < ASCII.space || byte == ASCII.delete {
                text += Array((byte < 16 ? "%0" : "%").utf8) + Array(String(byte, radix: 16, uppercase: true).utf8)
            } else {
                text.append(byte)
            }
        }
        return Bytes(text)
    }

    /// The value of the first line that begins with `Host:` and ends.
    private static func host(in head: Bytes, from position: Int) -> Bytes? {
        var start = position
        while start < head.count {
            while start < head.count, isLineEnd(head[start]) { start += 1 }
            let end = lineEnd(in: head, from: start)
            let line = head.slice(start..<end)
            if end < head.count, line.count > 5, line.slice(0..<5).equalsIgnoringCase("host:") {
                let value = line.slice(5..<line.count).trimmed
                return value.allSatisfy { $0 > ASCII.space && $0 < ASCII.delete } ? value : nil
            }
            start = end
        }
        return nil
    }

    private static func lineEnd(in head: Bytes, from start: Int) -> Int {
        var end = start
        while end < head.count, !isLineEnd(head[end]) { end += 1 }
        return end
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == ASCII.carriageReturn || byte == ASCII.lineFeed
    }
}
