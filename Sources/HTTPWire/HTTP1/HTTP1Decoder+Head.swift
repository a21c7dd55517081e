import Bytes
import HTTPModel

/// Heads (RFC 9112 §2.1): the start line, the field lines, the empty line.
extension HTTP1Decoder {
    @inline(__always)
    mutating func decodeHead(_ input: Span<UInt8>) throws(WireError) -> Decoded? {
        try input.withUnsafeBufferPointer { all throws(WireError) in
            if role == .request, !scanner.hasStarted { try skipEmptyLines(all) }
            // From here on offsets count from the first byte of the start line.
            let buffer = UnsafeBufferPointer(rebasing: all[skipped...])
            guard let end = try readHead(buffer) else { return nil }
            return try finishHead(UnsafeBufferPointer(rebasing: buffer[..<end]))
        }
    }

    /// RFC 9112 §2.2: a server should skip an empty line before a request line. Some clients send one after a body.
    private mutating func skipEmptyLines(_ input: UnsafeBufferPointer<UInt8>) throws(WireError) {
        while skipped + 1 < input.count, input[skipped] == ASCII.carriageReturn, input[skipped + 1] == ASCII.lineFeed {
            guard skipped / 2 < limits.emptyLines else {
                throw WireError(.malformedRequestLine, at: 0, length: 2, in: input)
            }
            skipped += 2
        }
    }

    /// Reads lines as they become complete. The head's length when its empty line is there.
    private mutating func readHead(_ input: UnsafeBufferPointer<UInt8>) throws(WireError) -> Int? {
        if requestLine == nil, statusLine == nil {
            // One byte more than the head may have is enough to know that a line cannot end within it.
            let isBoundByHead = limits.head < limits.startLine
            guard
                let end = try scanner.lineEnd(
                    in: input, limit: isBoundByHead ? limits.head : limits.startLine,
                    tooLong: isBoundByHead ? .headTooLarge : .startLineTooLong, base: 0)
            else { return nil }
            switch role {
            case .request: requestLine = try RequestLine(input, end: end)
            case .response: statusLine = try StatusLine(input, end: end)
            }
            scanner.advance(past: end)
            fields.prepare()
        }
        let place: FieldParser.Place = role == .request ? .request : .response
        while true {
            let start = scanner.lineStart
            guard
                let end = try scanner.lineEnd(
                    in: input, limit: max(0, limits.head - 2), tooLong: .headTooLarge, base: 0)
            else { return nil }
            if end == start { return end + 2 }
            try fields.take(input, start, end, place: place, limit: limits.fields, base: 0)
            scanner.advance(past: end)
        }
    }

    /// Makes the head of its pieces, and decides on its framing.
    @inline(__always)
    private mutating func finishHead(_ input: UnsafeBufferPointer<UInt8>) throws(WireError) -> Decoded {
        let parsed = fields
        fields = FieldParser()
        scanner = LineScanner()
        let section = FieldSection(raw: Bytes(Array(input)), lines: parsed.lines)
        let consumed = skipped + input.count
        if let line = requestLine {
            requestLine = nil
            let part = try requestHead(line, section, parsed.quirks, input)
            skipped = 0
            return Decoded(part, consumed: consumed)
        }
        guard let line = statusLine else {
            throw WireError(.malformedStatusLine, at: 0, in: input)
        }
        statusLine = nil
        return Decoded(try responseHead(line, section, parsed.quirks), consumed: consumed)
    }

    @inline(__always)
    private mutating func requestHead(
        _ line: RequestLine, _ section: FieldSection, _ fieldQuirks: [Quirk], _ input: UnsafeBufferPointer<UInt8>
    ) throws(WireError) -> MessagePart {
        var quirks = fieldQuirks
        if skipped > 0 { quirks.append(Quirk(.emptyLineBeforeRequest, offset: 0, length: skipped)) }
        if let range = line.unencoded {
            quirks.append(Quirk(.unencodedTarget, offset: range.lowerBound, length: range.count))
        }
        let method =
            Method.recognise(UnsafeBufferPointer(rebasing: input[line.methodRange]))
            ?? .other(section.raw.slice(line.methodRange))
        try checkHost(section, line.version, input)
        let framing = try BodyFraming.request(method, line.version, section, &quirks)
        begin(framing)
        let head = RequestHead(
            method: method, target: line.target, version: line.version, fields: section, quirks: quirks)
        return .requestHead(head, framing)
    }

    @inline(__always)
    private mutating func responseHead(
        _ line: StatusLine, _ section: FieldSection, _ fieldQuirks: [Quirk]
    ) throws(WireError) -> MessagePart {
        var quirks = fieldQuirks
        if line.lacksSpace { quirks.append(Quirk(.missingReasonSpace, offset: 12, length: 0)) }
        if let range = line.obsoleteText {
            quirks.append(Quirk(.obsoleteText, offset: range.lowerBound, length: range.count))
        }
        let framing = try BodyFraming.response(line.status, line.version, section, to: answered, &quirks)
        let head = ResponseHead(
            status: line.status, version: line.version, reasonRange: line.reason, fields: section, quirks: quirks)
        // RFC 9110 §15.2: another head follows. A 101 is the last thing said in HTTP.
        if head.isInterim, line.status != 101 {
            hadInterim = true
            return .interimHead(head)
        }
        hadInterim = false
        begin(framing)
        return .responseHead(head, framing)
    }

    private mutating func begin(_ framing: Framing) {
        wireSize = 0
        switch framing.kind {
        case .none, .length(0): state = .ending
        case .length(let count): state = .length(count)
        case .chunked: state = .chunkLine
        case .close: state = .untilClose
        case .tunnel: state = .tunnel
        }
    }

    /// RFC 9112 §3.2: a request without Host in HTTP/1.1, with more than one, or with an invalid one gets a 400.
    private func checkHost(
        _ section: FieldSection, _ version: HTTPVersion, _ input: UnsafeBufferPointer<UInt8>
    ) throws(WireError) {
        var host: FieldLine?
        for line in section.lines where line.known == .host {
            guard host == nil else {
                throw WireError(.repeatedHost, at: line.line.lowerBound, length: line.line.count - 2, in: input)
            }
            host = line
        }
        guard let host else {
            guard version >= .http11 else { return }
            // It is missing where the fields end.
            throw WireError(.missingHost, at: input.count - 2, length: 2, in: input)
        }
        if case .malformed(let offset) = AuthorityParser.parse(input, host.value) {
            throw WireError(.malformedHost, at: offset, in: input)
        }
    }
}
