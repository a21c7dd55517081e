import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import HTTPWire
import Rules
import Synchronization
import TestKit
import Testing

/// What `hark rules try` says of a recorded flow is what the proxy did to it: random rules, random requests.
@Suite struct RulesAgreeTests {
    private static let early = [
        "", "when path = /a ", "when method = POST ", "when request.header.x = 1 ", "when query.q = 1 ",
        "when path ~ \"/*b\" ", "when not method = GET ", "when host = a.test or path = /c ",
    ]
    private static let late = [
        "when status = 404 ", "when status >= 200 and path = /a ", "when response.header.server = s ",
        "when type = text ",
    ]
    private static let turns = ["", "chance 50% ", "first 2 ", "after 1 ", "every 2 ", "chance 30% every 2 "]
    private static let onRequests = [
        "set-request-header \"X: 1\"", "remove-request-header X", "add-request-header \"Y: {a}\"", "set-query q=1",
        "remove-query q", "set-path /b", "set-method PUT", "set-cookie a=b", "no-cookies", "no-cache", "no-compression",
        "tag early", "pin", "comment c", "set-response-header \"Server: t\"", "allow-cors", "no-csp",
        "respond 201 text \"{count} {random 1 9} {request.query.q}\"", "redirect 302 \"/x?{query}\"", "block",
        "respond 200 \"X: {request.header.x}\" json {\"n\": \"{path}\"}", "bad-gateway", "skip-record",
        "replace-request-body text \"{method}\"",
        "raw set-request-header \"X: a\\u0001\"", "raw set-path \"a b\"", "force-http1", "keep-body off",
    ]
    private static let onResponses = [
        "set-response-header \"X: y\"", "remove-response-header Server", "set-response-cookie \"a=b\"", "tag late",
        "respond 500 text \"{count}\"", "remove-response-cookie s",
        "raw set-response-header \"X y: z\"", "delay response 1ms", "no-csp",
    ]

    private static func rules(_ random: inout some RandomNumberGenerator) -> String {
        (1...Int.random(in: 1...4, using: &random)).map { number in
            let isLate = Bool.random(using: &random)
            let filter = (isLate ? late : early).randomElement(using: &random) ?? ""
            // A turn is said of a filter.
            let turn = filter.isEmpty ? "" : turns.randomElement(using: &random) ?? ""
            let all = isLate ? onResponses : onRequests + onResponses
            let actions = (1...Int.random(in: 1...3, using: &random)).compactMap { _ in
                all.randomElement(using: &random)
            }
            let last = Int.random(in: 0..<5, using: &random) == 0 ? ", final" : ""
            return "r\(number): \(filter)\(turn)do \(actions.joined(separator: ", "))\(last)"
        }.joined(separator: "\n")
    }

    private static func request(_ origin: String, _ random: inout some RandomNumberGenerator) -> String {
        let method = ["GET", "POST", "DELETE"].randomElement(using: &random) ?? "GET"
        let path = ["/a", "/b", "/c", "/a/b", "/missing"].randomElement(using: &random) ?? "/"
        let query = ["", "?q=1", "?q=2&p", "?"].randomElement(using: &random) ?? ""
        let lines =
            ["", "X: 1\r\n", "X: 2\r\nCookie: a=1; s=2\r\n", "Origin: null\r\n"].randomElement(using: &random) ?? ""
        let body = method == "POST" ? "Content-Length: 3\r\n\r\nabc" : "\r\n"
        return
            "\(method) http://\(origin)\(path)\(query) HTTP/1.1\r\nHost: \(origin)\r\n\(lines)"
            + "Connection: close\r\n\(body)"
    }

    private final class Counting: RuleCounting {
        private let numbers = Mutex<[String: UInt64]>([:])

        func next(_ name: String) -> UInt64 {
            numbers.withLock { numbers in
                numbers[name, default: 0] += 1
                return numbers[name, default: 0]
            }
        }
    }

    @Test func aTrialSaysWhatTheProxyDid() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            _ = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
            let status = head.contains(" /missing") ? "404 Not Found" : "200 OK"
            try connection.send(
                "HTTP/1.1 \(status)\r\nServer: s\r\nContent-Type: text/plain\r\nSet-Cookie: s=1\r\n"
                    + "Content-Length: 3\r\n"
                    + "Connection: close\r\n\r\none")
        }
        var random = SeededGenerator(seed: 20_261_126)
        var acts = 0
        for _ in 0..<40 {
            let text = Self.rules(&random)
            var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in text }
            try loader.add(file: "test.rules")
            let book = loader.book(FilterClock(now: 0))
            let live = LiveRules(book, seed: 7)
            let requests = (0..<6).map { _ in Self.request(origin.host, &random) }
            try await withEngine(.with { $0.rules = live }) { engine in
                for (place, request) in requests.enumerated() {
                    let client = try engine.connect()
                    try client.send(request)
                    _ = try client.receiveToEnd()
                    // One after the other, so that counters go on in this order in both.
                    _ = try engine.finished(place + 1)
                }
                let counting = Counting()
                for flow in try engine.finished(requests.count) {
                    var flow = flow
                    if flow.method == .post { flow.request.content.kept = .inline("abc") }
                    let trial = RuleTrial(
                        book, flow, counting: counting, seed: 7, reader: FilterReader(), files: { _ in nil })
                    let said = trial.acts.map { "\($0.rule) \($0.action): \($0.text)" }
                    let done = flow.ruleActs.map { "\($0.rule) \($0.action): \($0.text)" }
                    acts += done.count
                    #expect(said == done, "\(text)\n\(flow.requestHead?.startLine.text ?? "")")
                }
            }
        }
        // It would agree on nothing, too.
        #expect(acts > 200)
    }
}
