import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Origins, TLS, and policies for browsers.
enum OriginLessons {
    static let all = [origin, preflight, tls, policies, referrer]

    private static func asked(_ flow: Illustration) -> CORSRequest? {
        guard let request = flow.request, let url = flow.url else { return nil }
        return CORSRequest(request, url: url)
    }

    /// `https://a.example`, with a port that is not the default.
    private static func origin(of url: URLReference) -> Bytes? {
        guard let scheme = url.bytes(url.scheme), let host = url.bytes(url.host), let port = url.effectivePort else {
            return nil
        }
        let isDefault = port == (url.hasScheme("https") ? 443 : 80)
        return Bytes("\(scheme.lowercased.text)://\(host.lowercased.text)\(isDefault ? "" : ":\(port)")")
    }

    private static let origin = Lesson(
        "origin", .trust, "Origins", can: "Compare origins.", after: ["url"], finder: "request.header.origin",
        experiment: "hark run -- curl -s -H 'Origin: http://shop.example' http://demo.hark.test/echo", page: 7,
        looks: [
            { flow in
                flow.line(.request, "origin").map { LessonLook("The browser says which page asks.", $0) }
            },
            { flow in
                if let place = flow.line(.response, "access-control-allow-origin") {
                    return LessonLook("The server says which pages may read the answer.", place)
                }
                guard flow.response != nil else { return nil }
                return LessonLook("The response has no Access-Control-Allow-Origin.")
            },
        ],
        questions: [
            LessonQuestion("origin") { flow in
                guard let url = flow.url, asked(flow) != nil, url.isHTTP else { return nil }
                return .text(
                    "What is the origin of the requested URL?", origin(of: url), ignoresCase: true,
                    because: "Scheme, host, and the port if it is not the default.", "RFC 6454 §4")
            },
            LessonQuestion("same") { flow in
                guard let asked = asked(flow) else { return nil }
                return .yesNo(
                    "Is the page of the same origin as the URL?", asked.isSameOrigin,
                    because: "The page's origin is \(flow.shown(asked.origin)).", "RFC 6454 §5")
            },
            LessonQuestion("readable") { flow in
                guard let asked = asked(flow), !asked.isSameOrigin, !asked.isPreflight, let response = flow.response
                else {
                    return nil
                }
                let isAllowed = CORSCheck(asked, response).verdict == .allowed
                return .yesNo(
                    "May a script of that page read the answer?", isAllowed,
                    because: isAllowed
                        ? "Access-Control-Allow-Origin allows it." : "The response does not allow this origin.",
                    "Fetch §3.2")
            },
            LessonQuestion("arrived") { flow in
                guard let asked = asked(flow), !asked.isSameOrigin, !asked.isPreflight, flow.response != nil else {
                    return nil
                }
                return .yesNo(
                    "Did the request reach a server?", true, .corsBlocksRequest,
                    because: "The response was \(flow.status ?? 0).", "Fetch §3.2")
            },
            LessonQuestion("others") { flow in
                guard let asked = asked(flow), !asked.isSameOrigin, !asked.isPreflight, flow.response != nil else {
                    return nil
                }
                return .yesNo(
                    "Does CORS keep curl from reading the answer?", false, .corsProtectsServer,
                    because: "Only browsers apply it.", "Fetch §3.2")
            },
        ],
        sum: "An origin is scheme, host and port. CORS opens the wall between origins; it does not build one.")

    private static let preflight = Lesson(
        "preflight", .trust, "Preflights", can: "Explain a blocked call.", after: ["origin"],
        finder: "method = OPTIONS and request.header.access-control-request-method",
        experiment: "hark run -- curl -s -X OPTIONS -H 'Origin: http://shop.example' "
            + "-H 'Access-Control-Request-Method: DELETE' http://demo.hark.test/api/v1/stations", page: 7,
        looks: [
            { flow in
                flow.line(.request, "access-control-request-method").map {
                    LessonLook("The browser asks first: would this method be allowed?", $0)
                }
            },
            { flow in
                flow.line(.response, "access-control-allow-methods").map {
                    LessonLook("The server's list of methods for other origins.", $0)
                }
            },
        ],
        questions: [
            LessonQuestion("method") { flow in
                guard let asked = asked(flow), asked.isPreflight else { return nil }
                return .text(
                    "Which method does the browser ask permission for?", asked.wantedMethod,
                    because: "Access-Control-Request-Method names it.", "Fetch §3.2.2")
            },
            LessonQuestion("allowed") { flow in
                guard let isAllowed = isAllowed(flow) else { return nil }
                return .yesNo(
                    "Does the answer allow it?", isAllowed,
                    because: isAllowed
                        ? "Status, origin, method and fields are all allowed."
                        : "Status, origin, method and fields must all be allowed; one is not.", "Fetch §4.8")
            },
            LessonQuestion("sent") { flow in
                guard let isAllowed = isAllowed(flow) else { return nil }
                return .yesNo(
                    "Does the browser send the real request after this answer?", isAllowed,
                    because: isAllowed ? "The preflight was passed." : "Without permission it sends nothing more.",
                    "Fetch §4.8")
            },
        ],
        sum: "A preflight of CORS asks before a request that a form could not make. The answer is the permission.")

