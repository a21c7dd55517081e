internal import Bytes
internal import Flow
package import Scripts
internal import Synchronization

/// What scripts ask of Hark, and who does it. Safe to use from anywhere.
package final class ScriptCalls: Sendable {
    package typealias Handler = @Sendable (ScriptCall, @escaping @Sendable (ScriptResult) -> Void) -> Void

    private let handler = Mutex<Handler?>(nil)
    private let webSockets = Mutex<[UInt64: WebSocketMailbox]>([:])

    /// Who reads recorded flows, marks them and sends requests, from any thread.
    package func answer(by handler: @escaping Handler) { self.handler.withLock { $0 = handler } }

    /// Calls `done` once, from any thread.
    func carryOut(_ call: ScriptCall, _ done: @escaping @Sendable (ScriptResult) -> Void) {
        if case .inject(let flow, let toServer, let text) = call {
            let mailbox = webSockets.withLock { $0[flow] }
            guard let mailbox else {
                return done(.failed("flow \(flow) is not an open WebSocket that a script follows"))
            }
            return mailbox.put(
                WebSocketMailbox.Letter(receiver: toServer ? .request : .response, text: Bytes(text), done: done))
        }
        guard let handler = handler.withLock({ $0 }) else { return done(.failed("no proxy is running")) }
        handler(call, done)
    }

    func open(_ flow: UInt64) -> WebSocketMailbox {
        let mailbox = WebSocketMailbox()
        webSockets.withLock { $0[flow] = mailbox }
        return mailbox
    }

    func close(_ flow: UInt64) {
        webSockets.withLock { $0.removeValue(forKey: flow) }?.close()
    }
}

/// Texts that scripts send into an open WebSocket, until its loop takes them. Safe to use from anywhere.
final class WebSocketMailbox: Sendable {
    struct Letter: Sendable {
        /// Named as its direction: what the server gets is as if the client had sent it.
        let receiver: MessageKind
        let text: Bytes
        let done: @Sendable (ScriptResult) -> Void
    }

    private struct State {
        var letters: [Letter] = []
        var isClosed = false
        var deliver: (@Sendable ([Letter]) -> Void)?
    }

    private static let most = 64
    private let state = Mutex(State())

    func put(_ letter: Letter) {
        let (deliver, refusal) = state.withLock { state -> ((@Sendable ([Letter]) -> Void)?, String?) in
            if state.isClosed { return (nil, "the WebSocket has ended") }
            if let deliver = state.deliver {
                state.deliver = nil
                return (deliver, nil)
            }
            guard state.letters.count < Self.most else { return (nil, "\(Self.most) messages already wait") }
            state.letters.append(letter)
            return (nil, nil)
        }
        if let refusal { return letter.done(.failed(refusal)) }
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
        for letter in letters { letter.done(.failed("the WebSocket has ended")) }
        deliver?([])
    }
}
