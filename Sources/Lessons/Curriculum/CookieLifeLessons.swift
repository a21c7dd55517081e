import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// How long cookies live, which sites they cross, and sessions.
enum CookieLifeLessons {
    static let all = [time, site, login]

    /// The first cookie that browsers take and that says how long it lives.
    private static func timed(_ flow: Illustration) -> SetCookie? {
        guard let context = flow.cookieContext else { return nil }
        return flow.cookies.first {
            !$0.name.isEmpty && ($0.maxAge != nil || $0.expires != nil) && $0.rejection(from: context) == nil
        }
    }

    private static let time = Lesson(
        "cookie-time", .state, "How long a cookie lives", can: "Say how long a cookie lives.", after: ["cookie-set"],
        finder: "response.header.set-cookie =~ \"(?i)max-age|expires\"",
        experiment: "hark run -- curl -s -d name=ada http://demo.hark.test/login", page: 4,
        looks: [
            { flow in
                guard let cookie = timed(flow) else { return nil }
                let names = [cookie.maxAge == nil ? nil : "Max-Age", cookie.expires == nil ? nil : "Expires"]
                let both = names.compactMap { $0 }.joined(separator: " and ")
                return LessonLook(
                    "The cookie “\(flow.shown(cookie.name))” has \(both).",
                    flow.cookieLine { $0 == cookie })
            },
            { flow in
                guard let cookie = timed(flow) else { return nil }
                let rule = "Without both, a cookie ends with the browser's session."
                // Expires counts from the moment at which the response came.
                guard cookie.maxAge == nil, let now = flow.facts.clock.arrived else { return LessonLook(rule) }
                return LessonLook("\(rule) This response arrived on \(Quantity.date(now)).")
            },
        ],
        questions: [
            LessonQuestion("lifetime") { flow in
                guard let cookie = timed(flow) else { return nil }
                let limit = SetCookie.lifetimeLimit
                if let age = cookie.maxAge {
                    guard age > 0 else { return nil }
                    return .number(
                        "For how many seconds does a browser keep the cookie “\(flow.shown(cookie.name))”?",
                        min(age, limit), .seconds,
                        traps: age > limit
                            ? [AnswerTrap(age, nil, "Browsers keep no cookie longer than 400 days.")] : [],
                        because: age > limit
                            ? "Max-Age asks for \(age) s; browsers keep it for 400 days at most."
                            : "Max-Age is \(age).",
                        "RFC 6265bis §5.6.2")
                }
                guard let end = cookie.expires, let now = flow.facts.clock.arrived, end > now, end - now < limit else {
                    return nil
                }
                return .number(
                    "For how many seconds, counted from this response, does a browser keep the cookie "
                        + "“\(flow.shown(cookie.name))”? (Within a minute.)",
                    end - now, .seconds, tolerance: 60,
                    because: "From when the response arrived to Expires.", "RFC 6265bis §5.6.1")
            },
            LessonQuestion("wins") { flow in
                guard let cookie = timed(flow) else { return nil }
                let right = cookie.maxAge != nil ? "Max-Age" : "Expires"
                return .choice(
                    "Which attribute decides when the cookie “\(flow.shown(cookie.name))” ends?", AnswerOption(right),
                    [
                        AnswerOption("Max-Age", nil, nil, "The line has no Max-Age that is a number."),
                        AnswerOption("Expires", nil, nil, "Max-Age takes precedence over Expires."),
                        AnswerOption("session", "neither: it ends with the session", nil, "\(right) gives it a time."),
                    ],
                    because: right == "Max-Age"
                        ? "Max-Age is present and takes precedence over Expires." : "Only Expires is there.",
                    "RFC 6265 §5.3")
            },
            LessonQuestion("delete") { flow in
                guard let cookie = timed(flow), let context = flow.cookieContext else { return nil }
                let path = flow.shown(cookie.path ?? context.defaultPath)
                let name = flow.shown(cookie.name)
                let rest =
                    (cookie.domain.map { "; Domain=\(flow.shown($0))" } ?? "") + (cookie.isSecure ? "; Secure" : "")
                return .choice(
                    "Which line deletes the cookie “\(name)”?",
                    AnswerOption("same-path", "Set-Cookie: \(name)=; Max-Age=0; Path=\(path)\(rest)"),
                    [
                        AnswerOption(
                            "other-path",
                            "Set-Cookie: \(name)=; Max-Age=0; Path=\(path == "/" ? "/other" : "/")\(rest)",
                            .deletionNeedsName),
                        AnswerOption(
                            "empty", "Set-Cookie: \(name)=; Path=\(path)\(rest)", nil,
                            "That sets an empty value, until the session ends."),
                    ],
                    because: "Name, Domain and Path are those that it was set with, and it has expired.",
                    "RFC 6265 §5.3")
            },
        ],
        sum: "Max-Age takes precedence over Expires. To delete a cookie, set it again, already expired.")

    private static func sited(_ flow: Illustration) -> SetCookie? {
        guard let context = flow.cookieContext else { return nil }
        return flow.cookies.first {
            !$0.name.isEmpty && $0.sameSite != .unspecified && $0.rejection(from: context) == nil
        }
    }

