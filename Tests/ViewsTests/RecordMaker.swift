import Bytes
import Flow
import HTTPModel

/// Makes records by hand: heads from text, events at given milliseconds.
struct RecordMaker {
    /// 2026-11-21T11:04:32Z in microseconds.
    static let wallClock: Int64 = 1_795_259_072_000_000

    private(set) var record: FlowRecord
    private(set) var events: [FlowEvent] = []

    init(id: UInt64 = 1, client: String = "127.0.0.1:50000", at start: Double = 0) {
        record = FlowRecord(id: FlowID(id), openedAt: Self.instant(start))
        apply(
            start,
            .opened(
                .init(
                    wallClock: Self.wallClock + Int64(start * 1000), client: client, listener: "127.0.0.1:8888",
                    clientConnection: 1, requestNumber: 1)))
    }

    static func instant(_ milliseconds: Double) -> Instant {
        Instant(nanoseconds: 1_000_000_000 + UInt64(milliseconds * 1_000_000))
    }

    @discardableResult
    mutating func apply(_ milliseconds: Double, _ fact: FlowEvent.Fact) -> FlowEvent {
        let event = FlowEvent(flow: record.id, time: Self.instant(milliseconds), fact: fact)
        record.apply(event)
        events.append(event)
        return event
    }

    mutating func request(_ text: Bytes, at time: Double = 0.1, framing: Framing = Framing(.none, rule: 7)) {
        apply(time, .requestHeadReceived(Self.requestHead(text), framing))
        apply(time, .upstreamSought(host: "demo.hark.test", port: 80))
        apply(time, .requestForwarded(sent: text, edits: []))
    }

    /// The response head, a body of `size` bytes, and the ends of both messages and of the flow.
    mutating func response(_ text: Bytes, size: Int = 0, framing: Framing? = nil, at time: Double = 1.2) {
        let framing = framing ?? (size > 0 ? Framing(.length(UInt64(size)), rule: 6) : Framing(.none, rule: 1))
        apply(time, .messageEnded(.request, wireSize: record.request.contentSize))
        apply(time, .responseHeadReceived(Self.responseHead(text), framing))
        if size > 0 { apply(time, .contentReceived(.response, count: size, bytes: nil)) }
        apply(time, .messageEnded(.response, wireSize: UInt64(size)))
        apply(time, .finished(.complete))
    }

    // MARK: Heads

    /// Line ends in `text` are `\n`; the head's are CRLF.
    static func fields(_ text: Bytes) -> FieldSection {
        var raw: [UInt8] = []
        for byte in text {
            if byte == ASCII.lineFeed { raw.append(ASCII.carriageReturn) }
            raw.append(byte)
        }
        raw += "\r\n\r\n".utf8
        let bytes = Bytes(raw)
        var lines: [FieldLine] = []
        var start = (raw.firstIndex(of: ASCII.lineFeed) ?? 0) + 1
        while start < raw.count - 2, let end = raw[start...].firstIndex(of: ASCII.lineFeed) {
            let nameEnd = raw[start..<end].firstIndex(of: ASCII.colon) ?? end - 1
            var valueStart = min(nameEnd + 1, end - 1)
            while valueStart < end - 1, ASCII.isWhitespace(raw[valueStart]) { valueStart += 1 }
            let name = bytes.slice(start..<nameEnd)
            let known = KnownField.allCases.first { name.equalsIgnoringCase($0.name) } ?? .other
            lines.append(
                FieldLine(
                    start: start, nameEnd: nameEnd, valueStart: valueStart, valueEnd: end - 1, end: end + 1,
                    known: known))
            start = end + 1
        }
        return FieldSection(raw: bytes, lines: lines)
    }

    static func requestHead(_ text: Bytes, quirks: [Quirk] = []) -> RequestHead {
        let fields = fields(text)
        let words = fields.startLine.split(separator: ASCII.space, maxSplits: 1).map { Bytes(Array($0)) }
        let method = Method(words[0])
        // The target ends at the last space, so that tests can put anything into it.
        let line = fields.startLine
        let start = words[0].count + 1
        let end = line.lastIndex(of: ASCII.space) ?? line.count
        let range = start..<max(start, end)
        let target = fields.raw.slice(range)
        let form: RequestTarget.Form =
            method == .connect
            ? .authority : target.first == ASCII.slash ? .origin : target == "*" ? .asterisk : .absolute
        var userinfo: Range<Int>?
        if form == .absolute, let at = target.firstIndex(of: 0x40) { userinfo = (start + 7)..<(start + at) }
        var host: Range<Int>?
        if form == .absolute, target.count > 7 {
            let hostStart = (userinfo?.upperBound ?? start + 6) + 1
            let slash = fields.raw.slice(hostStart..<end).firstIndex { $0 == ASCII.slash || $0 == ASCII.colon }
            host = hostStart..<(slash.map { hostStart + $0 } ?? end)
        }
        return RequestHead(
            method: method,
            target: RequestTarget(form: form, range: range, userinfo: userinfo, host: host, pathAndQuery: range),
            version: .http11, fields: fields, quirks: quirks)
    }

    static func responseHead(_ text: Bytes, quirks: [Quirk] = []) -> ResponseHead {
        let fields = fields(text)
        let line = fields.startLine
        let status = line.slice(9..<12).decimal.map { Int($0) } ?? 0
        return ResponseHead(
            status: status, version: .http11, reasonRange: min(13, line.count)..<line.count, fields: fields,
            quirks: quirks)
    }
}
