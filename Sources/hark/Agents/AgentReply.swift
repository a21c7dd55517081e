import Bytes
import Dispatch
import MCP
import Page
import Synchronization

/// The answer to one POST of an agent: JSON, or an event stream once there is progress to tell. Safe to use from
/// anywhere.
final class AgentReply: Sendable {
    private struct State {
        var pieces: [Bytes] = []
        var isStreaming = false
        var isOver = false
        var isGone = false
        var whenGone: (@Sendable () -> Void)?
    }

    private let mayStream: Bool
    private let then: @Sendable (PageAnswer) -> Void
    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - mayStream: the client takes event streams.
    ///   - then: gets the answer, once.
    init(mayStream: Bool, _ then: @escaping @Sendable (PageAnswer) -> Void) {
        (self.mayStream, self.then) = (mayStream, then)
    }

    /// What is done when the client has left an event stream.
    func whenGone(_ stop: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenGone = stop }
    }

    /// A message before the answer; the first makes it an event stream.
    func tell(_ message: RPCValue) {
        guard mayStream else { return }
        let begins = state.withLock { state -> Bool? in
            guard !state.isOver, !state.isGone else { return nil }
            state.pieces.append(Self.event(message))
            defer { state.isStreaming = true }
            return !state.isStreaming
        }
        guard let begins else { return }
        filled.signal()
        guard begins else { return }
        let fields = [("Content-Type", "text/event-stream")] + PageAnswer.unstored
        then(PageAnswer(200, fields, .pieces { [self] take in handOut(take) }))
    }

    func end(_ post: AgentPost, _ answers: [RPCValue]) {
        let isStreaming = state.withLock { state in
            state.isOver = true
            if state.isStreaming { state.pieces += answers.map(Self.event) }
            return state.isStreaming
        }
        filled.signal()
        guard !isStreaming else { return }
        then(
            .json(post.status) { json in
                if post.isBatch { return RPCValue.array(answers).write(to: &json) }
                answers.first?.write(to: &json)
            })
    }

    private func handOut(_ take: (Bytes) -> Bool) {
        while true {
            filled.wait()
            let (pieces, isOver) = state.withLock { state in
                defer { state.pieces = [] }
                return (state.pieces, state.isOver)
            }
            for piece in pieces where !take(piece) {
                let stop = state.withLock { state in
                    state.isGone = true
                    return state.whenGone
                }
                stop?()
                return
            }
            if isOver { return }
        }
    }

    /// One event (HTML Standard §9.2); the JSON has no line feed.
    private static func event(_ message: RPCValue) -> Bytes {
        Bytes(Array("event: message\ndata: ".utf8) + message.json + Array("\n\n".utf8))
    }
}
