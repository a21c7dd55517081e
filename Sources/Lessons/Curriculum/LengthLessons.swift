import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Where content ends, and what it is.
enum LengthLessons {
    static let all = [length, chunks, type, compression]

    /// Content-Length, when it is what decides and what came.
    private static func declared(_ flow: Illustration) -> UInt64? {
        guard let fields = flow.response?.fields, !fields.contains(.transferEncoding),
            let length = fields.first(.contentLength)?.decimal, fields.values(.contentLength).count == 1
        else { return nil }
        return length
    }

    private static let length = Lesson(
        "length", .messages, "Content-Length", can: "Say where a body ends.", after: ["bytes"],
        finder: "response.header.content-length", experiment: "hark run -- curl -s http://demo.hark.test/echo",
        page: 6,
        looks: [
            { flow in
                guard let length = declared(flow), let place = flow.line(.response, "content-length") else {
                    return nil
                }
                return LessonLook(
                    "The content has \(length) byte\(length == 1 ? "" : "s"), if there is content at all.", place)
            },
            { flow in
                guard flow.isText(.response), let raw = flow.response?.raw else { return nil }
                return LessonLook("The head before it has \(raw.count) bytes, with its empty line.")
            },
        ],
        questions: [
            LessonQuestion("length") { flow in
                guard let length = declared(flow) else { return nil }
                return .number(
                    "How many bytes of content does the server announce?", length, .bytes,
                    because: "Content-Length says \(length).", "RFC 9110 §8.6")
            },
            LessonQuestion("last") { flow in
                guard let length = declared(flow), length > 0, flow.isText(.response),
                    let fields = flow.response?.fields,
                    flow.size(.response) == length, fields.emptyLineStart + 2 == fields.raw.count,
                    length < 1 << 40
                else { return nil }
                let last = UInt64(fields.raw.count) + length - 1
                return .number(
                    "The head has \(fields.raw.count) bytes. At which byte of the response is the last byte of "
                        + "content? (The first byte of the head is 0.)", last,
                    sum: [
                        .blank("head", Int64(fields.raw.count)), .sign("+"), .blank("content", Int64(length)),
                        .sign("- 1"),
                    ],
                    traps: [AnswerTrap(last + 1, nil, "Bytes are counted from 0.")],
                    because: "\(fields.raw.count) + \(length) - 1 = \(last).", "RFC 9112 §6.3")
            },
            LessonQuestion("head-answer") { flow in
                guard flow.method == .get, let length = declared(flow), length > 0 else { return nil }
                return .number(
                    "The same request with HEAD: how many bytes of content come?", 0, .bytes,
                    traps: [AnswerTrap(length, .headSendsContent)],
                    because: "A response to HEAD has no content, even if it has Content-Length.", "RFC 9110 §9.3.2")
            },
        ],
        sum: "Content-Length counts bytes as transferred: after compression, before decoding.")

    /// The chunks of the response, when lines of chunks were seen.
    private static func chunkList(_ flow: Illustration) -> [Chunk]? {
        let chunks = flow.record.response.chunks.map(\.chunk)
        guard flow.response != nil, let first = chunks.first, !first.isLast else { return nil }
        return chunks
    }

    private static func digits(_ chunk: Chunk) -> String {
        String(chunk.line.text.prefix { $0.isHexDigit })
    }

