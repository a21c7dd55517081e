internal import Bytes
internal import Flow
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor

/// Sends messages of a person's into an open WebSocket, and tells of each with its reason.
///
/// Owned by its tunnel, on the same loop.
final class WebSocketInsertion {
    private let sockets: OpenWebSockets
    private let shard: ShardState
    private let flow: FlowID
    /// Messages are recorded.
    private let isRead: Bool
    private var request: WebSocketSeam
    private var response: WebSocketSeam
    private var isOpen = false
    /// Sends bytes of this side's to the other; false: it takes nothing more.
    private let send: (MessageKind, Bytes) -> Bool
    /// Why nothing can be sent in the name of this side now.
    private let refusal: (MessageKind) -> WebSocketRefusal?
    /// Those that rules and scripts look at; nil: bytes pass here.
    private let relay: MessageRelay?

    init(
        _ sockets: OpenWebSockets, _ deflate: WebSocketDeflate?, flow: FlowID, shard: ShardState, isRead: Bool,
        relay: MessageRelay?, send: @escaping (MessageKind, Bytes) -> Bool,
        refusal: @escaping (MessageKind) -> WebSocketRefusal?
    ) {
        (self.sockets, self.flow, self.shard, self.isRead, self.relay) = (sockets, flow, shard, isRead, relay)
        (self.send, self.refusal) = (send, refusal)
        request = WebSocketSeam(from: .client, allowsCompression: deflate != nil)
        response = WebSocketSeam(from: .server, allowsCompression: deflate != nil)
    }

    private subscript(kind: MessageKind) -> WebSocketSeam {
        get { kind == .request ? request : response }
        _modify {
            switch kind {
            case .request: yield &request
            case .response: yield &response
            }
        }
    }

    func open() {
        isOpen = true
        shard.deliver(
            sockets.open(flow.number), while: { [weak self] in self?.isOpen ?? false },
            to: { [weak self] in self?.take($0) })
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        sockets.close(flow.number)
        request.refuse(.closed)
        response.refuse(.closed)
    }

    /// This side says no more.
    func end(_ kind: MessageKind) { self[kind].end() }

    private func take(_ letter: WebSocketMailbox.Letter) {
        if let refusal = refusal(letter.receiver) { return letter.done(refusal) }
        if let relay {
            // It may wait for its place there, and never get one.
            return relay.inject(letter.content, letter.receiver, isText: letter.isText) { [weak self] refusal in
                self?.tell(letter, refusal) ?? letter.done(.closed)
            }
        }
        if self[letter.receiver].fits(letter) { insert(letter) }
    }

    /// What this side sent goes on, with what waited for its place.
    func take(_ bytes: Bytes, from kind: MessageKind) {
        for piece in self[kind].take(bytes) {
            switch piece {
            case .bytes(let bytes): _ = send(kind, bytes)
            case .letter(let letter): insert(letter)
            }
        }
    }

    private func insert(_ letter: WebSocketMailbox.Letter) {
        let opcode: WebSocketOpcode = letter.isText ? .text : .binary
        let went = send(letter.receiver, WebSocketFilter.frame(opcode, letter.content, from: letter.receiver))
        tell(letter, went ? nil : .ended)
    }

    /// - Parameter refusal: nil: it has just gone.
    private func tell(_ letter: WebSocketMailbox.Letter, _ refusal: WebSocketRefusal?) {
        if refusal == nil, shard.publisher.isActive {
            let now = shard.now()
            if isRead {
                let message = InnerMessage(
                    from: letter.receiver, letter.isText ? .text : .binary, at: Instant(nanoseconds: now),
                    bytes: letter.content, frameCount: 1, isByHand: true)
                shard.publisher.publish(flow, at: now, .innerMessage(message))
            }
            shard.publisher.publish(flow, at: now, .ruleActed(.sentMessage(to: letter.receiver)))
        }
        letter.done(refusal)
    }
}
