/// Which side of the proxy a session is on.
public enum TLSLeg: String, Sendable {
    /// With the client; Hark is the server.
    case client
    /// With the server; Hark is the client.
    case upstream
}
