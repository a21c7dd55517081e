import Bytes
import HTTPModel
import HTTPSemantics

/// Finds the body of a message in a text that somebody pasted. By the wire's rules where they fit; where they do not,
/// the text is what a tool printed of the message, and ends where the next start line is. A value; pure.
struct PastedBody {
    let input: Bytes
    let starts: StartLines
    let lines: LineReader

    /// - Parameters:
    ///   - kind: how the end of the body would be found on the wire.
    ///   - start: one past the empty line of the head.
    ///   - isTyped: the lines of the head end with LF alone, as no tool sends them.
    /// - Returns: one past the last byte of the body, and how it is found here.
    func read(
        _ kind: Framing.Kind?, _ fields: FieldSection, from start: Int, isTyped: Bool
    ) -> (end: Int, form: BodyForm) {
        let next = starts.first(from: start)
        let limit = next ?? input.count
        let isBlank = lines.afterEmptyLines(at: start) >= limit
        switch kind {
        case .some(.none), .tunnel: return (start, .wire)
        case .length(let length): return read(length: length, fields, start, next: next, isTyped: isTyped)
        case .chunked:
            if isBlank { return (start, .missing) }
            switch chunks(from: start) {
            case .whole(let end): return (end, .wire)
            // A size that does not fit, and a last chunk all the same: the chunk lines are there.
            case .broken(0) where hasLastChunk(in: start..<limit): return (end(of: start..<limit, next), .wire)
            case .broken(0):
                return (end(of: start..<limit, next), .shown([.chunks, undoneCoding(fields, start..<limit)]))
            // Text may begin with what could be a size.
            case .cut(0) where isTyped && next == nil && !input.slice(start..<limit).contains(ASCII.carriageReturn):
                return (limit, .shown([.chunks, undoneCoding(fields, start..<limit)]))
            case .broken, .cut: return (end(of: start..<limit, next), .wire)
            }
        // Content-Length frames nothing in HTTP/2, and is right all the same (RFC 9113 §8.1.1): what is behind it was
        // added by whoever copied the text.
        case .frames where (fields.announcedLength ?? 0) > 0 && !isBlank:
            return read(length: fields.announcedLength ?? 0, fields, start, next: next, isTyped: isTyped)
        case .close, .frames, nil:
            // Messages as a content: what looks like a start line is none of this connection's (RFC 9112 §10.1).
            if fields.hasMessagesAsContent { return (input.count, .wire) }
            if isBlank {
                // HTTP/2 ends its messages itself; what Content-Length announces is not here all the same.
                if let length = fields.announcedLength, length > 0 { return (start, .missing) }
                return (next == nil ? limit : start, .wire)
            }
            let end = end(of: start..<limit, next)
            let undone = isTyped || kind == .frames ? undoneCoding(fields, start..<end) : []
            return (end, undone.isEmpty ? .wire : .shown(undone))
        }
    }

    private func read(
        length: UInt64, _ fields: FieldSection, _ start: Int, next: Int?, isTyped: Bool
    ) -> (end: Int, form: BodyForm) {
        if length == 0 { return (start, .wire) }
        let available = input.count - start
        let limit = next ?? input.count
        if length <= UInt64(available), isBoundary(start + Int(length)) { return (start + Int(length), .wire) }
        if lines.afterEmptyLines(at: start) >= limit { return (start, .missing) }
        // What HTTPie prints in place of a content that is no text.
        if input.slice(lines.afterEmptyLines(at: start)..<limit).isNoteOfHTTPie { return (start, .missing) }
        if length < UInt64(limit - start), endsHere(start, start + Int(length), limit, fields) {
            return (start + Int(length), .wire)
        }
        let end = end(of: start..<limit, next)
        let coding = undoneCoding(fields, start..<end)
        if !coding.isEmpty { return (end, .shown(coding)) }
        guard UInt64(end - start) <= length else {
            // Longer: laid out, where another message follows or the content says so itself.
            if next != nil || isTyped && isText(fields) || isLaidOut(start, Int(length), fields) {
                return (end, .shown(.layout))
            }
            return (start + Int(length), .wire)
        }
        let content = input.slice(start..<end)
        if !content.contains(ASCII.carriageReturn) {
            let feeds = content.count { $0 == ASCII.lineFeed }
            // The last line end may be the terminal's, or may have been left out.
            let missing = length - UInt64(content.count)
            if feeds > 0, missing > 0, missing <= UInt64(feeds + 1), missing + 1 >= UInt64(feeds) {
                return (end, .shown(.lineEnds))
            }
        }
        return (end, .wire)
    }

    /// Nothing comes after this place, or a message does.
    private func isBoundary(_ place: Int) -> Bool {
        let after = lines.afterEmptyLines(at: place)
        return after >= input.count || starts.first(from: after) == after || MessageStart.isLikely(input, at: after)
    }

