public import Bytes
public import HTTPModel

/// Writes heads: a received one with changed lines, or Hark's own.
///
/// Unchanged lines are copied byte for byte. New ones are always checked against the grammar, so that no value from a
/// message or a flag can become a second line (RFC 9110 §5.5).
public enum HeadEncoder {
    /// The head of `fields` with the actions carried out. If there are several actions for one line, the last one
    /// counts. An action on a line that does not exist has no effect.
    public static func apply(_ actions: [HeadAction], to fields: FieldSection) throws(EncodeError) -> Bytes {
        guard !actions.isEmpty || fields.emptyLineStart != fields.raw.count - 2 else { return fields.raw }
        return try apply(actions.count, to: fields) { actions[$0] }
    }

    /// The same of `count` actions, which `action` gives by their place.
    ///
    /// - Parameter isMeant: whoever wants this one means it (`raw`): what it writes is not looked at.
    package static func apply(
        _ count: Int, to fields: FieldSection, isMeant: (Int) -> Bool = { _ in false }, action: (Int) -> HeadAction
    ) throws(EncodeError) -> Bytes {
        if let head = try inOrder(count, fields, isMeant, action) { return head }
        var plan = HeadPlan(fields)
        for place in 0..<count {
            if isMeant(place) { plan.takeAsItIs(action(place)) } else { try plan.take(action(place)) }
        }
        return plan.written
    }

    /// The head when its actions come in the order of its lines and write what they may, as they nearly always do: then
    /// they are carried out in one pass, and no plan has to be made. nil when they do not.
    private static func inOrder(
        _ count: Int, _ fields: FieldSection, _ isMeant: (Int) -> Bool, _ action: (Int) -> HeadAction
    ) throws(EncodeError) -> Bytes? {
        var output: [UInt8] = []
        output.reserveCapacity(fields.raw.count + 128)
        var added: [UInt8] = []
        // Everything before `copied`, and every line before `next`, has been written or left out.
        var (copied, next) = (0, 0)
        for place in 0..<count {
            do throws(EncodeError) {
                switch action(place) {
                case .replaceStartLine(let line):
                    guard copied == 0, output.isEmpty else { return nil }
                    try checkStartLine(line)
                    output.append(line: line)
                    copied = fields.lines.first.map { Int($0.start) } ?? fields.emptyLineStart
                case .remove(let index):
                    guard index >= next, index < fields.lines.count else { return nil }
                    output.append(fields.raw, copied..<Int(fields.lines[index].start))
                    (copied, next) = (Int(fields.lines[index].end), index + 1)
                case .replace(let index, let line):
                    guard index >= next, index < fields.lines.count else { return nil }
                    try checkFieldLine(line)
                    output.append(fields.raw, copied..<Int(fields.lines[index].start))
                    output.append(line: line)
                    (copied, next) = (Int(fields.lines[index].end), index + 1)
                case .add(let line):
                    try checkFieldLine(line)
                    added.append(line: line)
                case .replaceHead: return nil
                }
            } catch {
                guard isMeant(place) else { throw error }
                return nil
            }
        }
        output.append(fields.raw, copied..<max(copied, fields.emptyLineStart))
        output.append(contentsOf: added)
        output.appendLineEnd()
        return Bytes(output)
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
        if let offset = target.firstIndex(where: { $0 <= ASCII.space || $0 == ASCII.delete })
            ?? (target.isEmpty ? 0 : nil)
        {
            throw EncodeError(.malformedStartLine, offset: offset, bytes: target)
        }
        var line = Array(method.name)
        line.append(ASCII.space)
        line.append(contentsOf: target)
        line.append(ASCII.space)
        line.append(contentsOf: version.description.utf8)
        return try head(line, fields)
    }

    /// `name: value`, checked: a field line without its line end, for `HeadAction`.
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

    static func checkStartLine(_ line: Bytes) throws(EncodeError) {
        if let offset = line.firstIndex(where: FieldSyntax.isControl) ?? (line.isEmpty ? 0 : nil) {
            throw EncodeError(.malformedStartLine, offset: offset, bytes: line)
        }
    }

    /// A whole field line: a name, a colon, and a value with white space around it or not.
    static func checkFieldLine(_ line: Bytes) throws(EncodeError) {
        let (nameEnd, isNamed, control) = line.withSpan { line -> (Int, Bool, Int?) in
            var position = 0
            while position < line.count, OctetClass.token.contains(line[position]) { position += 1 }
            let nameEnd = position
            guard nameEnd > 0, nameEnd < line.count, line[nameEnd] == ASCII.colon else { return (nameEnd, false, nil) }
            while position < line.count, !FieldSyntax.isControl(line[position]) { position += 1 }
            return (nameEnd, true, position < line.count ? position : nil)
        }
        guard isNamed else { throw EncodeError(.malformedName, offset: nameEnd, bytes: line) }
        if let control { throw EncodeError(.malformedValue, offset: control, bytes: line) }
    }
}

extension [UInt8] {
    mutating func append(line: Bytes) {
        append(contentsOf: line)
        appendLineEnd()
    }

    fileprivate mutating func append(_ bytes: Bytes, _ range: Range<Int>) {
        unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    mutating func appendLineEnd() {
        append(ASCII.carriageReturn)
        append(ASCII.lineFeed)
    }
}
