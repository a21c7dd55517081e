import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Connections, what proxies change, and frames.
enum ConnectionLessons {
    static let all = [reuse, proxies, frames]

    /// Flows of the same run, with this one.
    private static func run(_ flow: Illustration) -> [FlowRecord]? {
        guard flow.session.isWhole, let run = flow.record.run else { return nil }
        let all = flow.session.flows.filter { $0.run == run }
        return all.contains { $0.id == flow.record.id } ? all : nil
    }

    private static let reuse = Lesson(
        "reuse", .connections, "Connections", can: "Count connections.", after: ["request"], finder: "connection",
        experiment: "hark run -- curl -s http://demo.hark.test/echo http://demo.hark.test/echo", page: 8,
        looks: [
            { flow in
                guard let connection = flow.record.connection?.client else { return nil }
                return LessonLook("This request came on the client's connection \(connection).")
            },
            { flow in
                guard let upstream = flow.record.upstream else { return nil }
                return LessonLook(
                    upstream.reused
                        ? "The connection to the server was open already."
                        : "A new connection to the server was opened.")
            },
        ],
        questions: [
            LessonQuestion("connections") { flow in
                guard flow.record.connection?.client != nil, let all = run(flow) else { return nil }
                let connections = Set(all.compactMap { $0.connection?.client })
                return .number(
                    "How many client connections were used in this run of Hark?",
                    connections.count,
                    because: "hark flows --columns id,connection,url shows \(connections.count) of them.",
                    "RFC 9112 §9.3")
            },
            LessonQuestion("requests") { flow in
                guard let number = flow.record.connection?.client, let all = run(flow) else { return nil }
                let count = all.count { $0.connection?.client == number }
                return .number(
                    "How many requests came on the client's connection \(number) of this run?", count,
                    because: "hark flows 'connection = \(number)' lists them.", "RFC 9112 §9.3")
            },
            LessonQuestion("reused") { flow in
                guard let upstream = flow.record.upstream, upstream.connection != nil else { return nil }
                return .yesNo(
                    "Had the connection to the server served another request before?", upstream.reused,
                    because: upstream.reused ? "It was reused." : "It was new.", "RFC 9112 §9.3")
            },
            LessonQuestion("ends") { flow in
                guard let request = flow.request, let response = flow.response, request.version == .http11,
                    response.version == .http11, flow.isText(.request), flow.isText(.response)
                else { return nil }
                let (client, server) = (closes(request.fields), closes(response.fields))
                guard !(client && server) else { return nil }
                let options = [
                    AnswerOption("client", "the client"), AnswerOption("server", "the server"),
                    AnswerOption("nobody", "neither: it stays open"),
                ]
                return .choice(
                    "Who says that the connection ends after this exchange?", options[client ? 0 : server ? 1 : 2],
                    options,
                    because: client || server
                        ? "Its message has Connection: close." : "Neither message has Connection: close.",
                    "RFC 9112 §9.6")
            },
        ],
        sum: "A new connection costs round trips. HTTP/1.1 keeps it open unless one side says close.")

    private static func closes(_ fields: FieldSection) -> Bool {
        fields.list(named: "connection").contains { $0.equalsIgnoringCase("close") }
    }

    /// Names of fields that were removed from a message, in lower case.
    private static func removed(_ flow: Illustration) -> [Bytes] {
        (flow.record.changes ?? []).compactMap { change in
            guard change.message == .request, change.part == .head, change.action == .removed,
                let colon = change.line.firstIndex(of: ASCII.colon), colon > 0
            else { return nil }
            return change.line.slice(0..<colon).lowercased
        }
    }