    /// Whether a body that others' words follow is whole where Content-Length ends it: a line of it ends there, and it
    /// is a whole value of JSON, or a client's last words come next.
    private func endsHere(_ start: Int, _ place: Int, _ limit: Int, _ fields: FieldSection) -> Bool {
        guard place > start, lines.line(at: place).isEmpty || input[place - 1] == ASCII.lineFeed else { return false }
        let rest = input.slice(min(lines.afterEmptyLines(at: place), limit)..<limit)
        if Self.lastWords.contains(where: { rest.hasOpening($0) }) { return true }
        guard fields.first(.contentType)?.lowercased.text.contains("json") == true else { return false }
        return input.slice(start..<place).withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            guard let node = try? parser.tree() else { return false }
            switch node.value {
            case .object, .array: return raw[parser.position...].allSatisfy { $0 <= ASCII.space }
            case .null, .tooDeep, .boolean, .number, .string: return false
            }
        }
    }

    /// What telnet, nc and openssl s_client print when a connection has ended.
    private static let lastWords: [StaticString] = [
        "Connection closed by foreign host", "closed", "DONE", "read:errno",
    ]

    /// Where a body ends before the next message: the empty lines between them are nobody's.
    private func end(of range: Range<Int>, _ next: Int?) -> Int {
        guard next != nil else { return range.upperBound }
        var end = range.upperBound
        while end > range.lowerBound, input[end - 1] == ASCII.lineFeed || input[end - 1] == ASCII.carriageReturn {
            end -= 1
        }
        // The line end of the last line is the content's, so far as anybody can tell.
        return min(lines.line(at: end).next, range.upperBound)
    }

    private func undoneCoding(_ fields: FieldSection, _ range: Range<Int>) -> BodyForm.Undone {
        let codings = ContentCoding.list(fields).filter { $0 != .identity }
        return codings.last.map { $0.isUndone(in: input.slice(range)) } == true ? .coding : []
    }

    private func isText(_ fields: FieldSection) -> Bool {
        guard let type = fields.first(.contentType).map({ $0.lowercased.text }) else { return false }
        return type.hasPrefix("text/")
            || ["json", "xml", "javascript", "x-www-form-urlencoded"].contains { type.contains($0) }
    }

    /// JSON of which the announced bytes are only the beginning.
    private func isLaidOut(_ start: Int, _ length: Int, _ fields: FieldSection) -> Bool {
        let all = input.slice(start..<input.count).trimmed
        guard let type = fields.first(.contentType), type.lowercased.text.contains("json"), all.count > length,
            let first = all.first, let last = all.last
        else { return false }
        let isClosed =
            (first, last) == (ASCII.openBrace, ASCII.closeBrace)
            || (first, last) == (ASCII.openBracket, ASCII.closeBracket)
        return isClosed && all.contains(ASCII.lineFeed) && input[start + length - 1] != last
    }

    /// The first line is a size, and a later one that of the last chunk, with an empty line after it.
    private func hasLastChunk(in range: Range<Int>) -> Bool {
        let first = lines.line(at: range.lowerBound)
        guard first.end > first.start, (first.start..<first.end).allSatisfy({ ASCII.hexValue(input[$0]) != nil }) else {
            return false
        }
        var position = first.next
        while position < range.upperBound {
            let line = lines.line(at: position)
            position = line.next
            if line.end == line.start + 1, input[line.start] == ASCII.zero, position < range.upperBound,
                lines.line(at: position).isEmpty
            {
                return true
            }
        }
        return false
    }

    private enum Chunks {
        case whole(Int)
        /// This many chunks are complete before the malformed one.
        case broken(Int)
        case cut(Int)
    }

    /// RFC 9112 §7.1, as far as lengths go.
    private func chunks(from start: Int) -> Chunks {
        var position = start
        var count = 0
        while position < input.count {
            let line = lines.line(at: position)
            let digits = input.end(of: position..<min(line.end, position + 16)) { ASCII.hexValue($0) != nil }
            guard digits > position, digits == line.end || !OctetClass.token.contains(input[digits]),
                let size = Int(input.slice(position..<digits).text, radix: 16)
            else { return .broken(count) }
            guard line.ending != .none else { return .cut(count) }
            position = line.next
            if size == 0 { return trailers(from: position, count) }
            guard size <= input.count - position else { return .cut(count) }
            let after = lines.line(at: position + size)
            guard position + size < input.count else { return .cut(count) }
            guard after.start == after.end, after.ending != .none else { return .broken(count) }
            position = after.next
            count += 1
        }
        return .cut(count)
    }

    private func trailers(from start: Int, _ count: Int) -> Chunks {
        var position = start
        while position < input.count {
            let line = lines.line(at: position)
            position = line.next
            if line.isEmpty { return .whole(position) }
        }
        return .cut(count + 1)
    }
}

extension Bytes {
    /// A frame of signs around a note.
    fileprivate var isNoteOfHTTPie: Bool {
        let note = Bytes(Array(prefix(1 << 10)))
        return note.hasOpening("+---") && note.text.contains("NOTE: binary data not shown in terminal")
    }
}

extension FieldSection {
    /// RFC 9112 §10.1 and multipart types, whose parts may be messages.
    fileprivate var hasMessagesAsContent: Bool {
        guard let type = first(.contentType) else { return false }
        return type.hasPrefix(ignoringCase: "message/") || type.hasPrefix(ignoringCase: "multipart/")
            || type.hasPrefix(ignoringCase: "application/http")
    }
}
