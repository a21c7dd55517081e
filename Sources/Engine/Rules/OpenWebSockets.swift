package import Bytes
package import Flow
internal import Synchronization

/// The open WebSockets that take messages from others than their two sides, by the numbers of their flows. Safe to use
/// from anywhere.
package final class OpenWebSockets: Sendable {
    private let mailboxes = Mutex<[UInt64: WebSocketMailbox]>([:])

    /// Sends a message, as if the other side had sent it.
    ///
    /// - Parameters:
    ///   - receiver: named as its direction: `request` is for the server.
    ///   - done: called once, from any thread; nil: it is on its way.
    package func send(
        _ content: Bytes, isText: Bool, to receiver: MessageKind, of flow: UInt64,
        _ done: @escaping @Sendable (WebSocketRefusal?) -> Void
    ) {
        put(WebSocketMailbox.Letter(receiver: receiver, isText: isText, content: content, done: done), of: flow)
    }

    /// Whether there is one.
    package func isOpen(_ flow: UInt64) -> Bool { mailboxes.withLock { $0[flow] != nil } }

    func put(_ letter: WebSocketMailbox.Letter, of flow: UInt64) {
        guard let mailbox = mailboxes.withLock({ $0[flow] }) else { return letter.done(.closed) }
        mailbox.put(letter)
    }

    func open(_ flow: UInt64) -> WebSocketMailbox {
        let mailbox = WebSocketMailbox()
        mailboxes.withLock { $0[flow] = mailbox }
        return mailbox
    }

    func close(_ flow: UInt64) {
        mailboxes.withLock { $0.removeValue(forKey: flow) }?.close()
    }
}
