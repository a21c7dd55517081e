import Bytes
import Explain
import Flow
import HTTPSemantics
import Testing

@Suite struct RedirectChainProseTests {
    @Test func aJourneyIsToldHopByHop() throws {
        let session = [
            MadeExchange.make(
                "POST /form HTTP/1.1\nHost: a.example\nAuthorization: Basic YTpi\nContent-Length: 1\n\nx",
                "HTTP/1.1 302 Found\nLocation: https://b.example/done"),
            MadeExchange.make("GET /other HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK", index: 1),
            MadeExchange.make(
                "GET /done HTTP/1.1\nHost: b.example\nAuthorization: Basic YTpi", "HTTP/1.1 200 OK", index: 2,
                scheme: "https"),
        ]
        let journey = try #require(RedirectChain.find(in: session).first)
        #expect(RedirectChain.find(in: session).count == 1)
        #expect(journey.entries == [0, 2])
        let story = journey.story.map(\.text)
        #expect(story.count == 4)
        #expect(story[0].contains("POST http://a.example/form got 302, a redirect to https://b.example/done."))
        #expect(story[0].contains("clients change POST to GET, and the body is dropped"))
        #expect(story[0].contains("should not send Authorization"))
        #expect(story[1].contains("the same Authorization to the new origin"))
        #expect(story[2] == "The client left out Content-Length.")
        #expect(story[3] == "GET https://b.example/done got 200, the end of the chain.")
    }

    @Test(arguments: [("/a", "a loop"), ("/b", "no request that follows this redirect")])
    func theEndIsTold(location: String, words: String) throws {
        let made = MadeExchange.make(
            "GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 302 Found\nLocation: \(location)")
        let journey = try #require(RedirectChain.find(in: [made]).first)
        #expect(journey.entries == [0])
        #expect(journey.story.contains { $0.text.contains(words) })
    }

    /// RFC 9110 §10.2.2, its examples: a relative Location, and a fragment that is inherited.
    @Test func locationIsResolvedStepByStep() throws {
        let relative = MadeExchange.make(
            "GET /~tim HTTP/1.1\nHost: www.example.org", "HTTP/1.1 303 See Other\nLocation: /People.html#tim")
        let reasoning = try #require(RedirectReasoning.reasoning(about: relative))
        #expect(reasoning.conclusion.text == "The client next requests GET http://www.example.org/People.html.")
        #expect(reasoning.steps.map(\.rule) == ["status", "Location", "method", "origin"])
        let inherited = MadeExchange.make(
            "GET /index.html HTTP/1.1\nHost: www.example.org",
            "HTTP/1.1 301 Moved Permanently\nLocation: http://www.example.net/index.html"
        ) { $0.toldURL = "http://www.example.org/index.html#larry" }
        let steps = try #require(RedirectReasoning.reasoning(about: inherited)).steps
        #expect(steps.first { $0.rule == "fragment" }?.text.text.contains("#larry") == true)
        #expect(steps.first { $0.rule == "origin" }?.held == false)
    }

    @Test(
        arguments: [
            ("300 Multiple Choices", "Location: /a", "Browsers do not follow a 300"),
            ("300 Multiple Choices", "X: y", "a choice"), ("302 Found", "X: y", "there is no target"),
            ("399 Odd", "Location: /a", "do not follow a 399"), ("305 Use Proxy", "Location: /a", "obsolete"),
        ])
    func whatNobodyFollowsIsSaid(status: String, field: String, words: String) throws {
        let made = MadeExchange.make("GET /x HTTP/1.1\nHost: a.example", "HTTP/1.1 \(status)\n\(field)")
        let reasoning = try #require(RedirectReasoning.reasoning(about: made))
        #expect(reasoning.conclusion.text.contains(words))
        #expect(reasoning.steps.map(\.held) == [false])
    }

    @Test func anAnswerThatLeadsNowhereHasNoReasoning() {
        for status in ["200 OK", "304 Not Modified", "404 Not Found"] {
            let made = MadeExchange.make("GET /x HTTP/1.1\nHost: a.example", "HTTP/1.1 \(status)\nLocation: /a")
            #expect(RedirectReasoning.reasoning(about: made) == nil)
        }
    }
}
