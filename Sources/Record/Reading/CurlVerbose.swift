package import Bytes
import Explain
package import Flow
import HTTPModel
import HTTPSemantics

/// Reads what `curl -v` prints (with `-i`, `-L`, several URLs, redirected to a file or copied from a terminal): the messages
/// with their line ends put back, and the exchanges they make.
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
    /// One for each request; their times are unknown and 0.
    package private(set) var entries: [RecordedEntry] = []

    package static func read(_ file: Bytes) -> CurlVerbose {
        var reading = CurlReading(file)
        reading.run()
        return CurlVerbose(messages: reading.messages, entries: reading.entries())
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

    /// Where, in a stretch of body, a line of curl's begins that no body is likely to have. A body without a line end has it
    /// right behind it.
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
    func entries() -> [RecordedEntry] {
        var entries: [RecordedEntry] = []
        for (index, message) in messages.enumerated() {
            switch message.kind {
            case .request:
                let head = RecordedHead.request(message.head).head
                let exchange = RecordedExchange(
                    index: entries.count, url: url(head, index), request: head, response: nil,
                    times: RecordedExchange.Times(requestSent: 0))
                var entry = RecordedEntry(exchange: exchange, offset: message.offset)
                entry.request.isHeadExact = true
                if head.fields.first(.contentLength)?.decimal ?? 0 == 0, !head.fields.contains(.transferEncoding) {
                    entry.exchange.requestContent = RecordedExchange.Content(bytes: Bytes(), size: 0)
                }
                entries.append(entry)
            case .response:
                guard let last = entries.indices.last else { continue }
                answer(&entries[last], message)
            }
        }
        return entries
    }

    private func answer(_ entry: inout RecordedEntry, _ message: CurlVerbose.Message) {
        guard let head = RecordedHead.response(message.head, to: entry.exchange.request.method).head else {
            entry.response.malformedHead = message.head
            return
        }
        if let earlier = entry.exchange.response, earlier.isInterim {
            entry.exchange.interim.append(earlier)
        }
        entry.exchange.response = head
        entry.response.isHeadExact = true
        entry.exchange.responseContent = content(message, head)
    }

    private func content(_ message: CurlVerbose.Message, _ head: ResponseHead) -> RecordedExchange.Content {
        let length = head.fields.contains(.transferEncoding) ? nil : head.fields.first(.contentLength)?.decimal
        var content = RecordedExchange.Content(size: length)
        let shown = UInt64(message.body.count)
        if shown > 0 {
            // With --compressed it is the decoded content that is shown.
            guard !head.fields.contains(.contentEncoding) || length == shown else {
                content.decodedSize = shown
                return content
            }
            content.bytes = message.body
            content.isTruncated = length.map { $0 > shown } ?? false
            content.size = length ?? shown
        } else if length == 0 {
            content.bytes = Bytes()
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
