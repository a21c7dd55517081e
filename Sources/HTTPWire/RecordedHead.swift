package import Bytes
package import HTTPModel

/// Makes heads of recorded bytes: strictly where they are HTTP/1, line by line where they are something else, so that
/// whatever was recorded can be shown. Pure functions.
package enum RecordedHead {
    /// Nobody is kept waiting here, so that more is read than from the wire.
    static let limits = Limits(startLine: 4 << 20, head: 16 << 20, fields: 10_000)
    /// Bytes of a head beyond this are not looked at: positions in it have 32 bits.
    package static let sizeLimit = 64 << 20

    /// The head, and why it had to be read line by line; nil when it did not.
    package static func request(_ raw: Bytes) -> (head: RequestHead, error: WireError?) {
        // RFC 8441 §4: whether a CONNECT could name a protocol was settled when it came.
        if let head = listed(
            raw, { fields throws(FieldFault) in try FieldRules.request(fields, allowsExtendedConnect: true) })
        {
            return (head, nil)
        }
        do throws(WireError) {
            if case .requestHead(let head, _) = try part(raw, .request, to: .get) { return (head, nil) }
            return (lenientRequest(raw), WireError(.truncatedHead, offset: raw.count, length: 0))
        } catch {
            return (lenientRequest(raw), error)
        }
    }

    /// `method` is that of the request that was answered.
    ///
    /// - Parameter isLive: the bytes went by as HTTP/1, whatever version they name; otherwise tools write one of
    /// HTTP/2 so   for people.
    package static func response(
        _ raw: Bytes, to method: Method, isLive: Bool = false
    ) -> (head: ResponseHead?, error: WireError?) {
        if let head = listed(raw, { fields throws(FieldFault) in try FieldRules.response(fields) }) {
            return (head, nil)
        }
        do throws(WireError) {
            let tolerances = isLive ? Tolerances.standard : .standard.subtracting(.laterMajorVersions)
            switch try part(raw, .response, to: method, tolerances) {
            case .responseHead(let head, _), .interimHead(let head): return (head, nil)
            default: return (lenientResponse(raw), WireError(.truncatedHead, offset: raw.count, length: 0))
            }
        } catch {
            return (lenientResponse(raw), error)
        }
    }

    /// Of HTTP/2: the list of its fields, which has no start line.
    private static func listed<Head>(
        _ raw: Bytes, _ read: (FieldSection) throws(FieldFault) -> Head
    ) -> Head? {
        guard raw.first == ASCII.colon else { return nil }
        return try? read(section(raw, hasStartLine: false))
    }

    private static func part(
        _ raw: Bytes, _ role: HTTP1Decoder.Role, to method: Method, _ tolerances: Tolerances = .standard
    ) throws(WireError) -> MessagePart? {
        var decoder = HTTP1Decoder(role: role, limits: limits, tolerances: tolerances)
        decoder.expectResponse(to: method)
        let decoded = try raw.withSpan { span throws(WireError) in try decoder.decode(span) }
        return decoded?.part
    }

    // MARK: Line by line

    /// Any bytes at all as a request's head.
    package static func lenientRequest(_ raw: Bytes) -> RequestHead {
        let fields = section(raw)
        let line = fields.startLine
        let methodEnd = line.firstIndex(of: ASCII.space) ?? line.count
        var targetEnd = line.count
        var version = HTTPVersion.http11
        if let space = line.lastIndex(of: ASCII.space), space > methodEnd,
            let named = self.version(line.slice(space + 1..<line.count))
        {
            targetEnd = space
            version = named
        }
        let method = Method(line.slice(0..<methodEnd))
        let start = min(methodEnd + 1, targetEnd)
        return RequestHead(
            method: method, target: target(line, start..<targetEnd, method), version: version, fields: fields)
    }

    /// Nil when there is no status code.
    package static func lenientResponse(_ raw: Bytes) -> ResponseHead? {
        let fields = section(raw)
        let line = fields.startLine
        guard let space = line.firstIndex(of: ASCII.space), let version = self.version(line.slice(0..<space)),
            space + 4 <= line.count, let status = line.slice(space + 1..<space + 4).decimal, status >= 100,
            space + 4 == line.count || line[space + 4] == ASCII.space
        else { return nil }
        return ResponseHead(
            status: Int(status), version: version, reasonRange: min(space + 5, line.count)..<line.count,
            fields: fields)
    }

    /// `HTTP/2`, `HTTP/1.1`.
    package static func version(_ text: Bytes) -> HTTPVersion? {
        guard text.count >= 6, text.slice(0..<5).equalsIgnoringCase("http/"), ASCII.isDigit(text[5]) else { return nil }
        let major = text[5] - ASCII.zero
        if text.count == 6 { return HTTPVersion(major: major, minor: 0) }
        guard text.count == 8, text[6] == UInt8(ascii: "."), ASCII.isDigit(text[7]) else { return nil }
        return HTTPVersion(major: major, minor: text[7] - ASCII.zero)
    }

    private static func target(_ line: Bytes, _ range: Range<Int>, _ method: Method) -> RequestTarget {
        let whole = RequestTarget(form: .origin, range: range, pathAndQuery: range)
        guard let parsed = try? TargetParser.parse(line.slice(range), method: method) else { return whole }
        func moved(_ part: Range<Int>) -> Range<Int> {
            part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound
        }
        return RequestTarget(
            form: parsed.form, range: range, scheme: parsed.scheme.map(moved), userinfo: parsed.userinfo.map(moved),
            host: parsed.host.map(moved), port: parsed.port, pathAndQuery: moved(parsed.pathAndQuery))
    }

    /// The lines of a head (or, without a first line, of a trailer section), whatever stands in them.
    package static func section(_ raw: Bytes, hasStartLine: Bool = true) -> FieldSection {
        let raw = raw.count > sizeLimit ? raw.slice(0..<sizeLimit) : raw
        var lines: [FieldLine] = []
        unsafe raw.withUnsafeBytes { bytes in
            var start = 0
            var isFirst = hasStartLine
            while start < bytes.count {
                let lineFeed = unsafe bytes[start...].firstIndex(of: ASCII.lineFeed)
                let next = lineFeed.map { $0 + 1 } ?? bytes.count
                var end = lineFeed ?? bytes.count
                if end > start, unsafe bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
                defer { start = next }
                if isFirst {
                    isFirst = false
                } else if end == start {
                    return
                } else {
                    unsafe take(bytes, start, end, next, &lines)
                }
            }
        }
        return FieldSection(raw: raw, lines: lines)
    }

    private static func take(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int, _ next: Int, _ lines: inout [FieldLine]
    ) {
        var valueEnd = end
        while valueEnd > start, unsafe ASCII.isWhitespace(bytes[valueEnd - 1]) { valueEnd -= 1 }
        // RFC 9112 §5.2: it goes on with the value of the line before.
        if unsafe ASCII.isWhitespace(bytes[start]), var line = lines.popLast() {
            if valueEnd > start { line.valueEnd = UInt32(valueEnd) }
            line.end = UInt32(next)
            return lines.append(line)
        }
        // The colon that a pseudo-header field of HTTP/2 begins with does not end its name.
        let isListed = unsafe bytes[0] == ASCII.colon && bytes[start] == ASCII.colon
        let first = isListed && start + 1 < end ? start + 1 : start
        let colon = unsafe bytes[first..<end].firstIndex(of: ASCII.colon)
        var nameEnd = colon ?? end
        while nameEnd > start, unsafe ASCII.isWhitespace(bytes[nameEnd - 1]) { nameEnd -= 1 }
        var valueStart = colon.map { $0 + 1 } ?? end
        while valueStart < end, unsafe ASCII.isWhitespace(bytes[valueStart]) { valueStart += 1 }
        unsafe lines.append(
            FieldLine(
                start: start, nameEnd: nameEnd, valueStart: valueStart, valueEnd: max(valueStart, valueEnd), end: next,
                known: known(UnsafeRawBufferPointer(rebasing: bytes[start..<nameEnd]))))
    }

    private static func known(_ name: UnsafeRawBufferPointer) -> KnownField {
        for field in KnownField.allCases where field.name.utf8CodeUnitCount == name.count && field != .other {
            let isSame = field.name.withUTF8Buffer { expected in
                (0..<name.count).allSatisfy { unsafe ASCII.lowercase(name[$0]) == expected[$0] }
            }
            if isSame { return field }
        }
        return .other
    }
}

extension FieldSection {
    /// Whether a line that was read leniently has a colon between its name and its value.
    package func hasColon(_ line: FieldLine) -> Bool {
        let end = max(Int(line.nameEnd), Int(line.valueStart))
        return raw.slice(Int(line.nameEnd)..<end).contains(ASCII.colon)
    }
}
