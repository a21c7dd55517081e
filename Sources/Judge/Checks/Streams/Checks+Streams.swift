import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import Registry

// What carried an exchange in HTTP/2: windows that stood still, streams that were reset, frames that are not as they
// should be.
extension Checks {
    /// In microseconds: a wait that somebody feels.
    private static let felt: Int64 = 100_000

    private static func waiting(
        _ cause: StreamWait.Cause, milliseconds: UInt64, _ kind: MessageKind = .response
    ) -> Example {
        var evidence = Facts.Evidence()
        evidence[kind].frameCount = 1
        evidence[kind].waits = [
            StreamWait(
                cause, from: Instant(nanoseconds: 5), to: Instant(nanoseconds: 5 + milliseconds * 1_000_000), count: 9)
        ]
        return Example("> GET / HTTP/2 < HTTP/2 204", evidence: evidence)
    }

    private static func carrying(
        _ frames: StreamFrame..., of kind: MessageKind = .response, in text: String = "> GET / HTTP/2 < HTTP/2 204"
    ) -> Example {
        var evidence = Facts.Evidence()
        evidence[kind].frames = frames.map { ($0, Instant(nanoseconds: 5)) }
        evidence[kind].frameCount = frames.count
        return Example(text, evidence: evidence)
    }

    private static func odd(_ code: String, at offset: Int = 0, type: UInt8 = 0) -> StreamFrame {
        var frame = StreamFrame(type: type, flags: 1, size: 4)
        frame.quirks = [StreamFrame.Quirk(code: code, offset: offset, length: 1)]
        return frame
    }

    private static func reset(_ code: UInt32, isSent: Bool = false) -> StreamFrame {
        var frame = StreamFrame(type: 3, flags: 0, size: 4, code: code)
        frame.isSent = isSent
        return frame
    }

    private static let head = StreamFrame(type: 1, flags: 4, size: 9)

    private static func left(_ goAway: String?) -> Example {
        var evidence = Facts.Evidence()
        evidence.request.frames = [(head, Instant(nanoseconds: 5))]
        evidence.request.frameCount = 1
        evidence.goAway = goAway
        return Example("> GET / HTTP/2", evidence: evidence)
    }

