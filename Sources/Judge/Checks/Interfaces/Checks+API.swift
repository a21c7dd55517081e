import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Conventions of programming interfaces.
extension Checks {
    private static let problem = "Content-Type: «application/problem+json»"
    private static let mostElements = 1_000

    static let api: [Check] = Array {
        Check(
            "error-in-success", .info, .api, .exchange, when: .status(200...299, given: .response([.json, .kept])),
            "RFC 9110 §15.3.1",
            "An error with a success status",
            "The status is \(.status), but the body says \(.value). Clients, caches and monitors see a success.",
            advice: "Send a 4xx or 5xx status.",
            bad: [
                "> GET / < «200» | Content-Type: application/json || {\"error\": \"not found\"}",
                "> POST / | Content-Type: a/b || x < «200» | Content-Type: application/json || {\"success\": false}",
            ],
            good: [
                "> GET / < 200 | Content-Type: application/json || {\"error\": null, \"data\": 1}",
                "> GET / < 404 | Content-Type: application/json || {\"error\": \"not found\"}",
                "> GET / < 200 | Content-Type: application/json || {\"success\": true}",
            ]
        ) { x, found in
            guard let status = x.response?.status, let object = responseObject(x),
                // GraphQL and JSON-RPC say it so.
                object["jsonrpc"] == nil, object["data"] == nil
            else { return }
            let value: String?
            if case .other(let text)? = object["success"], text.isExactly("false") {
                value = "\"success\": false"
            } else if case .text(let text)? = object["status"], ["error", "fail", "failed"].contains(text) {
                value = "\"status\": \"\(text)\""
            } else if case .text(let text)? = object["error"], !text.isEmpty {
                value = "\"error\": \"\(text.prefix(40))\""
            } else if case .other(let text)? = object["error"], text.first == ASCII.openBrace {
                value = "\"error\": {…}"
            } else {
                value = nil
            }
            if let value { found(in: .response, [.status: .number(Int64(status)), .value: .text(value)]) }
        }
        Check(
            "error-as-html", .info, .api, .exchange, when: .status(400...599, given: .response(.page)),
            "RFC 9110 §15.5",
            "HTML to a client that asks for JSON",
            "The client accepts \(.expected), but the error comes as HTML, which it cannot parse.",
            advice: "Send \("application/problem+json").",
            bad: [
                "> GET / | Accept: application/json < 404 | Content-Type: «text/html; charset=utf-8» || <p>x",
                """
                > GET / | Accept: application/json, text/plain < 500 \
                | Content-Type: «text/html; charset=utf-8» || <p>x
                """,
            ],
            good: [
                "> GET / | Accept: application/json, */* < 404 | Content-Type: text/html; charset=utf-8 || <p>x",
                "> GET / | Accept: application/json < 404 | Content-Type: application/problem+json || {}",
            ],
            besides: ["type-not-accepted"]
        ) { x, found in
            guard let type = x.type, type.is("text", "html"), let json = x.types.first(where: { isJSONType($0) }),
                Preference.forMediaType(type, in: x.types) == nil
            else { return }
            found(in: .response, at: x.response?.fields.range(.contentType), [.expected: .bytes(json.essence)])
        }
        Check(
            "problem-malformed", .warning, .api, .response("content-type"), "RFC 9457 §3.1",
            "A problem with a member of the wrong type",
            "\(.name) of the problem must be \(.expected), so clients ignore it.",
            advice: "Correct the type of \(.name).",
            bad: [
                Example("< 400 | \(problem) || {\"status\": \"400\"}"), Example("< 400 | \(problem) || {\"title\": 7}"),
            ],
            good: [
                "< 400 | Content-Type: application/problem+json || {\"type\": \"about:blank\", \"status\": 400}",
                "< 400 | Content-Type: application/problem+json || {\"errors\": [1]}",
            ]
        ) { x, found in
            guard ProblemDetails.isNamed(by: x.type), let object = responseObject(x) else { return }
            for name in ["type", "title", "detail", "instance", "status"] {
                guard let value = object[name] else { continue }
                let isRight: Bool =
                    switch value {
                    case .number: name == "status"
                    case .text: name != "status"
                    case .other: false
                    }
                if isRight { continue }
                let expected: Prose = name == "status" ? "a number" : "a string"
                return found([.name: .text(name), .expected: .words(expected)])
            }
        }
        Check(
            "deprecated", .info, .api, .response("deprecation"), "RFC 9745 §2", "A deprecated resource",
            "The server says that this resource \(.rule).",
            advice: "Look for the successor in the \("Link") field or the documentation.",
            bad: [
                "< 204 | Deprecation: «@1688169599»", "< 204 | Deprecation: «@1893456000»",
            ],
            good: ["< 204 | Sunset: Fri, 01 Jan 2027 00:00:00 GMT", "< 204 | Link: </d>; rel=deprecation"]
        ) { x, found in
            guard let line = x.structured(.response, "deprecation"), case .item(let item)? = line.members.first?.member,
                case .date(let date) = item.bare
            else { return }
            let isPast = x.clock.arrived ?? x.date ?? x.clock.about >= date
            let words: Prose = isPast ? "is deprecated since " : "will be deprecated on "
            found([.rule: .words(words + Prose(pieces: [.code(Quantity.date(date))]))])
        }
        Check(
            "rate-limit-malformed", .warning, .api, .response("ratelimit"),
            "draft-ietf-httpapi-ratelimit-headers §3", "RateLimit does not parse",
            "Clients cannot read \(.value) in \("RateLimit"), so they do not slow down.",
            advice: "Write \("RateLimit: \"default\";r=50;t=30").",
            bad: ["< 204 | RateLimit: «r=50;t»", "< 204 | RateLimit: «\"default\";r=fifty»"],
            good: ["< 204 | RateLimit: \"default\";r=50;t=30", "< 204 | RateLimit: limit=10, remaining=5, reset=3"]
        ) { x, found in
            let values = x.fields(.response).values(named: "ratelimit")
            // The form of earlier drafts is a dictionary of numbers.
            if let map = try? StructuredField(.dictionary, lines: values), case .dictionary(let members) = map,
                members["remaining"] != nil || members["limit"] != nil
            {
                return
            }
            guard case .list(let members)? = try? StructuredField(.list, lines: values) else {
                return found([.value: .bytes(StructuredField.joined(values))])
            }
            let isRight = members.allSatisfy { member in
                guard case .item(let item) = member, case .integer? = item.parameters["r"] else { return false }
                return true
            }
            if !isRight { found([.value: .bytes(StructuredField.joined(values))]) }
        }
        Check(
            "patch-type-missing", .warning, .api, .message(.request), when: .given([.rareMethod, .request(.content)]),
            "RFC 5789 §2", "A patch without its type",
            "Without \("Content-Type"), the server cannot know how to apply the body.",
            advice: "Send \("Content-Type: application/merge-patch+json") or another patch format.",
            bad: ["> «PATCH» / || a < 204", "> «PATCH» /a || x=1 < 204"],
            good: [
                "> PATCH / | Content-Type: application/merge-patch+json || {} < 204",
                "> PATCH / | Content-Length: 0 < 204",
            ],
            besides: []
        ) { x, found in
            guard x.request?.method == .patch, x.requestHasContent, x.asked(.contentType) == nil else { return }
            found(at: 0..<5)
        }
        Check(
            "patch-type-generic", .info, .api, .request("content-type"), "RFC 5789 §2", "A type that is no patch",
            "\(.type) does not say whether the body replaces members or lists operations.",
            advice: "Send \("application/merge-patch+json") or \("application/json-patch+json").",
            bad: [
                "> PATCH / | Content-Type: «application/json» || {} < 204",
                "> PATCH / | Content-Type: «application/xml» || <a/> < 204",
            ],
            good: [
                "> PATCH / | Content-Type: application/json-patch+json || [] < 204",
                "> PUT / | Content-Type: application/json || {} < 204",
            ]
        ) { x, found in
            guard x.request?.method == .patch, let type = x.requestType,
                type.is("application", "json") || type.is("application", "xml")
            else { return }
            found([.type: .bytes(type.essence)])
        }
        Check(
            "patch-type-unoffered", .info, .api, .exchange, when: .status(415), "RFC 5789 §2.2",
            "415 to PATCH without Accept-Patch", "The client cannot know which patch formats the server supports.",
            advice: "Send \("Accept-Patch") with the supported formats.",
            bad: [
                "> PATCH / | Content-Type: a/b || x < «415»",
                "> PATCH / | Content-Type: application/json || {} < «415» | Accept: a/c",
            ],
            good: [
                "> PATCH / | Content-Type: a/b || x < 415 | Accept-Patch: application/merge-patch+json",
                "> POST / | Content-Type: a/b || x < 415 | Accept-Post: a/c",
            ]
        ) { x, found in
            if x.request?.method == .patch, x.answered(named: "accept-patch") == nil { found(in: .response) }
        }
        Check(
            "list-unpaginated", .info, .api, .exchange, when: .status(200, given: .response([.json, .kept])),
            "practice", "A long list in one response",
            "The list has \(.rule), and nothing in the response leads to a next page.",
            advice: "Send pages, with \("Link: <…>; rel=\"next\"").",
            bad: [
                Example(
                    "> GET / < «200» | Content-Type: application/json || [\(String(repeating: "1,", count: 1_000))1]"),
                Example(
                    "> GET / < «200» | Content-Type: application/json || [\(String(repeating: "{},", count: 2_000)){}]"
                ),
            ],
            good: [
                "> GET / < 200 | Content-Type: application/json || [1, 2]",
                Example(
                    """
                    > GET / < 200 | Content-Type: application/json | Link: </?p=2>; rel=next \
                    || [\(String(repeating: "1,", count: 1_000))1]
                    """),
            ]
        ) { x, found in
            guard x.request?.method == .get, x.type?.hasSuffix("json") == true,
                let bytes = x.plainContent(.response), bytes.first(where: { $0 > ASCII.space }) == ASCII.openBracket,
                !LinkValue.list(x.fields(.response)).contains(where: { $0.has("next") || $0.has("prev") })
            else { return }
            let count = elements(bytes)
            guard count > mostElements else { return }
            found(in: .response, [.rule: .words("\(count) elements")])
        }
        Check(
            "graphql-mutation-by-get", .bad, .api, .message(.request), when: .given(.query), "GraphQL over HTTP §GET",
            "A mutation in a GET",
            "GET is safe: caches answer it and browsers repeat it, so the mutation runs never or twice.",
            advice: "Send mutations with POST.",
            bad: [
                "> GET «/graphql?query=mutation%7Bbuy%7D» < 204",
                "> GET «/graphql?query=mutation%20Buy%7Bbuy%7Bid%7D%7D» < 204",
            ],
            good: [
                "> GET /graphql?query=%7Bcart%7Bid%7D%7D < 204", "> GET /search?query=mutation < 204",
            ]
        ) { x, found in
            guard x.request?.method == .get, let query = x.url.flatMap({ $0.bytes($0.query) }),
                query.count <= 32_768,
                GraphQLOperation.operations(query: query, type: nil, content: Bytes()).contains(where: {
                    $0.kind == .mutation
                })
            else { return }
            found(at: x.target())
        }
        Check(
            "grpc-te-missing", .warning, .api, .request("content-type"), "gRPC over HTTP/2",
            "gRPC without te: trailers",
            "Without \("te: trailers"), servers cannot tell that every proxy on the way passes trailers on.",
            advice: "Send \("te: trailers").",
            bad: [
                "> POST / HTTP/2 | Content-Type: application/grpc || x < HTTP/2 204",
                "> POST / HTTP/2 | Content-Type: application/grpc+proto || x < HTTP/2 204",
            ],
            good: [
                "> POST / HTTP/2 | Content-Type: application/grpc | TE: trailers || x < HTTP/2 204",
                "> POST / HTTP/2 | Content-Type: application/grpc-web || x < HTTP/2 204",
            ]
        ) { x, found in
            guard let type = x.requestType, x.request?.version.major == 2, x.hasWire(.request),
                type.is("application", "grpc") || type.essence.hasPrefix(ignoringCase: "application/grpc+"),
                x.asked(.te) == nil
            else { return }
            found(at: 0..<0)
        }
    }

    private static func responseObject(_ facts: Facts) -> JSONObject? {
        guard facts.type?.hasSuffix("json") == true, let bytes = facts.plainContent(.response) else { return nil }
        return JSONObject(bytes)
    }

    private static func isJSONType(_ preference: Preference) -> Bool {
        preference.weight > 0 && MediaType(preference.essence).hasSuffix("json")
    }

    /// How many elements the outermost array has; its commas, outside of what is nested and quoted.
    private static func elements(_ bytes: Bytes) -> Int {
        var (depth, count, isQuoted, isEscaped) = (0, 1, false, false)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                if byte == ASCII.backslash { isEscaped = true } else if byte == ASCII.quote { isQuoted = false }
            } else if byte == ASCII.quote {
                isQuoted = true
            } else if byte == ASCII.openBracket || byte == ASCII.openBrace {
                depth += 1
            } else if byte == ASCII.closeBracket || byte == ASCII.closeBrace {
                depth -= 1
            } else if byte == ASCII.comma, depth == 1 {
                count += 1
            }
        }
        return count
    }
}
