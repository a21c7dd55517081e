public import Bytes

/// Why a connection no longer carries HTTP.
public enum TunnelKind: Sendable, Hashable {
    /// The client requested a tunnel to a server (RFC 9110 §9.3.6).
    case connect
    /// Both sides changed to this protocol (RFC 9110 §7.8), as the server named it.
    case upgrade(Bytes)

    /// What passes are the frames of a WebSocket (RFC 6455 §4.2.2).
    package var isWebSocket: Bool {
        switch self {
        case .connect: false
        case .upgrade(let name): name.equalsIgnoringCase("websocket")
        }
    }

    /// Its name in records and texts: `CONNECT`, `websocket`.
    public var name: String {
        switch self {
        case .connect: "CONNECT"
        case .upgrade(let name): name.text
        }
    }
}
