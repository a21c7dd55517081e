import Bytes
import HTTPModel
import HTTPSemantics
import HTTPWire

/// `/socket`: WebSockets. An echo, a chat with the site, and a clock that needs no client that can speak.
enum SocketPage {
    private static let clock = "/socket/clock?count=3&every=500"
    /// The site speaks first; `curl` shows the bytes.
    private static let curl = """
        curl -sN -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' \
        -H 'Sec-WebSocket-Key: SGFyayBpcyBsaXN0ZW5pbg==' 'http://demo.hark.test\(clock)'
        """

    static let page = DemoPage(
        name: "socket",
        cards: [
            SitePage.Card(
                path: "/socket", title: "WebSocket",
                watch: "The connection changes its protocol. hark demo --messages shows each message.",
                curl: curl)
        ],
        converse: { conversation(for: $0) }, respond: { request, _ in answer(to: request) })

    private static func answer(to request: SiteRequest) -> SiteResponse? {
        guard paths.contains(request.path.text) else { return nil }
        return SitePage(
            "WebSocket",
            [
                .text(
                    """
                    Connect with your own client: ws://demo.hark.test/socket sends back what it receives, \
                    ws://demo.hark.test/socket/chat replies, and closes after \"bye\".
                    """),
                .text("ws://demo.hark.test\(clock) sends on its own, so that this is enough to see it: \(curl)"),
            ]
        ).response(200, for: request)
    }

    private static let paths: Set = ["/socket", "/socket/chat", "/socket/clock"]

    private static func conversation(for request: SiteRequest) -> (SiteAnswer, any SiteConversation)? {
        let fields = request.head.fields
        guard request.head.method == .get, request.head.version >= .http11, paths.contains(request.path.text),
            fields.list(named: "upgrade").contains(where: { $0.equalsIgnoringCase("websocket") }),
            let key = fields.first(named: "sec-websocket-key"), WebSocketHandshake.isKey(key),
            fields.first(named: "sec-websocket-version") == "13"
        else { return nil }
        let head = SiteResponse.encodeHead(
            101, StatusCode.reason(101),
            [
                ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                ("Sec-WebSocket-Accept", WebSocketHandshake.accept(for: key).text),
            ])
        switch request.path.text {
        case "/socket/clock": return (ticks(head, request), SocketConversation { _, _ in [] })
        case "/socket/chat":
            let hello = WebSocketFrame.whole(.text, Bytes(line("Hello! Say something, or bye.")))
            return (SiteAnswer(steps: [.send(head), .send(hello)]), SocketConversation(chat))
        default: return (SiteAnswer(steps: [.send(head)]), SocketConversation { message, _ in [.same(message)] })
        }
    }

    @Sendable private static func chat(
        _ message: WebSocketMessage.Content, _ number: Int
    ) -> [SocketConversation.Said] {
        guard message.isText else { return [.text(line("That was \(message.size) bytes of binary data."))] }
        if message.bytes.trimmed.equalsIgnoringCase("bye") {
            return [.text(line("Bye!")), .close(1000, "You said bye.")]
        }
        return [.text(line("Message \(number) had \(message.size) bytes."))]
    }

    private static func line(_ text: String) -> String { "{\"from\": \"hark\", \"text\": \"\(text)\"}" }

    /// Texts at a pace, and the end.
    private static func ticks(_ head: Bytes, _ request: SiteRequest) -> SiteAnswer {
        let count = request.number("count", in: 1...100, standard: 5)
        let every = request.number("every", in: 0...SiteAnswer.longestWait, standard: 1_000)
        var steps: [SiteAnswer.Step] = [.send(head)]
        for number in 1...count {
            if number > 1, every > 0 { steps.append(.wait(milliseconds: every)) }
            steps.append(.send(WebSocketFrame.whole(.text, Bytes("tick \(number) of \(count)"))))
        }
        // RFC 6455 §7.1.1: the server closes the connection first.
        steps += [.send(WebSocketFrame.whole(.close, Bytes([0x03, 0xE8] + Array("That was all.".utf8)))), .close]
        return SiteAnswer(steps: steps)
    }
}
