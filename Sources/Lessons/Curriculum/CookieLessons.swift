import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// What a server can know of a client, and how cookies make it more.
enum CookieLessons {
    static let all = [stateless, set, scope]

    private static func sent(_ flow: Illustration) -> [CookiePairs.Pair] {
        flow.request.map { CookiePairs.parse($0.fields) } ?? []
    }

    private static let stateless = Lesson(
        "stateless", .state, "HTTP has no memory", can: "Say what the server can know.", after: ["fields"],
        finder: "request.header.cookie",
        experiment: "hark run -- curl -s -b 'theme=dark; lang=en' http://demo.hark.test/cookies", page: 4,
        looks: [
            { flow in
                flow.line(.request, "cookie").map {
                    LessonLook("The client repeats what a server once gave it. The values are hidden here.", $0)
                }
            },
            { flow in
                let count = sent(flow).count
                guard count > 0 else { return nil }
                return LessonLook("The request has \(count) cookie\(count == 1 ? "" : "s"), separated by semicolons.")
            },
        ],
        questions: [
            LessonQuestion("count") { flow in
                let pairs = sent(flow)
                guard !pairs.isEmpty, pairs.count < 1_000 else { return nil }
                return .number(
                    "How many cookies does the request carry?", pairs.count, because: "A semicolon separates them.",
                    "RFC 6265 §4.2.1")
            },
            LessonQuestion("first") { flow in
                .text(
                    "What is the name of the first cookie?", sent(flow).first?.name,
                    because: "The name ends at the first equals sign.", "RFC 6265 §4.2.1")
            },
            LessonQuestion("without") { flow in
                guard !sent(flow).isEmpty else { return nil }
                return .choice(
                    "Without its cookies, what would this request tell the server of earlier requests?",
                    AnswerOption("nothing", "nothing, apart from what URL and other fields repeat"),
                    [
                        AnswerOption("user", "who is logged in on this connection", .httpRemembers),
                        AnswerOption("pages", "which pages the client has read before", .httpRemembers),
                    ],
                    because: "Each request is understood by itself.", "RFC 9110 §3.3")
            },
        ],
        sum: "What a server remembers, it finds by something that the client sends again.")

    /// The attributes that are in use.
    private static let attributes = [
        "Domain", "Path", "Expires", "Max-Age", "Secure", "HttpOnly", "SameSite", "Partitioned",
    ]

    private static func named(_ flow: Illustration) -> SetCookie? { flow.cookies.first { !$0.name.isEmpty } }

    private static let set = Lesson(
        "cookie-set", .state, "Setting a cookie", can: "Read Set-Cookie.", after: ["stateless"],
        finder: "response.header.set-cookie",
        experiment: "hark run -- curl -s -d name=ada http://demo.hark.test/login", page: 4,
        looks: [
            { flow in
                flow.line(.response, "set-cookie").map {
                    LessonLook("Name and value come first, then attributes. The value is hidden here.", $0)
                }
            },
            { flow in
                let count = flow.cookies.count
                guard count > 1, count < 100 else { return nil }
                return LessonLook("The response sets \(count) cookies, a line for each.")
            },
        ],
        questions: [
            LessonQuestion("name") { flow in
                .text(
                    "What is the name of the first cookie?", named(flow)?.name,
                    because: "The name ends at the first equals sign.", "RFC 6265 §5.2")
            },
            LessonQuestion("attributes") { flow in
                guard let cookie = named(flow) else { return nil }
                let present = Set(cookie.attributes.map { $0.name.lowercased.text })
                let options = attributes.map { AnswerOption($0, nil, nil, "\($0) is not in the line.") }
                return .several(
                    "Which of these attributes does the cookie “\(flow.shown(cookie.name))” have?",
                    options.filter { present.contains($0.id.lowercased()) },
                    options.filter { !present.contains($0.id.lowercased()) },
                    because: "Attributes follow the value, after semicolons.", "RFC 6265 §4.1.1")
            },
            LessonQuestion("obsolete") { flow in
                guard named(flow) != nil else { return nil }
                return .several(
                    "Which of these attributes do browsers ignore today?",
                    ["Comment", "Version", "Port"].map { AnswerOption($0) },
                    ["Path", "Max-Age", "Secure"].map { AnswerOption($0, nil, nil, "\($0) is in use.") },
                    because: "Comment, Version and Port come from RFC 2965, which browsers never adopted.",
                    "RFC 6265 §1")
            },
        ],
        sum: "A cookie is a name, a value, and attributes for the browser. Only name and value come back.")

