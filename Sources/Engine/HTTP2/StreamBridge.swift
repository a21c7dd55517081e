internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// A stream of HTTP/2 that carries another protocol (RFC 9113 §8.5, RFC 8441 §5), as a leg: whoever has the leg reads
/// and writes it as it would a connection's, TLS and all.
///
/// What comes in DATA is written into one half of an in-process pair, and what is read there goes out in DATA; the
/// other half is the leg. The stream's window is given back as the leg takes what came. Owned by its stream; runs on
/// its shard's loop.
final class StreamBridge {
    private let half: PlainStream
    private unowned let stream: any BridgedStream
    /// Octets that came and were not given back, since the leg takes no more for now.
    private var owed = 0
    private var peerHasEnded = false
    private var legHasEnded = false
    private var isOver = false

    /// Gives the leg, and this; nil where no descriptor is left.
    static func make(for stream: any BridgedStream) -> (leg: PlainStream, bridge: StreamBridge)? {
        let loop = stream.link.shard.loop
        guard let (near, far) = try? StreamSocket.pair(on: loop) else { return nil }
        let bridge = StreamBridge(PlainStream(far, on: loop), stream)
        stream.link.wire.becomeTunnel(stream.number)
        bridge.half.delegate = bridge
        return (PlainStream(near, on: loop), bridge)
    }

    private init(_ half: PlainStream, _ stream: any BridgedStream) {
        self.half = half
        self.stream = stream
    }

    // MARK: - From the stream

    func take(_ bytes: Bytes) {
        guard !isOver else { return }
        half.send(bytes)
        owed += bytes.count
        if !half.isCongested { giveBack() }
    }

    private func giveBack() {
        guard owed > 0, !isOver else { return }
        stream.link.wire.consumed(owed, on: stream.number)
        owed = 0
        stream.link.flushLater()
    }

    /// The peer has said all.
    func peerDidEnd() {
        guard !isOver, !peerHasEnded else { return }
        peerHasEnded = true
        half.shutdownSending()
        concludeIfDone()
    }

    /// The peer has room again for what the leg says.
    func streamDidDrain() {
        half.resume(.congested)
    }

    /// Everything that was said is written.
    func streamDidEmpty() {
        concludeIfDone()
    }

    private func concludeIfDone() {
        guard !isOver, peerHasEnded, legHasEnded, stream.sending.isEmpty else { return }
        guard half.pendingBytes == 0 else { return half.tellWhenSent() }
        isOver = true
        half.closeAfterFlush()
        stream.bridgeDidEnd(.noError)
    }

    /// The stream broke: whoever has the leg sees it break.
    func abort() {
        guard !isOver else { return }
        isOver = true
        half.abort()
    }
}

extension StreamBridge: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        guard !isOver else { return }
        let bytes = leg.input.withSpan { Bytes(copying: $0) }
        leg.input.consumeAll()
        stream.sending.send(bytes)
        if stream.sending.isCongested { leg.pause(.congested) }
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        guard !isOver, !legHasEnded else { return }
        legHasEnded = true
        stream.sending.end()
        concludeIfDone()
    }

    func streamDidDrain(_ leg: PlainStream) {
        giveBack()
    }

    func streamDidSendAll(_ leg: PlainStream) {
        concludeIfDone()
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        guard !isOver else { return }
        isOver = true
        leg.close()
        // RFC 9113 §8.5: a connection that was reset is a stream that is.
        stream.bridgeDidEnd(.connectError)
    }
}

/// A stream that has become a tunnel.
protocol BridgedStream: HTTP2SendingOwner {
    var link: HTTP2Link { get }
    var number: UInt32 { get }
    var sending: HTTP2Sending { get }
    /// It is over: in both directions all was said, or whoever had the leg broke it off with `code`.
    func bridgeDidEnd(_ code: HTTP2ErrorCode)
}
