import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Registry

/// What ran inside of an exchange: how a WebSocket was agreed on and how it ended, what a call was.
enum MessagesReasoning {
    static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        if let handshake = WebSocketReasoning(exchange) { return handshake.reasoning }
        if let call = CallReasoning(exchange) { return call.reasoning }
        return nil
    }
}

/// The handshake of a WebSocket (RFC 6455 §4), its masks and its end.
private struct WebSocketReasoning {
    private let exchange: FlowRecord
    private let asked: FieldSection
    private let answered: FieldSection
    private var steps = StepCollector()

    /// nil when nobody asked for one.
    init?(_ exchange: FlowRecord) {
        let asked = exchange.requestFields
        let asks = exchange.requestHead?.asksForWebSocket == true
        let isOne = exchange.tunnelProtocol.map { Bytes($0).equalsIgnoringCase("websocket") } ?? false
        guard asks || isOne else { return nil }
        self.exchange = exchange
        self.asked = asked
        answered = exchange.responseHead?.fields ?? .none
        // Over HTTP/2 there is neither key nor 101 (RFC 8441 §5): the connection proves itself. A 101 is then that of a
        // server of HTTP/1.1, which was shown a key of Hark's.
        if exchange.requestHead?.connectProtocol != nil {
            steps.add(
                "stream", held: true,
                "The client asked for it by CONNECT with \(":protocol") on a stream of HTTP/2, which needs no key.",
                "RFC 8441 §4")
        } else if exchange.responseHead?.status == 101 || asked.contains(named: "sec-websocket-key") {
            key()
        }
        version()
        offered()
        messages()
    }

    var reasoning: Reasoning {
        let status = exchange.responseHead?.status
        let inner = exchange.inner
        let conclusion: Prose
        if let status, exchange.tunnelProtocol == nil, became(status) {
            // A recording of another tool, or a paste: the answer itself tells (RFC 6455 §4.2.2).
            conclusion =
                isRefusedByClient
                ? "The server switched to WebSocket, but its handshake is wrong: the client closes the connection."
                : inner.isEmpty
                    ? "The connection became a WebSocket; this input does not have its messages."
                    : """
                    The connection became a WebSocket: \(Quantity.count(inner.sent, "message")) sent, \
                    \(inner.received) received\(ending).
                    """
        } else if status != nil, exchange.tunnelProtocol == nil {
            conclusion = "The server did not switch to WebSocket: it answered \(status ?? 0)."
        } else if inner.isEmpty {
            conclusion = "The connection became a WebSocket."
        } else {
            conclusion = """
                The connection became a WebSocket: \(Quantity.count(inner.sent, "message")) sent, \
                \(inner.received) received\(ending).
                """
        }
        return Reasoning(.messages, conclusion, steps: steps.steps)
    }

    /// Over HTTP/2 any 2xx is the change (RFC 8441 §5).
    private func became(_ status: Int) -> Bool {
        exchange.requestHead?.connectProtocol != nil ? (200..<300).contains(status) : status == 101
    }

    /// The key that the client sent was not answered (RFC 6455 §4.1).
    private var isRefusedByClient: Bool {
        guard exchange.responseHead?.status == 101, let key = asked.first(named: "sec-websocket-key") else {
            return false
        }
        return answered.first(named: "sec-websocket-accept") != WebSocketHandshake.accept(for: key)
    }

    private var closes: [InnerMessage] {
        exchange.inner.list.filter { if case .close = $0.form { true } else { false } }
    }

    private var ending: String {
        guard let first = closes.first else { return "" }
        return ", closed by the \(first.from == .request ? "client" : "server") (\(first.title))"
    }

