public import Bytes
public import HTTPModel

/// Writes heads: one that came, with some lines changed, or one of Hark's own.
///
/// What was not changed is copied byte for byte. What is new is checked against the grammar once more, whoever made it,
/// so that no value from a message or a flag can become a second line (RFC 9110 §5.5).
public enum HeadEncoder {
    /// The head of `fields` with the actions carried out. Several actions on one line: the last one holds. An action
    /// on a line that does not exist does nothing.
    public static func apply(_ actions: [HeadAction], to fields: FieldSection) throws(EncodeError) -> Bytes {
        guard !actions.isEmpty || fields.emptyLineStart != fields.raw.count - 2 else { return fields.raw }
        var plan = Plan(lineCount: fields.lines.count)
        for action in actions { try plan.take(action) }
        return plan.write(fields)
    }

    /// The head of a response of Hark's own.
    public static func response(
        status: Int, reason: Bytes, fields: [(Bytes, Bytes)], version: HTTPVersion = .http11
    ) throws(EncodeError) -> Bytes {
        var line = Array(version.description.utf8)
        line.append(ASCII.space)
        line.append(contentsOf: String(status).utf8)
        line.append(ASCII.space)
        line.append(contentsOf: reason)
        guard (100...999).contains(status) else {
            throw EncodeError(.malformedStartLine, offset: 9, bytes: Bytes(line))
        }
        return try head(line, fields)
    }

    /// The head of a request of Hark's own.
    public static func request(
        method: Method, target: Bytes, fields: [(Bytes, Bytes)], version: HTTPVersion = .http11
    ) throws(EncodeError) -> Bytes {
        if let offset = FieldSyntax.validateName(method.name) {
            throw EncodeError(.malformedStartLine, offset: offset, bytes: method.name)
        }
        if let offset = target.firstIndex(where: { $0 <= ASCII.space || $0 >= 0x7F }) ?? (target.isEmpty ? 0 : nil) {
            throw EncodeError(.malformedStartLine, offset: offset, bytes: target)
        }
        var line = Array(method.name)
        line.append(ASCII.space)
        line.append(contentsOf: target)
        line.append(ASCII.space)
        line.append(contentsOf: version.description.utf8)
        return try head(line, fields)
    }

    /// `name: value`, checked: a field line without its line end, as `HeadAction` takes it.
    public static func fieldLine(_ name: Bytes, _ value: Bytes) throws(EncodeError) -> Bytes {
        if let offset = FieldSyntax.validateName(name) {
            throw EncodeError(.malformedName, offset: offset, bytes: name)
        }
        if let offset = FieldSyntax.validateValue(value) {
            throw EncodeError(.malformedValue, offset: offset, bytes: value)
        }
        var line: [UInt8] = []
        line.reserveCapacity(name.count + value.count + 2)
        line.append(contentsOf: name)
        line.append(ASCII.colon)
        line.append(ASCII.space)
        line.append(contentsOf: value)
        return Bytes(line)
    }

    private static func head(_ startLine: [UInt8], _ fields: [(Bytes, Bytes)]) throws(EncodeError) -> Bytes {
        try checkStartLine(Bytes(startLine))
        var output = startLine
        output.appendLineEnd()
        for (name, value) in fields { output.append(line: try fieldLine(name, value)) }
        output.appendLineEnd()
        return Bytes(output)
    }

    fileprivate static func checkStartLine(_ line: Bytes) throws(EncodeError) {
        if let offset = line.firstIndex(where: FieldSyntax.isControl) ?? (line.isEmpty ? 0 : nil) {
            throw EncodeError(.malformedStartLine, offset: offset, bytes: line)
        }
    }

    /// A whole field line: a name, a colon, and a value with white space around it or not.
    fileprivate static func checkFieldLine(_ line: Bytes) throws(EncodeError) {
        let colon = line.firstIndex(of: ASCII.colon) ?? line.count
        if let offset = FieldSyntax.validateName(line.slice(0..<colon)) {
            throw EncodeError(.malformedName, offset: offset, bytes: line)
        }
        guard colon < line.count else { throw EncodeError(.malformedName, offset: colon, bytes: line) }
        if let offset = line[colon...].firstIndex(where: FieldSyntax.isControl) {
            throw EncodeError(.malformedValue, offset: offset, bytes: line)
        }
    }
}

/// What becomes of each line, gathered before the one pass that writes.
private struct Plan {
    private enum Fate {
        case kept
        case removed
        case replaced(Bytes)
    }

    private var startLine: Bytes?
    private var fates: [Fate]
    private var added: [Bytes] = []
    private var newBytes = 0

    init(lineCount: Int) {
        fates = Array(repeating: .kept, count: lineCount)
    }

    mutating func take(_ action: HeadAction) throws(EncodeError) {
        switch action {
        case .replaceStartLine(let line):
            try HeadEncoder.checkStartLine(line)
            startLine = line
            newBytes += line.count + 2
        case .remove(let index):
            if fates.indices.contains(index) { fates[index] = .removed }
        case .replace(let index, let line):
            try HeadEncoder.checkFieldLine(line)
            guard fates.indices.contains(index) else { return }
            fates[index] = .replaced(line)
            newBytes += line.count + 2
        case .add(let line):
            try HeadEncoder.checkFieldLine(line)
            added.append(line)
            newBytes += line.count + 2
        }
    }

    func write(_ fields: FieldSection) -> Bytes {
        fields.raw.withSpan { raw in
            raw.withUnsafeBufferPointer { raw in
                Bytes(write(raw, fields.lines, emptyLineStart: fields.emptyLineStart))
            }
        }
    }

    private func write(
        _ raw: UnsafeBufferPointer<UInt8>, _ lines: [FieldLine], emptyLineStart: Int
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(raw.count + newBytes)
        // Everything before `copied` has been written or left out.
        var copied = 0
        if let startLine {
            output.append(line: startLine)
            copied = lines.first.map { Int($0.start) } ?? emptyLineStart
        }
        for (line, fate) in zip(lines, fates) {
            switch fate {
            case .kept: continue
            case .removed: output.append(contentsOf: raw[copied..<Int(line.start)])
            case .replaced(let bytes):
                output.append(contentsOf: raw[copied..<Int(line.start)])
                output.append(line: bytes)
            }
            copied = Int(line.end)
        }
        output.append(contentsOf: raw[copied..<max(copied, emptyLineStart)])
        for line in added { output.append(line: line) }
        // Whatever ended it when it came.
        output.appendLineEnd()
        return output
    }
}

extension [UInt8] {
    fileprivate mutating func append(line: Bytes) {
        line.withSpan { span in
            span.withUnsafeBufferPointer { append(contentsOf: $0) }
        }
        appendLineEnd()
    }

    fileprivate mutating func appendLineEnd() {
        append(ASCII.carriageReturn)
        append(ASCII.lineFeed)
    }
}
