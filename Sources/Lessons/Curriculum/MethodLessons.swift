import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Registry

/// Methods, errors, and requests without content.
enum MethodLessons {
    static let all = [methods, errors, head]

    private static let methods = Lesson(
        "methods", .messages, "Safe and idempotent methods", can: "Tell safe and idempotent methods apart.",
        after: ["request"], finder: "method in (POST, PUT, DELETE, PATCH)",
        experiment: "hark run -- curl -s -X PUT -d hello http://demo.hark.test/echo", page: 1,
        looks: [
            { flow in
                guard let method = flow.method, MethodTraits(method).isKnown else { return nil }
                return LessonLook(
                    "The method is \(flow.shown(method.name)). Safe: the client asks for no change. Idempotent: "
                        + "sending it twice has the same effect as once.", flow.startLine(.request))
            }
        ],
        questions: [
            LessonQuestion("safe") { flow in
                guard let method = flow.method, MethodTraits(method).isKnown else { return nil }
                let traits = MethodTraits(method)
                return .yesNo(
                    "Is \(flow.shown(method.name)) safe?", traits.isSafe,
                    traits.isIdempotent && !traits.isSafe ? .idempotentIsSafe : nil,
                    because: "\(flow.shown(method.name)) is \(traits.isSafe ? "" : "not ")defined as safe.",
                    "RFC 9110 §9.2.1")
            },
            LessonQuestion("idempotent") { flow in
                guard let method = flow.method, MethodTraits(method).isKnown else { return nil }
                let isIdempotent = MethodTraits(method).isIdempotent
                return .yesNo(
                    "Is \(flow.shown(method.name)) idempotent?", isIdempotent,
                    isIdempotent ? .idempotentSameAnswer : nil,
                    because: "\(flow.shown(method.name)) is \(isIdempotent ? "" : "not ")defined as idempotent.",
                    "RFC 9110 §9.2.2")
            },
            LessonQuestion("resend") { flow in
                guard let method = flow.method, MethodTraits(method).isKnown else { return nil }
                let mayRepeat = MethodTraits(method).retry == .byItself
                return .yesNo(
                    "The connection breaks before the answer. May the client send this request again by itself?",
                    mayRepeat, mayRepeat ? nil : .anyRequestRepeats,
                    because: mayRepeat
                        ? "A second \(flow.shown(method.name)) has no other effect than the first."
                        : "The server may have done it already; a second \(flow.shown(method.name)) may do it twice.",
                    "RFC 9110 §9.2.2")
            },
        ],
        sum: "GET, HEAD and OPTIONS are safe. PUT and DELETE are idempotent, not safe. POST and PATCH are neither.")

    private static let errors = Lesson(
        "errors", .messages, "Errors", can: "Say who failed and what helps.", after: ["response"],
        finder: "status >= 400", experiment: "hark run -- curl -s http://demo.hark.test/status/410", page: 1,
        looks: [
            { flow in
                guard let status = flow.status, status >= 400, let term = Vocabulary.statuses[status] else {
                    return nil
                }
                return LessonLook("\(status) \(term.name): \(term.meaning)", flow.startLine(.response))
            },
            { flow in
                guard let place = flow.line(.response, "retry-after") else { return nil }
                return LessonLook("Retry-After says when another attempt makes sense.", place)
            },
        ],
        questions: [
            LessonQuestion("who") { flow in
                guard let status = flow.status, (400..<600).contains(status) else { return nil }
                let isClient = status < 500
                return .choice(
                    "Whose error does \(status) report?",
                    AnswerOption(isClient ? "client" : "server"), [AnswerOption("client"), AnswerOption("server")],
                    because: "\(status / 100)xx is a \(isClient ? "client" : "server") error.", "RFC 9110 §15.5")
            },
            LessonQuestion("same-again") { flow in
                guard let status = flow.status, let helps = helps(status) else { return nil }
                return .yesNo(
                    "Can the same request, sent again later, succeed without any change to it?", helps,
                    because: helps
                        ? "\(status) is about the server's or the client's state at this time."
                        : "\(status) is about the request, or about a resource that will not return.",
                    "RFC 9110 §15")
            },
            LessonQuestion("what") { flow in
                guard let status = flow.status, status >= 400, let term = Vocabulary.statuses[status] else {
                    return nil
                }
                let others = [400, 403, 404, 410, 429, 500, 503].filter { $0 != status }.compactMap { other in
                    Vocabulary.statuses[other].map { AnswerOption("\(other)", $0.meaning, nil, "That is \(other).") }
                }
                return .choice(
                    "What does \(status) say?", AnswerOption("\(status)", term.meaning), Array(others.prefix(3)),
                    because: "\(status) is \(term.name).", "RFC 9110 §15")
            },
        ],
        sum: "4xx: change the request. 5xx, 408, 425, 429: wait, then try again if the method allows it.")

