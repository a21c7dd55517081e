import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// One pass over what curl printed.
struct CurlReading {
    /// A transfer that failed before a request was sent.
    struct Failure {
        /// Among the messages: so many come before it.
        let place: Int
        let reason: Bytes
        /// The server that was sought, `shop.test:443`; nil when nothing names it.
        let server: Bytes?
        let isSecure: Bool
    }

    private let file: Bytes
    private(set) var messages: [CurlVerbose.Message] = []
    private(set) var failures: [Failure] = []
    private var connections = CurlConnections()
    /// For each message: what was shown of its body.
    private var shown: [[UInt8]] = []
    private var statusLines: Set<Bytes> = []
    private var head: [UInt8] = []
    private var isInHead = false
    /// How many bytes the body under way still has; nil when nobody said.
    private var bodyLeft: UInt64?
    /// The body is shown without its coding, so that its length is another one.
    private var isCodedBody = false
    /// What is under way has begun after the last message: a transfer that may fail before its request.
    private var isSeeking = false
    private var sought: Bytes?
    /// The words of a failure that no last line of curl's has confirmed yet.
    private var suspicion: Bytes?

    init(_ file: Bytes) {
        self.file = file
    }

    mutating func run() {
        if isTrace {
            var parts: [(CurlTrace.Part, Int)] = []
            CurlTrace.read(file) { parts.append(($0, $1)) }
            for (part, place) in parts { take(part, at: place) }
        } else {
            lines()
        }
        endHead()
        if let suspicion { fail(suspicion) }
        for index in messages.indices { messages[index].body = Bytes(shown[index]) }
    }

    private var isTrace: Bool {
        var position = 0
        while position < min(file.count, InputKind.textWindow) {
            let line = CurlLine(file, at: position)
            if CurlTrace.isMark(line.text) { return true }
            position = line.range.upperBound
        }
        return false
    }

    private mutating func take(_ part: CurlTrace.Part, at place: Int) {
        switch part {
        case .info(let words): info(words.trimmed)
        case .data(let kind, let bytes):
            endHead()
            if let last = messages.indices.last, messages[last].kind == kind { shown[last] += bytes }
        case .head(let kind, let bytes):
            var position = 0
            while position < bytes.count {
                let line = CurlLine(bytes, at: position)
                headLine(line.text, kind, at: place)
                position = line.range.upperBound
            }
        }
    }

    private mutating func lines() {
        var position = 0
        while position < file.count {
            let line = CurlLine(file, at: position)
            let isInBody = !isInHead && messages.last?.kind == .response
            if isInBody, let end = bodyThatLooksLikeCurl(line), end > position {
                position = end
                continue
            }
            switch line.kind {
            case .sent: headLine(line.content, .request, at: line.range.lowerBound)
            case .received: headLine(line.content, .response, at: line.range.lowerBound)
            case .info: info(line.text.slice(min(2, line.text.count)..<line.text.count).trimmed)
            case .dataCount: break
            case .other:
                if line.text.hasOpening("curl: (") {
                    fail(line.text.slice(6..<line.text.count))
                } else if isInBody, !line.isOwnPlain {
                    position = max(body(line), position + 1)
                    continue
                }
            }
            position = line.range.upperBound
        }
    }

    // MARK: Heads

