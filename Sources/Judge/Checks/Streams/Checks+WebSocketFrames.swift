import Bytes
import Explain
import Flow
import HTTPModel
import Registry

// What two sides of a WebSocket said in frames: masks, and how it was closed.
extension Checks {
    private static func conversation(
        _ messages: InnerMessage..., end: InnerReadingEnd? = nil, isOver: Bool = true, text: String = handshake
    ) -> Example {
        var evidence = Facts.Evidence()
        evidence.inner = InnerMessages(messages)
        if let end { evidence.inner.add(end) }
        evidence.isOver = isOver
        evidence.isWebSocket = true
        return Example(text, evidence: evidence)
    }

    private static let handshake = """
        > GET / | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== \
        < 101 | Upgrade: websocket | Connection: upgrade | Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
        """

    private static func said(
        _ form: InnerMessage.Form, mask: UInt32? = nil, second: UInt64 = 0
    ) -> InnerMessage {
        let time = Instant(nanoseconds: second * 1_000_000_000)
        let frame = InnerMessage.Frame(isFinal: true, reserved: 0, mask: mask, size: 2, time: time)
        return InnerMessage(
            from: mask == nil ? .response : .request, form, at: time, bytes: "ab", frames: [frame])
    }

    private static func broken(_ code: String, _ text: String, from: MessageKind = .request) -> InnerReadingEnd {
        InnerReadingEnd(from: from, code: code, offset: 12, closeCode: 1002, text: text, spec: "RFC 6455 §5.1")
    }

    private static let section: Spec = "RFC 6455 §7.1.5"

