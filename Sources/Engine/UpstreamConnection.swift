internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// A connection to a server: leased to one client connection at a time, kept in the pool between.
///
/// Owned by its socket, runs on its shard's loop. While leased it decodes responses and tells the exchange of its client.
final class UpstreamConnection {
    let shard: Shard
    let socket: StreamSocket
    let destination: Destination
    let number: UInt64
    let address: String
    /// Served inside Hark.
    let isLocal: Bool
    /// The connection as a whole was authenticated for one client.
    private(set) var isPinned = false

    private var decoder: HTTP1Decoder
    private var owner: ClientConnection?
    private var isKept = false
    private var isOpen = true
    private var hasEnded = false
    private var timer: LoopTimer?

    init(shard: Shard, socket: StreamSocket, destination: Destination, address: String, isLocal: Bool) {
        self.shard = shard
        self.socket = socket
        self.destination = destination
        self.address = address
        self.isLocal = isLocal
        number = shard.counters.nextUpstream()
        decoder = HTTP1Decoder(role: .response, limits: shard.configuration.limits)
        socket.input.maximum = shard.configuration.limits.head + 64 * 1024
        socket.delegate = self
    }

    /// Nothing speaks against sending another request on it.
    var isUsable: Bool { isOpen && !hasEnded && socket.input.isEmpty && !socket.isClosed }

    func lease(to client: ClientConnection) {
        owner = client
        isKept = false
        timer?.disarm()
    }

    func expectResponse(to request: RequestHead) {
        decoder.startNextMessage()
        decoder.expectResponse(to: request.method)
        isPinned = isPinned || Self.bindsConnection(request)
    }

    func release() {
        owner = nil
    }

    /// Waits in the pool for the next request to this server.
    func keep() {
        guard !shard.isShuttingDown, shard.pool.keep(self) else {
            close()
            return
        }
        isKept = true
        socket.resumeReading()
        if timer == nil { timer = LoopTimer(on: shard.loop) { [unowned self] in close() } }
        timer?.arm(after: shard.configuration.timeouts.pooled * 1_000_000)
    }

    func close() {
        guard isOpen else { return }
        leave()
        socket.close()
    }

    /// The socket goes on without this.
    func leave() {
        isOpen = false
        if isKept { shard.pool.remove(self) }
        isKept = false
        owner = nil
        timer?.invalidate()
        timer = nil
    }

    /// The client has room again.
    func resume() {
        socket.resumeReading()
        readResponse()
        if hasEnded { socketDidReachEnd(socket) }
    }

    /// NTLM and Negotiate authenticate a connection, not a request (RFC 4559 §6): it must not serve another client.
    private static func bindsConnection(_ request: RequestHead) -> Bool {
        guard let credentials = request.fields.first(.authorization) else { return false }
        let scheme = credentials.slice(0..<(credentials.firstIndex(of: ASCII.space) ?? credentials.count))
        return scheme.equalsIgnoringCase("ntlm") || scheme.equalsIgnoringCase("negotiate")
    }

    // MARK: - Responses

    private func readResponse() {
        guard let client = owner else { return }
        while owner === client, !client.socket.isCongested {
            do {
                guard let decoded = try socket.input.withSpan({ span throws(WireError) in try decoder.decode(span) })
                else { break }
                take(decoded, for: client)
            } catch {
                if client.exchange?.clientWasAnswered == false {
                    client.recordMalformedHead(of: .response, in: socket.input)
                }
                client.drive { $0?.responseFailed(error, &$1) }
                return
            }
        }
        if owner === client, client.socket.isCongested { socket.pauseReading() }
    }

    private func take(_ decoded: Decoded, for client: ClientConnection) {
        switch decoded.part {
        case .interimHead(let head):
            socket.input.consume(decoded.consumed)
            client.publish(.interimReceived(head))
            client.drive { $0?.interimReceived(head, &$1) }
        case .responseHead(let head, let framing):
            socket.input.consume(decoded.consumed)
            client.publish(.responseHeadReceived(head, framing))
            let persistence = Persistence(head, framing)
            client.drive {
                $0?.responseReceived(head, framing: framing, persistent: persistence.isPersistent, &$1)
            }
        case .end:
            client.publish(.messageEnded(.response, wireSize: decoder.wireSize))
            client.drive { $0?.responseEnded(&$1) }
        case .content, .chunkStarted, .chunkEnded, .trailers:
            if forwards(decoded.part, for: client) {
                socket.input.forward(decoded.consumed, to: client.socket)
            }
            client.record(decoded, of: .response, from: socket.input)
            socket.input.consume(decoded.consumed)
        case .requestHead:
            break
        }
    }

    private func forwards(_ part: MessagePart, for client: ClientConnection) -> Bool {
        switch client.exchange?.responseBody {
        case .forward: true
        case .forwardContent: part == .content
        case .wait, .discard, nil: false
        }
    }

    /// The server closed: that ends a body without length, and cuts off any other message.
    private func endResponse(for client: ClientConnection) {
        let unread = socket.input.count
        if let part = try? decoder.endOfInput(unread: unread), part == .end {
            client.publish(.messageEnded(.response, wireSize: decoder.wireSize))
            client.drive { $0?.responseEnded(&$1) }
        } else {
            client.drive { $0?.upstreamLeft(receivedBytes: unread > 0, detail: "", &$1) }
        }
    }
}

extension UpstreamConnection: StreamSocketDelegate {
    func socketDidReceive(_ socket: StreamSocket) {
        guard let client = owner else {
            // RFC 9112 §9.6: nothing was asked, so nothing here is an answer.
            close()
            return
        }
        readResponse()
        client.bytesMoved()
        shard.throttle(socket)
    }

    func socketDidReachEnd(_ socket: StreamSocket) {
        hasEnded = true
        guard let client = owner else {
            close()
            return
        }
        readResponse()
        // A congested client takes the rest later: `resume`.
        if owner === client, !client.socket.isCongested { endResponse(for: client) }
    }

    func socketDidDrain(_ socket: StreamSocket) {
        guard let client = owner else { return }
        client.socket.resumeReading()
        client.readRequests()
    }

    func socketDidFail(_ socket: StreamSocket, _ code: Int32) {
        hasEnded = true
        guard let client = owner else {
            close()
            return
        }
        readResponse()
        guard owner === client else { return }
        let unread = !socket.input.isEmpty
        client.drive { $0?.upstreamLeft(receivedBytes: unread, detail: SocketError.text(of: code), &$1) }
    }
}
