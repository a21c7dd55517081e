import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Streams of events: what browsers leave out without a word.
extension Checks {
    private static let eventSection: Spec = "HTML §9.2.6"

    static let events: [Check] = Array {
        Check(
            "event-stream-charset", .warning, .events, .response("content-type"),
            when: .given(.response([.events, .parameters])), "HTML §9.2.5",
            "Not UTF-8",
            "Event streams are always UTF-8. Browsers ignore the charset in \(.value).",
            advice: "Write \("Content-Type: text/event-stream"), and the stream in UTF-8.",
            bad: [
                "< 200 | Content-Type: «text/event-stream; charset=iso-8859-1» | Cache-Control: no-store",
                """
                < 200 | Content-Type: «text/event-stream; charset=windows-1252» \
                | Cache-Control: no-store
                """,
            ],
            good: [
                "< 200 | Content-Type: text/event-stream; charset=utf-8 | Cache-Control: no-store",
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store",
            ]
        ) { x, found in
            guard let type = x.type, type.is("text", "event-stream"), let charset = type.parameter("charset"),
                !charset.equalsIgnoringCase("utf-8")
            else { return }
            found([.value: .bytes(charset)])
        }
        Check(
            "event-stream-unended", .warning, .events, .message(.response),
            when: .status(200, given: .response([.events, .kept])),
            eventSection, "The last event is lost",
            "The stream does not end with an empty line, so browsers drop the last event.",
            advice: "End each event with an empty line.",
            bad: [
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || data: a\n",
                """
                < «200» | Content-Type: text/event-stream \
                | Cache-Control: no-store || data: a\n\nid: 2\ndata: b\n
                """,
            ],
            good: [
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: a\n\n",
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: a\n\n: bye\n",
                "< 200 | Content-Type: text/plain; charset=utf-8 | Cache-Control: no-store || data: a\n",
            ]
        ) { x, found in
            guard let lines = eventLines(x), x.isWhole, !x.responseContent.isTruncated else { return }
            // Behind the last line's end there is no line.
            let ended = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
            let rest = ended.split(omittingEmptySubsequences: false, whereSeparator: \.isEmpty).last ?? []
            // Comments and numbers alone are no event.
            if rest.contains(where: { $0 == "data" || $0.hasPrefix(ignoringCase: "data:") }) { found() }
        }
        Check(
            "event-stream-not-a-field", .warning, .events, .message(.response),
            when: .status(200, given: .response([.events, .kept])),
            eventSection, "Lines that browsers ignore",
            "The line \(.value) is not an event field (data, event, id, retry), so browsers ignore it.",
            advice: "Put \("data: ") before it.",
            bad: [
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || {\"a\": 1}\n\n",
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || <p>late</p>\n\n",
            ],
            good: [
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: {\"a\": 1}\n\n",
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || : ping\ndata\nid\n\n",
            ]
        ) { x, found in
            guard let lines = eventLines(x) else { return }
            let known: Set<Bytes> = ["data", "event", "id", "retry", ""]
            // What is not kept may end within a line.
            let whole = lines.dropLast()
            for line in whole {
                let name = line.slice(0..<(line.firstIndex(of: ASCII.colon) ?? line.count))
                guard !known.contains(name) else { continue }
                found([.value: .bytes(Bytes(Array(line.prefix(40))))])
                return
            }
        }
        Check(
            "event-stream-retry-malformed", .warning, .events, .message(.response),
            when: .status(200, given: .response([.events, .kept])),
            eventSection, "Invalid reconnection time",
            "Browsers ignore \("retry: ")\(.value). It must be a number of milliseconds, in digits only.",
            advice: "Write milliseconds in digits, for example \("retry: 3000").",
            bad: [
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || retry: 2s\n\n",
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || retry\n\n",
            ],
            good: [
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || retry: 2000\n\n",
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: retry: 2s\n\n",
            ]
        ) { x, found in
            let wrong = eventFields(x)?.first { field in
                field.name == "retry" && (field.value.isEmpty || !field.value.allSatisfy { ASCII.isDigit($0) })
            }
            if let wrong { found([.value: .bytes(Bytes(Array(wrong.value.prefix(40))))]) }
        }
        Check(
            "event-stream-id-null", .warning, .events, .message(.response),
            when: .status(200, given: .response([.events, .kept])),
            eventSection, "An id that browsers ignore",
            "Browsers ignore the id \(.value) because it contains NUL. They keep the previous id.",
            advice: "Use ids without NUL.",
            bad: [
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || id: a\u{0}b\ndata: c\n\n",
                """
                < «200» | Content-Type: text/event-stream \
                | Cache-Control: no-store || data: c\nid: \u{0}\n\n
                """,
            ],
            good: [
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || id: a\ndata: b\u{0}c\n\n",
                """
                < 200 | Content-Type: text/event-stream \
                | Cache-Control: no-store || id: a\ndata: c\n\n
                """,
            ]
        ) { x, found in
            let wrong = eventFields(x)?.first { $0.name == "id" && $0.value.contains(0) }
            if let wrong { found([.value: .bytes(Bytes(Array(wrong.value.prefix(40))))]) }
        }
        Check(
            "event-stream-not-utf8", .warning, .events, .message(.response),
            when: .status(200, given: .response([.events, .kept])),
            "HTML §9.2.5", "Events that are not UTF-8",
            "The line \(.value) is not UTF-8. Browsers show U+FFFD in place of the invalid bytes.",
            advice: "Write the stream in UTF-8.",
            bad: [
                Example(
                    "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || data: caf\u{E9}\n\n",
                    isLatin: true),
                Example(
                    "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || id: 1\ndata: \u{FC}ber\n\n",
                    isLatin: true),
            ],
            good: [
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: caf\u{E9}\n\n",
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: cafe\n\n",
            ]
        ) { x, found in
            // What is not kept may end within a letter.
            guard let wrong = eventLines(x)?.dropLast().first(where: { String(validating: $0, as: UTF8.self) == nil })
            else { return }
            found([.value: .bytes(Bytes(Array(wrong.prefix(40))))])
        }
        Check(
            "event-stream-without-data", .warning, .events, .message(.response),
            when: .status(200, given: .response([.events, .kept])),
            eventSection, "An event without data",
            "The event \(.name) has no \("data") line, so browsers drop it. An empty line \("data:") is enough.",
            advice: "Add a line \("data:").",
            bad: [
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || event: tick\n\n",
                """
                < «200» | Content-Type: text/event-stream \
                | Cache-Control: no-store || data: a\n\nevent: end\n\n
                """,
            ],
            good: [
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || event: tick\ndata:\n\n",
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data\nevent: tick\n\n",
                // An id by itself is taken over.
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || id: 7\n\n",
            ]
        ) { x, found in
            guard let lines = eventLines(x) else { return }
            // The last one may go on.
            for event in lines.split(omittingEmptySubsequences: false, whereSeparator: \.isEmpty).dropLast() {
                let fields = event.map { EventField($0) }
                guard let named = fields.last(where: { $0.name == "event" && !$0.value.isEmpty }),
                    !fields.contains(where: { $0.name == "data" })
                else { continue }
                return found([.name: .bytes(Bytes(Array(named.value.prefix(40))))])
            }
        }
        Check(
            "event-stream-without-ids", .info, .events, .message(.response),
            when: .status(200, given: .response([.events, .kept])),
            eventSection, "The stream cannot be resumed",
            """
            None of the \(.count) events has an id. A browser that reconnects cannot tell the server which events it \
            has, and misses those sent in between.
            """,
            advice: "Send an id line with each event.",
            bad: [
                "< «200» | Content-Type: text/event-stream | Cache-Control: no-store || data: a\n\ndata: b\n\n",
                """
                < «200» | Content-Type: text/event-stream \
                | Cache-Control: no-store || event: a\ndata: a\n\nevent: a\ndata: b\n\n
                """,
            ],
            good: [
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: a\n\nid: 1\ndata: b\n\n",
                "< 200 | Content-Type: text/event-stream | Cache-Control: no-store || data: a\n\n",
            ]
        ) { x, found in
            guard let lines = eventLines(x) else { return }
            let events = lines.split(whereSeparator: \.isEmpty).map { $0.map { EventField($0) } }
            let count = events.count { $0.contains { $0.name == "data" } }
            guard count > 1, !events.joined().contains(where: { $0.name == "id" }) else { return }
            found([.count: .number(Int64(count))])
        }
        Check(
            "event-stream-no-more", .info, .events, .exchange, when: .status(204), "HTML §9.2.3",
            "The stream has ended permanently",
            "The request asked for an event stream. A 204 stops the browser from reconnecting.",
            advice: "To keep browsers connected, answer 200 with an event stream.",
            bad: [
                "> GET / | Accept: text/event-stream < «204»",
                "> GET /a | Accept: text/event-stream | Last-Event-ID: 7 < «204»",
            ], good: ["> GET / | Accept: */* < 204", "> POST /a | Accept: application/json || a < 204"]
        ) { x, found in
            guard x.response?.status == 204,
                x.types.contains(where: { $0.essence.equalsIgnoringCase("text/event-stream") })
            else { return }
            found(in: .response)
        }
    }

    /// A line taken apart; a comment has no name (HTML Standard §9.2.6).
    private struct EventField {
        let name: Bytes
        let value: Bytes

        init(_ line: Bytes) {
            guard let colon = line.firstIndex(of: ASCII.colon) else {
                (name, value) = (line, Bytes())
                return
            }
            name = line.slice(0..<colon)
            let start = colon + 1 < line.count && line[colon + 1] == ASCII.space ? colon + 2 : colon + 1
            value = line.slice(start..<line.count)
        }
    }

    /// Whole lines of an event stream, taken apart.
    private static func eventFields(_ x: Facts) -> [EventField]? {
        // What is not kept may end within a line.
        eventLines(x)?.dropLast().map { EventField($0) }
    }

    /// Lines of an event stream; nil when it is none, or cannot be read here.
    private static func eventLines(_ x: Facts) -> [Bytes]? {
        guard let type = x.type, type.is("text", "event-stream"), x.response?.status == 200, x.codings.isEmpty,
            let content = x.responseContent.bytes, !content.isEmpty
        else { return nil }
        let plain = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content.slice(3..<content.count) : content
        var lines: [Bytes] = []
        var start = 0
        var index = 0
        while index < plain.count {
            let byte = plain[index]
            guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else {
                index += 1
                continue
            }
            lines.append(plain.slice(start..<index))
            let isPair = byte == ASCII.carriageReturn && index + 1 < plain.count && plain[index + 1] == ASCII.lineFeed
            index += isPair ? 2 : 1
            start = index
        }
        lines.append(plain.slice(start..<plain.count))
        return lines
    }
}