    private static func word(_ site: SetCookie.SameSite) -> String {
        switch site {
        case .strict: "Strict"
        case .lax: "Lax"
        case .none: "None"
        case .unspecified: "unspecified"
        }
    }

    private static let site = Lesson(
        "cookie-site", .state, "SameSite", can: "Say which requests SameSite allows.", after: ["cookie-scope"],
        finder: "response.header.set-cookie =~ \"(?i)samesite\"",
        experiment: "hark run -- curl -s -d name=ada http://demo.hark.test/login", page: 4,
        looks: [
            { flow in
                guard let cookie = sited(flow) else { return nil }
                return LessonLook(
                    "The cookie “\(flow.shown(cookie.name))” has SameSite=\(word(cookie.sameSite)). It is about "
                        + "requests that pages of other sites cause.", flow.cookieLine { $0 == cookie })
            }
        ],
        questions: [
            LessonQuestion("value") { flow in
                guard let cookie = sited(flow) else { return nil }
                return .choice(
                    "Which SameSite does the cookie “\(flow.shown(cookie.name))” have?",
                    AnswerOption(word(cookie.sameSite)),
                    ["Strict", "Lax", "None"].map { AnswerOption($0) },
                    because: "The line says \(word(cookie.sameSite)).", "RFC 6265bis §5.6.7")
            },
            LessonQuestion("post") { flow in
                guard let cookie = sited(flow) else { return nil }
                let goes = cookie.sameSite == .none
                return .yesNo(
                    "A page of another site posts a form here. Does the browser send the cookie "
                        + "“\(flow.shown(cookie.name))”?", goes,
                    because: goes ? "None allows it with every request." : "\(word(cookie.sameSite)) keeps it back.",
                    "RFC 6265bis §5.6.7")
            },
            LessonQuestion("link") { flow in
                guard let cookie = sited(flow) else { return nil }
                let goes = cookie.sameSite != .strict
                return .yesNo(
                    "A user follows a link on another site to this one. Does the browser send the cookie "
                        + "“\(flow.shown(cookie.name))”?", goes,
                    because: goes
                        ? "\(word(cookie.sameSite)) allows it when a link is followed."
                        : "Strict keeps it back, even when a link is followed.", "RFC 6265bis §5.6.7")
            },
            LessonQuestion("default") { flow in
                guard sited(flow) != nil else { return nil }
                return .choice(
                    "How does RFC 6265bis treat a cookie without SameSite?", AnswerOption("Lax", "nearly like Lax"),
                    [AnswerOption("None", "like None", .sameSiteNoneIsDefault), AnswerOption("Strict", "like Strict")],
                    because:
                        "It is sent along a followed link, and not with a form of another site after a short time.",
                    "RFC 6265bis §5.6.7")
            },
        ],
        sum: "Strict: never from other sites. Lax: only by following a link. None: always, and only with Secure.")

    /// The flows after the login that carry the cookie with the value that it was given.
    private static func uses(_ flow: Illustration, _ cookie: SetCookie) -> [FlowRecord] {
        flow.later.filter { later in
            later.isRecorded(.request)
                && CookiePairs.parse(later.requestFields).contains {
                    $0.name == cookie.name && $0.value == cookie.value
                }
        }
    }

    private static let login = Lesson(
        "login", .state, "A session", can: "Follow a session.", after: ["cookie-set", "methods"],
        finder: "method = POST and response.header.set-cookie",
        experiment: "hark run -- curl -s -L -c jar -b jar -d name=ada http://demo.hark.test/login", page: 4,
        looks: [
            { flow in
                guard flow.method == .post else { return nil }
                return flow.line(.response, "set-cookie").map {
                    LessonLook("The answer to this POST sets a cookie. The value is hidden here.", $0)
                }
            },
            { flow in
                guard let cookie = flow.cookie else { return nil }
                let count = uses(flow, cookie).count
                guard count > 0 else { return nil }
                return LessonLook("Later requests send “\(flow.shown(cookie.name))” back, with the same value.")
            },
        ],
        questions: [
            LessonQuestion("cookie") { flow in
                .text(
                    "What is the first cookie called that a browser keeps from this response?", flow.cookie?.name,
                    because: "Lines that break a rule are ignored; this is the first that does not.",
                    "RFC 6265bis §5.7")
            },
            LessonQuestion("first-use") { flow in
                guard let cookie = flow.cookie, let first = uses(flow, cookie).first else { return nil }
                return .number(
                    "Which flow is the first that sends “\(flow.shown(cookie.name))” back? (Give its number.)",
                    first.id.number, because: "#\(first.id.number) has it in Cookie.", "RFC 6265 §5.4")
            },
            LessonQuestion("uses") { flow in
                guard flow.session.isWhole, let cookie = flow.cookie else { return nil }
                let count = uses(flow, cookie).count
                guard count > 0 else { return nil }
                return .number(
                    "How many later flows of the session send “\(flow.shown(cookie.name))” back, with this value?",
                    count,
                    because: "hark flows 'cookie.NAME' lists flows with a cookie.", "RFC 6265 §5.4")
            },
        ],
        sum: "For the server, the session cookie is the user. It should be Secure and HttpOnly.")
}
