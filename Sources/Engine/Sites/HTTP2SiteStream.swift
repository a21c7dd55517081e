internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Site

/// One request to a built-in site on a stream of HTTP/2. The site writes HTTP/1, as every page does; what it wrote is
/// read here and goes out in frames, by the rules that hold for any server's response.
///
/// Owned by its connection, runs on its shard's loop.
final class HTTP2SiteStream {
    let number: UInt32
    let link: HTTP2Link
    private unowned let connection: HTTP2SiteConnection
    private(set) lazy var sending = HTTP2Sending(link, owner: self)
    private lazy var exchange = SiteExchange(
        connection.service.site, on: link.shard.loop, holding: link.shard.configuration.held, carrier: self)
    private var decoder: HTTP1Decoder
    /// What the site wrote and nobody has read yet.
    private var unread: [UInt8] = []
    private var hasAnswered = false
    /// What the site says now is no HTTP.
    private var isTunnel = false
    /// With what the stream is reset when all is written.
    private var ending: HTTP2ErrorCode?
    /// Content that came while too much was waiting to go: the client may not send as much again yet.
    private var heldUp = 0

    init(_ number: UInt32, on connection: HTTP2SiteConnection) {
        self.number = number
        self.connection = connection
        link = connection.link
        decoder = HTTP1Decoder(role: .response, limits: connection.service.shard.configuration.limits)
        sending.begin(as: number)
    }

    func begin(_ head: RequestHead, hasBody: Bool) {
        guard head.connectProtocol != nil else { return ask(head, hasBody: hasBody) }
        guard let asked = upgrading(head) else { return finish(.internalError) }
        ask(asked, hasBody: false)
    }

    private func ask(_ head: RequestHead, hasBody: Bool) {
        decoder.expectResponse(to: head.method)
        exchange.begin(connection.service.request(head, hasBody: hasBody))
    }

    /// An extended CONNECT as the site knows it: what any server of HTTP/1.1 would be asked (RFC 8441 §5).
    private func upgrading(_ head: RequestHead) -> RequestHead? {
        let route = Route(Destination(host: Bytes(connection.service.host), port: 443))
        // Who is asked is in this process: nothing has to be proven by the key.
        let edits = ForwardingPolicy().edits(
            head, along: route, rules: [], webSocketKey: "AAAAAAAAAAAAAAAAAAAAAA==")
        guard let bytes = try? HeadEncoder.written(head.fields, edits) else { return nil }
        var decoder = HTTP1Decoder(role: .request)
        guard case .requestHead(let asked, _)? = try? bytes.withSpan({ try decoder.decode($0) })?.part else {
            return nil
        }
        return asked
    }

    func take(_ bytes: Bytes) {
        exchange.take(bytes)
        if isCongested { heldUp += bytes.count } else { link.wire.consumed(bytes.count, on: number) }
        link.flushLater()
    }

    func requestDidEnd() {
        exchange.end()
    }

    /// The proxy wants it no more.
    func abandon() {
        close()
        connection.streamDidEnd(self)
    }

    func close() {
        exchange.cancel()
        sending.close()
    }

    // MARK: - From HTTP/1

    /// Reads what the site wrote, as far as it goes.
    private func translate() {
        let written = Bytes(unread)
        var taken = 0
        do {
            while let decoded = try written.withSpan({ try decoder.decode($0.extracting(taken...)) }) {
                try send(decoded.part, written.slice(taken..<taken + decoded.consumed))
                taken += decoded.consumed
            }
        } catch {
            unread.removeAll()
            return finish(.internalError)
        }
        unread.removeFirst(taken)
        guard isTunnel, !unread.isEmpty else { return }
        sending.send(Bytes(unread))
        unread.removeAll()
    }

    private func send(_ part: MessagePart, _ bytes: Bytes) throws {
        switch part {
        case .interimHead(let head): try send(head, nil)
        case .responseHead(let head, let framing): try send(head, framing)
        case .content: sending.send(bytes)
        case .trailers(let trailers):
            let section = trailers.section
            guard !section.lines.isEmpty else { return }
            _ = try sendTrailers(section, TrailerEdits(section, dropsAll: false, isOld: false).edits)
        case .end:
            hasAnswered = true
            sending.end()
        case .requestHead, .chunkStarted, .chunkEnded: break
        }
    }

    private func send(_ head: ResponseHead, _ framing: Framing?) throws {
        let edits = ResponseEdits(head, framing: framing, closes: false, clientVersion: .http20, rules: []).edits
        _ = try write(head.fields, edits)
        guard framing?.kind == .tunnel else { return }
        isTunnel = true
        link.wire.becomeTunnel(number)
    }

    // MARK: - The end

    private func finish(_ code: HTTP2ErrorCode) {
        guard ending == nil else { return }
        ending = code
        exchange.cancel()
        if sending.isEmpty { end() } else { sending.list() }
    }

    private func end() {
        guard let ending else { return }
        link.wire.reset(number, ending)
        abandon()
    }
}

extension HTTP2SiteStream: SiteCarrier {
    func siteSays(_ bytes: Bytes) {
        unread.append(contentsOf: bytes)
        translate()
    }

    func siteAnswered() {
        finish(.noError)
    }

    func siteClosed() {
        if isTunnel {
            hasAnswered = true
            sending.end()
        }
        if !hasAnswered, (try? decoder.endOfInput(unread: unread.count)) == .end {
            hasAnswered = true
            sending.end()
        }
        // RFC 9113 §8.1: whoever has answered may stop a request that is not wanted any more.
        finish(hasAnswered ? .noError : .internalError)
    }
}

extension HTTP2SiteStream: HTTP2MessageSink, HTTP2SendingOwner {
    func sendingDrained() {
        if heldUp > 0 {
            link.wire.consumed(heldUp, on: number)
            heldUp = 0
            link.flushLater()
        }
        exchange.resume()
    }

    func sendingEmptied() {
        end()
    }

    func sendingStalled(limit: Duration) {
        link.wire.reset(number, .cancel)
        abandon()
    }
}