    private static let chunks = Lesson(
        "chunks", .messages, "Chunks", can: "Decode chunks.", after: ["length"],
        finder: "response.header.transfer-encoding",
        experiment: "hark run -- curl -sN 'http://demo.hark.test/chunked?every=50'", page: 6,
        looks: [
            { flow in
                flow.line(.response, "transfer-encoding").map {
                    LessonLook(
                        "The server did not know the length beforehand. It sends chunks, each after its size.", $0)
                }
            },
            { flow in
                guard let chunks = chunkList(flow) else { return nil }
                return LessonLook("The first size line begins with \(digits(chunks[0])), in hexadecimal.")
            },
        ],
        questions: [
            LessonQuestion("first") { flow in
                guard let first = chunkList(flow)?.first else { return nil }
                let traps = Int(digits(first)).map { Int64($0) == Int64(first.size) ? [] : [$0] } ?? []
                return .number(
                    "The first size line begins with \(digits(first)). How many bytes follow it?", first.size, .bytes,
                    traps: traps.map { AnswerTrap($0, .chunksAreDecimal) },
                    because: "\(digits(first)) in hexadecimal is \(first.size).", "RFC 9112 §7.1")
            },
            LessonQuestion("total") { flow in
                guard let chunks = chunkList(flow), chunks.last?.isLast == true,
                    flow.record.response.chunkCount == chunks.count
                else { return nil }
                let total = chunks.reduce(UInt64(0)) { $0 &+ $1.size }
                let sizes = chunks.dropLast().map { Int64(clamping: $0.size) }
                let parts = sizes.flatMap { [AnswerSum.Part.sign("+"), .blank("", $0)] }.dropFirst()
                return .number(
                    "The chunks have \(chunks.map(digits).prefix(12).joined(separator: ", "))"
                        + "\(chunks.count > 12 ? " …" : "") bytes (hexadecimal). How many bytes is the content?",
                    total, .bytes, sum: sizes.count > 1 && sizes.count <= 6 ? Array(parts) : [],
                    because: "The content is all chunks in a row, without size lines: \(total) bytes.",
                    "RFC 9112 §7.1")
            },
            LessonQuestion("hex") { flow in
                guard let chunk = chunkList(flow)?.max(by: { $0.size < $1.size }), chunk.size > 9 else { return nil }
                return .text(
                    "How is a chunk of \(chunk.size) bytes announced?", Bytes(String(chunk.size, radix: 16)),
                    ignoresCase: true, traps: [AnswerTrap(chunk.size, .chunksAreDecimal)],
                    because: "\(chunk.size) is \(String(chunk.size, radix: 16)) in hexadecimal.", "RFC 9112 §7.1")
            },
        ],
        sum: "Each chunk has its size in hexadecimal before it. A chunk of size 0 ends the content.")

    /// The type, when it can be read.
    private static func mediaType(_ flow: Illustration) -> MediaType? {
        guard let value = flow.value(.response, "content-type") else { return nil }
        let type = MediaType(value)
        return type.isWellFormed ? type : nil
    }

    /// Whether browsers show the content in a tab; nil for types that depend on the browser.
    private static func isShown(_ flow: Illustration, _ type: MediaType) -> Bool? {
        if let disposition = flow.facts.disposition, disposition.isAttachment { return false }
        switch type.essence.lowercased.text {
        case "text/html", "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp": return true
        case "application/octet-stream", "application/zip", "application/gzip": return false
        default: return nil
        }
    }

