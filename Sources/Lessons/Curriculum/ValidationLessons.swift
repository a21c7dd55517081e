import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Copies that are checked, shared, or kept by a guess.
enum ValidationLessons {
    static let all = [validate, notModified, vary, guess]

    private static let validate = Lesson(
        "validate", .caching, "Validators", can: "Ask whether a copy is current.", after: ["store"],
        finder: "response.header.etag or response.header.last-modified",
        experiment: "hark run -- curl -s http://demo.hark.test/cache/revalidate", page: 5,
        looks: [
            { flow in
                flow.line(.response, "etag").map { LessonLook("The server gives this version a name.", $0) }
            },
            { flow in
                flow.line(.response, "last-modified").map { LessonLook("And says when it last changed.", $0) }
            },
        ],
        questions: [
            LessonQuestion("line") { flow in
                guard flow.status == 200 else { return nil }
                if let tag = flow.facts.tag {
                    return .text(
                        "The client asks whether its copy is current. What is the value of If-None-Match?", tag.written,
                        because: "The client sends the ETag back, with its quotation marks.", "RFC 9110 §13.1.2")
                }
                guard flow.facts.lastModified != nil else { return nil }
                return .text(
                    "The client asks whether its copy is current. What is the value of If-Modified-Since?",
                    flow.value(.response, "last-modified"),
                    because: "The client sends Last-Modified back.", "RFC 9110 §13.1.3")
            },
            LessonQuestion("unchanged") { flow in
                guard flow.status == 200, flow.method == .get, flow.facts.tag != nil || flow.facts.lastModified != nil
                else {
                    return nil
                }
                return .number(
                    "Which status does a server send to that GET when nothing has changed?", 304,
                    traps: [
                        AnswerTrap(200, nil, "200 would send the content again."),
                        AnswerTrap(
                            412, nil,
                            "412 is for requests that change something."),
                    ],
                    because: "304 Not Modified: use your copy.", "RFC 9110 §15.4.5")
            },
            LessonQuestion("strong") { flow in
                guard let tag = flow.facts.tag else { return nil }
                return .yesNo(
                    "Is the ETag strong: does it promise that every byte is the same?", !tag.isWeak,
                    because: tag.isWeak ? "It begins with W/, so it is weak." : "It does not begin with W/.",
                    "RFC 9110 §8.8.3")
            },
        ],
        sum: "ETag with If-None-Match, Last-Modified with If-Modified-Since. The tag is the better one.")

    /// The flow before whose content a 304 confirms.
    private static func copy(_ flow: Illustration) -> FlowRecord? {
        guard flow.status == 304, let url = flow.url?.requestKey, let tag = flow.value(.response, "etag") else {
            return nil
        }
        return flow.session.flows.last {
            $0.id < flow.record.id && $0.isRecorded(.url) && $0.isRecorded(.response) && $0.method == .get
                && $0.responseHead?.status == 200 && $0.responseHead?.fields.first(.etag) == tag
                && URLReference($0.url).requestKey == url
        }
    }

    private static let notModified = Lesson(
        "not-modified", .caching, "Not modified", can: "Say what a 304 saves.", after: ["validate"],
        finder: "status = 304",
        experiment: "hark run -- curl -s http://demo.hark.test/cache/revalidate --next -s "
            + "-H 'If-None-Match: \"demo-1\"' http://demo.hark.test/cache/revalidate", page: 5,
        looks: [
            { flow in
                flow.line(.request, "if-none-match").map { LessonLook("The client asks: still this version?", $0) }
            },
            { flow in
                guard flow.status == 304 else { return nil }
                return LessonLook("The server says yes, and sends no content.", flow.startLine(.response))
            },
        ],
        questions: [
            LessonQuestion("body") { flow in
                guard flow.status == 304, flow.isComplete, flow.size(.response) ?? 0 == 0 else { return nil }
                let size = copy(flow).flatMap { $0.isRecorded(.responseSize) ? $0.response.content.size : nil }
                return .number(
                    "How many bytes of content did the 304 have?", 0, .bytes,
                    traps: size.map { $0 > 0 ? [AnswerTrap($0, .notModifiedSendsPage)] : [] } ?? [],
                    because: "A 304 never has content.", "RFC 9110 §15.4.5")
            },
            LessonQuestion("source") { flow in
                guard flow.status == 304 else { return nil }
                return .choice(
                    "Where does the client take the content from?", AnswerOption("copy", "from the copy that it has"),
                    [
                        AnswerOption("response", "from this response", .notModifiedSendsPage),
                        AnswerOption("next", "from another request", nil, "No other request is needed."),
                    ],
                    because: "304 confirms the copy.", "RFC 9111 §4.3.4")
            },
            LessonQuestion("copy") { flow in
                guard let copy = copy(flow) else { return nil }
                return .number(
                    "Which flow has the content that this 304 confirms? (Its number in hark flows.)", copy.id.number,
                    because: "#\(copy.id.number) is the last 200 with the same URL and ETag.", "RFC 9111 §4.3.4")
            },
            LessonQuestion("saved") { flow in
                guard let copy = copy(flow), copy.isRecorded(.responseSize), let size = copy.response.content.size,
                    size > 0
                else { return nil }
                return .number(
                    "How many bytes of content were not sent again?", size, .bytes,
                    because: "#\(copy.id.number) had \(size) bytes of content.", "RFC 9110 §15.4.5")
            },
        ],
        sum: "A 304 costs a round trip, and saves the content.")