    private static func isAllowed(_ flow: Illustration) -> Bool? {
        guard let asked = asked(flow), asked.isPreflight, !asked.isSameOrigin, let response = flow.response else {
            return nil
        }
        return CORSCheck(asked, response).verdict == .allowed
    }

    private static func isTLS(_ flow: Illustration) -> Bool { flow.url?.hasScheme("https") ?? false }

    private static let tls = Lesson(
        "tls", .trust, "What TLS hides", can: "Say what TLS hides.", after: ["url"], finder: "scheme = https",
        experiment: "hark run -- curl -s https://demo.hark.test/echo", page: 8,
        looks: [
            { flow in
                guard isTLS(flow) else { return nil }
                return LessonLook("The URL is https: client and server encrypt what they send.")
            },
            { flow in
                guard let name = flow.record.clientTLS?.offer?.serverName else { return nil }
                return LessonLook("The first message of the client names the server: \(flow.shown(name)) (SNI).")
            },
        ],
        questions: [
            LessonQuestion("hidden") { flow in
                guard isTLS(flow) else { return nil }
                return .several(
                    "What does TLS hide from others on the network?",
                    [
                        AnswerOption("path", "the path"), AnswerOption("fields", "the header fields"),
                        AnswerOption("content", "the content"),
                    ],
                    [
                        AnswerOption("address", "the server's IP address", nil, "Packets need an address."),
                        AnswerOption("name", "the server's name, without ECH", .tlsHidesHost),
                    ],
                    because: "Everything of HTTP is encrypted; addresses and, without ECH, the name are not.",
                    "RFC 8446 §4.2, RFC 6066 §3")
            },
            LessonQuestion("visible") { flow in
                .text(
                    "Which server name can anyone on the network read in the client's first message?",
                    flow.record.clientTLS?.offer?.serverName, ignoresCase: true,
                    traps: [AnswerTrap("none", .tlsHidesHost)], because: "SNI is not encrypted here.", "RFC 6066 §3")
            },
            LessonQuestion("version") { flow in
                guard let version = flow.record.clientTLS?.agreement?.version else { return nil }
                return .choice(
                    "Which version of TLS did client and Hark agree on?", AnswerOption(version),
                    ["TLS 1.0", "TLS 1.2", "TLS 1.3"].map { AnswerOption($0) },
                    because: "They agreed on \(version).", "RFC 8446 §4.2.1")
            },
        ],
        sum: "TLS hides what is said, not which server it is said to.")

    /// Names and values of Strict-Transport-Security.
    private static func transport(_ flow: Illustration) -> [(name: Bytes, value: Bytes?)]? {
        flow.value(.response, "strict-transport-security").map {
            FieldList.split($0, separator: ASCII.semicolon).map { FieldList.pair($0) }
        }
    }

    /// The sources of scripts of the only policy.
    private static func scripts(_ flow: Illustration) -> [String]? {
        guard let fields = flow.response?.fields else { return nil }
        let values = fields.values(named: "content-security-policy")
        guard values.count == 1, !values[0].contains(ASCII.comma) else { return nil }
        var found: [String: [String]] = [:]
        for directive in values[0].text.split(separator: ";") {
            let words = directive.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
            guard let name = words.first?.lowercased(), found[name] == nil else { continue }
            found[name] = Array(words.dropFirst())
        }
        return found["script-src"] ?? found["default-src"]
    }