    private static let type = Lesson(
        "type", .messages, "Content-Type", can: "Say what type and charset are, and what browsers do with them.",
        after: ["fields"],
        finder: "type", experiment: "hark run -- curl -s -H 'Accept: text/html' http://demo.hark.test/", page: 6,
        looks: [
            { flow in
                flow.line(.response, "content-type").map {
                    LessonLook("The type says what the content is. Programs use it to choose what to do.", $0)
                }
            },
            { flow in
                flow.line(.response, "x-content-type-options").map {
                    LessonLook("With nosniff browsers trust the type, and do not guess by the content.", $0)
                }
            },
        ],
        questions: [
            LessonQuestion("type") { flow in
                guard let type = mediaType(flow) else { return nil }
                return .text(
                    "What is the media type, without parameters?", type.essence, ignoresCase: true,
                    because: "It ends before the first semicolon.", "RFC 9110 §8.3.1")
            },
            LessonQuestion("charset") { flow in
                guard let type = mediaType(flow) else { return nil }
                let charset = type.parameter("charset")?.lowercased
                let right = charset.map { flow.shown($0) } ?? "none"
                return .choice(
                    "Which charset does Content-Type give?", AnswerOption(right),
                    ["utf-8", "iso-8859-1", "none"].map {
                        AnswerOption($0, nil, nil, "Content-Type does not say that.")
                    },
                    because: charset == nil
                        ? "There is no charset parameter." : "The charset parameter says \(right).",
                    "RFC 9110 §8.3.2")
            },
            LessonQuestion("show") { flow in
                guard flow.status == 200, flow.method == .get, let type = mediaType(flow),
                    let isShown = isShown(flow, type)
                else { return nil }
                return .choice(
                    "Opened by a link in a browser: is the content shown or saved?",
                    AnswerOption(isShown ? "shown" : "saved"), [AnswerOption("shown"), AnswerOption("saved")],
                    because: flow.facts.disposition?.isAttachment == true
                        ? "Content-Disposition asks to save it."
                        : "Browsers \(isShown ? "show" : "save") \(flow.shown(type.essence)).",
                    "RFC 6266 §4.2")
            },
        ],
        sum: "Type and charset come from the server. A wrong type breaks pages, or makes text run as a script.")

    /// The only coding, and the sizes on both sides of it.
    private static func coded(_ flow: Illustration) -> (coding: ContentCoding, sent: UInt64, decoded: UInt64)? {
        guard flow.facts.codings.count == 1, let coding = flow.facts.codings.first, let sent = flow.size(.response),
            let decoded = flow.content(.response)?.count, decoded > 0, sent > 0
        else { return nil }
        return (coding, sent, UInt64(decoded))
    }

    private static let compression = Lesson(
        "compression", .messages, "Compression", can: "Say what compression saved.", after: ["length"],
        finder: "encoding", experiment: "hark run -- curl -s --compressed -o page http://demo.hark.test/gzip", page: 6,
        looks: [
            { flow in
                flow.line(.response, "content-encoding").map {
                    LessonLook("The content was compressed before it was sent.", $0)
                }
            },
            { flow in
                flow.line(.request, "accept-encoding").map {
                    LessonLook("The client said which codings it can decode.", $0)
                }
            },
            { flow in
                coded(flow).map { LessonLook("\($0.sent) bytes were sent. Decoded, they are \($0.decoded) bytes.") }
            },
        ],
        questions: [
            LessonQuestion("coding") { flow in
                guard let coding = flow.facts.codings.first, flow.facts.codings.count == 1 else { return nil }
                return .text(
                    "Which content coding does the response have?", coding.name, ignoresCase: true,
                    because: "Content-Encoding names it.", "RFC 9110 §8.4")
            },
            LessonQuestion("decoded") { flow in
                guard let found = coded(flow) else { return nil }
                return .number(
                    "How many bytes does the content have when it is decoded?",
                    found.decoded, .bytes, traps: [AnswerTrap(found.sent, .lengthIsOfText)],
                    because: "Decoded, the content has \(found.decoded) bytes.", "RFC 9110 §8.4")
            },
            LessonQuestion("saved") { flow in
                guard let found = coded(flow), found.sent < found.decoded else { return nil }
                let saved = Int(((1 - Double(found.sent) / Double(found.decoded)) * 100).rounded())
                return .number(
                    "How much did the coding save, in percent of the decoded size?", saved, .percent, tolerance: 1,
                    sum: [
                        .sign("("), .blank("decoded", Int64(clamping: found.decoded)), .sign("-"),
                        .blank("transferred", Int64(clamping: found.sent)), .sign(") × 100 /"),
                        .blank("decoded", Int64(clamping: found.decoded)),
                    ],
                    because: "1 - \(found.sent) / \(found.decoded) is about \(saved) %.", "RFC 9110 §8.4")
            },
        ],
        sum: "Text shrinks well. Images, video and archives are compressed already.")
}
