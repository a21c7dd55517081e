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
        var plan = HeadPlan(fields)
        for action in actions { try plan.take(action) }
        return plan.written
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
        if let offset = target.firstIndex(where: { $0 <= ASCII.space || $0 >= ASCII.delete })
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
        line.withSpan { span in
            unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
        }
        appendLineEnd()
    }

    mutating func appendLineEnd() {
        append(ASCII.carriageReturn)
        append(ASCII.lineFeed)
    }
}
