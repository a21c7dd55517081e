/// A frame of HTTP/2 on the stream of an exchange (RFC 9113 §4.1), without what it carried.
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
    /// It went out; else it came.
    public var isSent = false
    /// Of WINDOW_UPDATE: so many more octets may be sent.
    public var increment: UInt32?
    /// Of DATA and WINDOW_UPDATE: what may be sent on the stream after it, in the direction that the frame is about.
    public var window: Int?
    /// The same for the connection.
    public var connectionWindow: Int?
    /// What is out of the ordinary in it and changes nothing.
    public var quirks: [Quirk] = []

    /// A deviation, and where it stands.
    public struct Quirk: Sendable, Hashable {
        /// Its name, as notes have it: `reservedBit`.
        public let code: String
        /// Octets from the start of the frame.
        public let offset: Int
        /// How many octets it is about.
        public let length: Int

        /// A deviation at a place.
        public init(code: String, offset: Int, length: Int) {
            self.code = code
            self.offset = offset
            self.length = length
        }
    }

    /// A frame by its parts.
    public init(type: UInt8, flags: UInt8, size: Int, padding: Int? = nil, code: UInt32? = nil) {
        self.type = type
        self.flags = flags
        self.size = size
        self.padding = padding
        self.code = code
    }
}
