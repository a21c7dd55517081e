internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// What the record is told of a message that is sent, and of its answer.
extension SentExchange {
    // MARK: - The request

    /// The first events: what is to be sent, and where to.
    func recordBeginning() {
        let time = shard.now()
        publish(.opened(FlowEvent.Opening(wallClock: shard.wallClock(at: time))))
        if let original = sending.repeats { publish(.told(.repeats(original))) }
        recordHead()
        publish(.upstreamSought(host: sending.destination.host.text, port: sending.destination.port))
    }

    private func recordHead() {
        let bytes = sending.bytes
        if let decoded = try? bytes.withSpan({ span throws(WireError) in try request.decode(span) }),
            case .requestHead(let head, let framing) = decoded.part
        {
            requestPosition = decoded.consumed
            publish(.requestHeadReceived(head, framing))
            if sending.destination.isSecure, head.target.form == .origin || head.target.form == .asterisk {
                publish(.told(.url(secureURL(head))))
            }
            return
        }
        if let refused = RefusedRequest(head: evidence) { publish(.requestLineRead(refused)) }
        publish(.malformedHeadReceived(.request, evidence))
    }

    /// What was sent of what is no head, as far as a record keeps it.
    private var evidence: Bytes { sending.bytes.slice(0..<min(sending.bytes.count, 64 << 10)) }

    /// A record takes a scheme from the client's TLS, and there is no client here.
    private func secureURL(_ head: RequestHead) -> Bytes {
        let host = head.fields.first(.host).flatMap { $0.isEmpty ? nil : $0 } ?? sending.destination.hostField
        let target = head.target.form == .origin ? head.targetBytes : Bytes()
        let end = target.firstIndex(of: ASCII.hash) ?? target.count
        return Bytes(Array("https://".utf8) + host + target.slice(0..<end))
    }

    /// The connection is there, and the first byte goes out.
    func recordForwarding() {
        publish(
            .requestForwarded(
                sent: requestPosition > 0 ? sending.bytes.slice(0..<requestPosition) : evidence, edits: []))
    }

    /// Reads along what was sent up to now.
    func recordSending() {
        guard shard.publisher.isActive, requestPosition > 0 else { return }
        while true {
            let rest = sending.bytes.slice(requestPosition..<max(requestPosition, sent))
            guard let decoded = try? rest.withSpan({ span throws(WireError) in try request.decode(span) }) else {
                return
            }
            record(decoded, of: .request, size: request.wireSize) { rest.slice(0..<decoded.consumed) }
            requestPosition += decoded.consumed
        }
    }

    // MARK: - The answer

    /// Tells of a part of the first answer; those to further requests in the same message belong to no flow.
    func record(_ decoded: Decoded, _ leg: PlainStream) {
        guard shard.publisher.isActive, answered == 0 else { return }
        record(decoded, of: .response, size: response.wireSize) {
            leg.input.withSpan { Bytes(copying: $0, 0..<decoded.consumed) }
        }
    }

    /// The answer ended with the connection.
    func recordAnswerEnd() {
        if answered == 0 { publish(.messageEnded(.response, wireSize: response.wireSize)) }
    }

    func recordMalformedAnswer(_ leg: PlainStream) {
        guard !hasResponseHead, answered == 0, !leg.input.isEmpty else { return }
        publish(
            .malformedHeadReceived(.response, leg.input.withSpan { Bytes(copying: $0, 0..<min($0.count, 64 << 10)) }))
    }

    /// What comes behind the end of the last answer answers nothing.
    func recordExcess(_ leg: PlainStream) {
        guard !leg.input.isEmpty, answered == 1 else { return }
        publish(.quirkFound(.response, .bytes(leg.input.count, behindHead: headSize, and: response.wireSize)))
    }

    private func record(_ decoded: Decoded, of kind: MessageKind, size: UInt64, _ bytes: () -> Bytes) {
        switch decoded.part {
        case .interimHead(let head): publish(.interimReceived(head))
        case .responseHead(let head, let framing): publish(.responseHeadReceived(head, framing))
        case .end: publish(.messageEnded(kind, wireSize: size))
        case .requestHead, .chunkStarted, .content, .chunkEnded, .trailers: record(decoded, of: kind, bytes)
        }
    }
}
