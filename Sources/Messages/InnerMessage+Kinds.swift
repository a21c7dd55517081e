import Bytes
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

extension FlowRecord {
    /// Its connection became a WebSocket.
    package var isWebSocket: Bool {
        tunnelProtocol.map { Bytes($0).equalsIgnoringCase("websocket") } ?? false
    }
}
