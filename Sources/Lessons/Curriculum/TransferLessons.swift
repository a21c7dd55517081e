import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Uploads, downloads, parts.
enum TransferLessons {
    static let all = [upload, multipart, download, ranges]

    /// What tells the server where the request's content ends.
    private static func end(_ flow: Illustration) -> String? {
        guard let request = flow.request, flow.size(.request).map({ $0 > 0 }) ?? false else { return nil }
        if request.fields.isList { return "stream" }
        guard flow.isText(.request) else { return nil }
        if request.fields.contains(.transferEncoding) { return "chunk" }
        return request.fields.contains(.contentLength) ? "length" : nil
    }

    private static let upload = Lesson(
        "upload", .messages, "Uploads", can: "Follow content to the server.", after: ["length"],
        finder: "request.size > 0", experiment: "hark run -- curl -s -d hello http://demo.hark.test/echo", page: 6,
        looks: [
            { flow in
                flow.line(.request, "content-type").map { LessonLook("The client says what it sends.", $0) }
            },
            { flow in
                if let place = flow.line(.request, "expect") {
                    return LessonLook("The client asks first: it waits for 100 before it sends the content.", place)
                }
                return flow.line(.request, "content-length").map { LessonLook("And its size.", $0) }
            },
        ],
        questions: [
            LessonQuestion("size") { flow in
                guard let size = flow.size(.request), size > 0 else { return nil }
                return .number(
                    "How many bytes of content did the client send?", size, .bytes,
                    because: "\(size) bytes came after the request's head.", "RFC 9110 §6.4")
            },
            LessonQuestion("type") { flow in
                guard let value = flow.value(.request, "content-type"), flow.size(.request).map({ $0 > 0 }) ?? false
                else {
                    return nil
                }
                return .text(
                    "What is the media type of the request's content, without parameters?", MediaType(value).essence,
                    ignoresCase: true, because: "Content-Type of the request names it.", "RFC 9110 §8.3")
            },
            LessonQuestion("ends") { flow in
                guard let right = end(flow) else { return nil }
                let options = [
                    AnswerOption("length", "Content-Length says how many bytes come"),
                    AnswerOption("chunk", "a chunk of size 0 ends it"),
                    AnswerOption("stream", "the last frame of the stream ends it"),
                    AnswerOption("close", "the client closes the connection", nil, "Then no answer could come."),
                ]
                guard let answer = options.first(where: { $0.id == right }) else { return nil }
                return .choice(
                    "How does the server know where the content ends?", answer, options,
                    because: "Here \(answer.text).", right == "stream" ? "RFC 9113 §8.1" : "RFC 9112 §6.3")
            },
        ],
        sum: "A request with content says its length, or sends chunks, or ends its stream.")

    private static func parts(_ flow: Illustration) -> (boundary: Bytes, parts: Multipart)? {
        guard let type = flow.value(.request, "content-type").map({ MediaType($0) }),
            type.is("multipart", "form-data"), let boundary = type.parameter("boundary"), !boundary.isEmpty
        else { return nil }
        guard let content = flow.content(.request) else { return (boundary, Multipart(Bytes(), boundary: boundary)) }
        return (boundary, Multipart(content, boundary: boundary))
    }

    private static let multipart = Lesson(
        "multipart", .messages, "Uploads in parts", can: "Take an upload apart.", after: ["upload"],
        finder: "request.type = \"multipart/form-data\"",
        experiment: "hark run -- curl -s -F name=ada -F 'file=@/etc/hostname;filename=note.txt' "
            + "http://demo.hark.test/form", page: 6,
        looks: [
            { flow in
                flow.line(.request, "content-type").map {
                    LessonLook("The boundary is a line that does not occur in any part.", $0)
                }
            },
            { flow in
                guard let (_, parts) = parts(flow), let first = parts.parts.first, let name = first.name else {
                    return nil
                }
                return LessonLook(
                    "Each part has a head of its own. The first one is the field \(flow.quoted(name)).")
            },
        ],
        questions: [
            LessonQuestion("boundary") { flow in
                .text(
                    "What is the boundary?", parts(flow)?.boundary, because: "It is a parameter of Content-Type.",
                    "RFC 2046 §5.1.1")
            },
            LessonQuestion("parts") { flow in
                guard let (_, parts) = parts(flow), !parts.parts.isEmpty, parts.isClosed, parts.parts.count < 1_000
                else {
                    return nil
                }
                return .number(
                    "How many parts does the content have?", parts.parts.count,
                    traps: [AnswerTrap(parts.parts.count + 1, nil, "The last boundary only ends the content.")],
                    because: "Each part begins after a boundary; the last boundary has two more hyphens.",
                    "RFC 7578 §4.1")
            },
            LessonQuestion("filename") { flow in
                guard let parts = parts(flow)?.parts, parts.isClosed else { return nil }
                return .text(
                    "What is the name of the first file?", parts.parts.lazy.compactMap(\.filename).first,
                    because: "filename in Content-Disposition of its part says it.", "RFC 7578 §4.2")
            },
        ],
        sum:
            "multipart/form-data carries files and fields together. The client sets file names: do not trust them."
    )

