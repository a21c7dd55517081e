package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// Reads what `curl -v` prints (with `-i`, `-L`, several URLs, redirected to a file or copied from a terminal): the
/// messages with their line ends put back, and the exchanges they make.
///
/// curl shows no request bodies, no times and no chunk lines. A body that stands between its lines is taken by
/// Content-Length where there is one. Any text can be read; what is none of curl's is passed over.
package struct CurlVerbose: Sendable {
    package struct Message: Sendable {
        package let kind: MessageKind
        /// From the start line to the empty line, with CRLF.
        package internal(set) var head: Bytes
        /// What was shown of the body.
        package internal(set) var body = Bytes()
        /// Where its first line stands in the text.
        package let offset: Int

        /// As on the wire, so far as it was shown.
        package var bytes: Bytes { body.isEmpty ? head : Bytes(head.array + body.array) }
    }

    package private(set) var messages: [Message] = []
    /// One for each request.
    package private(set) var flows: [FlowRecord] = []

    /// curl tells no times: an answer is taken to have come at the moment that its Date and Age say, else at `now`, in
    /// seconds since 1970.
    package static func read(_ file: Bytes, now: Int64 = 0) -> CurlVerbose {
        var reading = CurlReading(file)
        reading.run()
        return CurlVerbose(messages: reading.messages, flows: reading.flows(now: now))
    }
}

/// One pass over the text.
private struct CurlReading {
    private let file: Bytes
    private(set) var messages: [CurlVerbose.Message] = []
    /// For each message: the URL that curl named for it, and whether TLS was on its connection.
    private var urls: [Bytes?] = []
    private var isSecure: [Bool] = []
    /// For each message: what was shown of its body.
    private var shown: [[UInt8]] = []
    private var statusLines: Set<Bytes> = []
    private var head: [UInt8] = []
    private var isInHead = false
    private var nextURL: Bytes?
    private var hasTLS = false
    /// How many bytes the body under way still has; nil when nobody said.
    private var bodyLeft: UInt64?

    init(_ file: Bytes) {
        self.file = file
    }

    mutating func run() {
        var position = 0
        while position < file.count {
            let line = CurlLine(file, at: position)
            switch line.kind {
            case .sent: headLine(line, .request)
            case .received: headLine(line, .response)
            case .info: info(line.text)
            case .dataCount: break
            case .other:
                if !isInHead, messages.last?.kind == .response {
                    position = body(line)
                    continue
                }
            }
            position = line.range.upperBound
        }
        endHead()
        for index in messages.indices { messages[index].body = Bytes(shown[index]) }
    }

    // MARK: Heads

    private mutating func headLine(_ line: CurlLine, _ kind: MessageKind) {
        let text = line.content
        // curl's own lines may stand within a head, so that only these end it.
        if isInHead, messages.last?.kind != kind || text.isStartLine && kind == .response { endHead() }
        if !isInHead {
            guard !text.isEmpty else { return }
            isInHead = true
            head = []
            messages.append(CurlVerbose.Message(kind: kind, head: Bytes(), offset: line.range.lowerBound))
            shown.append([])
            urls.append(kind == .request ? nextURL : nil)
            isSecure.append(hasTLS)
            if kind == .request {
                nextURL = nil
            } else {
                statusLines.insert(text)
            }
        }
        if text.isEmpty { return endHead() }
        head.append(contentsOf: text)
        head += [ASCII.carriageReturn, ASCII.lineFeed]
    }

    private mutating func endHead() {
        guard isInHead, let index = messages.indices.last else { return }
        isInHead = false
        messages[index].head = Bytes(head + [ASCII.carriageReturn, ASCII.lineFeed])
        let fields = RecordedHead.section(messages[index].head)
        bodyLeft = fields.contains(.transferEncoding) ? nil : fields.first(.contentLength)?.decimal
    }

    private mutating func info(_ text: Bytes) {
        let words = text.slice(min(2, text.count)..<text.count).trimmed
        if words.hasOpening("Trying ") {
            hasTLS = false
        } else if words.hasOpening("SSL connection using") {
            hasTLS = true
        } else if words.hasOpening("Issue another request to this URL: '"), words.last == UInt8(ascii: "'") {
            nextURL = words.slice(36..<words.count - 1)
        }
    }

    // MARK: Bodies

    /// Takes body bytes from the start of this line on; says where reading goes on.
    private mutating func body(_ line: CurlLine) -> Int {
        if line.text.hasOpening("HTTP/"), statusLines.contains(line.text) { return pastHead(line) }
        guard let left = bodyLeft else { return take(line.start..<line.range.upperBound) }
        guard left > 0 else { return line.range.upperBound }
        let room = Int(min(left, UInt64(file.count - line.start)))
        let end = take(line.start..<line.start + room)
        // Where curl's own line came first, the rest was not shown.
        bodyLeft = end < line.start + room ? 0 : left - UInt64(room)
        return end
    }

    private mutating func take(_ range: Range<Int>) -> Int {
        let end = ownLine(in: range)
        shown[shown.count - 1] += file.slice(range.lowerBound..<end)
        return end
    }

    /// `-i` prints the head a second time, among the body: it is passed over.
    private func pastHead(_ line: CurlLine) -> Int {
        var line = line
        while line.range.upperBound < file.count, !line.text.isEmpty {
            line = CurlLine(file, at: line.range.upperBound)
        }
        return line.range.upperBound
    }