    private static let policies = Lesson(
        "policies", .trust, "Policies for browsers", can: "Read HSTS and CSP.", after: ["fields"],
        finder: "response.header.strict-transport-security or response.header.content-security-policy",
        experiment: "hark run -- curl -s -H 'Accept: text/html' http://demo.hark.test/", page: 7,
        looks: [
            { flow in
                flow.line(.response, "content-security-policy").map {
                    LessonLook("The sources from which the page may load scripts, styles, images.", $0)
                }
            },
            { flow in
                flow.line(.response, "strict-transport-security").map {
                    LessonLook("For how long browsers use only https for this host; obeyed only over https.", $0)
                }
            },
        ],
        questions: [
            LessonQuestion("seconds") { flow in
                guard let age = transport(flow)?.first(where: { $0.name.equalsIgnoringCase("max-age") })?.value,
                    let seconds = FieldList.unquote(age).decimal
                else { return nil }
                return .number(
                    "How many seconds does Strict-Transport-Security ask for?", seconds, .seconds,
                    because: "max-age says \(seconds).", "RFC 6797 §6.1.1")
            },
            LessonQuestion("subdomains") { flow in
                guard let pairs = transport(flow) else { return nil }
                let isThere = pairs.contains { $0.name.equalsIgnoringCase("includesubdomains") }
                return .yesNo(
                    "Does it ask for subdomains too?", isThere,
                    because: "includeSubDomains is \(isThere ? "" : "not ")there.", "RFC 6797 §6.1.2")
            },
            LessonQuestion("scripts") { flow in
                guard let sources = scripts(flow), !sources.isEmpty, sources.count <= 8 else { return nil }
                let right = sources.map { AnswerOption(flow.shown(Bytes($0)).replacing(",", with: "")) }
                return .several(
                    "Which of these does the policy list for scripts?", right,
                    ["'self'", "'none'", "'unsafe-inline'", "https:"].map {
                        AnswerOption($0, nil, nil, "\($0) is not in the list for scripts.")
                    },
                    because: "script-src decides, and default-src where it is missing.", "CSP3 §6.1.10")
            },
            LessonQuestion("inline") { flow in
                guard let sources = scripts(flow) else { return nil }
                let lower = sources.map { $0.lowercased() }
                guard
                    !lower.contains(where: {
                        $0.hasPrefix("'nonce-") || $0.hasPrefix("'sha") || $0.hasPrefix("'strict")
                    })
                else { return nil }
                let isAllowed = lower.contains("'unsafe-inline'")
                return .yesNo(
                    "Does the policy allow inline scripts?", isAllowed,
                    because: "'unsafe-inline' is \(isAllowed ? "" : "not ")in the list.", "CSP3 §6.7.3.2")
            },
        ],
        sum: "HSTS: only https from now on. CSP: only these sources. Both are orders to the browser.")

    private static let referrer = Lesson(
        "referrer", .trust, "Referer", can: "Say what a link reveals.", after: ["url"],
        finder: "request.header.referer",
        experiment: "hark run -- curl -s -e 'http://blog.example/post/7' http://demo.hark.test/echo", page: 1,
        looks: [
            { flow in
                flow.line(.request, "referer").map {
                    LessonLook("The browser says which page the request is from.", $0)
                }
            }
        ],
        questions: [
            LessonQuestion("reveals") { flow in
                guard let value = flow.value(.request, "referer") else { return nil }
                let page = URLReference(value)
                return .text(
                    "Which host's page does the request come from, as Referer says?", page.bytes(page.host),
                    ignoresCase: true, because: "It is the host of the URL in Referer.", "RFC 9110 §10.1.3")
            },
            LessonQuestion("downgrade") { flow in
                guard flow.has(.request, "referer") else { return nil }
                return .yesNo(
                    "By default, does a browser send Referer from an https page to an http URL?", false,
                    because: "The default policy, strict-origin-when-cross-origin, sends none then.",
                    "Referrer Policy §3.7")
            },
            LessonQuestion("policy") { flow in
                guard flow.has(.request, "referer") else { return nil }
                return .choice(
                    "By default, what does a browser send to another origin over https?",
                    AnswerOption("origin", "the origin of the page, without path"),
                    [
                        AnswerOption("url", "the whole URL of the page", nil, "That is for the same origin."),
                        AnswerOption("nothing", nil, nil, "That takes the policy no-referrer or same-origin."),
                    ],
                    because: "The default is strict-origin-when-cross-origin.", "Referrer Policy §3.7")
            },
        ],
        sum: "URLs end up in Referer and logs. No secrets in URLs.")
}