    /// Whether time helps; nil where the status does not say.
    private static func helps(_ status: Int) -> Bool? {
        switch status {
        case 408, 425, 429, 502, 503, 504: true
        case 400, 401, 405, 406, 410, 411, 413, 414, 415, 417, 426, 431, 501, 505: false
        default: nil
        }
    }

    private static let head = Lesson(
        "head", .messages, "Asking without content", can: "Ask for a head without content.",
        after: ["request", "length"], finder: "method in (HEAD, OPTIONS)",
        experiment: "hark run -- curl -sI http://demo.hark.test/download", page: 6,
        looks: [
            { flow in
                guard let method = flow.method, flow.response != nil, method == .head || method == .options else {
                    return nil
                }
                return LessonLook(
                    method == .head
                        ? "HEAD asks for the head that GET would get."
                        : "OPTIONS asks what can be done with the resource.", flow.startLine(.request))
            },
            { flow in
                if flow.method == .head, let place = flow.line(.response, "content-length") {
                    return LessonLook("Content-Length is here, but no content follows.", place)
                }
                return flow.line(.response, "allow").map { LessonLook("Allow lists the methods.", $0) }
            },
        ],
        questions: [
            LessonQuestion("body") { flow in
                guard flow.method == .head, flow.response != nil, flow.isComplete, flow.size(.response) ?? 0 == 0 else {
                    return nil
                }
                let length = flow.value(.response, "content-length")?.decimal
                return .number(
                    "How many bytes of content did the client get?", 0, .bytes,
                    traps: length.map { $0 > 0 ? [AnswerTrap($0, .headSendsContent)] : [] } ?? [],
                    because: "A response to HEAD ends with its head.", "RFC 9110 §9.3.2")
            },
            LessonQuestion("would-be") { flow in
                guard flow.method == .head, flow.status == 200,
                    let length = flow.value(.response, "content-length")?.decimal
                else { return nil }
                return .number(
                    "How many bytes of content would GET get, as the server says?", length, .bytes,
                    traps: [
                        AnswerTrap(0, nil, "Content-Length in the response to HEAD describes the response to GET.")
                    ],
                    because: "Content-Length is that of the response to GET: \(length).", "RFC 9110 §8.6")
            },
            LessonQuestion("repeat") { flow in
                guard let method = flow.method, method == .head || method == .options else { return nil }
                return .yesNo(
                    "May a client send \(method.name.text) at any time, without changing anything?", true,
                    because: "\(method.name.text) is safe.", "RFC 9110 §9.2.1")
            },
            LessonQuestion("allow") { flow in
                guard let response = flow.response, flow.has(.response, "allow") else { return nil }
                let allowed = response.fields.list(named: "allow").prefix(12).map { AnswerOption(flow.shown($0)) }
                let others = ["GET", "POST", "PUT", "DELETE", "PATCH"].map {
                    AnswerOption($0, nil, nil, "\($0) is not in Allow.")
                }
                return .several(
                    "Which methods does Allow list?", Array(allowed), others, because: "Allow has them.",
                    "RFC 9110 §10.2.1")
            },
        ],
        sum: "HEAD checks size, type and validators before a download. Its response never has content.")
}
