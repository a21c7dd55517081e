internal import Bytes
internal import Flow
package import Rules
internal import Synchronization

/// What scripts ask of Hark, and who does it. Safe to use from anywhere.
package final class ScriptCalls: Sendable {
    package typealias Handler = @Sendable (ScriptCall, @escaping @Sendable (ScriptResult) -> Void) -> Void

    private let handler = Mutex<Handler?>(nil)
    private let webSockets = OpenWebSockets()

    /// Who reads recorded flows, marks them and sends requests, from any thread.
    package func answer(by handler: @escaping Handler) { self.handler.withLock { $0 = handler } }

    /// Calls `done` once, from any thread.
    func carryOut(_ call: ScriptCall, _ done: @escaping @Sendable (ScriptResult) -> Void) {
        if case .inject(let flow, let toServer, let text) = call {
            let letter = WebSocketMailbox.Letter(
                receiver: toServer ? .request : .response, isText: true, content: Bytes(text),
                done: { refusal in done(refusal.map { .failed($0.text(flow)) } ?? .value("null")) })
            return webSockets.put(letter, of: flow)
        }
        guard let handler = handler.withLock({ $0 }) else { return done(.failed("no proxy is running")) }
        handler(call, done)
    }

    func open(_ flow: UInt64) -> WebSocketMailbox { webSockets.open(flow) }

    func close(_ flow: UInt64) { webSockets.close(flow) }
}
