import Bytes
import Flow
import HTTPModel
import HTTPWire
import Messages

// `request` and `response` of an entry.

extension JSONWriter {
    mutating func request(_ record: FlowRecord, _ places: RedactedPlaces? = nil, _ told: ToldMembers? = nil) {
        beginObject("request")
        let head = record.requestHead
        member("method", head?.method.name ?? record.refusedRequest?.method ?? Bytes())
        url(record)
        let refused = head == nil ? record.refusedRequest : nil
        if let name = told?.text(.request, "httpVersion") {
            member("httpVersion", name)
        } else {
            version(head?.version ?? refused.flatMap { RecordedHead.version($0.version) })
        }
        let malformed = refused == nil ? nil : record.request.malformedHead
        let fields = head?.fields ?? malformed.map { RefusedRequest.fields(in: $0) }
        // What no header says stands only in the list; of a redacted entry nobody looked through it.
        let lists = places == nil ? told : nil
        key("cookies")
        if let list = lists?.list(.request, "cookies") {
            value(list.node, in: list.file)
        } else if let fields {
            requestCookies(fields)
        } else {
            empty()
        }
        if let list = lists?.list(.request, "headers") {
            key("headers")
            value(list.node, in: list.file)
        } else {
            headers(fields)
        }
        key("queryString")
        if let list = lists?.list(.request, "queryString") {
            value(list.node, in: list.file)
        } else if let query = head?.query ?? refused?.query {
            pairs(query)
        } else {
            empty()
        }
        let isExact = !record.assumed.contains(.requestBytes)
        let headSize =
            isExact
            ? places?.request.headSize ?? record.request.block?.bytes.count ?? head?.raw.count ?? malformed?.count
            : told?.size(.request, "headersSize").map { Int(clamping: $0) }
        let counted = isExact || places != nil ? nil : told?.size(.request, "bodySize")
        sizes(headSize, record.request.contentSize, isKnown: head != nil, counted)
        if let head { requestContent(record.request.content, head.fields, told) }
        evidence(
            record.request, since: record.openedAt, isExact ? head?.raw ?? record.request.malformedHead : nil,
            places?.request.state)
        innerParts(record, .request, start: record.opening?.wallClock ?? 0)
        self.told(told, .request)
        endObject()
    }

    mutating func response(_ record: FlowRecord, _ places: RedactedPlaces? = nil, _ told: ToldMembers? = nil) {
        beginObject("response")
        let head = record.responseHead
        // What the client got in place of the server's, or of a CONNECT's that no server answers.
        let isOther = record.statusIsNotTheServers || (head == nil && record.tunnelProtocol != nil)
        let given = isOther ? GivenStatus(record.response.sent) : nil
        member("status", given?.status ?? head?.status ?? 0)
        let reason = head == nil && places == nil ? told?.text(.response, "statusText") : nil
        member("statusText", given?.reason ?? head?.reason ?? reason ?? Bytes())
        let lists = places == nil ? told : nil
        if let name = told?.text(.response, "httpVersion") {
            member("httpVersion", name)
        } else {
            version(head?.version)
        }
        key("cookies")
        if let list = lists?.list(.response, "cookies") {
            value(list.node, in: list.file)
        } else if let head {
            responseCookies(head.fields)
        } else {
            empty()
        }
        if let list = lists?.list(.response, "headers") {
            key("headers")
            value(list.node, in: list.file)
        } else {
            headers(head?.fields)
        }
        content(record.response, head?.fields, decodedSize: places?.response.decodedSize, told)
        let redirect = head.flatMap(Self.redirect) ?? lists?.text(.response, "redirectURL")
        member("redirectURL", given == nil ? redirect ?? Bytes() : Bytes())
        // A head that was put together from a list of fields has no bytes, and the size that its recorder counted.
        let isExact = !record.assumed.contains(.responseBytes)
        let headSize =
            isExact
            ? places?.response.headSize ?? record.response.block?.bytes.count ?? head?.raw.count
            : told?.size(.response, "headersSize").map { Int(clamping: $0) }
        let counted = isExact || places != nil ? nil : told?.size(.response, "bodySize")
        sizes(headSize, record.response.contentSize, isKnown: head != nil, counted)
        interim(record)
        evidence(
            record.response, since: record.openedAt, isExact ? head?.raw ?? record.response.malformedHead : nil,
            places?.response.state)
        innerParts(record, .response, start: record.opening?.wallClock ?? 0)
        self.told(told, .response)
        endObject()
    }

