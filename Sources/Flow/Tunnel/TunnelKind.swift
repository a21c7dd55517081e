public import Bytes

/// Why a connection carries other bytes than HTTP from now on.
public enum TunnelKind: Sendable, Hashable {
    /// The client asked for a way to a server (RFC 9110 §9.3.6).
    case connect
    /// Both sides changed to this protocol (RFC 9110 §7.8), as the server named it.
    case upgrade(Bytes)

    /// As records and people name it: `CONNECT`, `websocket`.
    public var name: String {
        switch self {
        case .connect: "CONNECT"
        case .upgrade(let name): name.text
        }
    }
}
