import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Registry

/// Requests, responses, and what their first lines say.
enum StartLineLessons {
    static let all = [request, response, fields, bytes]

    private static let request = Lesson(
        "request", .messages, "The request line", can: "Read a request line.", finder: "method != CONNECT",
        experiment: "hark run -- curl -s http://demo.hark.test/echo", page: 1,
        looks: [
            { flow in
                guard let request = flow.request else { return nil }
                guard let place = flow.startLine(.request) else {
                    let method = flow.shown(request.method.name)
                    return LessonLook(
                        request.fields.isList
                            ? "This request came as a list of fields: :method is \(method)."
                            : "The recording has the parts of the first line, not its bytes: the method is \(method).")
                }
                return LessonLook(
                    "The first line of a request has three parts: the method, the target, the version. One space "
                        + "separates them.", place)
            },
            { flow in
                guard let place = flow.line(.request, "host") else { return nil }
                return LessonLook(
                    "Host names the server too, because one address can serve many names.", place)
            },
        ],
        questions: [
            LessonQuestion("method") { flow in
                guard let method = flow.method else { return nil }
                let others: [Method] = [.get, .post, .head, .put]
                return .choice(
                    "Which method does the request have?", AnswerOption(flow.shown(method.name)),
                    others.map { AnswerOption($0.name.text, nil, nil, "\($0.name.text) is not in the first line.") },
                    because: "The method is the first word: \(flow.shown(method.name)).", "RFC 9110 §9")
            },
            LessonQuestion("target") { flow in
                guard flow.startLine(.request) != nil, let request = flow.request else { return nil }
                return .text(
                    "What is the target, as it was sent?", request.targetBytes,
                    because: "The target is between the two spaces of the request line.",
                    "RFC 9112 §3.2")
            },
            LessonQuestion("version") { flow in
                guard let version = flow.request?.version.description else { return nil }
                return .choice(
                    "Which version of HTTP does the request have?", AnswerOption(version),
                    ["HTTP/1.0", "HTTP/1.1", "HTTP/2.0", "HTTP/3.0"].map {
                        AnswerOption($0, nil, nil, "The request does not say \($0).")
                    },
                    because: "The version is \(version).", "RFC 9110 §2.5")
            },
        ],
        sum: "A request says what to do (method), with what (target), and how it is written (version).")

    private static func whoActs(_ status: Int) -> String {
        switch StatusClass(status) {
        case .informational: "nobody"
        case .successful: "nobody"
        case .redirection: "client"
        case .clientError: "client"
        case .serverError, .undefined: "server"
        }
    }

    private static let response = Lesson(
        "response", .messages, "The status line", can: "Say from the status line how it went.", after: ["request"],
        finder: "status", experiment: "hark run -- curl -s http://demo.hark.test/status/404", page: 1,
        looks: [
            { flow in
                guard let status = flow.status else { return nil }
                guard let place = flow.startLine(.response) else {
                    return LessonLook(
                        flow.response?.fields.isList == true
                            ? "This response came as a list of fields: :status is \(status)."
                            : "The recording has the parts of the first line, not its bytes: the status is \(status).")
                }
                return LessonLook(
                    "The first line of a response: version, status, and words that programs ignore.", place)
            },
            { flow in
                guard let status = flow.status else { return nil }
                let kind = StatusClass(status)
                return LessonLook("The first digit of \(status) says the class: \(kind.name). \(kind.text)")
            },
        ],
        questions: [
            LessonQuestion("status") { flow in
                guard let status = flow.status else { return nil }
                return .number(
                    "Which status did the server send?", status,
                    because: "The three digits after the version are the status: \(status).", "RFC 9110 §15")
            },
            LessonQuestion("class") { flow in
                guard let status = flow.status else { return nil }
                let right = StatusClass(status)
                return .choice(
                    "Which class is \(status)?", AnswerOption("\(status / 100)xx", right.name),
                    StatusClass.allCases.filter { $0 != .undefined && $0 != right }.map {
                        AnswerOption(
                            "\($0.rawValue)xx", $0.name, nil,
                            "That class has statuses that begin with \($0.rawValue).")
                    },
                    because: "\(status) begins with \(status / 100).", "RFC 9110 §15")
            },
            LessonQuestion("who-acts") { flow in
                guard let status = flow.status, status >= 200, status < 600 else { return nil }
                let right = whoActs(status)
                let texts = [
                    ("nobody", "no one: the result is here"), ("client", "the client, by another request"),
                    ("server", "the server's operator"),
                ]
                let options = texts.map { id, text in AnswerOption(id, text, nil, "") }
                guard let answer = options.first(where: { $0.id == right }) else { return nil }
                return .choice(
                    "After \(status): who has to do something so that the client gets a result?", answer, options,
                    because: "\(status) is of the class \(status / 100)xx: \(StatusClass(status).text)", "RFC 9110 §15")
            },
        ],
        sum: "2xx: it worked. 3xx: continue elsewhere, or use your copy. 4xx: the request. 5xx: the server.")

