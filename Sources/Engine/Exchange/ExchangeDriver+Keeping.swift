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
        if case .trailers(let trailers) = part { liveRules?.trailersCame(kind, trailers.section) }
        let hasRoom = share.grow(by: bytes.count)
        if !hasRoom { kept.giveUp(limit: limit) }
        kept.take(part, bytes, limit: limit)
        guard kept.gathering == .tooLong else { return }
        // What made it too long is here too.
        share.add(hasRoom ? 0 : bytes.count)
        liveRules?.bodyWasTooLong(kind, isForRoom: !hasRoom)
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
        // Of a request rules keep what they saw: it counts as held to the end of its exchange.
        let isHeld = kind == .response || kept.gathering == .tooLong
        guard shaping(of: kind) != nil else {
            // Bytes of HTTP/1, with what frames them.
            for bytes in kept.release() { pump(bytes, of: kind, isContent: false, isHeld: isHeld) }
            return
        }
        for part in kept.releaseParts() {
            pump(part.bytes, of: kind, isContent: part.isContent, isHeld: isHeld)
        }
    }

    /// Framed otherwise than it came: the content alone.
    private func sendKeptContent(_ kind: MessageKind) {
        let isHeld = kind == .response || kept.gathering == .tooLong
        let pieces: [Bytes] = if case .whole(let content) = kept.gathering { [content] } else { kept.releaseContent() }
        kept = KeptParts()
        for bytes in pieces { pump(bytes, of: kind, isHeld: isHeld) }
    }

    func sendContent(_ kind: MessageKind, _ content: Bytes) {
        kept = KeptParts()
        // What came is not held any more, what goes in its place is.
        if kind == .response { held?.clear() }
        guard !content.isEmpty else { return }
        share.add(content.count)
        pump(content, of: kind, isHeld: true)
    }

    /// Content of this message has been handed over, and rules have yet to let it go.
    func isSlow(_ kind: MessageKind) -> Bool {
        if !pumps[kind].isEmpty || liveRules?.chunks(of: kind)?.isBusy == true { return true }
        return kind == .request ? liveRules?.holdsRequest == true : liveRules?.shaping?.isBusy == true
    }

    /// Content is here that waits for its receiver.
    func holdsContent(of kind: MessageKind) -> Bool {
        if !pumps[kind].isEmpty || liveRules?.chunks(of: kind)?.isBusy == true { return true }
        return kind == .request ? liveRules?.keepsRequestBytes == true : liveRules?.shaping?.keepsBytes == true
    }

    /// All content has gone that rules let go slowly: what waited for that follows.
    func slowPartHasGone(_ kind: MessageKind) {
        if lateEnds.remove(kind) != nil { sendEnd(of: kind) }
        guard kind == .response, isDeliveryLate else { return }
        isDeliveryLate = false
        deliver()
    }
}
