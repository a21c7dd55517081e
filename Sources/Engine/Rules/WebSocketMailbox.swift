internal import Bytes
internal import Flow
internal import Synchronization

/// Messages that somebody sends into an open WebSocket, until its loop takes them. Safe to use from anywhere.
final class WebSocketMailbox: Sendable {
    struct Letter: Sendable {
        /// Named as its direction: what the server gets is as if the client had sent it.
        let receiver: MessageKind
        let isText: Bool
        let content: Bytes
        /// Called once, from any thread; nil: it was sent.
        let done: @Sendable (WebSocketRefusal?) -> Void
    }

    private struct State {
        var letters: [Letter] = []
        var isClosed = false
        var deliver: (@Sendable ([Letter]) -> Void)?
    }

    static let most = 64
    private let state = Mutex(State())

    func put(_ letter: Letter) {
        let (deliver, refusal) = state.withLock { state -> ((@Sendable ([Letter]) -> Void)?, WebSocketRefusal?) in
            if state.isClosed { return (nil, .closed) }
            if let deliver = state.deliver {
                state.deliver = nil
                return (deliver, nil)
            }
            guard state.letters.count < Self.most else { return (nil, .tooMany) }
            state.letters.append(letter)
            return (nil, nil)
        }
        if let refusal { return letter.done(refusal) }
        deliver?([letter])
    }

    /// Calls once, from any thread, with what is there; with nothing when the WebSocket has ended.
    func whenFilled(_ deliver: @escaping @Sendable ([Letter]) -> Void) {
        let letters = state.withLock { state -> [Letter]? in
            if state.isClosed { return [] }
            guard state.letters.isEmpty else {
                defer { state.letters = [] }
                return state.letters
            }
            state.deliver = deliver
            return nil
        }
        if let letters { deliver(letters) }
    }

    func close() {
        let (letters, deliver) = state.withLock { state in
            state.isClosed = true
            defer { (state.letters, state.deliver) = ([], nil) }
            return (state.letters, state.deliver)
        }
        for letter in letters { letter.done(.closed) }
        deliver?([])
    }
}

extension ShardState {
    /// Hands what comes into a mailbox to this loop, until the WebSocket has ended.
    ///
    /// - Parameter isOpen: false: letters are answered with `closed`, and no more are fetched.
    func deliver(
        _ mailbox: WebSocketMailbox, while isOpen: @escaping () -> Bool,
        to take: @escaping (WebSocketMailbox.Letter) -> Void
    ) {
        offLoop { (deliver: @escaping @Sendable ([WebSocketMailbox.Letter]) -> Void) in
            mailbox.whenFilled(deliver)
        } then: { [weak self] (letters: [WebSocketMailbox.Letter]) in
            guard let self, isOpen(), !letters.isEmpty else {
                for letter in letters { letter.done(.closed) }
                return
            }
            for letter in letters { take(letter) }
            deliver(mailbox, while: isOpen, to: take)
        }
    }
}