    static let streams: [Check] = Array {
        Check(
            "http2-window-stalled", .warning, .http2, .stream, "RFC 9113 §6.9", "Flow control stalled the transfer",
            "The \(.part) waited \(.time) for the receiver to open its flow-control window.",
            advice: "Use a larger window, or read faster.",
            bad: [
                waiting(.streamWindow, milliseconds: 100), waiting(.connectionWindow, milliseconds: 3_000),
                waiting(.streamWindow, milliseconds: 250, .request),
            ],
            good: [
                waiting(.streamWindow, milliseconds: 99), waiting(.transport, milliseconds: 60_000),
                waiting(.streamLimit, milliseconds: 200),
            ]
        ) { x, found in
            for kind in MessageKind.allCases {
                let time = x.evidence.waited(kind, for: [.streamWindow, .connectionWindow])
                guard time >= felt else { continue }
                found([.part: .text(kind.rawValue), .time: .text(Quantity.duration(time))])
            }
        }
        Check(
            "http2-stream-awaited", .info, .http2, .stream, "RFC 9113 §5.1.2", "No free stream on the connection",
            """
            The request waited \(.time): the connection had reached the server's limit of streams \
            (SETTINGS_MAX_CONCURRENT_STREAMS).
            """,
            advice: "Raise the server's limit, or send fewer requests at a time.",
            bad: [
                waiting(.streamLimit, milliseconds: 100, .request),
                waiting(.streamLimit, milliseconds: 2_000, .request),
            ],
            good: [waiting(.streamLimit, milliseconds: 99, .request), waiting(.transport, milliseconds: 900, .request)]
        ) { x, found in
            let time = x.evidence.waited(.request, for: [.streamLimit])
            if time >= felt { found([.time: .text(Quantity.duration(time))]) }
        }
        Check(
            "http2-stream-reset", .warning, .http2, .stream, "RFC 9113 §5.4.2", "The stream was reset with an error",
            "The \(.client) reset the stream with \(.status).",
            advice: "Look for the reason in the log of that side.",
            bad: [carrying(reset(2)), carrying(reset(11), of: .request), carrying(reset(77))],
            good: [
                // What nobody wants any more, and what may be sent again, is no error.
                carrying(reset(8), of: .request), carrying(reset(0)), carrying(reset(7)),
                carrying(reset(1, isSent: true)), carrying(head),
            ]
        ) { x, found in
            for kind in MessageKind.allCases {
                let frames = x.evidence[kind].frames.lazy.map(\.frame)
                guard let reset = frames.first(where: { $0.type == 3 && !$0.isSent }), let code = reset.code,
                    code != 0, code != 7, code != 8
                else { continue }
                let name = Vocabulary.errorCodes[Int(code)]?.name ?? "code \(code)"
                found([.client: .words(Prose(stringLiteral: kind.sender)), .status: .text(name)])
            }
        }
        Check(
            "http2-connection-ended", .warning, .http2, .stream, "RFC 9113 §6.8", "The server ended the connection",
            "The server sent GOAWAY before it answered: \(.status).",
            advice: "Look for the reason in the log of the server; repeat the request on a new connection.",
            bad: [
                left("ENHANCE_YOUR_CALM (11): “too_many_pings”"), left("NO_ERROR (0); it processed no stream above 3"),
            ],
            good: [left(nil), carrying(reset(7))]
        ) { x, found in
            if let goAway = x.evidence.goAway { found([.status: .text(goAway)]) }
        }
        Check(
            "http2-length-wrong", .bad, .http2, .stream, "RFC 9113 §8.1.1", "Content-Length and body differ",
            """
            The \(.part) declares \(.expected), but its DATA frames contain \(.seen). The message is malformed: \
            recipients that trust the field lose data or wait.
            """,
            advice: "Send the length of the DATA frames, or no Content-Length.",
            bad: [
                carrying(
                    head, StreamFrame(type: 0, flags: 1, size: 9),
                    in: "> GET / HTTP/2 < HTTP/2 200 | Content-Length: 10"),
                carrying(
                    StreamFrame(type: 1, flags: 5, size: 9), in: "> GET / HTTP/2 < HTTP/2 200 | Content-Length: 10"),
            ],
            good: [
                carrying(
                    head, StreamFrame(type: 0, flags: 0, size: 9), StreamFrame(type: 0, flags: 1, size: 1),
                    in: "> GET / HTTP/2 < HTTP/2 200 | Content-Length: 10"),
                // Padding is no content.
                carrying(
                    head, StreamFrame(type: 0, flags: 9, size: 16, padding: 5),
                    in: "> GET / HTTP/2 < HTTP/2 200 | Content-Length: 10"),
                carrying(
                    StreamFrame(type: 1, flags: 5, size: 9), in: "> HEAD / HTTP/2 < HTTP/2 200 | Content-Length: 10"),
                carrying(
                    StreamFrame(type: 1, flags: 5, size: 9),
                    in: "> GET / HTTP/2 | If-None-Match: \"a\" < HTTP/2 304 | ETag: \"a\" | Content-Length: 10"),
                // Cut off, which others tell.
                carrying(
                    head, StreamFrame(type: 0, flags: 0, size: 9),
                    in: "> GET / HTTP/2 < HTTP/2 200 | Content-Length: 10"),
            ]
        ) { x, found in
            let isForOthers = x.answeredMethod == .head || x.response?.status == 304
            for (kind, fields) in [(MessageKind.request, x.request?.fields), (.response, x.response?.fields)] {
                guard let fields,
                    let wrong = x.evidence.framing(kind)?.disagreement(
                        fields, mayDiffer: kind == .response && isForOthers)
                else { continue }
                found([.part: .text(kind.rawValue), .expected: .size(wrong.said), .seen: .size(wrong.came)])
            }
        }
        Check(
            "http2-undefined-flags", .warning, .http2, .stream, "RFC 9113 §4.1", "Undefined flags",
            """
            A \(.type) frame from the \(.client) has a flag that is not defined for it. Recipients ignore it; \
            senders must leave it unset.
            """,
            advice: "Leave undefined flags unset.",
            bad: [
                carrying(odd("undefinedFlags", at: 4)), carrying(odd("undefinedFlags", at: 4, type: 8), of: .request),
            ],
            good: [carrying(head), carrying(odd("unknownType", type: 0xBA))]
        ) { x, found in blame(x, &found, "undefinedFlags") }
        Check(
            "http2-reserved-bit", .warning, .http2, .stream, "RFC 9113 §4.1", "The reserved bit is set",
            """
            A \(.type) frame from the \(.client) has the reserved bit of the stream identifier set. Recipients \
            ignore it; senders must leave it unset.
            """,
            advice: "Leave the bit unset.",
            bad: [carrying(odd("reservedBit", at: 5)), carrying(odd("reservedBit", at: 5, type: 1), of: .request)],
            good: [carrying(head), carrying(head, of: .request)]
        ) { x, found in blame(x, &found, "reservedBit") }
        Check(
            "http2-padding-not-zeros", .warning, .http2, .stream, "RFC 9113 §6.1", "Padding that is not zero",
            """
            A \(.type) frame from the \(.client) has padding other than zeros, which can hide data. Recipients may \
            close the connection with an error.
            """,
            advice: "Fill the padding with zeros.",
            bad: [
                carrying(odd("nonZeroPadding", at: 9)), carrying(odd("nonZeroPadding", at: 9, type: 1), of: .request),
            ],
            good: [carrying(StreamFrame(type: 0, flags: 9, size: 16, padding: 5)), carrying(head)]
        ) { x, found in blame(x, &found, "nonZeroPadding") }
    }

    /// Reports the first frame that has this quirk.
    private static func blame(_ x: Facts, _ found: inout Findings, _ quirk: String) {
        guard let (kind, frame) = x.evidence.frame(with: quirk) else { return }
        found([.type: .text(frame.name), .client: .words(Prose(stringLiteral: kind.sender))])
    }
}
