package import Bytes
package import HTTPModel

/// What both sides say before they change to WebSocket (RFC 6455 §4).
package enum WebSocketHandshake {
    /// What Sec-WebSocket-Accept has to be for this key (RFC 6455 §4.2.2): the SHA-1 of the key and of a name that no
    /// other protocol has, in base64.
    package static func accept(for key: Bytes) -> Bytes {
        Bytes(Base64.encode(HashAlgorithm.sha1(key.trimmed.array + protocolName.array)))
    }

    /// RFC 6455 §1.3.
    package static let protocolName: Bytes = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// 16 bytes in base64 (RFC 6455 §4.1).
    package static func isKey(_ key: Bytes) -> Bool { Base64.decode(key.trimmed)?.count == 16 }

    /// permessage-deflate as the server accepted it (RFC 7692 §7.1); nil when it did not.
    package static func deflate(_ response: FieldSection) -> WebSocketDeflate? {
        for extent in response.list(named: "sec-websocket-extensions") {
            if let deflate = WebSocketDeflate(extent) { return deflate }
        }
        return nil
    }

    /// Whether the server accepted another extension, too. What that makes of reserved bits, opcodes and payload is not
    /// known here (RFC 6455 §9).
    package static func hasOtherExtension(_ response: FieldSection) -> Bool {
        response.list(named: "sec-websocket-extensions").contains { WebSocketDeflate($0) == nil }
    }
}
