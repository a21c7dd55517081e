import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Messages

// Heads of an entry: the exact bytes where they were kept, else put together from what is listed.

extension EntryReader {
    mutating func requestHead(_ node: JSONNode?, _ url: Bytes, isRefused: Bool, _ evidence: inout Evidence)
        -> RequestHead?
    {
        let method = string(node, "method") ?? Bytes()
        if let raw = rawHead(node, &evidence) {
            evidence.isHeadExact = true
            guard !method.isEmpty else {
                // Recorded as bytes that are no request.
                evidence.malformedHead = raw
                return nil
            }
            let (head, error) = RecordedHead.request(raw)
            if isRefused, error != nil {
                evidence.malformedHead = raw
                evidence.refused = RefusedRequest(
                    method: method, target: url, version: string(node, "httpVersion") ?? Bytes(), host: nil)
                return nil
            }
            if let error { notValid(node, "request", error) }
            return head
        }
        let listed = headers(node, "headers")
        // Nothing of a request came, and what else there is to tell stands in the outcome.
        guard let node, !(method.isEmpty && listed.isEmpty) else { return nil }
        if Method(method) == .connect, listed.contains(where: { $0.name.isExactly(":protocol") }),
            let head = HeadList.request(listed.map { ($0.name, $0.value) })
        {
            return head
        }
        let name = string(node, "httpVersion") ?? Bytes()
        var text = HeadText(
            version: HeadText.Version(name, hasPseudoHeaders: listed.contains { $0.name.first == ASCII.colon }))
        if text.version == .http2, let head = HeadList.request(listed.map { ($0.name, $0.value) }) {
            return head
        }
        let target = URLReference(url)
        text.requestLine(method, target)
        // RFC 9113 §8.3.1: `:authority` stands for Host, and stays where the list is none that HTTP/2 allows.
        if let authority = listed.first(where: { $0.name.isExactly(":authority") })?.value,
            !listed.contains(where: { $0.name.equalsIgnoringCase("host") })
        {
            text.field(text.version.isTextual ? "Host" : "host", authority)
        }
        for header in listed where header.name.first != ASCII.colon { text.field(header.name, header.value) }
        let raw = text.end()
        tell(text.problems, node)
        guard text.version.isTextual else { return checked(RecordedHead.lenientRequest(raw), node) }
        let (head, error) = RecordedHead.request(raw)
        // Recorders leave Host out: the URL says it, and no line is made up.
        if let error, error.code != .missingHost { notValid(node, "request", error) }
        return head
    }

    mutating func responseHead(
        _ node: JSONNode?, to method: Method, _ evidence: inout Evidence
    ) -> ResponseHead? {
        guard let node else { return nil }
        let status = integer(node, "status") ?? 0
        if let raw = rawHead(node, &evidence) {
            evidence.isHeadExact = true
            guard status != 0 else {
                evidence.malformedHead = raw
                return nil
            }
            // What went by as HTTP/1 and yet names HTTP/2 in its first line.
            let isLive = string(node, "httpVersion").map { $0.text.hasPrefix("HTTP/1") } ?? false
            let (head, error) = RecordedHead.response(raw, to: method, isLive: isLive)
            if let error { notValid(node, "response", error) }
            return head
        }
        // Other recorders too write 0 where no response came.
        guard status != 0 else {
            if let fields = array(node, "headers"), !fields.isEmpty {
                let count = fields.count == 1 ? "1 header" : "\(fields.count) headers"
                log.add(
                    node.offset, "The response has \(count) but no status.",
                    "Hark keeps them for export and draws no conclusions from them.")
            }
            return nil
        }
        // What Hark itself answered a CONNECT with: no server spoke.
        if let sent = evidence.sent, RecordedHead.response(sent, to: method).head?.status == Int(status) { return nil }
        return madeHead(node, status, to: method)
    }

    /// The head's octets or, of HTTP/2, the list of lines that its field block says.
    private mutating func rawHead(_ node: JSONNode?, _ evidence: inout Evidence) -> Bytes? {
        evidence.sent = base64(node, "_sent")
        if let lines = base64(node, "_sentLines") {
            evidence.sentBlock = evidence.sent
            evidence.sent = lines
        }
        guard let raw = base64(node, "_raw") else { return nil }
        guard let node, let lines = base64(node, "_rawLines") else { return raw }
        evidence.block = StreamEvidenceReader.block(raw, node, in: file)
        return lines
    }

