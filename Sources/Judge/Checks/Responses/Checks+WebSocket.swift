import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// The handshake of a WebSocket: what a client would close the connection for.
extension Checks {
    private static let accept: StaticString = "sec-websocket-accept"
    private static let subprotocol: StaticString = "sec-websocket-protocol"

    static let webSocket: [Check] = Array {
        Check(
            "websocket-key-malformed", .bad, .webSocket, .request("sec-websocket-key"), "RFC 6455 §4.1",
            "Invalid WebSocket key",
            "\("Sec-WebSocket-Key") must be 16 random bytes in base64, but \(.value) is not. Servers answer 400.",
            advice: "Send 16 random bytes in base64, new for each connection.",
            bad: [
                "> GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Key: «abc» < 400",
                """
                > GET / | Upgrade: websocket | Connection: upgrade \
                | Sec-WebSocket-Key: «AAAAAAAAAAAAAAAAAAAA» < 400
                """,
            ],
            good: [
                """
                > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== \
                < 400
                """,
                """
                > GET / | Upgrade: websocket | Connection: upgrade \
                | Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw== < 400
                """,
            ]
        ) { x, found in
            guard let key = x.asked(named: "sec-websocket-key"), !WebSocketHandshake.isKey(key) else { return }
            found([.value: .bytes(key)])
        }
        Check(
            "websocket-version-unknown", .warning, .webSocket, .request("sec-websocket-version"), "RFC 6455 §4.4",
            "Unsupported WebSocket version",
            "The WebSocket version is 13; servers reject \(.value) with 426.",
            advice: "Send \("Sec-WebSocket-Version: 13").",
            bad: ["> GET / | Sec-WebSocket-Version: «8» < 204", "> GET / | Sec-WebSocket-Version: «0» < 204"],
            good: ["> GET / | Sec-WebSocket-Version: 13 < 204", "> GET / < 204"]
        ) { x, found in
            guard let version = x.asked(named: "sec-websocket-version"), version != "13" else { return }
            found([.value: .bytes(version)])
        }
        Check(
            "websocket-accept-wrong", .bad, .webSocket, .exchange, when: .answered("sec-websocket-accept"),
            "RFC 6455 §4.2.2", "Wrong Sec-WebSocket-Accept",
            "For this key \("Sec-WebSocket-Accept") must be \(.expected). The client closes the connection.",
            advice: "Send \("Sec-WebSocket-Accept:") \(.expected).",
            bad: [
                """
                > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Accept: «s3pPLMBiTxaQ9kYGzzhZRbK+xOO=»
                """,
                """
                > GET /a | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA== \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Accept: «AQIDBAUGBwgJCgsMDQ4PEA==»
                """,
            ],
            good: [
                """
                > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
                """,
                """
                > GET /a | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA== \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Accept: C/0nmHhBztSRGR1CwL6Tf4ZjwpY=
                """,
            ]
        ) { x, found in
            guard let key = x.asked(named: "sec-websocket-key"), let answer = x.answered(named: accept) else { return }
            let due = WebSocketHandshake.accept(for: key)
            if answer != due {
                found(in: .response, at: x.response?.fields.range(named: accept), [.expected: .bytes(due)])
            }
        }
        Check(
            "websocket-protocol-not-offered", .bad, .webSocket, .exchange, when: .answered("sec-websocket-protocol"),
            "RFC 6455 §4.1", "A subprotocol that was not offered",
            "The client did not offer the subprotocol \(.value), so it closes the connection.",
            advice: "Send one of the subprotocols that the client offered, or none.",
            bad: [
                """
                > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Protocol: a, b \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Protocol: «c»
                """,
                """
                > GET / | Upgrade: websocket | Connection: upgrade < 101 | Upgrade: websocket \
                | Connection: upgrade | Sec-WebSocket-Protocol: «a»
                """,
            ],
            good: [
                """
                > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Protocol: a, b \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Protocol: b
                """,
                """
                > GET / | Upgrade: websocket | Connection: upgrade \
                | Sec-WebSocket-Protocol: a < 101 | Upgrade: websocket | Connection: upgrade
                """,
            ]
        ) { x, found in
            guard let request = x.request, let chosen = x.answered(named: subprotocol),
                !request.fields.list(named: subprotocol).contains(chosen)
            else { return }
            found(in: .response, at: x.response?.fields.range(named: subprotocol), [.value: .bytes(chosen)])
        }
        Check(
            "websocket-extension-not-offered", .bad, .webSocket, .exchange,
            when: .answered("sec-websocket-extensions"), "RFC 6455 §9.1", "An extension that was not offered",
            "The client did not offer the extension \(.value), so it closes the connection.",
            advice: "Send only extensions that the client offered.",
            bad: [
                """
                > GET / | Upgrade: websocket | Connection: upgrade \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Extensions: «permessage-deflate»
                """,
                """
                > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Extensions: a \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Extensions: «b»
                """,
            ],
            good: [
                """
                > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Extensions: permessage-deflate; a \
                < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Extensions: permessage-deflate; b=1
                """,
                """
                > GET / | Upgrade: websocket | Connection: upgrade \
                | Sec-WebSocket-Extensions: a < 101 | Upgrade: websocket | Connection: upgrade
                """,
            ]
        ) { x, found in
            let field: StaticString = "sec-websocket-extensions"
            guard let request = x.request, let response = x.response else { return }
            let offered = request.fields.list(named: field).map { extensionName($0) }
            for taken in response.fields.list(named: field) where !offered.contains(extensionName(taken)) {
                found(in: .response, at: response.fields.range(named: field), [.value: .bytes(extensionName(taken))])
                return
            }
        }
    }

    private static func extensionName(_ member: Bytes) -> Bytes {
        (FieldList.split(member, separator: ASCII.semicolon).first ?? member).lowercased
    }
}
