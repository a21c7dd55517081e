import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Redirects.
enum RedirectLessons {
    static let all = [redirect, method, permanent]

    private static func followed(_ flow: Illustration) -> Redirect? {
        guard flow.facts.knowsScheme, let redirect = flow.facts.redirect, redirect.isHTTP else { return nil }
        return redirect
    }

    private static let redirect = Lesson(
        "redirect", .redirects, "Following a redirect", can: "Follow a redirect.", after: ["response", "url"],
        finder: "redirect", experiment: "hark run -- curl -s -L http://demo.hark.test/redirect/1", page: 3,
        looks: [
            { flow in
                guard followed(flow) != nil else { return nil }
                return flow.line(.response, "location").map { LessonLook("Location says where to go.", $0) }
            },
            { flow in
                guard let redirect = followed(flow) else { return nil }
                return LessonLook("\(redirect.status) asks the client to send another request there.")
            },
        ],
        questions: [
            LessonQuestion("next") { flow in
                guard let redirect = followed(flow) else { return nil }
                var target = redirect.target.raw
                if let fragment = redirect.target.fragment {
                    target = target.slice(0..<max(0, fragment.lowerBound - 1))
                }
                return .text(
                    "Which absolute URL does the client ask for next?", target,
                    traps: [AnswerTrap(redirect.location.text, nil, "Location is relative to the request's URL.")],
                    because: "Location is resolved against the URL of the request.", "RFC 9110 §10.2.2")
            },
            LessonQuestion("hops") { flow in
                guard let count = hops(flow) else { return nil }
                return .number(
                    "How many redirects are there from this one to the end of the chain, this one included?", count,
                    because: "hark explain --only redirects shows them one by one.", "RFC 9110 §15.4")
            },
            LessonQuestion("sender") { flow in
                guard followed(flow) != nil else { return nil }
                return .choice(
                    "Who sends the next request?", AnswerOption("client"),
                    [
                        AnswerOption("server", nil, nil, "The server only names a URL."),
                        AnswerOption("proxy", nil, nil, "A proxy forwards the response like any other."),
                    ],
                    because: "A redirect is a response; the client decides to follow it.", "RFC 9110 §15.4")
            },
        ],
        sum: "A redirect costs one more round trip. Location may be relative.")

    /// How many redirects from this flow on were followed to an end that was seen.
    private static func hops(_ flow: Illustration) -> Int? {
        guard var redirect = followed(flow) else { return nil }
        var count = 1
        var last = flow.record.id
        while count <= RedirectChain.usualLimit {
            let wanted = redirect.target.requestKey
            guard
                let next = flow.session.flows.first(where: {
                    $0.id > last && $0.isRecorded(.url) && URLReference($0.url).requestKey == wanted
                })
            else { return nil }
            guard let response = next.responseHead, let request = next.requestHead else { return nil }
            guard
                let following = Redirect.of(
                    method: request.method, request: request.fields, status: response.status,
                    response: response.fields, url: next.url)
            else { return count }
            redirect = following
            last = next.id
            count += 1
        }
        return nil
    }

