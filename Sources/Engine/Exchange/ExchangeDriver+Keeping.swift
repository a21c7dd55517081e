internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// Bodies that somebody wants to see whole before they go on.
extension ExchangeDriver {
    /// - Parameter edited: what goes on in place of the part's own bytes; nil: these do.
    func keep(
        _ decoded: Decoded, as edited: Bytes?, from buffer: ReceiveBuffer, of kind: MessageKind, limit: Int
    ) {
        let bytes = edited ?? buffer.withSpan { Bytes(copying: $0, 0..<decoded.consumed) }
        keep(decoded.part, bytes, of: kind, limit: limit)
    }

    func keep(_ part: MessagePart, _ bytes: Bytes, of kind: MessageKind, limit: Int) {
        kept.take(part, bytes, limit: limit)
        guard kept.gathering == .tooLong else { return }
        liveRules?.bodyWasTooLong(kind)
        handle(.bodyTooLong(kind))
    }

    /// The request's last byte has come.
    func requestDidEnd() {
        if case .gather(let limit) = standing?.requestBody { endKeeping(.request, limit) }
        handle(.requestEnded)
    }

    /// The response's last byte has come.
    func responseDidEnd() {
        if case .gather(let limit) = standing?.responseBody { endKeeping(.response, limit) }
        handle(.responseEnded)
    }

    private func endKeeping(_ kind: MessageKind, _ limit: Int) {
        kept.take(.end, Bytes(), limit: limit)
        if case .whole(let content) = kept.gathering { handle(.bodyGathered(kind, content)) }
    }

    func sendKept(_ kind: MessageKind) {
        guard handling(of: kind) == .forward else { return sendKeptContent(kind) }
        guard let shaping = shaping(of: kind) else {
            for bytes in kept.release() { send(bytes, of: kind) }
            return
        }
        for part in kept.releaseParts() { shaping.take(part.bytes, isContent: part.isContent) }
    }

    /// Framed otherwise than it came: the content alone.
    private func sendKeptContent(_ kind: MessageKind) {
        let pieces: [Bytes] = if case .whole(let content) = kept.gathering { [content] } else { kept.releaseContent() }
        kept = KeptParts()
        let (shaping, handling) = (shaping(of: kind), handling(of: kind))
        for bytes in pieces {
            guard let shaping else {
                passOn(.content, .held(bytes), of: kind, handling)
                continue
            }
            shaping.take(bytes, isContent: true)
        }
    }

    func sendContent(_ kind: MessageKind, _ content: Bytes) {
        kept = KeptParts()
        guard !content.isEmpty else { return }
        if let shaping = shaping(of: kind) {
            shaping.take(content, isContent: true)
        } else if handling(of: kind) == .forwardChunked {
            passOn(.content, .held(content), of: kind, .forwardChunked)
        } else {
            send(content, of: kind)
        }
    }

    /// Content of this message has been handed over, and rules have yet to let it go.
    func isSlow(_ kind: MessageKind) -> Bool {
        kind == .request ? liveRules?.holdsRequest == true : liveRules?.shaping?.isBusy == true
    }

    /// All content has gone that rules let go slowly: what waited for that follows.
    func slowPartHasGone(_ kind: MessageKind) {
        if lateEnds.remove(kind) != nil { sendEnd(of: kind) }
        guard kind == .response, isDeliveryLate else { return }
        isDeliveryLate = false
        deliver()
    }

    private func send(_ bytes: Bytes, of kind: MessageKind) {
        sink(of: kind)?.send(bytes)
    }
}
