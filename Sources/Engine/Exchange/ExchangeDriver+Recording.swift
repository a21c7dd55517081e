internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// What a driver tells the record, while anybody keeps one.
extension ExchangeDriver {
    /// RFC 9110 §7.4: a request for another server than the one the connection was made for.
    func recordMisdirection(_ head: RequestHead) {
        guard shard.publisher.isActive, case .inside(let server, _) = policy.mode,
            let line = head.fields.lines.first(where: { $0.known == .host })
        else { return }
        // Its CONNECT was made up here, for an address whose name the client has looked up before.
        guard !origin.wasRedirected || server.isSecure else { return }
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
