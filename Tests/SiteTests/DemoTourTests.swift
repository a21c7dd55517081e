import Bytes
import HTTPModel
import Testing

@testable import Site

@Suite struct DemoTourTests {
    /// Walks one step against the site itself, as a proxy would: the target's path goes to the site.
    private func walk(_ step: TourStep, number: inout UInt64) throws -> [TourExchange] {
        var exchanges: [TourExchange] = []
        while let request = step.next(exchanges) {
            number += 1
            var lines = request.head.text.components(of: "\r\n").filter { !$0.isEmpty }
            let path = try #require(request.target.components(of: "demo.hark.test").last)
            lines[0] = "\(request.method.name.text) \(path) HTTP/1.1"
            let site = makeRequest(lines: lines, number: number)
            let reply = try #require(visit(site, body: request.body), "\(step.title)")
            exchanges.append(
                TourExchange(
                    request: request, interim: reply.interim, response: reply.head, trailers: reply.trailers,
                    body: Bytes(reply.body)))
        }
        return exchanges
    }

    private static let expected: [(String, [Int])] = [
        ("A request and its response", [200]),
        ("A chain of redirects", [301, 302, 307, 308, 200]),
        ("A POST that becomes a GET, and one that does not", [302, 200, 307, 200]),
        ("Logging in with cookies", [303, 200, 303]),
        ("Revalidation with an ETag", [200, 304]),
        ("Cache lifetimes", [200, 200, 200]),
        ("Chunks and trailers", [200]),
        ("Two responses to one request", [200]),
        ("Compressed content", [200, 200]),
        ("A download in parts", [206, 206, 416]),
        ("Basic authentication", [401, 200]),
        ("Digest authentication", [401, 200]),
        ("Asking before sending", [200, 413]),
        ("Responses without content", [200, 204]),
        ("Error responses", [405, 410, 429, 503]),
        ("One in three fails", [200, 200, 503]),
        ("Server-sent events", [200]),
        ("A form with a file", [200]),
        ("An API with two versions", [200, 200, 200]),
        ("An RPC and its own status", [200, 200]),
        ("One URL for all queries", [200, 200]),
    ]

    @Test func everyStepGetsTheAnswersItSpeaksOf() throws {
        #expect(DemoTour.steps.map { $0.title } == Self.expected.map { $0.0 })
        var number: UInt64 = 0
        for (step, expected) in zip(DemoTour.steps, Self.expected) {
            let statuses = try walk(step, number: &number).map { $0.response.status }
            // Which of three fails depends on what came before; that one fails does not.
            #expect(statuses.sorted() == expected.1.sorted(), "\(step.title)")
        }
    }

    /// A step sends its reader to look at nothing that is not there.
    @Test func everyFieldThatAStepSpeaksOfIsShown() throws {
        var number: UInt64 = 0
        // Names of fields have a capital and a hyphen, or are one of these; what else looks like one is listed.
        let others: Set = ["SHA-256", "HARK", "Server-sent", "Last-Modified"]
        for step in DemoTour.steps {
            let exchanges = try walk(step, number: &number)
            let shown = exchanges.flatMap { $0.lines(named: step.fields) }
            for field in step.fields {
                #expect(step.watch.contains(field), "\(step.title): \(field) is shown and not spoken of")
                #expect(shown.contains { $0.dropFirst(2).hasPrefix("\(field): ") }, "\(step.title): \(field)")
            }
            let words = step.watch.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
            for word in words where word.contains("-") && word.first?.isUppercase == true && !others.contains(word) {
                let isShown = step.fields.contains(word) || word == "Set-Cookie"
                #expect(isShown, "\(step.title) speaks of \(word), which is not shown")
            }
        }
    }

    @Test func nothingIsShownThatNoStepSpeaksOf() throws {
        var number: UInt64 = 0
        let exchange = try #require(try walk(DemoTour.steps[0], number: &number).first)
        #expect(exchange.lines(named: []).isEmpty)
        #expect(exchange.lines(named: ["host"]) == ["> Host: demo.hark.test"])
        // What proves who one is stays off the screen.
        #expect(DemoTour.steps.allSatisfy { !$0.fields.contains("Authorization") && !$0.fields.contains("Cookie") })
    }

    @Test func everyRequestIsFitForAProxy() throws {
        var number: UInt64 = 0
        for step in DemoTour.steps {
            for exchange in try walk(step, number: &number) {
                let request = exchange.request
                let head = request.head.text
                #expect(head.hasPrefix("\(request.method.name.text) http://demo.hark.test/"))
                #expect(head.contains("\r\nHost: demo.hark.test\r\n"))
                #expect(head.hasSuffix("\r\n\r\n"))
                #expect(head.contains("\r\nAccept: "))
                let length = head.components(of: "\r\nContent-Length: ").dropFirst().first?
                    .components(of: "\r\n").first
                #expect(length ?? "0" == String(request.body.count))
                #expect(request.awaitsContinue == head.contains("\r\nExpect: 100-continue\r\n"))
            }
        }
    }

    @Test func cookiesGoBackOnlyWhereTheyBelong() throws {
        let reply = try #require(visit(makeRequest("POST /login HTTP/1.1", "Content-Length: 8"), body: "name=ada"))
        let exchange = TourExchange(
            request: TourRequest(.post, "/login"), response: reply.head, body: Bytes())
        let names = { (cookies: String) in cookies.components(of: "; ").map { String($0.prefix { $0 != "=" }) } }
        #expect(
            names(exchange.cookies(for: "/account")) == ["session", "visit", "language", "everywhere", "account_only"])
        #expect(names(exchange.cookies(for: "/logout")) == ["session", "visit", "language", "everywhere"])
    }

    @Test func noStepGoesOnForEver() {
        let request = TourRequest(.get, "/redirect/loop")
        let step = TourStep("t", "w") { _ in request }
        let head = makeRequest("GET / HTTP/1.1").head
        let response = ResponseHead(status: 302, version: .http11, reasonRange: 0..<0, fields: head.fields)
        let many = [TourExchange](
            repeating: TourExchange(request: request, response: response, body: Bytes()), count: TourStep.mostRequests)
        #expect(step.next(Array(many.dropLast())) != nil)
        #expect(step.next(many) == nil)
    }
}
