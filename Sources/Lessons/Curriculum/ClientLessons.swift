import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// What programs that use HTTP have to do.
enum ClientLessons {
    static let all = [locator, accept, retry, lost]

    /// The first URL in the content: up to what ends it in JSON.
    private static func link(_ flow: Illustration) -> Bytes? {
        guard flow.facts.type?.hasSuffix("json") ?? false, let content = flow.content(.response),
            JSONObject(content) != nil || content.trimmed.first == ASCII.openBracket
        else { return nil }
        let bytes = content.array
        var place = 0
        while let start = bytes[place...].firstIndex(of: ASCII.quote) {
            guard let end = bytes[(start + 1)...].firstIndex(of: ASCII.quote) else { return nil }
            let text = Bytes(Array(bytes[(start + 1)..<end]))
            if text.hasPrefix(ignoringCase: "http://") || text.hasPrefix(ignoringCase: "https://") {
                // What is escaped in JSON is another URL than the one that is written.
                return text.contains(ASCII.backslash) ? nil : text
            }
            place = end + 1
        }
        return nil
    }

    private static let locator = Lesson(
        "locator", .clients, "Finding services", can: "Find services by a document.", after: ["type", "url"],
        finder: "type = json and response.body contains \"http\"",
        experiment: "hark run -- curl -s http://demo.hark.test/api/serviceLocator.json", page: 6,
        looks: [
            { flow in
                guard let link = link(flow) else { return nil }
                return LessonLook("The document names a URL: \(flow.shown(link)).")
            }
        ],
        questions: [
            LessonQuestion("first") { flow in
                .text(
                    "Which URL is the first in the content?", link(flow), because: "hark show \(flow.number) shows it.",
                    "RFC 3986 §4.3")
            },
            LessonQuestion("moved") { flow in
                guard link(flow) != nil else { return nil }
                return .choice(
                    "The service moves to another host. What has to change in clients that read this document?",
                    AnswerOption("nothing", "nothing: they read the new URL"),
                    [
                        AnswerOption(
                            "url", "the URL that they were built with", nil, "They look it up in the document."),
                        AnswerOption("version", "their version", nil, "The document is data."),
                    ],
                    because: "Only the document changes.", "RFC 9110 §3.1")
            },
            LessonQuestion("fresh") { flow in
                guard link(flow) != nil, let freshness = flow.freshness?.privateCache, freshness.isKept,
                    freshness.lifetime.source == .maxAge, !freshness.lifetime.isInvalid
                else { return nil }
                return .number(
                    "For how many seconds may a client use the document without asking again?",
                    freshness.lifetime.seconds, .seconds, because: "max-age says so.", "RFC 9111 §4.2.1")
            },
        ],
        sum: "A document with URLs lets services move without new clients.")

    private static let accept = Lesson(
        "accept", .clients, "Content negotiation", can: "Say what was negotiated.", after: ["type"],
        finder: "request.header.accept",
        experiment: "hark run -- curl -s -H 'Accept: text/plain;q=0.5, application/json' http://demo.hark.test/echo",
        page: 6,
        looks: [
            { flow in
                flow.line(.request, "accept").map {
                    LessonLook("What the client can use, with weights from 0 to 1.", $0)
                }
            },
            { flow in
                flow.line(.response, "content-type").map { LessonLook("What the server chose.", $0) }
            },
        ],
        questions: [
            LessonQuestion("first") { flow in
                let types = flow.facts.types
                guard flow.request != nil, types.count > 1, let top = types.first, top.isWellFormed,
                    types.count(where: { $0.weight == top.weight }) == 1
                else { return nil }
                let listed = flow.request?.fields.list(named: "accept").first.map { Preference($0).essence }
                let traps = listed.flatMap { $0 == top.essence ? nil : AnswerTrap($0.text, .firstTypeWins) }
                return .text(
                    "Which type does the client prefer?", top.essence, ignoresCase: true,
                    traps: traps.map { [$0] } ?? [], because: "It has the highest weight, \(top.weightText).",
                    "RFC 9110 §12.4.2")
            },
            LessonQuestion("weight") { flow in
                guard flow.request != nil, flow.facts.types.count > 1, let last = flow.facts.types.last,
                    last.isWellFormed
                else { return nil }
                return .text(
                    "Which weight does \(flow.shown(last.essence)) have?", Bytes(last.weightText),
                    because: last.writtenWeight == nil ? "Without q it is 1." : "q says so.", "RFC 9110 §12.4.2")
            },
            LessonQuestion("got") { flow in
                let types = flow.facts.types
                guard let status = flow.status, (200..<300).contains(status), let top = types.first,
                    types.allSatisfy(\.isWellFormed), let type = flow.facts.type, type.isWellFormed
                else { return nil }
                let weight = Preference.forMediaType(type, in: types)?.weight ?? 0
                let isFirst = weight == top.weight
                return .yesNo(
                    "Did the client get a type with its highest weight?", isFirst,
                    isFirst ? nil : .firstTypeWins,
                    because: "It got \(flow.shown(type.essence)), whose weight is "
                        + "\(weight == 0 ? "0" : weight == 1_000 ? "1" : "\(weight) thousandths").", "RFC 9110 §12.5.1")
            },
        ],
        sum: "The client lists, the server chooses, Vary tells caches.")

