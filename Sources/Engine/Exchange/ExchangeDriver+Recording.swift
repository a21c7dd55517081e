internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Site

/// What a driver tells the record, while anybody keeps one.
extension ExchangeDriver {
    /// The head, and RFC 9110 §7.4: a request for another server than the one the connection was made for.
    func recordArrival(of head: RequestHead, _ framing: Framing) {
        // A check of whether the proxy is well is no traffic of its user's.
        if HarkSite.isDoctor(head), shard.publisher.silence(flow) { return }
        publish(.requestHeadReceived(head, framing))
        guard shard.publisher.isActive, case .inside(let server, _) = policy.mode else { return }
        // Its CONNECT was made up here, for an address whose name the client has looked up before.
        guard !origin.wasRedirected || server.isSecure else { return }
        if let quirk = Quirk.misdirection(of: head, on: server) { publish(.quirkFound(.request, quirk)) }
    }

    func remark(onFaultOverHTTP2 isHTTP2: Bool) -> String {
        if standing?.clientWasAnswered == true { return Outcome.passedOn(content: contentSeen.response) }
        var ways: [String] = []
        if isHTTP2 { ways.append("With --http1, Hark uses HTTP/1.1 to this server.") }
        if case .inside(let server, _) = policy.mode, server.isSecure, shard.tls != nil {
            ways.append("With --tunnel-host \(server.host.text), Hark forwards its connections without reading them.")
        }
        if shard.configuration.tolerances != .standard {
            ways.append("Without --strict, Hark accepts what browsers accept.")
        }
        return ways.joined(separator: " ")
    }

    /// Keeps the bytes of a head that is none: they are the evidence.
    func recordMalformedHead(of kind: MessageKind, in buffer: ReceiveBuffer) {
        guard shard.publisher.isActive, !buffer.isEmpty else { return }
        let limit = shard.configuration.recordLimits.malformedHead
        var bytes = buffer.withSpan { Bytes(copying: $0, 0..<min($0.count, limit)) }
        if kind == .request {
            // What follows the empty line is no part of the head.
            bytes = RefusedRequest.head(in: bytes)
            if let request = RefusedRequest(head: bytes) { recordRefused(request) }
        }
        publish(.malformedHeadReceived(kind, bytes))
    }

    /// Inside a tunnel the server is the tunnel's, whatever Host says or does not say.
    func recordRefused(_ request: RefusedRequest) {
        var request = request
        switch policy.mode {
        case .inside(let server, _): request.host = server.hostField
        case .reverse(let server, _): if request.host == nil { request.host = server.hostField }
        case .forward, .recorded, .closed: break
        }
        publish(.requestLineRead(request))
    }
}

extension RequestHead {
    /// `ws` or `wss`, where the target is a URL of one of them.
    var webSocketScheme: String? {
        guard target.form == .absolute, let scheme = target.scheme else { return nil }
        let name = raw.slice(scheme)
        return name.equalsIgnoringCase("ws") || name.equalsIgnoringCase("wss") ? name.text : nil
    }
}
