/// Which side of the proxy a session is on.
public enum TLSLeg: String, Sendable {
    /// With the client; we are the server.
    case client
    /// With the server; we are the client.
    case upstream
}
