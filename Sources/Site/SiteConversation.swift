package import Bytes

/// What a site says once a connection has become another protocol's: bytes in, bytes out. A value; the connection that
/// carries it does nothing else.
package protocol SiteConversation {
    /// The answer to the next bytes.
    mutating func take(_ bytes: Bytes) -> SiteReply
}

/// What goes back in a conversation.
package struct SiteReply: Sendable, Hashable {
    package let bytes: Bytes
    /// The connection ends behind these bytes.
    package let ends: Bool

    package init(_ bytes: Bytes, ends: Bool = false) {
        self.bytes = bytes
        self.ends = ends
    }
}
