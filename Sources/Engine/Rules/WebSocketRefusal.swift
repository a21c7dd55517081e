/// Why a message was not sent into a WebSocket.
package enum WebSocketRefusal: Sendable, Hashable {
    /// There is no open WebSocket of this number, or it has ended.
    case closed
    /// The side in whose name it would go has said its last.
    case ended
    /// So many wait already.
    case tooMany
    /// Its receiver does not read.
    case congested
    /// What the side sends are no frames that Hark can read, so that no place between them is known.
    case unreadable

    /// As a part of a sentence.
    package func text(_ flow: UInt64) -> String {
        switch self {
        case .closed: "flow \(flow) is not an open WebSocket"
        case .ended: "this side of the WebSocket has ended"
        case .tooMany: "\(WebSocketMailbox.most) messages already wait"
        case .congested: "the receiver is not reading"
        case .unreadable: "Hark cannot read the frames of this WebSocket"
        }
    }
}
