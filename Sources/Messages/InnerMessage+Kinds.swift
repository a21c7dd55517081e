package import Flow

extension InnerMessage {
    /// One of a WebSocket, control frames included.
    package var isOfWebSocket: Bool {
        switch form {
        case .text, .binary, .ping, .pong, .close: true
        case .event, .part, .line, .call, .callEnd: false
        }
    }
}
