import Bytes

/// What was agreed on for compressed messages (RFC 7692 §7.1).
package struct WebSocketDeflate: Sendable, Hashable {
    /// One direction of it.
    package struct Side: Sendable, Hashable {
        /// The logarithm of the window: 8 to 15.
        package var windowBits = 15
        /// Each message begins with an empty window.
        package var startsAnew = false
    }

    package private(set) var client = Side()
    package private(set) var server = Side()

    /// One extension of the field's list; nil when it is another one.
    init?(_ member: Bytes) {
        var parts = FieldList.split(member, separator: ASCII.semicolon)
        guard !parts.isEmpty, parts.removeFirst().equalsIgnoringCase("permessage-deflate") else { return nil }
        for part in parts {
            let (name, written) = FieldList.pair(part)
            let bits = written.flatMap { FieldList.unquote($0).decimal }.flatMap { 8...15 ~= $0 ? Int($0) : nil }
            if name.equalsIgnoringCase("server_no_context_takeover") {
                server.startsAnew = true
            } else if name.equalsIgnoringCase("client_no_context_takeover") {
                client.startsAnew = true
            } else if name.equalsIgnoringCase("server_max_window_bits"), let bits {
                server.windowBits = bits
            } else if name.equalsIgnoringCase("client_max_window_bits"), let bits {
                client.windowBits = bits
            }
        }
    }
}
