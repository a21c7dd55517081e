public import Bytes

/// The readable part of a request whose head was refused, so that the record can show the request. It is for people: no
/// part of it may be forwarded.
public struct RefusedRequest: Sendable, Hashable {
    /// The method as it was sent.
    public let method: Bytes
    /// The request target as it was sent, even if it is invalid; control characters are percent-encoded.
    public let target: Bytes
    /// The text in place of the version; it may be anything.
    public let version: Bytes
    /// The server: the value of the first Host line, when one could be read, or what the connection was made to.
    public var host: Bytes?

    /// From the readable parts; an unreadable one is empty.
    public init(method: Bytes, target: Bytes, version: Bytes, host: Bytes?) {
        self.method = method
        self.target = target
        self.version = version
        self.host = host
    }
}