    private static let fields = Lesson(
        "fields", .messages, "Header fields", can: "Find a field in any spelling.", after: ["request"],
        finder: "request.header.user-agent", experiment: "hark run -- curl -s http://demo.hark.test/echo", page: 1,
        looks: [
            { flow in
                guard let place = flow.line(.request, "user-agent") else { return nil }
                return LessonLook("A field is a name, a colon and a value. This one names the client.", place)
            },
            { flow in
                guard let fields = flow.request?.fields, !fields.isList else { return nil }
                let count = fields.lines.count
                return LessonLook(
                    "The request has \(count) field line\(count == 1 ? "" : "s"). Their order does not matter, apart "
                        + "from lines of the same name.")
            },
        ],
        questions: [
            LessonQuestion("value") { flow in
                .text(
                    "What is the value of User-Agent?", flow.value(.request, "user-agent"),
                    because: "The value is what follows the colon, without the white space around it.",
                    "RFC 9110 §5.5")
            },
            LessonQuestion("count") { flow in
                guard let fields = flow.request?.fields else { return nil }
                let isList = fields.isList
                let count = fields.lines.filter { !isList || fields.name(of: $0).first != ASCII.colon }.count
                let more = isList ? " (without those that begin with a colon)" : ""
                return .number(
                    "How many field lines does the request have\(more)?", count,
                    traps: [AnswerTrap(count + 1, nil, "The request line is not a field.")],
                    because: "Each line between the request line and the empty line is a field line.", "RFC 9110 §5")
            },
            LessonQuestion("same") { flow in
                guard flow.has(.request, "user-agent") else { return nil }
                return .several(
                    "Which spellings name the same field as User-Agent?",
                    [
                        AnswerOption("user-agent", nil, .namesHaveCase),
                        AnswerOption("USER-AGENT", "USER-AGENT", .namesHaveCase),
                    ],
                    [
                        AnswerOption("user_agent", nil, nil, "An underscore is not a hyphen."),
                        AnswerOption("useragent", nil, nil, "The hyphen is part of the name."),
                    ],
                    because: "Field names are compared without regard to case; all other characters count.",
                    "RFC 9110 §5.1")
            },
        ],
        sum: "Field names are case-insensitive. In HTTP/2 they are sent in lower case.")

    /// The whole request head as text of HTTP/1, when every line ends with CR LF.
    private static func head(_ flow: Illustration) -> (raw: Bytes, emptyLine: Int)? {
        guard flow.isText(.request), let fields = flow.request?.fields else { return nil }
        let (raw, start) = (fields.raw, fields.emptyLineStart)
        guard start > 0, start + 2 == raw.count, raw[start] == ASCII.carriageReturn, raw[start + 1] == ASCII.lineFeed,
            !flow.record.quirks(.request).contains(where: { $0.code == .bareLineFeed })
        else { return nil }
        return (raw, start)
    }

    private static let bytes = Lesson(
        "bytes", .messages, "The bytes of a head", can: "Point at the parts of a head.", after: ["request", "fields"],
        finder: "version <= HTTP/1.1", experiment: "hark run -- curl -s http://demo.hark.test/echo", page: 1,
        looks: [
            { flow in
                guard let place = flow.startLine(.request), head(flow) != nil else { return nil }
                return LessonLook(
                    "The request line has \(place.range.count) bytes; two more end it: CR (13) and LF (10).", place)
            },
            { flow in
                guard let (raw, start) = head(flow) else { return nil }
                return LessonLook(
                    "The head has \(raw.count) bytes. Bytes \(start) and \(start + 1) are the empty line.",
                    LessonPlace(message: .request, range: start..<raw.count, bytes: raw.slice(start..<raw.count)))
            },
        ],
        questions: [
            LessonQuestion("head-end") { flow in
                guard let (raw, start) = head(flow) else { return nil }
                return .byte(
                    "The head ends with an empty line. At which byte does that line begin? (The first byte is 0.)",
                    LessonPlace(message: .request, range: start..<start + 1, bytes: raw.slice(start..<start + 1)),
                    because: "The empty line is CR LF at byte \(start).", "RFC 9112 §2.1")
            },
            LessonQuestion("head-size") { flow in
                guard let (raw, start) = head(flow) else { return nil }
                return .number(
                    "How many bytes does the head have, with the empty line?", raw.count, .bytes,
                    traps: [AnswerTrap(start, nil, "The empty line, CR LF, is part of the head.")],
                    because: "From byte 0 to the LF of the empty line, byte \(raw.count - 1).", "RFC 9112 §2.1")
            },
            LessonQuestion("line-end") { flow in
                guard head(flow) != nil else { return nil }
                return .choice(
                    "Which bytes end each line of this head?", AnswerOption("0d0a", "0d 0a: CR LF"),
                    [
                        AnswerOption("0a", "0a: LF", nil, "Many text files have that; HTTP/1 has CR before it."),
                        AnswerOption("0d", "0d: CR", nil, "A CR without LF is not a line end."),
                        AnswerOption("00", "00: NUL", nil, "NUL is not allowed in a head."),
                    ],
                    because: "Every line of this head ends with CR LF.", "RFC 9112 §2.2")
            },
        ],
        sum: "Where a head ends is a matter of two bytes. Readers that disagree about them can be attacked.")
}
