import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// URLs, their encoding, and forms.
enum URLLessons {
    static let all = [url, percent, form]

    private static let url = Lesson(
        "url", .messages, "The parts of a URL", can: "Take a URL apart.", after: ["request"], finder: "query",
        experiment: "hark run -- curl -s 'http://demo.hark.test/echo?name=ada&city=paris'", page: 2,
        looks: [
            { flow in
                guard let url = flow.url else { return nil }
                return LessonLook(
                    "The URL is \(flow.shown(url.raw, limit: 120)). Its scheme is \(flow.shown(url.bytes(url.scheme)))."
                )
            },
            { flow in
                guard let query = flow.url?.bytes(flow.url?.query) else { return nil }
                return LessonLook("The query is everything after the first question mark: \(flow.shown(query)).")
            },
        ],
        questions: [
            LessonQuestion("host") { flow in
                guard let url = flow.url else { return nil }
                return .text(
                    "What is the host?", url.bytes(url.host), ignoresCase: true,
                    because: "The host is between // and the next colon or slash.", "RFC 3986 §3.2.2")
            },
            LessonQuestion("port") { flow in
                guard let url = flow.url, let port = url.effectivePort else { return nil }
                let isWritten = url.bytes(url.port).map { !$0.isEmpty } ?? false
                return .number(
                    "Which port does a client connect to?", port,
                    because: isWritten
                        ? "The URL says :\(port)."
                        : "No port is named, so it is the default of \(flow.shown(url.bytes(url.scheme))): \(port).",
                    "RFC 9110 §4.2")
            },
            LessonQuestion("order") { flow in
                guard let url = flow.url, url.query != nil, url.host != nil else { return nil }
                var parts = [AnswerOption("scheme"), AnswerOption("host")]
                if url.bytes(url.port).map({ !$0.isEmpty }) ?? false { parts.append(AnswerOption("port")) }
                parts += [AnswerOption("path"), AnswerOption("query")]
                return .order(
                    "In which order are these parts of the URL?", parts,
                    because: "A URL is scheme://host:port/path?query#fragment.", "RFC 3986 §3")
            },
        ],
        sum: "scheme://host:port/path?query#fragment. The fragment stays in the browser.")

    /// The first query parameter whose value has an encoded character, and no credential.
    private static func encoded(_ flow: Illustration) -> (name: Bytes, written: Bytes, decoded: Bytes)? {
        guard let url = flow.url, let query = url.bytes(url.query), query.count <= 10_000 else { return nil }
        for piece in query.array.split(separator: ASCII.ampersand) {
            guard let equals = piece.firstIndex(of: ASCII.equals) else { continue }
            let (name, value) = (Bytes(Array(piece[..<equals])), Bytes(Array(piece[(equals + 1)...])))
            guard value.contains(ASCII.percent) else { continue }
            let decoded = PercentCoding.decode(value, plusIsSpace: true)
            guard decoded != value else { continue }
            return (PercentCoding.decode(name, plusIsSpace: true), value, decoded)
        }
        return nil
    }