    static let webSocketFrames: [Check] = Array {
        Check(
            "websocket-mask-wrong", .bad, .webSocket, .inner, "RFC 6455 §5.1", "Wrong masking",
            "\(.rule) The frame is at byte \(.offset) from the \(.client).",
            advice: "Mask each frame of the client, and none of the server.",
            bad: [
                conversation(end: broken("missingMask", "A client's frame has no mask.")),
                conversation(end: broken("needlessMask", "A server's frame has a mask.", from: .response)),
            ],
            good: [
                conversation(said(.text, mask: 1), said(.text), said(.close(1000)), said(.close(1000), mask: 2)),
                conversation(said(.binary, mask: 3), said(.close(1000), mask: 4), said(.close(1000))),
            ]
        ) { x, found in
            for end in x.evidence.inner.ends where end.code == "missingMask" || end.code == "needlessMask" {
                found([
                    .rule: .words(Prose(stringLiteral: end.text)), .offset: .number(Int64(clamping: end.offset)),
                    .client: .words(Prose(stringLiteral: end.from.sender)),
                ])
            }
        }
        Check(
            "websocket-rule-broken", .bad, .webSocket, .inner, "RFC 6455 §5", "Invalid WebSocket frame",
            """
            \(.rule) It is at byte \(.offset) from the \(.client). The other side must close the connection with \
            \(.status).
            """,
            advice: "Correct the program that sent the frame.",
            bad: [
                conversation(
                    end: broken(
                        "strayContinuation",
                        "A continuation frame came without a message to continue.")),
                conversation(
                    said(.text),
                    end: broken("fragmentedControl", "A control frame is in several parts.", from: .response)),
            ],
            good: [
                conversation(said(.ping), said(.pong, mask: 1), said(.close(1000)), said(.close(1000), mask: 2)),
                // Not the connection's doing.
                conversation(
                    said(.close(1000)), said(.close(1000), mask: 2),
                    end: InnerReadingEnd(from: .request, code: "tooLarge", offset: 9, text: "It is too large.")),
            ]
        ) { x, found in
            for end in x.evidence.inner.ends {
                guard x.evidence.isWebSocket, let due = end.closeCode, end.code != "missingMask",
                    end.code != "needlessMask"
                else { continue }
                found([
                    .rule: .words(Prose(stringLiteral: end.text)), .offset: .number(Int64(clamping: end.offset)),
                    .client: .words(Prose(stringLiteral: end.from.sender)), .status: .number(Int64(due)),
                ])
            }
        }
        Check(
            "websocket-mask-repeated", .warning, .webSocket, .inner, "RFC 6455 §5.3", "The mask is not random",
            """
            All \(.count) frames of the client have the mask \(.value). A page can then choose the bytes that a \
            proxy sees.
            """,
            advice: "Draw a new mask for each frame from a secure random source.",
            bad: [
                conversation(
                    said(.text, mask: 0), said(.text, mask: 0), said(.close(1000), mask: 0), said(.close(1000))),
                conversation(
                    said(.ping, mask: 7), said(.binary, mask: 7), said(.close(1000), mask: 7), said(.close(1000))),
            ],
            good: [
                conversation(
                    said(.text, mask: 1), said(.text, mask: 1), said(.close(1000), mask: 2), said(.close(1000))),
                // Two may be alike by chance.
                conversation(said(.text, mask: 7), said(.close(1000), mask: 7), said(.close(1000))),
            ]
        ) { x, found in
            let frames = x.evidence.inner.list.lazy.filter { $0.from == .request }.flatMap(\.frames)
            guard x.evidence.isWebSocket, let mask = frames.first?.mask else { return }
            let count = frames.count
            guard count > 2, frames.allSatisfy({ $0.mask == mask }) else { return }
            found([.count: .number(Int64(count)), .value: .text(Hex.text(octets(of: mask)))])
        }
        Check(
            "websocket-ping-unanswered", .warning, .webSocket, .inner, "RFC 6455 §5.5.2", "A ping without a pong",
            """
            The \(.client) sent a ping, but the other side sent no pong, although the connection stayed open for \
            \(.seconds). Programs that check connections with pings close such a connection.
            """,
            advice: "Answer each ping with a pong that has the same data.",
            bad: [
                conversation(
                    said(.ping, second: 1), said(.text, mask: 1, second: 90), said(.close(1000), second: 91),
                    said(.close(1000), mask: 2, second: 91)),
                conversation(
                    said(.pong, second: 1), said(.ping, mask: 3, second: 2), said(.text, second: 60), isOver: false),
            ],
            good: [
                // The newest ping is answered, and with it the others.
                conversation(
                    said(.ping), said(.ping, second: 10), said(.pong, mask: 1, second: 11),
                    said(.close(1000), second: 30), said(.close(1000), mask: 1, second: 30)),
                // There was no time for it.
                conversation(said(.ping), said(.close(1000)), said(.close(1000), mask: 1)),
                // Who has closed answers nothing more.
                conversation(
                    said(.close(1000), mask: 1), said(.ping, second: 1), said(.close(1000), second: 40)),
                conversation(
                    said(.ping), said(.close(1000), mask: 1, second: 1), said(.text, second: 40),
                    said(.close(1000), second: 40)),
            ]
        ) { x, found in
            guard x.evidence.isWebSocket, let (ping, seconds) = unansweredPing(x.evidence.inner) else { return }
            found([.client: .words(Prose(stringLiteral: ping.from.sender)), .seconds: .seconds(seconds)])
        }
        Check(
            "websocket-not-closed", .info, .webSocket, .inner, section, "No close frame",
            """
            The connection ended without a close frame. Programs on both sides get 1006, an abnormal closure.
            """,
            advice: "Send a close frame before the connection ends.",
            bad: [conversation(said(.text), said(.text, mask: 1)), conversation(said(.binary, mask: 5))],
            good: [
                conversation(said(.text), said(.close(1000)), said(.close(1000), mask: 1)),
                conversation(said(.text), isOver: false),
            ]
        ) { x, found in
            let inner = x.evidence.inner
            guard isReadToItsEnd(x), inner.count > 0, closes(x).isEmpty else { return }
            found()
        }
        Check(
            "websocket-close-unanswered", .warning, .webSocket, .inner, "RFC 6455 §5.5.1",
            "A close frame without a reply",
            """
            The \(.client) sent a close frame, but the connection ended before the other side replied. Whether that \
            side received everything is unknown.
            """,
            advice: "Answer a close frame with one, and wait for the answer before you end the connection.",
            bad: [conversation(said(.text), said(.close(1000))), conversation(said(.close(nil), mask: 1))],
            good: [
                conversation(said(.close(1000)), said(.close(1000), mask: 1)),
                conversation(said(.close(1000)), isOver: false),
            ]
        ) { x, found in
            let sides = Set(closes(x).map(\.from))
            guard isReadToItsEnd(x), sides.count == 1, let side = sides.first else { return }
            found([.client: .words(Prose(stringLiteral: side.sender))])
        }
        Check(
            "websocket-closed-for-error", .warning, .webSocket, .inner, "RFC 6455 §7.4.1", "Closed with an error",
            "The \(.client) closed the WebSocket with \(.status)\(.part).",
            advice: "Look for the reason in the log of that side.",
            bad: [
                conversation(said(.close(1011)), said(.close(1011), mask: 1)),
                conversation(said(.close(1009), mask: 1), said(.close(1009))),
            ],
            good: [
                conversation(said(.close(1000)), said(.close(1000), mask: 1)),
                conversation(said(.close(1001), mask: 1), said(.close(1001))),
                conversation(said(.close(nil)), said(.close(nil), mask: 1)),
                // What an application means by its own.
                conversation(said(.close(4001)), said(.close(4001), mask: 1)),
            ]
        ) { x, found in
            guard let first = closes(x).first, case .close(let code?) = first.form, (1002..<3000).contains(code)
            else { return }
            let meaning = Vocabulary.closeCodes[Int(code)].map { ", \($0.name)" } ?? ""
            found([
                .client: .words(Prose(stringLiteral: first.from.sender)), .status: .number(Int64(code)),
                .part: .words(Prose(stringLiteral: meaning)),
            ])
        }
    }