    private static func wait(_ flow: Illustration) -> Int64? {
        flow.value(.response, "retry-after")?.decimal.flatMap { Int64(exactly: $0) }
    }

    private static let retry = Lesson(
        "retry", .clients, "Trying again", can: "Wait and repeat.", after: ["errors", "methods"],
        finder: "response.header.retry-after",
        experiment: "hark run -- curl -s http://demo.hark.test/status/429", page: 1,
        looks: [
            { flow in
                flow.line(.response, "retry-after").map { LessonLook("The server says when to try again.", $0) }
            }
        ],
        questions: [
            LessonQuestion("wait") { flow in
                guard let wait = wait(flow) else { return nil }
                return .number(
                    "How many seconds should the client wait?", wait, .seconds, because: "Retry-After is in seconds.",
                    "RFC 9110 §10.2.3")
            },
            LessonQuestion("obeyed") { flow in
                guard let wait = wait(flow), let key = flow.url?.requestKey,
                    flow.record.isRecorded(.responseTime), let came = flow.record.responseReceivedAt,
                    let next = flow.later.first(where: {
                        $0.isRecorded(.url) && $0.isRecorded(.startTime) && URLReference($0.url).requestKey == key
                    }), let started = next.startedAt, wait < 1 << 30
                else { return nil }
                let isObeyed = started - came >= wait * 1_000_000
                return .yesNo(
                    "The next request for this URL is #\(next.id.number). Did the client wait that long?", isObeyed,
                    because: "It came \((started - came) / 1_000_000) s later.", "RFC 9110 §10.2.3")
            },
            LessonQuestion("repeat") { flow in
                guard flow.has(.response, "retry-after"), let method = flow.method, MethodTraits(method).isKnown else {
                    return nil
                }
                let isSafe = MethodTraits(method).isIdempotent
                return .yesNo(
                    "Is the request idempotent, so that a repetition has no second effect?", isSafe,
                    isSafe ? nil : .anyRequestRepeats,
                    because: "\(flow.shown(method.name)) is \(isSafe ? "" : "not ")idempotent.", "RFC 9110 §9.2.2")
            },
        ],
        sum: "Wait as long as the server says, then longer each time, and stop after some attempts.")

    private static let lost = Lesson(
        "guard", .clients, "Lost updates", can: "Prevent lost updates.", after: ["validate", "methods"],
        finder: "request.header.if-match",
        experiment: "hark run -- curl -s -X PUT -H 'If-Match: \"v1\"' -d new http://demo.hark.test/echo", page: 5,
        looks: [
            { flow in
                flow.line(.request, "if-match").map {
                    LessonLook("Do this only if the resource is still the version that I saw.", $0)
                }
            }
        ],
        questions: [
            LessonQuestion("tag") { flow in
                .text(
                    "Which version does the client expect? (The value of If-Match.)", flow.value(.request, "if-match"),
                    because: "It is the ETag that the client got.", "RFC 9110 §13.1.1")
            },
            LessonQuestion("changed") { flow in
                guard flow.has(.request, "if-match") else { return nil }
                return .number(
                    "Which status does a server send when the resource has changed since?", 412,
                    traps: [AnswerTrap(304, nil, "304 is for GET and HEAD.")],
                    because: "412 Precondition Failed.", "RFC 9110 §15.5.13")
            },
            LessonQuestion("without") { flow in
                guard flow.has(.request, "if-match"), let method = flow.method, [.put, .patch].contains(method) else {
                    return nil
                }
                return .choice(
                    "Without If-Match: another client has changed it in between. What happens?",
                    AnswerOption("lost", "the other change may be overwritten"),
                    [
                        AnswerOption("refused", "the server refuses", nil, "It does not know which version was seen."),
                        AnswerOption("merged", "both changes are merged", nil, "HTTP merges nothing."),
                    ],
                    because: "The server cannot tell that the client saw an older version.", "RFC 9110 §13.1.1")
            },
        ],
        sum: "Read with ETag, write with If-Match. 412 means: read again first.")
}
