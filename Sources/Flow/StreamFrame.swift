/// A frame of HTTP/2 as it came on the stream of an exchange (RFC 9113 §4.1), without what it carried.
public struct StreamFrame: Sendable, Hashable {
    /// The number of its type, known or not.
    public let type: UInt8
    /// All eight bits.
    public let flags: UInt8
    /// Octets behind its header.
    public let size: Int
    /// Octets of padding; nil when it is not padded.
    public let padding: Int?
    /// Of RST_STREAM: why.
    public let code: UInt32?

    /// A frame by its parts.
    public init(type: UInt8, flags: UInt8, size: Int, padding: Int? = nil, code: UInt32? = nil) {
        self.type = type
        self.flags = flags
        self.size = size
        self.padding = padding
        self.code = code
    }
}
