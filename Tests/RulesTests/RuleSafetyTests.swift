import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import HTTPSemantics
import Testing

@testable import Rules

/// What a client can write chooses no server, no file and no amount of work.
@Suite struct RuleSafetyTests {
    /// Paths and queries that lead elsewhere in one program or another.
    static let hostile = [
        "//evil.example/", "///evil.example", "/\\evil.example", "/%5Cevil.example", "/@evil.example/",
        "/..//evil.example",
        "/?//evil.example", "/?https://evil.example/", "/?@evil.example", "/?.evil.example", "/?:99",
        "/%2F%2Fevil.example",
        "/;@evil.example", "/a?#@evil.example", "/:80@evil.example", "/?%0d%0aHost:%20evil.example",
        "/?x=//evil.example",
        "/?x=https://evil.example", "/?x=.evil.example", "/?x=@evil.example", "/?x=%40evil.example", "/?x=evil.example",
        "/evil.example", "/https://evil.example", "/?x=%2F%2Fevil.example", "/?x=%5C%5Cevil.example",
    ]

    private static func orders(_ action: String, _ target: String) throws -> RuleOrders {
        let record = MadeFlow.make("GET http://own.example\(target) HTTP/1.1\nHost: own.example")
        try #require(record.requestHead != nil, "\(target)")
        var run = RuleRun(try Reading.book("a: do \(action)"), counting: Counting(), seed: 1)
        return run.request(RuleSubject(record), hasBody: false)
    }

    @Test(arguments: hostile)
    func noRequestChoosesTheServerThatItIsSentTo(target: String) throws {
        let wanted: [(String, Bytes)] = [
            ("map-to http://other.example", "other.example"), ("map-to http://other.example/x{path}", "other.example"),
            ("map-to http://other.example/?{query}", "other.example"),
            ("map-to http://{host}.local", "own.example.local"),
            ("map-to http://other.example/{query}{path}", "other.example"),
        ]
        for (action, host) in wanted {
            guard MadeFlow.make("GET http://own.example\(target) HTTP/1.1\nHost: own.example").requestHead != nil else {
                continue
            }
            guard case .server(host, port: 80, isSecure: false)? = try Self.orders(action, target).way else {
                Issue.record("\(action) of \(target): \(String(describing: try Self.orders(action, target).way))")
                continue
            }
        }
    }

    @Test(arguments: hostile)
    func noRequestChoosesWhereItIsRedirected(target: String) throws {
        let wanted: [(String, String)] = [
            ("redirect 302 {path}", "own.example"), ("redirect 302 /{path}", "own.example"),
            ("redirect 302 /?{query}", "own.example"), ("redirect 302 {path}?{query}", "own.example"),
            ("redirect 302 {request.query.x}", "own.example"), ("redirect 302 /{request.query.x}", "own.example"),
            ("redirect 302 {url}", "own.example"), ("redirect 302 {scheme}://{host}{path}", "own.example"),
            ("redirect 302 https://other.example{path}", "other.example"),
            ("redirect 302 https://other.example/{query}", "other.example"),
            ("redirect 302 //other.example/{request.query.x}", "other.example"),
        ]
        guard MadeFlow.make("GET http://own.example\(target) HTTP/1.1\nHost: own.example").requestHead != nil else {
            return
        }
        for (action, host) in wanted {
            guard case .answer(let answer)? = try Self.orders(action, target).ending,
                let location = answer.fields.first(where: { $0.name == "Location" })?.value
            else {
                Issue.record("\(action) of \(target) made no answer")
                continue
            }
            let url = URLReference(location)
            let named = url.bytes(url.host)?.text ?? "own.example"
            #expect(named == host, "\(action) of \(target) leads to \(location.text)")
            // Browsers take a backslash for a slash (URL Standard).
            #expect(!location.contains(ASCII.backslash))
        }
    }

    @Test(arguments: [
        "https://{request.query.h}/", "https://{host}.{request.query.h}/", "https://other.example{query}",
        "https://other.example{request.header.x}", "https://{path}", "//{request.cookie.h}/", "{query}",
        "{scheme}://{query}", "https://{path}other.example/",
    ])
    func aLocationThatAClientCouldChooseIsRefused(url: String) throws {
        let fault = try #require(Reading.fault("a: do redirect 302 \"\(url)\""))
        #expect(fault.message.contains("host"))
    }

    /// Each would take longer than the sun has where one way after the other is tried.
    @Test(arguments: [
        "/(a+)+$/x/g", "/(a|a)*b/x/", "/(a*)*c/x/g", "/(a|aa)+$/x/", "/(.*a){12}b/x/g", "/([a-z]+)*=/x/g",
        "/^(([a-z])+.)+[A-Z]([a-z])+$/x/",
    ])
    func noTextMakesAnExpressionTakeForEver(expression: String) throws {
        let action = try Reading.actions("substitute-response-body \(expression)").first
        let change = try #require(action as? SubstituteAction).substitution
        // Whether it is replaced is not the matter; that it ends is.
        _ = change.applied(to: Bytes(String(repeating: "a", count: 20_000) + "!"))
        let rule = "a: when path ~ \"/*a*a*a*a*a*a*a*a*b\" do pin"
        let record = MadeFlow.make(
            "GET http://own.example/\(String(repeating: "a", count: 5_000)) HTTP/1.1\nHost: own.example")
        var run = RuleRun(try Reading.book(rule), counting: Counting(), seed: 1)
        #expect(run.request(RuleSubject(record), hasBody: false).acts.isEmpty)
    }

    @Test func noTemplateNamesAFile() throws {
        for action in ["map-file", "respond 200 file", "replace-response-body file"] {
            let rule = try Reading.rule("a: do \(action) \"{request.query.x}/{path}\"")
            let action = try #require(rule.steps.first?.action)
            let path = "{request.query.x}/{path}"
            switch action {
            case let action as MapFileAction: #expect(action.path == path)
            case let action as ReplaceBodyAction: #expect(action.content == .file(path: path))
            case let action as RespondAction: #expect(action.made.content == .file(path: path))
            default: Issue.record("\(action)")
            }
        }
    }
}