    mutating func interim(_ node: JSONNode?) -> [FlowRecord.Interim] {
        var heads: [FlowRecord.Interim] = []
        for node in array(node, "_interim") ?? [] {
            if let raw = base64(node, "_raw") {
                let (head, error) = RecordedHead.response(raw, to: .get)
                if let error { notValid(node, "interim response", error) }
                if let head { heads.append(FlowRecord.Interim(head, sent: base64(node, "_sent"))) }
            } else if let head = madeHead(node, integer(node, "status") ?? 0, to: .get) {
                heads.append(FlowRecord.Interim(head))
            }
        }
        return heads
    }

    private mutating func madeHead(_ node: JSONNode, _ status: Int64, to method: Method) -> ResponseHead? {
        // RFC 9110 §15: three digits, the first of which is the class.
        guard (100...999).contains(status) else {
            let place = node.member("status", in: file)?.offset ?? node.offset
            log.add(place, "\(status) is not a status code.", "The response was left out.")
            return nil
        }
        let listed = headers(node, "headers")
        let name = string(node, "httpVersion") ?? Bytes()
        var text = HeadText(
            version: HeadText.Version(name, hasPseudoHeaders: listed.contains { $0.name.first == ASCII.colon }))
        if text.version == .http2,
            let head = HeadList.response(listed.map { ($0.name, $0.value) }),
            head.status == Int(status)
        {
            return head
        }
        text.statusLine(Int(status), string(node, "statusText") ?? Bytes())
        for header in listed where header.name.first != ASCII.colon { text.field(header.name, header.value) }
        let raw = text.end()
        tell(text.problems, node)
        guard text.version.isTextual else { return RecordedHead.lenientResponse(raw) }
        let (head, error) = RecordedHead.response(raw, to: method)
        if let error { notValid(node, "response", error) }
        return head
    }

    struct Header {
        let name: Bytes
        let value: Bytes
    }

    mutating func headers(_ node: JSONNode?, _ name: StaticString) -> [Header] {
        var headers: [Header] = []
        for element in array(node, name) ?? [] {
            guard let name = string(element, "name") else {
                log.add(element.offset, "A header has no name.", "It was left out.")
                continue
            }
            headers.append(Header(name: name, value: string(element, "value") ?? Bytes()))
        }
        return headers
    }

    // MARK: What is wrong with heads

    private mutating func notValid(_ node: JSONNode?, _ message: String, _ error: WireError) {
        log.add(
            node?.offset ?? 0,
            "The head of the \(message) is not valid HTTP/1.1: \(error.text) (Byte \(error.offset) of it.)",
            "It was read line by line.")
    }

    private mutating func tell(_ problems: [String], _ node: JSONNode) {
        for problem in problems { log.add(node.offset, problem, "The rest of the head is as recorded.") }
    }

    /// The strict reader knows HTTP/1 alone; of other versions this much can be said.
    private mutating func checked(_ head: RequestHead, _ node: JSONNode) -> RequestHead {
        if head.method.name.isEmpty {
            log.add(
                node.offset, "The request has no method.",
                "The rest of the request was read.")
        }
        return head
    }
}

extension EntryReader {
    /// What HTTP/2 was on the wire for a message: its stream, frames and field blocks.
    mutating func stream(
        _ node: JSONNode, _ side: StaticString, _ message: JSONNode?, _ kind: MessageKind, _ evidence: Evidence,
        _ events: inout ReadEvents
    ) {
        if let streams = node.member("_stream", in: file),
            let number = streams.member(side, in: file)?.integer(in: file).flatMap({ UInt32(exactly: $0) })
        {
            events.at(0, .streamNumbered(kind, number))
        }
        if let block = evidence.block { events.at(0, .fieldBlockReceived(kind, block)) }
        if let block = evidence.sentBlock { events.at(0, .fieldBlockForwarded(kind, block)) }
        guard let message else { return }
        for (time, fact) in StreamEvidenceReader.read(message, in: file, of: kind) { events.at(time, fact) }
    }
}
