public import Bytes

/// What could be read of a request whose head was refused, so that the record can say what was asked for. It is for
/// people: nothing of it may be forwarded.
public struct RefusedRequest: Sendable, Hashable {
    /// The method as it was sent.
    public let method: Bytes
    /// The request target as it was sent, whether it is a target or not; control characters percent-encoded.
    public let target: Bytes
    /// The text in the place of the version; it may be anything.
    public let version: Bytes
    /// The server: the value of the first Host line, when one could be read, or what the connection was made to.
    public var host: Bytes?

    /// From what could be read; empty is what could not.
    public init(method: Bytes, target: Bytes, version: Bytes, host: Bytes?) {
        self.method = method
        self.target = target
        self.version = version
        self.host = host
    }
}
