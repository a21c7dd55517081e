package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// A recorded request as the bytes that are sent once more. A value.
///
/// They are the client's own, its chunk lines included. One that was written for a proxy (its target is a whole URL,
/// RFC 9112 §3.2.2) has the head that went to the server, as there is no proxy on the way this time.
package struct ReplayedRequest: Sendable {
    /// Where the head ends in `bytes`; 0 when it is none that could be read.
    private var headSize: Int
    package private(set) var bytes: Bytes
    /// Where it went, or is taken to have gone; nil when nobody knows.
    package let destination: Destination?
    /// A sentence, when the destination is an assumption.
    package let destinationDoubt: String?
    /// Why there is no destination: the end of a sentence that says what to do.
    package let unknownServer: String
    /// nil for one that somebody wrote.
    package let original: RepeatedFlow?
    /// What is not as it was: sentences.
    package private(set) var doubts: [String] = []
    /// The content is not what the head tells of; only editing mends that.
    private var isMisfit = false

    /// More content than this is not held in memory.
    package static let contentLimit = 1 << 30

    /// - Parameter willBeEdited: content that its head does not tell of is no obstacle yet.
    package init(_ record: FlowRecord, willBeEdited: Bool = false) throws(ReplayProblem) {
        if let name = record.requestHead?.connectProtocol ?? record.tunnelProtocol.map({ Bytes($0) }), name != "CONNECT"
        {
            throw ReplayProblem(
                "it changed to another protocol (\(name.text)), whose data cannot be sent again.")
        }
        guard record.method != .connect, record.outcome?.kind != .tunnel else {
            throw ReplayProblem("it is a tunnel; the requests inside are separate flows.")
        }
        original = RepeatedFlow(record.id, run: record.run)
        let server = Self.server(record)
        (destination, destinationDoubt, unknownServer) = (server.destination, server.doubt, server.problem)
        guard let head = record.requestHead, record.isRecorded(.request) else {
            guard let head = record.request.malformedHead else { throw ReplayProblem("its request was not recorded.") }
            (bytes, headSize) = (head, 0)
            doubts.append("It is not readable as HTTP; Hark sends the recorded bytes.")
            return
        }
        let isForProxy = head.target.form == .absolute
        var sent = isForProxy ? record.request.sent ?? head.raw : head.raw
        let lacksHost = !record.isRecorded(.requestBytes) && head.version == .http11 && !head.fields.contains(.host)
        if head.version.major > 1 || lacksHost { sent = Self.translated(head, record) }
        if head.version.major > 1 {
            doubts.append("It was \(head.version), but is sent as HTTP/1.1.")
        }
        headSize = sent.count
        bytes = sent
        if !record.isRecorded(.requestBytes) {
            doubts.append("The recording has a list of fields instead of the bytes; Hark writes one field per line.")
        }
        let body = try body(record, willBeEdited)
        bytes = Bytes(Array(sent) + body)
        // What was malformed from the beginning goes out as it was.
        guard !isMisfit, record.outcome?.code != .malformedRequest, let misfit = Self.misfit(sent, body.count) else {
            return
        }
        guard willBeEdited else { throw ReplayProblem("\(misfit) Use --edit to correct it.") }
        isMisfit = true
        doubts.append(misfit.prefix(1).uppercased() + misfit.dropFirst())
    }

    /// A request that somebody wrote, which repeats none; the server is named beside it.
    package static func written(_ bytes: Bytes) throws(ReplayProblem) -> ReplayedRequest {
        try ReplayedRequest().edited(bytes)
    }

    /// Nothing yet, which is no request.
    private init() {
        (bytes, headSize, original) = (Bytes(), 0, nil)
        (destination, destinationDoubt, unknownServer) = (nil, nil, "name its server.")
        isMisfit = true
    }

    /// Why a body of this size does not belong to the head: a server would take what is left over for a request.
    private static func misfit(_ head: Bytes, _ size: Int) -> String? {
        guard let framing = RawMessage.framing(of: head) else { return nil }
        return switch framing.kind {
        case .length(let length) where length != UInt64(size):
            "its content does not match its Content-Length; secrets in it were probably redacted."
        case .none where size > 0: "it has content, but no Content-Length."
        default: nil
        }
    }

    /// A head of HTTP/2 as HTTP/1.1 writes it (RFC 9113 §8.3.1): without pseudo-fields, with Host.
    private static func translated(_ head: RequestHead, _ record: FlowRecord) -> Bytes {
        let url = URLReference(record.url)
        var target = head.targetBytes
        if target.first != ASCII.slash {
            target = url.raw.slice(url.path)
            if let query = url.query { target = Bytes(target.array + [ASCII.question] + url.raw.slice(query)) }
        }
        var out = head.method.name.array + [ASCII.space]
        out += target.isEmpty ? [ASCII.slash] : target.array
        out += Array(" HTTP/1.1\r\n".utf8)
        if !head.fields.contains(.host), let authority = url.bytes(url.authority) {
            out += Array("Host: ".utf8) + authority + lineEnd
        }
        for (index, line) in head.fields.lines.enumerated() where head.fields.raw[Int(line.start)] != ASCII.colon {
            out += head.fields.text(ofLine: index)
            out += lineEnd
        }
        let size = record.request.content.kept.count ?? 0
        if size > 0, !head.fields.contains(.contentLength), !head.fields.contains(.transferEncoding) {
            out += Array("Content-Length: \(size)".utf8) + lineEnd
        }
        return Bytes(out + lineEnd)
    }

    // MARK: - The body

    private mutating func body(_ record: FlowRecord, _ willBeEdited: Bool) throws(ReplayProblem) -> [UInt8] {
        let message = record.request
        if message.content.kept.count == nil, !message.content.isTruncated, Self.hasContent(message) {
            guard message.hasEnded || !Self.isCutOff(record) else {
                throw ReplayProblem("its client did not send it completely.")
            }
            let problem = "its content was not kept in the recording."
            guard willBeEdited else { throw ReplayProblem("\(problem) Use --edit to write it.") }
            isMisfit = true
            doubts.append(problem.prefix(1).uppercased() + problem.dropFirst())
            return []
        }
        let content = try Self.content(record)
        guard message.framing?.kind == .chunked else { return content }
        var wire: [UInt8] = []
        wire.reserveCapacity(content.count + 32 * message.chunks.count)
        let size = UInt64(content.count)
        let isWhole =
            message.chunkCount == message.chunks.count && !message.chunks.isEmpty
            && message.chunks.allSatisfy { $0.chunk.size <= size }
            && message.chunks.reduce(0) { $0 &+ $1.chunk.size } == size
        if isWhole {
            var place = 0
            for (chunk, _) in message.chunks where !chunk.isLast && place + Int(chunk.size) <= content.count {
                wire += chunk.line
                wire += Self.lineEnd
                wire += content[place..<(place + Int(chunk.size))]
                wire += Self.lineEnd
                place += Int(chunk.size)
            }
            wire += message.chunks.last { $0.chunk.isLast }?.chunk.line ?? "0"
        } else {
            doubts.append("Its chunk lines were not recorded completely, so its content is sent in one chunk.")
            if !content.isEmpty {
                wire += Array(Hex.number(content.count).utf8) + Self.lineEnd + content + Self.lineEnd
            }
            wire.append(ASCII.zero)
        }
        wire += Self.lineEnd
        let trailers = message.trailers?.raw ?? Bytes()
        wire += trailers
        // RFC 9112 §7.1: an empty line ends the trailers, also when there are none.
        if trailers.isEmpty || message.trailers?.emptyLineStart == trailers.count { wire += Self.lineEnd }
        return wire
    }

    private static let lineEnd: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]

    /// Its head, or the count of what came, says that there was some.
    private static func hasContent(_ message: FlowRecord.Message) -> Bool {
        if let size = message.content.size, size > 0 { return true }
        return switch message.framing?.kind {
        case .length(let length): length > 0
        case .chunked: message.content.size == nil && message.chunkCount == 0
        default: false
        }
    }

    /// The flow ended before it was complete. A recording that tells no times does not tell either when the request
    /// ended, which is no sign that it did not.
    private static func isCutOff(_ record: FlowRecord) -> Bool {
        guard let outcome = record.outcome else { return record.isOfHark }
        return outcome.kind != .complete
    }

    /// What came is what the head announced (RFC 9112 §6.3).
    private static func isWhole(_ record: FlowRecord, _ count: Int) -> Bool {
        let message = record.request
        guard let framing = message.framing, !message.hasEnded else { return true }
        return switch framing.kind {
        case .none: true
        case .length(let length): length == UInt64(count)
        case .chunked:
            message.chunks.isEmpty ? !isCutOff(record) : message.chunks.contains { $0.chunk.isLast }
        default: !isCutOff(record)
        }
    }

    private static func content(_ record: FlowRecord) throws(ReplayProblem) -> [UInt8] {
        let content = record.request.content
        if content.isTruncated {
            throw ReplayProblem(
                "only the first \(content.kept.count ?? 0) bytes of its content were recorded. Record it with a larger "
                    + "--max-body-record.")
        }
        guard isWhole(record, content.kept.count ?? 0) else {
            throw ReplayProblem("its client did not send it completely.")
        }
        guard let count = content.kept.count else { return [] }
        guard count <= contentLimit else { throw ReplayProblem("its content is larger than 1 GiB.") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        let wasRead = content.kept.forEachPiece(of: ContentRef.pieceSize) { piece in
            bytes.append(contentsOf: piece)
            return true
        }
        guard wasRead, bytes.count == count else { throw ReplayProblem("its content could not be read.") }
        return bytes
    }

    // MARK: - The server

    private static func server(
        _ record: FlowRecord
    ) -> (destination: Destination?, doubt: String?, problem: String) {
        let url = URLReference(record.url)
        let unknown = "the recording does not name its server; name it with --to URL."
        // Older sessions have an empty name and port 0 of what was imported.
        if let host = record.host, !host.isEmpty, let port = record.port, port > 0 {
            let isSecure = record.upstreamTLS != nil || url.hasScheme("https") || url.hasScheme("wss")
            let name = record.upstreamTLS?.agreement?.serverName.map { Bytes($0) } ?? Bytes(host)
            return (Destination(host: Bytes(host), port: port, serverName: isSecure ? name : nil), nil, unknown)
        }
        guard let destination = Destination(url: record.url) else { return (nil, nil, unknown) }
        if record.isRecorded(.url) { return (destination, nil, unknown) }
        // The Host field says which server, and nothing says whether it was asked over TLS (RFC 9112 §3.3).
        let fields = record.requestHead?.fields
        let host = url.bytes(url.authority)?.text ?? ""
        guard let fields, fields.contains(.host) || record.requestHead?.target.form == .absolute else {
            return (nil, nil, unknown)
        }
        let hasCredentials = [KnownField.authorization, .proxyAuthorization, .cookie].contains { fields.contains($0) }
        guard !hasCredentials || destination.isSecure else {
            return (
                nil, nil,
                "the recording does not say whether it was sent over TLS, but it has credentials; name the server with "
                    + "--to https://\(host)"
            )
        }
        let scheme = destination.isSecure ? "https" : "http"
        return (
            destination,
            """
            The recording does not state its scheme. Hark assumes \(scheme)://\(host); to change it, use --to.
            """, unknown
        )
    }

    // MARK: - Changes

    /// The same with other lines in its head.
    package func changed(by rules: [HeaderRule]) throws(ReplayProblem) -> ReplayedRequest {
        guard !rules.isEmpty else { return self }
        let (head, error) = RecordedHead.request(bytes.slice(0..<headSize))
        guard headSize > 0, error == nil else {
            throw ReplayProblem("it has no readable head, so its lines cannot be changed.")
        }
        var plan = HeadPlan(head.fields)
        for edit in head.fields.edits(by: rules) {
            do throws(EncodeError) {
                try plan.take(edit.action)
            } catch {
                throw ReplayProblem("cannot set a header: \(error)")
            }
        }
        var request = self
        let written = plan.written
        request.bytes = Bytes(Array(written) + bytes.slice(headSize..<bytes.count))
        request.headSize = written.count
        return request
    }

    /// The same with other bytes, as a person edited them. They have to be one message, unless the old ones were none.
    ///
    /// A Content-Length that alone is wrong is set, and a doubt says so.
    package func edited(_ written: Bytes) throws(ReplayProblem) -> ReplayedRequest {
        var request = self
        var new = withoutEditorsLineEnd(written)
        if isMisfit || RawMessage.problem(of: bytes) == nil, let problem = RawMessage.problem(of: new) {
            guard let mended = RawMessage.withLength(new) else {
                throw ReplayProblem("the edited text is not one request: \(problem)")
            }
            new = mended
            let size = new.count - RawMessage.headSize(of: new)
            request.doubts.append("Content-Length was set to \(size), the size of the edited content.")
        }
        request.bytes = new
        request.headSize = RawMessage.headSize(of: new)
        request.isMisfit = false
        return request
    }

    /// Editors end a file with a line end, whether the content has one or not.
    private func withoutEditorsLineEnd(_ new: Bytes) -> Bytes {
        let head = RawMessage.headSize(of: new)
        guard let last = bytes.last, last != ASCII.lineFeed, head < new.count, new.last == ASCII.lineFeed else {
            return new
        }
        let end = new.count - 1
        let hasReturn = end > head && new[end - 1] == ASCII.carriageReturn
        return new.slice(0..<(hasReturn ? end - 1 : end))
    }
}

extension FlowRecord {
    /// Seen by a proxy of Hark's, which misses no end.
    fileprivate var isOfHark: Bool { run != nil && opening?.clientConnection != nil }
}