    private mutating func requestContent(
        _ content: borrowing FlowRecord.Content, _ fields: FieldSection, _ told: ToldMembers?
    ) {
        let kept = content.kept.count == nil ? content.decoded.map { ContentRef.inline($0) } ?? .absent : content.kept
        if kept.count ?? 0 > 0 { postData(fields, kept, told) }
    }

    /// Only a redirection's Location leads anywhere (RFC 9110 §15.4); 201's names what was made, 304 has none to
    /// follow.
    private static func redirect(_ head: ResponseHead) -> Bytes? {
        (300...399).contains(head.status) && head.status != 304 ? head.fields.first(.location) : nil
    }

    private mutating func empty() {
        beginArray()
        endArray()
    }

    private mutating func version(_ version: HTTPVersion?) {
        key("httpVersion")
        guard let version else { return string("unknown" as StaticString) }
        beginString()
        literal("HTTP/")
        padded(Int(version.major), width: version.major < 10 ? 1 : 3)
        put(ASCII.period)
        padded(Int(version.minor), width: version.minor < 10 ? 1 : 3)
        endString()
    }

    private mutating func headers(_ fields: FieldSection?) {
        key("headers")
        fieldList(fields)
    }

    private mutating func fieldList(_ fields: FieldSection?) {
        beginArray()
        if let fields {
            fields.raw.withUnsafeBytes { raw in
                // There are many of them: what does not change is written in pieces as long as may be.
                for line in fields.lines {
                    beginObject()
                    literal(#""name":""#)
                    escape(UnsafeRawBufferPointer(rebasing: raw[line.name]))
                    literal(#"","value":""#)
                    escape(UnsafeRawBufferPointer(rebasing: raw[line.value]))
                    literal(#""}"#)
                }
            }
        }
        endArray()
    }

    /// Exact bytes of the head, and of the content as transferred, so far as it came; -1 when there was no message.
    ///
    /// - Parameter counted: what another recorder counted.
    private mutating func sizes(_ headSize: Int?, _ contentSize: UInt64, isKnown: Bool, _ counted: Int64?) {
        member("headersSize", max(-1, headSize ?? -1))
        member("bodySize", counted.map { max(-1, $0) } ?? (isKnown ? Int64(clamping: contentSize) : -1))
    }

    /// The fields of Hark's own that both messages have. A message is lent, here and below: it is large to copy.
    private mutating func evidence(
        _ message: borrowing FlowRecord.Message, since start: Instant, _ raw: Bytes?, _ state: RedactedPlaces.State?
    ) {
        heads(message, raw)
        if let framing = message.framing {
            beginObject("_framing")
            member("kind", framing.kind.name)
            member("rule", framing.rule)
            endObject()
        }
        if message.chunkCount > 0 { chunks(message, since: start) }
        if message.frameCount > 0 || !message.waits.isEmpty { streamEvidence(message, since: start) }
        if let trailers = message.trailers, !trailers.lines.isEmpty {
            key("_trailers")
            fieldList(trailers)
            key("_trailersRaw")
            base64(trailers.raw)
        }
        if let sent = message.trailersSent {
            key("_trailersSent")
            base64(sent)
        }
        if let wireSize = message.wireSize { member("_wireSize", wireSize) }
        if isTruncated(message, state) { member("_truncated", true) }
    }

    /// The octets of the head as it came and as it went on: in HTTP/2 those of its field block, and the list of lines
    /// that the block says.
    private mutating func heads(_ message: borrowing FlowRecord.Message, _ raw: Bytes?) {
        var rawText = 0..<0
        if let raw {
            let name: StaticString = message.block == nil ? "_raw" : "_rawLines"
            if let block = message.block {
                key("_raw")
                base64(block.bytes)
                places(of: block)
            }
            key(name)
            let start = count
            base64(raw)
            rawText = start..<count
        }
        guard let sent = message.sent else { return }
        if let block = message.sentBlock {
            key("_sent")
            base64(block)
            key("_sentLines")
        } else {
            key("_sent")
        }
        // Most heads of responses go on as they came: their text is at hand.
        if let raw, sent == raw { repeatBytes(rawText) } else { base64(sent) }
    }

    /// Whether not all that passed is here. Of what was replaced, or has its codings off already, sizes do not tell.
    private func isTruncated(_ message: borrowing FlowRecord.Message, _ state: RedactedPlaces.State?) -> Bool {
        let isReplaced = (state ?? .untouched) != .untouched
        if isReplaced || message.content.kept.count == nil && message.content.decoded != nil {
            return message.content.isTruncated
        }
        return UInt64(message.content.kept.count ?? 0) < message.contentSize
    }

    private mutating func chunks(_ message: borrowing FlowRecord.Message, since start: Instant) {
        beginArray("_chunks")
        for (chunk, time) in message.chunks {
            beginObject()
            member("offset", chunk.offset)
            member("size", chunk.size)
            member("extension", chunk.extension)
            // What is written in the shortest way, in lower case, need not be told.
            if chunk != Chunk(offset: chunk.offset, size: chunk.size, extension: chunk.extension) {
                member("line", chunk.line)
            }
            key("time")
            milliseconds(micro: time.microseconds(since: start))
            endObject()
        }
        endArray()
        // More chunks than are kept are counted.
        if message.chunkCount > message.chunks.count { member("_chunkCount", message.chunkCount) }
    }

    private mutating func interim(_ record: FlowRecord) {
        guard !record.interim.isEmpty else { return }
        beginArray("_interim")
        for interim in record.interim {
            let head = interim.head
            beginObject()
            member("status", head.status)
            member("statusText", head.reason)
            version(head.version)
            headers(head.fields)
            key("_raw")
            base64(head.raw)
            if let sent = interim.sent {
                key("_sent")
                base64(sent)
            }
            endObject()
        }
        endArray()
        if record.interimOmitted > 0 { member("_interimOmitted", record.interimOmitted) }
    }
}

extension Framing.Kind {
    fileprivate var name: StaticString {
        switch self {
        // RFC 9112 §6.3 rule 2: after a tunnel's head there is no content.
        case .none, .tunnel: "none"
        case .length: "length"
        case .chunked: "chunked"
        case .close: "close"
        case .frames: "frames"
        }
    }
}

extension RequestHead {
    /// What stands after the first `?` of the target.
    fileprivate var query: Bytes? {
        let path = raw.slice(target.pathAndQuery)
        return path.firstIndex(of: ASCII.question).map { path.slice(($0 + 1)..<path.count) }
    }
}

/// The status line that went to the client: of what Hark itself answered a CONNECT with, since no server speaks before
/// the tunnel; of an answer in place of a server's.
private struct GivenStatus {
    var status = 200
    var reason = Bytes()

    init(_ sent: Bytes?) {
        guard let sent else { return }
        let line = FieldSection(raw: sent, lines: []).startLine
        guard line.count >= 12, let status = line.slice(9..<12).decimal else { return }
        self.status = Int(status)
        reason = line.slice(min(13, line.count)..<line.count)
    }
}

extension RefusedRequest {
    /// Behind the first `?` of the target.
    fileprivate var query: Bytes? {
        target.firstIndex(of: UInt8(ascii: "?")).map { target.slice($0 + 1..<target.count) }
    }
}
