import Bytes
import FilterTestKit
import Flow
import Foundation
import HTTPModel
import Page
import PageTestKit
import Testing

/// What `docs/api.md` says there is, there is, and nothing else.
@Suite struct RoutesTests {
    private static let page: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)) ?? ""
    }()

    /// `GET /api/rows` of the table of routes.
    private static var documented: [String] {
        page.matches(of: /(?m)^\| `([A-Z]+ \/[^`]*)` \|/).map { String($0.1) }
    }

    private static let ofThePage: Set = ["GET /", "GET /assets/{hash}/{file}"]

    @Test func theTableAndTheRoutesAreTheSame() {
        let routes = PageRoute.all.map { "\($0.method.name.text) \($0.pattern)" }
        #expect(Set(routes).count == routes.count)
        #expect(Set(Self.documented).subtracting(Self.ofThePage).sorted() == routes.sorted())
        #expect(Self.ofThePage.isSubset(of: Self.documented))
    }

    private static let flows = [
        MadeFlow.make(
            "POST http://shop.test/cart?x=1 HTTP/1.1\nHost: shop.test\nContent-Type: application/json\n"
                + "Content-Length: 9",
            body: #"{"id": 1}"#, "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 9",
            content: #"{"ok": 2}"#, number: 1
        ) { $0.request.hasEnded = true },
        MadeFlow.make(
            "GET http://shop.test/old HTTP/1.1\nHost: shop.test", "HTTP/1.1 301 Moved\nLocation: /new", number: 2),
        MadeFlow.make(
            "GET http://shop.test/news HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 200 OK\nContent-Type: text/event-stream", content: "data: a\n\ndata: b\n\n", number: 3),
    ]

    /// A request to each route that it answers; `{view}` is a view of all.
    private static let examples: [String: (target: String, body: String)] = [
        "POST /api/session": ("/api/session", "{}"),
        "GET /api/stream": ("/api/stream?view={view}&revision=0", ""),
        "POST /api/views": ("/api/views", #"{"filter": "status >= 300", "order": {"by": "id", "reverse": true}}"#),
        "GET /api/views/{view}/rows": ("/api/views/{view}/rows?first=0&count=2", ""),
        "GET /api/views/{view}/position": ("/api/views/{view}/position?flow=2", ""),
        "GET /api/views/{view}/range": ("/api/views/{view}/range?from=0&to=10", ""),
        "GET /api/views/{view}/overview": ("/api/views/{view}/overview?buckets=3", ""),
        "GET /api/views/{view}/lanes": ("/api/views/{view}/lanes", ""),
        "GET /api/views/{view}/endpoints": ("/api/views/{view}/endpoints?by=host", ""),
        "GET /api/views/{view}/jar": ("/api/views/{view}/jar", ""),
        "GET /api/views/{view}/cache": ("/api/views/{view}/cache?first=1&count=1", ""),
        "GET /api/views/{view}/ghosts": ("/api/views/{view}/ghosts?first=0&count=2", ""),
        "GET /api/views/{view}/redirects": ("/api/views/{view}/redirects", ""),
        "DELETE /api/views/{view}/flows": ("/api/views/{view}/flows", #"{"matched": 3}"#),
        "GET /api/setup": ("/api/setup", ""),
        "GET /api/rows": ("/api/rows?ids=2,1", ""),
        "GET /api/flows/{flow}": ("/api/flows/1", ""),
        "GET /api/flows/{flow}/explain": ("/api/flows/1/explain", ""),
        "GET /api/flows/{flow}/diff": ("/api/flows/1/diff?with=2", ""),
        "GET /api/flows/{flow}/changes": ("/api/flows/1/changes", ""),
        "GET /api/flows/{flow}/connections": ("/api/flows/1/connections", ""),
        "GET /api/flows/{flow}/frames": ("/api/flows/1/frames", ""),
        "GET /api/flows/{flow}/messages": ("/api/flows/3/messages?first=1&count=1", ""),
        "GET /api/flows/{flow}/messages/{place}": ("/api/flows/3/messages/0", ""),
        "GET /api/flows/{flow}/{message}/{part}": ("/api/flows/1/response/body?from=1&length=4", ""),
        "GET /api/flows/{flow}/{message}/tokens": ("/api/flows/1/request/tokens", ""),
        "GET /api/flows/{flow}/{message}/preview": ("/api/flows/1/response/preview", ""),
        "POST /api/flows/{flow}/messages": ("/api/flows/3/messages", #"{"to": "server", "text": "hello"}"#),
        "POST /api/flows/{flow}/resend": ("/api/flows/1/resend", #"{"set": ["X-Again: 1"]}"#),
        "POST /api/send": (
            "/api/send",
            #"{"to": "http://a.test", "message": "R0VUIC8gSFRUUC8xLjENCkhvc3Q6IGEudGVzdA0KDQo="}"#
        ),
        "GET /api/lessons": ("/api/lessons", ""),
        "GET /api/lessons/{topic}": ("/api/lessons/request?flow=1", ""),
        "POST /api/lessons/{topic}": ("/api/lessons/request", #"{"id": "method", "value": "POST", "flow": 1}"#),
        "GET /api/sessions": ("/api/sessions", ""),
        "POST /api/sessions": ("/api/sessions", #"{"name": "kept"}"#),
        "POST /api/recording": ("/api/recording", "{}"),
        "PUT /api/sessions/{name}": ("/api/sessions/kept", #"{"name": "other"}"#),
        "DELETE /api/sessions/{name}": ("/api/sessions/kept", ""),
        "GET /api/sessions/{name}/comparison": ("/api/sessions/kept/comparison", ""),
        "POST /api/files": ("/api/files", #"{"name": "a.har", "size": 2}"#),
        "PUT /api/files/{file}": ("/api/files/known?from=0", "{}"),
        "POST /api/files/{file}": ("/api/files/known", ""),
        "POST /api/curl": ("/api/curl", #"{"text": "curl http://a.test"}"#),
        "GET /api/export": ("/api/export?format=curl&ids=1", ""),
        "GET /api/moment": ("/api/moment?ids=1,2", ""),
        "POST /api/explain": ("/api/explain", #"{"flow": 1, "request": ""}"#),
        "POST /api/complete": ("/api/complete", #"{"filter": "sta", "at": 3}"#),
        "POST /api/marks": ("/api/marks", #"{"flows": [1], "comment": null}"#),
        "POST /api/tickets": ("/api/tickets", #"{"path": "/api/export?format=har&ids=1"}"#),
        "POST /mcp": ("/mcp", "{}"),
        "GET /api/rules": ("/api/rules", ""),
        "PUT /api/rules": ("/api/rules", #"{"revision": 1, "text": "a: do pin"}"#),
        "POST /api/rules/try": ("/api/rules/try", #"{"rule": "do pin", "flow": 1}"#),
        "POST /api/rules/form": ("/api/rules/form", #"{"title": "Block", "values": ["451"]}"#),
        "GET /api/flows/{flow}/rules": ("/api/flows/1/rules", ""),
        "GET /api/held": ("/api/held", ""),
        "POST /api/held": ("/api/held", #"{"filter": "host = none.test", "verdict": "send"}"#),
        "GET /api/held/{flow}": ("/api/held/1", ""),
        "POST /api/held/{flow}": ("/api/held/1", #"{"verdict": "send"}"#),
    ]

    /// With one message held.
    private static func asker() throws -> PageAsker {
        let rules = try MemoryRules(held: [MemoryRules.held(flows[0], since: 1, until: 2)])
        rules.open([3])
        return try PageAsker(
            flows, rules: rules, sessions: MemorySessions(["kept"], files: ["known"], other: MemorySource(flows)),
            recording: MemoryRecording(), lessons: MemoryLessons())
    }

    @Test(arguments: PageRoute.all.map { "\($0.method.name.text) \($0.pattern)" })
    func eachRouteAnswers(route: String) throws {
        let asker = try Self.asker()
        let view = try asker.ask("POST", "/api/views", "{}").json["view"] as? Int ?? 0
        let (template, body) = try #require(Self.examples[route], "there is no example of \(route)")
        var target = template.replacing("{view}", with: String(view))
        var authorization: String? = "usual"
        if route.hasSuffix("/preview") {
            target = try asker.ask("POST", "/api/tickets", #"{"path": "\#(target)"}"#).json["url"] as? String ?? ""
            authorization = nil
        }
        let method = String(route.prefix { $0 != " " })
        let answer = try asker.ask(method, target, body, authorization: authorization)
        #expect((200...201).contains(answer.status), "\(route): \(answer.text)")
        #expect(answer.streams || !answer.body.isEmpty, "\(route)")
    }

    /// Nobody who may not ask learns anything but that.
    @Test(arguments: PageRoute.all.map { "\($0.method.name.text) \($0.pattern)" })
    func noRouteAnswersAStranger(route: String) throws {
        let asker = try Self.asker()
        let view = try asker.ask("POST", "/api/views", "{}").json["view"] as? Int ?? 0
        let (template, body) = try #require(Self.examples[route])
        let target = template.replacing("{view}", with: String(view))
        let method = String(route.prefix { $0 != " " })
        let bad: [(status: Int, authorization: String?, lines: [String], host: String)] = [
            (401, nil, [], "127.0.0.1:8889"),
            (401, "Bearer wrong.token", [], "127.0.0.1:8889"),
            (401, "Basic \(asker.token)", [], "127.0.0.1:8889"),
            (421, "usual", [], "evil.test:8889"),
            (421, "usual", [], "127.0.0.1:8888"),
            (421, "usual", [], "127.0.0.1"),
            (403, "usual", ["Origin: http://evil.test"], "127.0.0.1:8889"),
            (403, "usual", ["Origin: null"], "127.0.0.1:8889"),
            (403, "usual", ["Origin: http://localhost:8889"], "127.0.0.1:8889"),
            (403, "usual", ["Sec-Fetch-Site: cross-site"], "127.0.0.1:8889"),
            (403, "usual", ["Sec-Fetch-Site: same-site"], "127.0.0.1:8889"),
            (403, "usual", ["Sec-Fetch-Site: none"], "127.0.0.1:8889"),
        ]
        for attempt in bad {
            let answer = try asker.ask(
                method, target, body, authorization: attempt.authorization, attempt.lines, host: attempt.host)
            #expect(answer.status == attempt.status, "\(route) \(attempt): \(answer.text)")
            #expect(Array(answer.json.keys) == ["error"], "\(route) \(attempt)")
            #expect(!answer.text.contains("shop.test") && !answer.text.contains(asker.token), "\(route)")
            asker.now += 1_000_000_000
        }
        #expect(asker.source.flows.count == Self.flows.count && asker.source.with { $0.sent.count } == 0)
    }

    @Test(arguments: ["OPTIONS", "PUT", "HEAD", "TRACE", "PATCH"])
    func otherMethodsAreRefused(method: String) throws {
        let asker = try PageAsker(Self.flows)
        let answer = try asker.ask(method, "/api/views")
        #expect(answer.status == 405 && answer.fields["Allow"] == "POST")
        #expect(!answer.fields.keys.contains { $0.lowercased().hasPrefix("access-control") })
    }

    @Test func whatIsNoRouteIsSaidToBeNone() throws {
        let asker = try PageAsker(Self.flows)
        for target in [
            "/api", "/api/rule", "/api/held/1/2", "/api/flows/1/request/wire/more", "/api/flows/1/explain/x",
        ] {
            #expect(try asker.ask("GET", target).status == 404, "\(target)")
        }
        #expect(try asker.ask("GET", "/api/flows/abc").code == "flow")
        #expect(try asker.ask("GET", "/api/flows/1/trailer/body").code == "part")
        #expect(try asker.ask("GET", "/api/flows/1/request/everything").code == "part")
    }
}