    private static let method = Lesson(
        "redirect-method", .redirects, "What happens to a form", can: "Say what a redirect does to a form.",
        after: ["redirect", "methods"], finder: "redirect and method = POST",
        experiment: "hark run -- curl -s -L -d message=hello 'http://demo.hark.test/redirect/post?code=302'", page: 3,
        looks: [
            { flow in
                guard let redirect = followed(flow) else { return nil }
                return LessonLook(
                    "A \(flow.shown(redirect.method.name)) got \(redirect.status).", flow.startLine(.response))
            }
        ],
        questions: [
            LessonQuestion("method") { flow in
                guard let redirect = followed(flow), redirect.method == .post else { return nil }
                let keeps = redirect.nextMethod == .post
                return .choice(
                    "Which method does a browser use for the next request?",
                    AnswerOption(redirect.nextMethod.name.text),
                    [
                        AnswerOption("GET", nil, keeps ? .permanentIsLikeFound : nil),
                        AnswerOption("POST", nil, keeps ? nil : .foundKeepsMethod), AnswerOption("HEAD"),
                    ],
                    because: keeps
                        ? "\(redirect.status) does not allow another method."
                        : "After \(redirect.status) browsers send GET instead of POST.", "RFC 9110 §15.4")
            },
            LessonQuestion("content") { flow in
                guard let redirect = followed(flow), redirect.method == .post else { return nil }
                return .yesNo(
                    "Is the content of the form sent again?", redirect.keepsContent,
                    redirect.keepsContent ? nil : .foundKeepsMethod,
                    because: redirect.keepsContent
                        ? "The same request goes to the new URL, with its content."
                        : "The next request is a GET, without content.", "RFC 9110 §15.4")
            },
            LessonQuestion("keeps") { flow in
                guard let redirect = followed(flow), redirect.method == .post else { return nil }
                return .several(
                    "Which statuses keep POST and its content?", [AnswerOption("307"), AnswerOption("308")],
                    [
                        AnswerOption("301", nil, nil, "301 lets browsers change POST to GET, and they do."),
                        AnswerOption("302", nil, .foundKeepsMethod), AnswerOption("303", nil, nil, "303 asks for GET."),
                    ],
                    because: "307 and 308 were made for that.", "RFC 9110 §15.4.8")
            },
        ],
        sum: "301 and 302: POST becomes GET. 303: GET. 307 and 308: the same request again.")

    private static let twins = [301: 302, 302: 301, 307: 308, 308: 307]

    private static let permanent = Lesson(
        "permanent", .redirects, "Permanent or temporary", can: "Tell permanent from temporary redirects.",
        after: ["redirect"], finder: "status in (301, 302, 303, 307, 308)",
        experiment: "hark run -- curl -s http://demo.hark.test/redirect/1", page: 3,
        looks: [
            { flow in
                guard let redirect = followed(flow) else { return nil }
                return LessonLook("The status is \(redirect.status).", flow.startLine(.response))
            }
        ],
        questions: [
            LessonQuestion("permanent") { flow in
                guard let redirect = followed(flow), [301, 302, 303, 307, 308].contains(redirect.status) else {
                    return nil
                }
                return .yesNo(
                    "Is \(redirect.status) permanent?", redirect.isPermanent,
                    redirect.status == 308 ? .permanentIsLikeFound : nil,
                    because: "301 and 308 are permanent; 302, 303 and 307 are temporary.", "RFC 9110 §15.4")
            },
            LessonQuestion("twin") { flow in
                guard let redirect = followed(flow), let twin = twins[redirect.status] else { return nil }
                return .choice(
                    "Which status does the same with the method, but is "
                        + "\(redirect.isPermanent ? "temporary" : "permanent")?",
                    AnswerOption("\(twin)"),
                    [301, 302, 303, 307, 308].filter { $0 != redirect.status && $0 != twin }.map {
                        AnswerOption("\($0)", nil, nil, "\($0) treats the method differently.")
                    },
                    because: "301 and 302 are a pair, 307 and 308 another.", "RFC 9110 §15.4")
            },
            LessonQuestion("remembered") { flow in
                guard let redirect = followed(flow), flow.method == .get, let freshness = flow.freshness,
                    let isKept = isRemembered(freshness.privateCache)
                else { return nil }
                return .yesNo(
                    "May a browser remember this redirect, and not ask the first URL next time?", isKept,
                    because: isKept
                        ? "The response gives it a lifetime, so it may be used again until that ends."
                        : "The response may not be used again without asking.", "RFC 9111 §4.2.2")
            },
        ],
        sum: "Use a permanent redirect only if the old URL will never return: browsers remember it.")

    private static func isRemembered(_ freshness: Freshness) -> Bool? {
        guard freshness.isKept else { return false }
        if freshness.validation == .always || freshness.variesOnEverything { return false }
        switch freshness.lifetime.source {
        case .none: return nil
        case .undated, .heuristic: return nil
        case .sharedMaxAge, .maxAge, .expires: return freshness.isFresh
        }
    }
}