    private static let percent = Lesson(
        "percent", .messages, "Percent-encoding", can: "Decode and encode.", after: ["url"],
        finder: "url contains \"%\"",
        experiment: "hark run -- curl -s 'http://demo.hark.test/echo?city=K%C3%B6ln&sum=1%2B1'", page: 2,
        looks: [
            { flow in
                guard let found = encoded(flow) else { return nil }
                return LessonLook(
                    "The value of \(flow.quoted(found.name)) was sent as \(flow.shown(found.written)): a percent sign "
                        + "and two hexadecimal digits are one byte.")
            },
            { _ in
                LessonLook("Characters with a meaning in URLs (/ ? & = + %) have to be encoded where they are data.")
            },
        ],
        questions: [
            LessonQuestion("decoded") { flow in
                guard let found = encoded(flow) else { return nil }
                return .text(
                    "What is the value of \(flow.quoted(found.name)), decoded as a form field?", found.decoded,
                    traps: [
                        AnswerTrap(found.written.text, nil, "That is the encoded form."),
                        AnswerTrap(
                            PercentCoding.decode(found.decoded).text, nil, "Decode once: a second time changes data."),
                    ],
                    because: "Each %XX is one byte; the bytes are UTF-8. In form data + is a space.",
                    "WHATWG URL §5.1")
            },
            LessonQuestion("plus") { flow in
                guard encoded(flow) != nil else { return nil }
                return .choice(
                    "A form field has the value 1+1. How is it sent in a query?", AnswerOption("1%2B1"),
                    [
                        AnswerOption("1+1", nil, nil, "The server would read 1 1: in form data + is a space."),
                        AnswerOption("1%201", nil, nil, "%20 is a space."),
                        AnswerOption("1%252B1", nil, nil, "That is encoded twice: the server would read 1%2B1."),
                    ],
                    because: "+ is a space in form data, so a plus sign is %2B.", "WHATWG URL §5.1")
            },
            LessonQuestion("bytes") { flow in
                guard let found = encoded(flow), let text = String(validating: found.decoded, as: UTF8.self),
                    let start = found.written.firstIndex(of: ASCII.percent)
                else { return nil }
                // What comes before the first percent sign is as long decoded as written, apart from nothing.
                let before = PercentCoding.decode(found.written.slice(0..<start), plusIsSpace: true).count
                var offset = 0
                for character in text.unicodeScalars {
                    let length = UTF8.width(character)
                    defer { offset += length }
                    guard offset == before else { continue }
                    return .number(
                        "How many bytes is the first encoded character of \(flow.shown(found.name))?", length, .bytes,
                        traps: [AnswerTrap(length * 3, nil, "That is how many characters the encoded form has.")],
                        because: "It is \(length == 1 ? "one byte" : "\(length) bytes") in UTF-8: "
                            + "\(length == 1 ? "one %XX" : "\(length) times %XX").", "RFC 3629 §3")
                }
                return nil
            },
        ],
        sum: "Encode once, decode once. %2B is a plus sign everywhere; + is a space in form data only.")

    /// The fields of a form, when all of it is there.
    private static func pairs(_ flow: Illustration) -> [(name: Bytes, value: Bytes?)]? {
        guard let type = flow.value(.request, "content-type"),
            MediaType(type).is("application", "x-www-form-urlencoded"),
            let content = flow.content(.request), !content.isEmpty, content.count <= 100_000
        else { return nil }
        return PercentCoding.pairs(content)
    }

    private static let form = Lesson(
        "form", .messages, "Forms", can: "Read a form.", after: ["percent"],
        finder: "request.type = \"application/x-www-form-urlencoded\"",
        experiment: "hark run -- curl -s -d 'name=Ada Lovelace' -d city=London http://demo.hark.test/echo", page: 6,
        looks: [
            { flow in
                guard let place = flow.line(.request, "content-type") else { return nil }
                return LessonLook("The type says that the content is a form, written like a query.", place)
            },
            { flow in
                guard let pairs = pairs(flow), let first = pairs.first else { return nil }
                return LessonLook(
                    "The content has \(flow.size(.request).map { "\($0) bytes" } ?? "a few bytes"). Its first field is "
                        + "called \(flow.quoted(first.name)).")
            },
        ],
        questions: [
            LessonQuestion("count") { flow in
                guard let pairs = pairs(flow), pairs.count < 1_000 else { return nil }
                return .number(
                    "How many fields does the form have?", pairs.count,
                    because: "& separates the fields.", "WHATWG URL §5.1")
            },
            LessonQuestion("value") { flow in
                guard let first = pairs(flow)?.first, let value = first.value else { return nil }
                return .text(
                    "What is the value of the field \(flow.quoted(first.name)), decoded?", value,
                    because: "After =, with + as a space and %XX as a byte.", "WHATWG URL §5.1")
            },
            LessonQuestion("json") { flow in
                guard pairs(flow) != nil, let content = flow.content(.request), JSONObject(content) == nil,
                    content.first.map({ !ASCII.isDigit($0) && $0 != ASCII.openBracket && $0 != ASCII.quote }) ?? false,
                    !["true", "false", "null"].contains(content.trimmed)
                else { return nil }
                return .yesNo(
                    "Would a JSON parser read this content?", false,
                    because: "It is name=value, which is not JSON. A server chooses its parser by Content-Type.",
                    "RFC 8259 §2")
            },
        ],
        sum: "A form's content is a query without its question mark.")
}
