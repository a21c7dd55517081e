import Bytes
import HTTPModel
import HTTPWire

/// A head that was read, edited in any way and written is one head, with the lines it should have; what is no line is
/// refused.
///
/// An input is a head of either kind, its empty line, and a byte string that edits are made of.
enum HeadTarget {
    static func run(_ input: Bytes) {
        let role: HTTP1Decoder.Role = input.slice(0..<min(5, input.count)) == "HTTP/" ? .response : .request
        guard let (fields, rest) = head(input, role) else { return }
        let actions = self.actions(input.slice(rest..<input.count), lines: fields.lines.count)
        guard let written = try? HeadEncoder.apply(actions, to: fields) else { return }
        var expected = lines(fields)
        for action in actions {
            switch action {
            case .replaceStartLine: break
            // None is made below: a raw head is written as it is, so nothing can be said of it.
            case .replaceHead: break
            case .remove(let line): if line < fields.lines.count { expected[line] = nil }
            case .replace(let line, let text): if line < fields.lines.count { expected[line] = text }
            case .add(let text): expected.append(text)
            }
        }
        check(written.slice(max(0, written.count - 4)..<written.count) == "\r\n\r\n", "the head does not end")
        // Folds and white space before colons go on when no edit takes them away: these heads are of a response then.
        let found = written.split(separator: 10, omittingEmptySubsequences: false).count - 2
        let folds = expected.compactMap { $0 }.reduce(0) { $0 + $1.count { $0 == 10 } }
        check(found == expected.compactMap { $0 }.count + folds + 1, "\(found) lines were written")
        for byte in written where byte < 32 {
            check(byte == 13 || byte == 10 || byte == 9, "a control character got out")
        }
    }

    private static func head(_ input: Bytes, _ role: HTTP1Decoder.Role) -> (FieldSection, Int)? {
        // Lines that end in LF alone are replaced by edits that are made elsewhere.
        var decoder = HTTP1Decoder(role: role, tolerances: .none)
        let decoded = try? input.withSpan { span throws(WireError) in try decoder.decode(span) }
        switch decoded?.part {
        case .requestHead(let head, _): return (head.fields, decoded?.consumed ?? 0)
        case .responseHead(let head, _), .interimHead(let head): return (head.fields, decoded?.consumed ?? 0)
        case .chunkStarted, .content, .chunkEnded, .trailers, .end, nil: return nil
        }
    }

    private static func lines(_ fields: FieldSection) -> [Bytes?] {
        fields.lines.map { line in
            var end = Int(line.end) - 1
            if end > Int(line.start), fields.raw[end - 1] == 13 { end -= 1 }
            return fields.raw.slice(Int(line.start)..<end)
        }
    }

    /// Of each line of the bytes an edit: its first byte says which, its second of which line.
    private static func actions(_ bytes: Bytes, lines: Int) -> [HeadAction] {
        bytes.split(separator: 10).prefix(20).map { text in
            let line = Bytes(Array(text))
            let index = line.count > 1 ? Int(line[1]) % (lines + 2) : 0
            let rest = line.slice(min(2, line.count)..<line.count)
            return switch (line.first ?? 0) % 4 {
            case 0: .remove(line: index)
            case 1: .replace(line: index, with: rest)
            case 2: .add(rest)
            default: .remove(line: index + 1)
            }
        }
    }
}