    private static let download = Lesson(
        "download", .messages, "Downloads", can: "Say what is saved.", after: ["length", "type"],
        finder: "response.header.content-disposition or status = 206",
        experiment: "hark run -- curl -s -r 0-99 -o part http://demo.hark.test/download", page: 6,
        looks: [
            { flow in
                flow.line(.response, "content-disposition").map {
                    LessonLook("The server says what to do with the content, and may suggest a name.", $0)
                }
            },
            { flow in
                flow.line(.response, "content-length").map { LessonLook("This many bytes follow.", $0) }
            },
        ],
        questions: [
            LessonQuestion("filename") { flow in
                guard let (name, isSuggested) = fileName(flow) else { return nil }
                return .text(
                    "Under which name does a browser save it?", name,
                    because: isSuggested
                        ? "Content-Disposition suggests it; filename* takes precedence over filename."
                        : "No name is suggested, so it is the last part of the URL's path.", "RFC 6266 §4.3")
            },
            LessonQuestion("disposition") { flow in
                guard let disposition = flow.facts.disposition, !disposition.kind.isEmpty else { return nil }
                let isSaved = disposition.isAttachment
                return .choice(
                    "What does the field ask a browser to do?",
                    isSaved ? AnswerOption("save", "save the content") : AnswerOption("show", "show the content"),
                    [AnswerOption("save", "save the content"), AnswerOption("show", "show the content")],
                    because: isSaved ? "Everything but inline is a download." : "inline: show it.", "RFC 6266 §4.2")
            },
            LessonQuestion("whole") { flow in
                guard let isWhole = isWhole(flow) else { return nil }
                return .yesNo(
                    "Did the client get the whole file?", isWhole,
                    because: isWhole
                        ? "Status 200, and all announced bytes came." : "Status 206: this is a part of it.",
                    "RFC 9110 §15.3")
            },
            LessonQuestion("rest") { flow in
                guard let (range, size) = range(flow), let size, range.upperBound < size - 1 else { return nil }
                return .text(
                    "Which value of Range asks for what comes after this part, to the end?",
                    Bytes("bytes=\(range.upperBound + 1)-"), ignoresCase: true,
                    traps: [AnswerTrap("bytes=\(range.upperBound)-", .rangeEndsBefore)],
                    because: "Byte \(range.upperBound) is there; the next one is \(range.upperBound + 1).",
                    "RFC 9110 §14.1.2")
            },
        ],
        sum: "The server only suggests a name: browsers remove folders from it. Check the size before you trust a file."
    )

    /// What a download is called, and whether the server says so.
    private static func fileName(_ flow: Illustration) -> (name: Bytes, isSuggested: Bool)? {
        if let disposition = flow.facts.disposition {
            return disposition.suggestedName.map { (Bytes($0), true) }
        }
        guard flow.status == 200 || flow.status == 206, let url = flow.url, let path = url.bytes(url.path),
            let slash = path.lastIndex(of: ASCII.slash), slash + 1 < path.count
        else { return nil }
        let name = path.slice(slash + 1..<path.count)
        return name.contains(ASCII.percent) ? nil : (name, false)
    }

    private static func isWhole(_ flow: Illustration) -> Bool? {
        if flow.status == 206, let range = flow.value(.response, "content-range").flatMap({ ContentRange($0) }),
            let length = range.length, let size = range.size
        {
            return length < size ? false : nil
        }
        guard flow.status == 200, flow.isComplete, flow.method == .get,
            let length = flow.value(.response, "content-length")?.decimal, flow.size(.response) == length
        else { return nil }
        return true
    }

    /// One range with its size, of a 206.
    private static func range(_ flow: Illustration) -> (ClosedRange<UInt64>, size: UInt64?)? {
        guard flow.status == 206, let range = flow.value(.response, "content-range").flatMap({ ContentRange($0) }),
            range.unit.equalsIgnoringCase("bytes"), let bytes = range.range
        else { return nil }
        return (bytes, range.size)
    }

    private static let ranges = Lesson(
        "ranges", .messages, "Ranges", can: "Read a part of a file.", after: ["download"], finder: "status = 206",
        experiment: "hark run -- curl -s -r 100-199 -o part http://demo.hark.test/download", page: 6,
        looks: [
            { flow in
                flow.line(.request, "range").map { LessonLook("The client asks for a part.", $0) }
            },
            { flow in
                guard range(flow) != nil else { return nil }
                return flow.line(.response, "content-range").map {
                    LessonLook("The server says which part it sends: first byte, last byte, size of the whole.", $0)
                }
            },
        ],
        questions: [
            LessonQuestion("first") { flow in
                guard let (range, _) = range(flow) else { return nil }
                return .number(
                    "Which is the first byte that was sent?", range.lowerBound,
                    because: "Content-Range begins with \(range.lowerBound); the first byte of a file is 0.",
                    "RFC 9110 §14.4")
            },
            LessonQuestion("bytes") { flow in
                guard let (range, _) = range(flow), range.upperBound < 1 << 60 else { return nil }
                let count = range.upperBound - range.lowerBound + 1
                return .number(
                    "How many bytes does this part have?", count, .bytes,
                    sum: [
                        .blank("last byte", Int64(clamping: range.upperBound)), .sign("-"),
                        .blank("first byte", Int64(clamping: range.lowerBound)), .sign("+ 1"),
                    ],
                    traps: [AnswerTrap(count - 1, .rangeEndsBefore)],
                    because: "\(range.upperBound) - \(range.lowerBound) + 1 = \(count).", "RFC 9110 §14.1.2")
            },
            LessonQuestion("total") { flow in
                guard let (_, size) = range(flow), let size else { return nil }
                return .number(
                    "How large is the whole?", size, .bytes, because: "It is the number after the slash: \(size).",
                    "RFC 9110 §14.4")
            },
        ],
        sum: "Both ends of a range are included. If-Range makes sure that the parts are of one version.")
}