    private static let hops: Set<Bytes> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "proxy-authorization", "proxy-authenticate",
    ]

    private static let proxies = Lesson(
        "proxies", .connections, "What proxies change", can: "See what proxies change.", after: ["fields"],
        finder: "changed", experiment: "hark run -- curl -s http://demo.hark.test/echo", page: 8,
        looks: [
            { flow in
                guard let first = flow.record.changes?.first else { return nil }
                let action =
                    first.action == .added ? "Hark added" : first.action == .removed ? "Hark removed" : "Hark replaced"
                return LessonLook("The first change: \(action) the line \(flow.quoted(first.line)).")
            },
            { flow in
                guard let first = flow.record.changes?.first(where: { !$0.reason.isEmpty }) else { return nil }
                return LessonLook("The reason: \(flow.shown(first.reason, limit: 160))")
            },
        ],
        questions: [
            LessonQuestion("removed") { flow in
                let names = removed(flow)
                guard flow.record.changes != nil, flow.request != nil, names.count <= 12 else { return nil }
                let kept = flow.request?.fields.lines.prefix(6).compactMap { line -> Bytes? in
                    let name = flow.request?.fields.name(of: line).lowercased
                    return name.flatMap { names.contains($0) ? nil : $0 }
                }
                return .several(
                    "Which of these fields did Hark remove from the request?",
                    names.map { AnswerOption(flow.shown($0)) },
                    (kept ?? []).map { AnswerOption(flow.shown($0), nil, nil, "\(flow.shown($0)) was forwarded.") },
                    because: "hark show \(flow.number) compares received and forwarded messages.", "RFC 9110 §7.6.1")
            },
            LessonQuestion("hop") { flow in
                guard let name = removed(flow).first(where: hops.contains) else { return nil }
                return .choice(
                    "Is \(flow.shown(name)) for the server, or for the next hop only?",
                    AnswerOption("hop", "the next hop"),
                    [AnswerOption("end", "the server")],
                    because: "It is about one connection.", "RFC 9110 §7.6.1")
            },
            LessonQuestion("why") { flow in
                guard let first = flow.record.changes?.first(where: { !$0.reason.isEmpty }) else { return nil }
                let isRequired = first.reason.hasPrefix(ignoringCase: "rfc ")
                return .choice(
                    "Why was this changed: \(flow.shown(first.line))?",
                    isRequired
                        ? AnswerOption("protocol", "HTTP asks proxies to") : AnswerOption("rule", "an option or rule"),
                    [AnswerOption("protocol", "HTTP asks proxies to"), AnswerOption("rule", "an option or rule")],
                    because: flow.shown(first.reason, limit: 160), "RFC 9110 §7.6")
            },
        ],
        sum: "End-to-end fields pass. Hop-by-hop fields end at each proxy.")

    private static let frames = Lesson(
        "frames", .connections, "HTTP/2", can: "Compare HTTP/1.1 and HTTP/2.", after: ["request", "fields"],
        finder: "version = HTTP/2.0", experiment: "hark run -- curl -s https://demo.hark.test/echo", page: 9,
        looks: [
            { flow in
                guard let request = flow.request, request.fields.isList else { return nil }
                return LessonLook("No request line: method and target are fields whose names begin with a colon.")
            },
            { flow in
                guard let stream = flow.record.request.stream else { return nil }
                return LessonLook("Request and response are on stream \(stream) of their connection.")
            },
        ],
        questions: [
            LessonQuestion("stream") { flow in
                guard flow.request?.fields.isList ?? false, let stream = flow.record.request.stream else { return nil }
                return .number(
                    "Which stream did the client use?", stream,
                    because: "Streams that a client opens have odd numbers: 1, 3, 5.", "RFC 9113 §5.1.1")
            },
            LessonQuestion("pseudo") { flow in
                guard let fields = flow.request?.fields, fields.isList else { return nil }
                let names = fields.lines.map { fields.name(of: $0) }.filter { $0.first == ASCII.colon }.prefix(8)
                return .several(
                    "Which of these pseudo-header fields does the request have?",
                    names.map { AnswerOption(flow.shown($0)) },
                    [":method", ":path", ":scheme", ":authority", ":status", ":version"].map {
                        AnswerOption($0, nil, nil, "\($0) is not in this request.")
                    },
                    because: "They take the place of the request line.", "RFC 9113 §8.3.1")
            },
            LessonQuestion("same") { flow in
                guard flow.request?.fields.isList ?? false else { return nil }
                return .yesNo(
                    "Do methods, statuses and fields mean the same as in HTTP/1.1?", true, .versionChangesMethods,
                    because: "Only the way they are sent differs.", "RFC 9110 §2.1")
            },
        ],
        sum: "HTTP/2 sends many exchanges at once over one connection, in frames.")
}