    /// RFC 6455 §4.2.2: the answer that shows that the server knows WebSocket, and is no cache's.
    private mutating func key() {
        let spec = "RFC 6455 §4.2.2"
        guard let key = asked.first(named: "sec-websocket-key") else {
            return steps.fault("key", "The request has no \("Sec-WebSocket-Key").", "RFC 6455 §4.1")
        }
        steps.judge(
            "key", WebSocketHandshake.isKey(key),
            WebSocketHandshake.isKey(key)
                ? "The key \(key) is 16 bytes in base64."
                : "The key \(key) is not 16 bytes in base64.", "RFC 6455 §4.1")
        guard exchange.responseHead?.status == 101 else { return }
        let due = WebSocketHandshake.accept(for: key)
        guard let accept = answered.first(named: "sec-websocket-accept") else {
            return steps.fault(
                "accept", "The response has no \("Sec-WebSocket-Accept"): the client closes the connection.",
                "RFC 6455 §4.1")
        }
        let sum: Prose = "base64(SHA-1(key + \(WebSocketHandshake.protocolName))) is \(due)"
        steps.judge(
            "accept", accept == due,
            accept == due
                ? "\(sum), which is the server's answer."
                : "\(sum), but the server answered \(accept): the client closes the connection.", spec)
    }

    private mutating func version() {
        guard let version = asked.first(named: "sec-websocket-version") else { return }
        steps.judge(
            "version", version == "13",
            version == "13" ? "Version 13, the only version." : "Version \(version); only 13 exists.",
            "RFC 6455 §4.1")
    }

    /// What the client offered, and what of that the server took.
    private mutating func offered() {
        if let chosen = answered.first(named: "sec-websocket-protocol") {
            let isOffered = asked.list(named: "sec-websocket-protocol").contains(chosen)
            steps.judge(
                "subprotocol", isOffered,
                isOffered
                    ? "The server chose the subprotocol \(chosen) from those that the client offered."
                    : "The server chose \(chosen), which the client did not offer: the client closes the connection.",
                "RFC 6455 §4.1")
        }
        guard let deflate = WebSocketHandshake.deflate(answered) else { return }
        steps.add(
            "compression", held: true,
            """
            Messages can be compressed (permessage-deflate): the client's with a window of \
            2^\(deflate.client.windowBits) bytes\(Self.context(deflate.client)), the server's with \
            2^\(deflate.server.windowBits)\(Self.context(deflate.server)).
            """, "RFC 7692 §7.1")
    }

    private static func context(_ side: WebSocketDeflate.Side) -> String {
        side.startsAnew ? ", each message by itself" : ", which continues over messages"
    }

    private mutating func messages() {
        let inner = exchange.inner
        let sent = inner.list.filter { $0.from == .request && !$0.frames.isEmpty }
        if !sent.isEmpty {
            steps.add(
                "masks", held: true,
                """
                Every client frame is masked, so that no page can make the client send bytes that a proxy reads as \
                another request. Masks hide nothing.
                """, "RFC 6455 §10.3")
        }
        for end in inner.ends {
            let side = end.from == .request ? "client" : "server"
            let due: Prose = end.closeCode.map { " The required reply is a close with \($0)." } ?? ""
            steps.fault("unread", "From byte \(end.offset) of the \(side) on: \(end.text)\(due)", end.spec)
        }
        guard exchange.outcome != nil, !inner.isEmpty else { return }
        closing()
    }

    /// RFC 6455 §7.1.5: who closed, whether it was answered.
    private mutating func closing() {
        let closes = closes
        guard let first = closes.first else {
            let isRead = exchange.inner.ends.isEmpty && exchange.inner.omitted == 0
            return steps.add(
                "close", held: isRead ? false : nil,
                isRead
                    ? "Neither side sent a close frame: programs get 1006, an abnormal closure."
                    : "How it was closed is unknown.", "RFC 6455 §7.1.5")
        }
        let who = first.from == .request ? "client" : "server"
        let meaning = first.closeMeaning.isEmpty ? "" : " (\(first.closeMeaning))"
        let reason: Prose = first.bytes.isEmpty ? "" : ", reason \(first.bytes)"
        let isAnswered = closes.contains { $0.from != first.from }
        steps.add(
            "close", held: isAnswered,
            """
            The \(who) sent \(first.title)\(meaning)\(reason); the other side \
            \(isAnswered ? "replied" : "did not reply").
            """,
            "RFC 6455 §7.1.4")
    }
}