    /// Where, in a stretch of body, a line of curl's begins that no body is likely to have. A body without a line end
    /// has it right behind it.
    private func ownLine(in range: Range<Int>) -> Int {
        var position = range.lowerBound
        while position < range.upperBound {
            if file[position] == UInt8(ascii: "*") {
                let rest = file.slice(position..<file.count)
                if Self.ownLines.contains(where: { rest.hasOpening($0) }) { return position }
            }
            position += 1
        }
        return range.upperBound
    }

    private static let ownLines: [StaticString] = [
        "* Connection #", "* Closing connection", "* Issue another request to this URL", "* shutting down connection #",
    ]
}

// MARK: - Exchanges

extension CurlReading {
    func flows(now: Int64) -> [FlowRecord] {
        var flows: [FlowRecord] = []
        for (index, message) in messages.enumerated() {
            switch message.kind {
            case .request: flows.append(flow(at: flows.count, message, index, now))
            case .response:
                guard let last = flows.indices.last else { continue }
                answer(&flows[last], message, now)
            }
        }
        return flows
    }

    private func flow(at place: Int, _ message: CurlVerbose.Message, _ index: Int, _ now: Int64) -> FlowRecord {
        var flow = FlowRecord(id: FlowID(UInt64(place) + 1), openedAt: Instant(nanoseconds: 0))
        flow.index = place
        let head = RecordedHead.request(message.head).head
        flow.tell(.opened(.init(wallClock: Self.micro(now))))
        flow.tell(.told(.assumed(.startTime)))
        flow.tell(.requestHeadReceived(head, head.version <= .http11 ? try? BodyFraming.request(head) : nil))
        flow.tell(.told(.url(url(head, index))))
        if head.fields.first(.contentLength)?.decimal ?? 0 == 0, !head.fields.contains(.transferEncoding) {
            flow.tell(.contentReceived(.request, count: 0, bytes: nil))
            flow.tell(.contentKept(.request, .inline(Bytes()), isTruncated: false))
        }
        return flow
    }

    private func answer(_ flow: inout FlowRecord, _ message: CurlVerbose.Message, _ now: Int64) {
        guard let head = RecordedHead.response(message.head, to: flow.method).head else {
            flow.tell(.malformedHeadReceived(.response, message.head))
            return
        }
        if head.isInterim, head.status != 101 { return flow.tell(.interimReceived(head)) }
        // RFC 9111 §4.2.3: what came through a cache was made before it arrived.
        let age = head.fields.first(.age)?.decimal.flatMap { Int64(exactly: $0) } ?? 0
        let date = head.fields.first(.date).flatMap { HTTPDate.parse($0, now: now) }
        let moment = date.map { $0.addingReportingOverflow(age) }
        flow.tell(.opened(.init(wallClock: Self.micro(moment.map { $0.overflow ? now : $0.partialValue } ?? now))))
        let framing = head.version <= .http11 ? try? BodyFraming.response(head, to: flow.method) : nil
        flow.tell(.responseHeadReceived(head, framing))
        flow.tell(.told(.assumed(.responseTime)))
        let content = content(message, head)
        if let size = content.size { flow.tell(.contentReceived(.response, count: Int(clamping: size), bytes: nil)) }
        flow.tell(.contentKept(.response, content.kept, isTruncated: content.isTruncated))
        if content.decodedSize != nil {
            flow.tell(.contentDecoded(.response, size: content.decodedSize, content: content.decoded))
        }
    }

    private static func micro(_ seconds: Int64) -> Int64 {
        let (micro, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? 0 : micro
    }

    private func content(_ message: CurlVerbose.Message, _ head: ResponseHead) -> FlowRecord.Content {
        let length = head.fields.contains(.transferEncoding) ? nil : head.fields.first(.contentLength)?.decimal
        var content = FlowRecord.Content(size: length)
        let shown = UInt64(message.body.count)
        if shown > 0 {
            // With --compressed it is the decoded content that is shown.
            guard !head.fields.contains(.contentEncoding) || length == shown else {
                content.decodedSize = shown
                content.decoded = message.body
                return content
            }
            content.kept = .inline(message.body)
            content.isTruncated = length.map { $0 > shown } ?? false
            content.size = length ?? shown
        } else if length == 0 {
            content.kept = .inline(Bytes())
        }
        return content
    }

    /// As curl named it, else the target with the Host field's authority (RFC 9112 §3.3).
    private func url(_ head: RequestHead, _ index: Int) -> Bytes {
        if let url = urls[index] {
            let reference = URLReference(url)
            return reference.fragment.map { url.slice(0..<$0.lowerBound - 1) } ?? url
        }
        switch head.target.form {
        case .absolute: return head.targetBytes
        case .authority: return Bytes("http://".utf8 + head.targetBytes.array)
        case .origin, .asterisk:
            let scheme = isSecure[index] ? "https://" : "http://"
            return Bytes(Array(scheme.utf8) + (head.fields.first(.host) ?? Bytes()).array + head.targetBytes.array)
        }
    }
}

extension FlowRecord {
    /// Nobody was there with a clock, so every event has the same moment.
    fileprivate mutating func tell(_ fact: FlowEvent.Fact) {
        apply(FlowEvent(flow: id, time: openedAt, fact: fact))
    }
}
