internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// What a driver tells the record, while anybody keeps one.
extension ExchangeDriver {
    func publish(_ fact: @autoclosure () -> FlowEvent.Fact) {
        guard shard.publisher.isActive else { return }
        shard.publisher.publish(flow, at: shard.now(), fact())
    }

    /// Publishes what a decoded part of a body tells; `buffer` still begins with its bytes.
    func record(_ decoded: Decoded, of kind: MessageKind, from buffer: ReceiveBuffer) {
        guard shard.publisher.isActive else { return }
        switch decoded.part {
        case .content:
            // What would be cut anyway is counted, not copied.
            let isWanted = wantsContent(decoded.consumed, of: kind)
            let bytes = isWanted ? buffer.withSpan { Bytes(copying: $0, 0..<decoded.consumed) } : nil
            publish(.contentReceived(kind, count: decoded.consumed, bytes: bytes))
        case .chunkStarted(let chunk):
            publish(.chunkStarted(kind, chunk))
        case .trailers(let trailers):
            publish(.trailersReceived(kind, trailers.section))
            for quirk in trailers.quirks { publish(.quirkFound(kind, quirk)) }
        case .requestHead, .interimHead, .responseHead, .chunkEnded, .end:
            break
        }
    }

    private func wantsContent(_ count: Int, of kind: MessageKind) -> Bool {
        let limit = UInt64(shard.publisher.bodyLimit)
        switch kind {
        case .request:
            defer { contentSeen.request += UInt64(count) }
            return contentSeen.request < limit
        case .response:
            defer { contentSeen.response += UInt64(count) }
            return contentSeen.response < limit
        }
    }

    /// RFC 9110 §7.4: a request for another server than the one the connection was made for.
    func recordMisdirection(_ head: RequestHead) {
        guard shard.publisher.isActive, case .inside(let server, _) = policy.mode,
            let line = head.fields.lines.first(where: { $0.known == .host })
        else { return }
        let host = head.fields.value(of: line)
        let wanted = server.hostField
        // A port may be written although it is the scheme's own.
        let isSame = host.equalsIgnoringCase(wanted) || host.lowercased.text == "\(wanted.text):\(server.port)"
        guard !isSame else { return }
        publish(.quirkFound(.request, Quirk(.hostDisagrees, offset: line.value.lowerBound, length: line.value.count)))
    }

    /// Keeps the bytes of a head that is none: they are the evidence.
    func recordMalformedHead(of kind: MessageKind, in buffer: ReceiveBuffer) {
        guard shard.publisher.isActive, !buffer.isEmpty else { return }
        let limit = shard.configuration.recordLimits.malformedHead
        let bytes = buffer.withSpan { Bytes(copying: $0, 0..<min($0.count, limit)) }
        if kind == .request, let request = RefusedRequest(head: bytes) { publish(.requestLineRead(request)) }
        publish(.malformedHeadReceived(kind, bytes))
    }
}
