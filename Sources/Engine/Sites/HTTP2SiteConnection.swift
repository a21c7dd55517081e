internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// The server's end of an in-process connection that speaks HTTP/2.
///
/// Owned by its leg, runs on its shard's loop.
final class HTTP2SiteConnection {
    let service: SiteAsked
    private let leg: PlainStream
    private var shard: ShardState { service.shard }
    private(set) lazy var link = HTTP2Link(
        leg, HTTP2Connection(role: .server, limits: shard.configuration.http2, allowsExtendedConnect: true),
        shard: shard, owner: self, number: nil)
    private var streams: [UInt32: HTTP2SiteStream] = [:]
    /// Those that are over, until nobody is in the middle of them.
    private var ended: [HTTP2SiteStream] = []
    private(set) var isOpen = true

    init(_ service: SiteAsked, leg: PlainStream) {
        self.service = service
        self.leg = leg
    }

    func begin() {
        leg.delegate = self
        link.read()
    }

    func streamDidEnd(_ stream: HTTP2SiteStream) {
        guard streams.removeValue(forKey: stream.number) != nil else { return }
        ended.append(stream)
        link.wire.release(stream.number)
        link.flushLater()
    }

    private func close() {
        guard isOpen else { return }
        isOpen = false
        link.flush()
        link.detach()
        for stream in streams.values { stream.close() }
        // Not before whoever called from within one is done with it.
        ended += Array(streams.values)
        streams = [:]
        leg.closeAfterFlush()
        shard.loop.atEndOfTurn(self)
    }
}

extension HTTP2SiteConnection: HTTP2LinkOwner {
    func linkReceived(_ event: HTTP2Event, in batch: [HTTP2Event]) {
        switch event {
        case .requestHead(let number, let head, _):
            let stream = HTTP2SiteStream(number, on: self)
            streams[number] = stream
            stream.begin(head, hasBody: !batch.contains(.ended(number)))
        case .content(let number, let range):
            if let stream = streams[number] { return stream.take(link.content(range)) }
            link.wire.consumed(range.count, on: number)
        case .ended(let number): streams[number]?.requestDidEnd()
        case .windowOpened(0): for stream in streams.values { stream.sending.list() }
        case .windowOpened(let number): streams[number]?.sending.list()
        case .reset(let number, _), .faulted(let number, _), .malformed(let number, _, _):
            if let stream = streams[number] { stream.abandon() } else { link.wire.release(number) }
        case .failed, .goAway: close()
        case .frame, .interimHead, .responseHead, .pieceStarted, .refusedContent, .trailers, .settings,
            .settingsAcknowledged, .pingAcknowledged, .unprocessed:
            break
        }
    }

    func linkSentAll() {
        ended = []
    }

    func linkDrained() {
        for stream in streams.values { stream.sending.wake() }
    }
}

extension HTTP2SiteConnection: PlainStreamDelegate {
    func streamDidReachEnd(_ leg: PlainStream) {
        close()
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        close()
    }
}

extension HTTP2SiteConnection: TurnTask {
    func performAtEndOfTurn() {
        ended = []
    }
}