    private static func isFound(_ host: Bytes, _ cookie: SetCookie, _ context: CookieContext) -> Bool {
        cookie.domain.map { SetCookie.host(host, matches: $0) } ?? (host == context.host)
    }

    private static let scope = Lesson(
        "cookie-scope", .state, "Where a cookie goes", can: "Say where a cookie goes.", after: ["cookie-set"],
        finder: "response.header.set-cookie",
        experiment: "hark run -- curl -s -d name=ada http://demo.hark.test/login", page: 4,
        looks: [
            { flow in
                guard let cookie = flow.cookie else { return nil }
                return LessonLook(
                    cookie.domain.map { "The cookie “\(flow.shown(cookie.name))” names a domain: \(flow.shown($0))." }
                        ?? "The cookie “\(flow.shown(cookie.name))” names no domain.", flow.cookieLine { $0 == cookie })
            },
            { flow in
                guard let cookie = flow.cookie else { return nil }
                let (secure, script) = (cookie.isSecure, cookie.isHTTPOnly)
                return LessonLook(
                    "Secure is \(secure ? "" : "not ")there, HttpOnly is \(script ? "" : "not ")there"
                        + (script ? ": scripts cannot read it." : ": scripts can read it."))
            },
        ],
        questions: [
            LessonQuestion("hosts") { flow in
                guard let cookie = flow.cookie, let context = flow.cookieContext, !context.host.isEmpty,
                    cookie.domain.map({ !SetCookie.isPublicSuffix($0) }) ?? true
                else { return nil }
                var hosts = [context.host, "other.example"]
                if !context.host.isIPv4Address, !context.host.isIPv6Address {
                    hosts.append(Bytes("sub.".utf8 + context.host.array))
                    let labels = context.host.array.split(separator: ASCII.period)
                    if labels.count > 2 {
                        hosts.append(Bytes(Array(labels.dropFirst().joined(separator: [ASCII.period]))))
                    }
                }
                let options = hosts.map { host in
                    AnswerOption(
                        flow.shown(host), nil,
                        cookie.domain == nil && host != context.host ? .noDomainIsAll : nil,
                        "The cookie's domain does not contain \(flow.shown(host)).")
                }
                let right = zip(hosts, options).filter { isFound($0.0, cookie, context) }.map(\.1)
                let wrong = zip(hosts, options).filter { !isFound($0.0, cookie, context) }.map(\.1)
                return .several(
                    "To which of these hosts does a browser send the cookie “\(flow.shown(cookie.name))”?", right,
                    wrong,
                    because: cookie.domain.map { "Domain is \(flow.shown($0)): that host and those below it." }
                        ?? "Without Domain it goes to \(flow.shown(context.host)) only.", "RFC 6265 §5.1.3")
            },
            LessonQuestion("path") { flow in
                guard let cookie = flow.cookie, let context = flow.cookieContext else { return nil }
                return .text(
                    "Below which path does a browser send the cookie “\(flow.shown(cookie.name))”?",
                    cookie.path ?? context.defaultPath,
                    because: cookie.path == nil
                        ? "Without Path it is the folder of the request's path."
                        : "Path says so.", "RFC 6265 §5.1.4")
            },
            LessonQuestion("http") { flow in
                guard let cookie = flow.cookie, let context = flow.cookieContext,
                    !CookieContext.isThisMachine(context.host)
                else { return nil }
                return .yesNo(
                    "Does a browser send the cookie “\(flow.shown(cookie.name))” over plain http too?",
                    !cookie.isSecure,
                    cookie.isHTTPOnly ? .httpOnlyIsPlain : nil,
                    because: cookie.isSecure
                        ? "Secure limits it to https." : "It is not Secure, so it goes over http and https.",
                    "RFC 6265 §5.4")
            },
            LessonQuestion("encrypts") { flow in
                guard let cookie = flow.cookie, cookie.isSecure else { return nil }
                return .yesNo(
                    "Does Secure encrypt the value of the cookie “\(flow.shown(cookie.name))”?", false, .secureEncrypts,
                    because: "The browser stores and sends the value as it is.", "RFC 6265 §4.1.2.5")
            },
        ],
        sum: "Without Domain: this host only. Secure: https only. HttpOnly: not for scripts.")
}
