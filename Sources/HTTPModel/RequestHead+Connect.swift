package import Bytes

/// What a CONNECT asks for.
extension RequestHead {
    /// A way to a server, whatever goes through it (RFC 9110 §9.3.6).
    package var asksForTunnel: Bool { method == .connect && connectProtocol == nil }

    /// For an extended CONNECT: what is to be spoken on the stream (RFC 8441 §4); nil of any other request.
    ///
    /// Also where the head is written down as lines: no field of HTTP/1 has a colon in its name.
    package var connectProtocol: Bytes? {
        guard method == .connect else { return nil }
        return fields.lines.first { fields.name(of: $0).isExactly(":protocol") }.map { fields.value(of: $0) }
    }

    /// Asks for a WebSocket: by Upgrade (RFC 6455 §4.1), or by an extended CONNECT (RFC 8441 §5).
    package var asksForWebSocket: Bool {
        if let connectProtocol { return connectProtocol.equalsIgnoringCase("websocket") }
        return fields.members(.upgrade).contains { $0.equalsIgnoringCase("websocket") }
    }
}