    /// The first ping after which its receiver sent no pong, though it had time for one; and how many seconds it had.
    private static func unansweredPing(_ inner: InnerMessages) -> (InnerMessage, Int64)? {
        // Reading stopped, or messages were left out: the pong may be among what nobody has.
        guard inner.ends.isEmpty, inner.omitted == 0, let last = inner.last else { return nil }
        var ping: (request: InnerMessage?, response: InnerMessage?) = (nil, nil)
        // Who has closed sends no pong any more.
        var ends: [MessageKind: Instant] = [:]
        for message in inner.list {
            switch (message.form, message.from) {
            case (.ping, .request) where ping.request == nil: ping.request = message
            case (.ping, .response) where ping.response == nil: ping.response = message
            case (.pong, .request): ping.response = nil
            case (.pong, .response): ping.request = nil
            case (.close, let side): ends[side] = message.time
            default: break
            }
        }
        for ping in [ping.request, ping.response].compactMap({ $0 }) {
            let end = ends[ping.from == .request ? .response : .request] ?? last.time
            let seconds = end.milliseconds(since: ping.time) / 1_000
            if seconds >= patience { return (ping, Int64(seconds)) }
        }
        return nil
    }

    /// Seconds in which a pong comes from whoever sends any.
    private static let patience = 10.0

    private static func closes(_ x: Facts) -> [InnerMessage] {
        x.evidence.inner.list.filter { if case .close = $0.form { true } else { false } }
    }

    /// A WebSocket that is over, of which no message was left out.
    private static func isReadToItsEnd(_ x: Facts) -> Bool {
        let inner = x.evidence.inner
        return x.evidence.isWebSocket && x.evidence.isOver && inner.ends.isEmpty && inner.omitted == 0
    }

    private static func octets(of mask: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: mask >> (24 - 8 * UInt32($0))) }
    }
}
