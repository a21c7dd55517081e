import Bytes
package import HTTPModel

/// What a handshake has to be (RFC 6455 §4): looked at where a proxy is to be strict, before either side acts on it.
extension WebSocketHandshake {
    private static let (protocols, extensions): (StaticString, StaticString) = (
        "sec-websocket-protocol", "sec-websocket-extensions"
    )

    /// What is wrong with a request for a WebSocket, over HTTP/1.1 or on a stream (RFC 8441 §5); nil when nothing is,
    /// or it asks for none.
    package static func problem(of request: RequestHead) -> String? {
        guard asksForWebSocket(request) else { return nil }
        let fields = request.fields
        let version = values(of: "sec-websocket-version", fields)
        guard version.count == 1, version[0] == "13" else {
            return "Sec-WebSocket-Version is not 13, once (RFC 6455 §4.1)"
        }
        // RFC 8441 §5: on a stream there is no key.
        if request.connectProtocol != nil { return nil }
        guard request.method == .get else { return "the method is not GET (RFC 6455 §4.1)" }
        let keys = values(of: "sec-websocket-key", fields)
        guard keys.count == 1, isKey(keys[0]) else {
            return "Sec-WebSocket-Key is not 16 bytes in base64, once (RFC 6455 §4.1)"
        }
        return nil
    }

    /// What is wrong with the answer that opens the WebSocket: a client would close the connection for it.
    package static func problem(of response: ResponseHead, to request: RequestHead) -> String? {
        guard asksForWebSocket(request) else { return nil }
        let (asked, answered) = (request.fields, response.fields)
        if request.connectProtocol == nil {
            guard answered.hasConnectionOption("upgrade") else {
                return "it has no Connection: Upgrade (RFC 6455 §4.1)"
            }
            let due = accept(for: values(of: "sec-websocket-key", asked).first ?? "")
            let given = values(of: "sec-websocket-accept", answered)
            guard given.count == 1, given[0] == due else {
                return "its Sec-WebSocket-Accept is not \(due.text), once (RFC 6455 §4.1)"
            }
        }
        let chosen = answered.list(named: protocols)
        if let stranger = chosen.first(where: { !asked.list(named: protocols).contains($0) }) {
            return "it chose the subprotocol \(stranger.text), which was not offered (RFC 6455 §4.1)"
        }
        guard chosen.count < 2 else { return "it chose more than one subprotocol (RFC 6455 §4.2.2)" }
        let offered = asked.list(named: extensions).map(name(of:))
        let taken = answered.list(named: extensions).map(name(of:)).first { !offered.contains($0) }
        return taken.map { "it chose the extension \($0.text), which was not offered (RFC 6455 §4.1)" }
    }

    private static func asksForWebSocket(_ request: RequestHead) -> Bool {
        if let wanted = request.connectProtocol { return wanted.equalsIgnoringCase("websocket") }
        let fields = request.fields
        return request.version == .http11 && fields.hasConnectionOption("upgrade")
            && fields.members(.upgrade).contains { $0.equalsIgnoringCase("websocket") }
    }

    private static func values(of name: Bytes, _ fields: FieldSection) -> [Bytes] {
        fields.values(named: name).map(\.trimmed)
    }

    private static func name(of member: Bytes) -> Bytes {
        (FieldList.split(member, separator: ASCII.semicolon).first ?? member).lowercased
    }
}
