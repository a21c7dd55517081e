import Bytes
import HTTPModel

/// Heads (RFC 9112 §2.1): the start line, the field lines, the empty line.
extension HTTP1Decoder {
    mutating func decodeHead(_ input: Span<UInt8>, _ begun: consuming HeadReader) throws(WireError) -> Decoded? {
        var reader = begun
        return try unsafe input.withUnsafeBufferPointer { all throws(WireError) in
            guard let head = try unsafe reader.read(all, role, limits, tolerances) else {
                state = .head(reader)
                return nil
            }
            let part: MessagePart =
                switch head.start {
                case .request(let line): try requestHead(line, head)
                case .response(let line): try responseHead(line, head)
                }
            return Decoded(part, consumed: head.skipped + head.section.raw.count)
        }
    }

    @inline(__always)
    private mutating func requestHead(_ line: RequestLine, _ head: HeadReader.Head) throws(WireError) -> MessagePart {
        var quirks = head.quirks
        if head.skipped > 0 { quirks.append(Quirk(.emptyLineBeforeRequest, offset: 0, length: head.skipped)) }
        if let range = line.unencoded {
            quirks.append(Quirk(.unencodedTarget, offset: range.lowerBound, length: range.count))
        }
        let method = line.method(in: head.section.raw)
        try checkHost(head.section, line.version, method, &quirks)
        let framing = try BodyFraming.request(method, line.version, head.section, limits, &quirks)
        begin(framing, head)
        return .requestHead(
            RequestHead(
                method: method, target: line.target, version: line.version, fields: head.section,
                quirks: quirks.kept, omittedQuirks: quirks.omitted),
            framing)
    }

    @inline(__always)
    private mutating func responseHead(_ line: StatusLine, _ head: HeadReader.Head) throws(WireError) -> MessagePart {
        var quirks = head.quirks
        line.note(in: &quirks)
        if let offset = head.bareLineFeed { quirks.append(Quirk(.bareLineFeed, offset: offset, length: 1)) }
        let framing = try BodyFraming.response(
            line.status, line.version, head.section, to: requestMethod, limits, tolerances, &quirks)
        let decoded = ResponseHead(
            status: line.status, version: line.version, reasonRange: line.reason, fields: head.section,
            quirks: quirks.kept, omittedQuirks: quirks.omitted)
        // RFC 9110 §15.2: another head follows. A 101 is the last thing said in HTTP.
        if decoded.isInterim, line.status != 101 {
            state = .start(followsInterim: true)
            return .interimHead(decoded)
        }
        begin(framing, head)
        return .responseHead(decoded, framing)
    }

    private mutating func begin(_ framing: Framing, _ head: HeadReader.Head) {
        headSize = head.section.raw.count
        wireSize = 0
        chunkData = 0
        if !toldQuirks.isEmpty { toldQuirks = [] }
        switch framing.kind {
        case .none, .length(0): state = .ending
        case .length(let count): state = .length(count)
        case .chunked: state = .chunkLine(LineScanner())
        // HTTP/1 has no frames: its versions are checked before this.
        case .close, .frames: state = .untilClose
        case .tunnel: state = .tunnel
        }
    }

    /// RFC 9112 §3.2: a request without Host in HTTP/1.1, with more than one, or with an invalid one gets a 400.
    private func checkHost(
        _ section: FieldSection, _ version: HTTPVersion, _ method: Method, _ quirks: inout QuirkList
    ) throws(WireError) {
        try section.raw.withSpan { span throws(WireError) in
            try unsafe span.withUnsafeBufferPointer { input throws(WireError) in
                try unsafe checkHost(section, version, method, &quirks, input)
            }
        }
    }

    private func checkHost(
        _ section: FieldSection, _ version: HTTPVersion, _ method: Method, _ quirks: inout QuirkList,
        _ input: UnsafeBufferPointer<UInt8>
    ) throws(WireError) {
        var host: FieldLine?
        for line in section.lines where line.known == .host {
            guard host == nil else {
                throw unsafe WireError(.repeatedHost, at: line.line.lowerBound, length: line.line.count - 2, in: input)
            }
            host = line
        }
        guard let host else {
            guard version >= .http11 else { return }
            // The target of CONNECT names the server, and Host could say nothing more.
            if method == .connect, tolerances.contains(.connectWithoutHost) {
                return quirks.append(Quirk(.connectWithoutHost, offset: input.count - 2, length: 2))
            }
            // It is missing where the fields end.
            throw unsafe WireError(.missingHost, at: input.count - 2, length: 2, in: input)
        }
        if case .malformed(let offset) = unsafe AuthorityParser.parse(input, host.value) {
            throw unsafe WireError(.malformedHost, at: offset, in: input)
        }
    }
}