    private static let vary = Lesson(
        "vary", .caching, "Vary", can: "Say which requests share a copy.", after: ["store"],
        finder: "response.header.vary", experiment: "hark run -- curl -s http://demo.hark.test/echo", page: 5,
        looks: [
            { flow in
                flow.line(.response, "vary").map {
                    LessonLook("Vary names the request fields that the response depends on.", $0)
                }
            }
        ],
        questions: [
            LessonQuestion("key") { flow in
                let names = flow.facts.vary.map(\.lowercased)
                guard flow.response != nil, !names.isEmpty, names.count <= 12, !names.contains("*") else { return nil }
                return .several(
                    "Which of these fields have to be the same for a cache to use the copy?",
                    names.map { AnswerOption(flow.shown($0)) },
                    ["accept", "accept-language", "cookie", "user-agent"].filter { !names.contains(Bytes($0)) }.map {
                        AnswerOption($0, nil, nil, "Vary does not name \($0).")
                    },
                    because: "Vary names them.", "RFC 9111 §4.1")
            },
            LessonQuestion("star") { flow in
                guard flow.response != nil, !flow.facts.vary.isEmpty else { return nil }
                let isAny = flow.facts.vary.contains("*")
                return .yesNo(
                    "Does Vary keep every cache from using the copy without asking?", isAny,
                    because: isAny ? "With *, no field of the request decides." : "It names fields; only * does that.",
                    "RFC 9111 §4.1")
            },
            LessonQuestion("shares") { flow in
                guard flow.response != nil, let first = flow.facts.vary.first, !flow.facts.vary.contains("*") else {
                    return nil
                }
                return .yesNo(
                    "Another client asks for this URL with another \(flow.shown(first)). May a shared cache give it "
                        + "this copy, without asking?", false,
                    because: "\(flow.shown(first)) is in Vary, and differs.", "RFC 9111 §4.1")
            },
        ],
        sum: "A copy is for requests with the same URL and the same values of the fields in Vary.")

    private static func guessed(_ flow: Illustration) -> Int64? {
        guard let freshness = flow.freshness?.privateCache, freshness.isKept else { return nil }
        if case .heuristic = freshness.lifetime.source { return freshness.lifetime.seconds }
        return nil
    }

    private static let guess = Lesson(
        "guess", .caching, "When caches guess", can: "Know when caches guess a lifetime.", after: ["lifetime"],
        finder: "response.header.last-modified and not response.header.cache-control and not response.header.expires",
        experiment: "hark run -- curl -s http://demo.hark.test/cache/last-modified", page: 5,
        looks: [
            { flow in
                guard guessed(flow) != nil else { return nil }
                return flow.line(.response, "last-modified").map {
                    LessonLook("The response gives no lifetime, so a cache may guess one from this date.", $0)
                }
            },
            { flow in
                guard guessed(flow) != nil else { return nil }
                return flow.line(.response, "date").map {
                    LessonLook("Many caches take a tenth of the time from Last-Modified to Date.", $0)
                }
            },
        ],
        questions: [
            LessonQuestion("guess") { flow in
                guard let seconds = guessed(flow), seconds >= 0 else { return nil }
                return .number(
                    "How many seconds is a tenth of the time from Last-Modified to Date? (Within a minute.)", seconds,
                    .seconds, tolerance: 60, because: "The guess is \(seconds) s.", "RFC 9111 §4.2.2")
            },
            LessonQuestion("stop") { flow in
                guard guessed(flow) != nil else { return nil }
                return .choice(
                    "Which line would stop the guessing?", AnswerOption("no-cache", "Cache-Control: no-cache"),
                    [
                        AnswerOption("etag", "ETag: \"1\"", nil, "An ETag helps to check, and gives no lifetime."),
                        AnswerOption("vary", "Vary: Accept", nil, "Vary says who shares a copy, not for how long."),
                    ],
                    because: "no-cache asks for a check before each use; then no lifetime is needed.",
                    "RFC 9111 §5.2.2.4")
            },
            LessonQuestion("stored") { flow in
                guard guessed(flow) != nil else { return nil }
                return .yesNo(
                    "May a cache store this response, although nothing tells it to?", true,
                    because: "Its status may be stored by default.", "RFC 9111 §3")
            },
        ],
        sum: "Without Cache-Control you leave it to each cache. Say what you want.")
}