    private mutating func headLine(_ text: Bytes, _ kind: MessageKind, at place: Int) {
        // curl's own lines may stand within a head, so that only these end it.
        if isInHead, messages.last?.kind != kind || text.isStartLine && kind == .response { endHead() }
        if !isInHead {
            guard text.isStartLine else { return }
            isInHead = true
            head = []
            var message = CurlVerbose.Message(kind, at: place)
            if kind == .request { message.url = connections.takeURL() } else { statusLines.insert(text.trimmed) }
            message.scheme = connections.scheme
            messages.append(message)
            shown.append([])
            isSeeking = false
            suspicion = nil
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
        if !mayHaveBody(messages[index]) { bodyLeft = 0 }
        isCodedBody = bodyLeft != 0 && ContentCoding.list(fields).contains { $0 != .identity }
    }

    /// RFC 9112 §6.3 rule 1.
    private func mayHaveBody(_ message: CurlVerbose.Message) -> Bool {
        guard message.kind == .response else { return true }
        if let request = messages.last(where: { $0.kind == .request }), request.head.hasOpening("HEAD ") {
            return false
        }
        let words = message.head.prefix(32).split(separator: ASCII.space)
        let status = words.count > 1 ? Int(String(decoding: words[1].prefix(3), as: UTF8.self)) ?? 0 : 0
        return status >= 200 && status != 204 && status != 304
    }

    // MARK: What curl says

    private mutating func info(_ words: Bytes) {
        if words.hasOpening("Trying ") || words.hasOpening("Could not resolve") || words.hasOpening("Host ") {
            isSeeking = true
            sought = sought(in: words) ?? sought
        }
        connections.hear(words)
        if words.hasOpening("Connected to ") || words.hasOpening("ALPN") { sought = sought(in: words) ?? sought }
        // The first words are the most exact ones: "Connection refused", then "Failed to connect".
        if suspicion == nil, CurlFailure.isReason(words) { suspicion = words }
        // The next transfer has begun; what went wrong before was of the last one, or was tried again.
        if words.hasOpening("Issue another request") || words.contains("left intact") { suspicion = nil }
    }

    /// `Trying 192.0.2.7:443...`, `Host shop.test:443 was resolved.`, `Connected to shop.test (…) port 443`,
    /// `Could not resolve host: shop.test`.
    private func sought(in words: Bytes) -> Bytes? {
        let parts = words.split(separator: ASCII.space).map { Bytes(Array($0)) }
        guard parts.count > 1 else { return nil }
        switch parts[0].text {
        // "192.0.2.7:443...": the points say that it takes a while.
        case "Trying":
            let dots = parts[1].reversed().prefix { $0 == ASCII.period }.count
            return parts[1].contains(ASCII.colon) ? parts[1].slice(0..<parts[1].count - dots) : nil
        case "Host": return parts[1].contains(ASCII.colon) ? parts[1] : nil
        case "Connected": return parts.count > 2 ? parts[2] : nil
        case "Could": return parts.last
        default: return nil
        }
    }

    /// `(18) transfer closed …`: of the exchange under way, or of a transfer that never got to send its request.
    private mutating func fail(_ reason: Bytes) {
        endHead()
        // curl's last words may say less than those before: "Couldn't connect", where it was refused.
        var reason = reason
        if let suspicion, CurlFailure.isVague(reason), !CurlFailure.isVague(suspicion) {
            reason = Bytes(reason.array + Array(" (".utf8) + suspicion.array + Array(")".utf8))
        }
        suspicion = nil
        if !isSeeking, let last = messages.indices.last {
            messages[last].failure = reason
        } else if failures.count < 1000 {
            failures.append(
                Failure(
                    place: messages.count, reason: reason, server: host(in: reason) ?? sought,
                    isSecure: connections.scheme == .secure))
        }
        isSeeking = true
        sought = nil
    }

    /// `Could not resolve host: shop.test`, `Failed to connect to shop.test port 443 after 2 ms`.
    private func host(in reason: Bytes) -> Bytes? {
        for opening in ["host: ", "connect to "] {
            guard let place = reason.place(of: opening) else { continue }
            let rest = reason.slice(place + opening.utf8.count..<reason.count)
            let words = rest.split(separator: ASCII.space, maxSplits: 3).map { Bytes(Array($0)) }
            // Older versions write "localhost:8080; Connection refused".
            guard let name = words.first.map({ $0.last == ASCII.semicolon ? $0.slice(0..<$0.count - 1) : $0 }),
                !name.isEmpty
            else { return nil }
            guard words.count > 2, words[1].isExactly("port"), words[2].decimal != nil else { return name }
            return Bytes(name.array + [ASCII.colon] + words[2].array)
        }
        return nil
    }

    // MARK: Bodies

    /// A line of a body that begins as curl's do: in what is left of a body whose length is known, or after other
    /// lines of it. Where reading goes on; nil when it is curl's.
    private mutating func bodyThatLooksLikeCurl(_ line: CurlLine) -> Int? {
        guard let index = messages.indices.last else { return nil }
        switch line.kind {
        case .other, .dataCount: return nil
        // A head after a body begins with a start line.
        case .sent where line.content.isWholeRequestLine: return nil
        case .received where line.content.isWholeStatusLine: return nil
        case .info where line.isKnownInfo: return nil
        case .sent, .received, .info:
            let rest = file.count - line.start
            let isRest = bodyLeft.map { $0 > 0 && ($0 == UInt64(rest) || $0 + 1 == UInt64(rest)) } ?? false
            guard isRest || line.kind != .info || (bodyLeft == nil && !shown[index].isEmpty) else { return nil }
            if bodyLeft == 0, !isCodedBody { return nil }
            return body(line)
        }
    }

    /// Takes body bytes from the start of this line on; says where reading goes on.
    private mutating func body(_ line: CurlLine) -> Int {
        if line.text.hasOpening("HTTP/"), statusLines.contains(line.text.trimmed) { return pastHead(line) }
        // `--compressed`: what is shown is the content, and the length is that of its coded bytes.
        if isCodedBody, let index = messages.indices.last, shown[index].isEmpty {
            isCodedBody = false
            let fields = RecordedHead.section(messages[index].head)
            let rest = file.slice(line.start..<file.count)
            if ContentCoding.list(fields).last(where: { $0 != .identity })?.isUndone(in: rest) == true {
                bodyLeft = nil
            }
        }
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
            switch file[position] {
            case ASCII.asterisk where Self.ownLines.contains(where: { file.has($0, at: position) }): return position
            case UInt8(ascii: "c") where file.has("curl: (", at: position) && position > range.lowerBound:
                return position
            default: position += 1
            }
        }
        return range.upperBound
    }

    private static let ownLines: [StaticString] = [
        "* Connection #", "* Closing connection", "* Issue another request to this URL", "* shutting down connection #",
        "* transfer closed with", "* Leftovers after chunking", "* Operation timed out", "* Recv failure",
        "* HTTP/2 stream", "* Received RST_STREAM", "* end of response with", "* Re-using existing", "* Excess found",
        "* Failed reading the chunked", "* Illegal or missing", "* nghttp2", "*   Trying ", "* Found bundle",
        "* OpenSSL SSL_read", "* schannel: ", "* upload completely sent",
    ]
}
