import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Testing

/// Rows of a reading of many messages that had no test of their own: each is true for its input, and not said of the
/// input beside it.
@Suite struct SmallTruthsTests {
    private func reason(
        _ topic: Reasoning.Topic, _ exchange: FlowRecord, in session: [FlowRecord] = []
    ) throws -> Reasoning {
        try #require(Reasonings.reasoning(topic, about: exchange, in: SessionContext(session)))
    }

    private func words(_ reasoning: Reasoning) -> String {
        ([reasoning.conclusion] + reasoning.steps.map(\.text)).map(\.text).joined(separator: "\n")
    }

    private func get(_ response: String, _ fields: String = "", path: String = "/a/b/c") -> FlowRecord {
        MadeExchange.make("GET \(path) HTTP/1.1\nHost: a.example\(fields)", response)
    }

    /// RFC 9111 §1.2.2: what is beyond 2 to the power of 31 counts as that, and both numbers are told.
    @Test func aLifetimeBeyondWhatIsCountedIsCapped() throws {
        let capped = try #require(
            reason(.caching, get("HTTP/1.1 200 OK\nCache-Control: max-age=99999999999\n\nx")).step("freshness_lifetime")
        )
        #expect(capped.text.text.contains("max-age=99999999999") && capped.text.text.contains("2147483648"))
        let plain = try #require(
            reason(.caching, get("HTTP/1.1 200 OK\nCache-Control: max-age=60\n\nx")).step("freshness_lifetime"))
        #expect(!plain.text.text.contains("no further"))
    }

    /// RFC 9110 §15.5.17: refused, though a part of it exists.
    @Test(arguments: [("bytes=0-1", true), ("bytes=4-", true), ("bytes=-2", true), ("bytes=9-", false)])
    func aRangeThatExistsIsNotSaidToBeOutside(range: String, exists: Bool) throws {
        let made = get("HTTP/1.1 416 X\nContent-Range: bytes */5\n\n", "\nRange: \(range)")
        let said = try reason(.ranges, made).conclusion.text
        #expect(said.contains("although") == exists && said.contains("None of the ranges") == !exists, "\(said)")
    }

    /// RFC 3986 §5.2.4.
    @Test(arguments: [("../../x", true), ("../x", true), ("x", false), ("/x", false), ("?a=..", false)])
    func whatClimbsIsSaidToClimb(location: String, climbs: Bool) throws {
        let made = get("HTTP/1.1 302 Found\nLocation: \(location)\n\n")
        let step = try #require(reason(.redirects, made).step("Location"))
        #expect(step.text.text.contains("goes up one segment") == climbs, "\(step.text.text)")
    }

    /// Fetch §3.2: `null` is no origin of a host.
    @Test func aPageWithoutAnOriginIsNoPageOfNull() throws {
        let answer = "HTTP/1.1 200 OK\nAccess-Control-Allow-Origin: *\n\nx"
        let text = words(try reason(.cors, get(answer, "\nOrigin: null")))
        #expect(text.contains("without an origin of its own") && !text.contains("page of null"))
        let named = words(try reason(.cors, get(answer, "\nOrigin: https://b.example")))
        #expect(named.contains("page of https://b.example") && !named.contains("without an origin"))
    }

    /// RFC 9110 §15.5.7: what a 406 brings was not chosen, and adding `*/*` to what has it does not help.
    @Test func whatA406HasWasNotChosen() throws {
        let answer = "HTTP/1.1 406 Not Acceptable\nContent-Type: text/html\n\nx"
        let made = get(answer, "\nAccept: */*")
        #expect(!words(try reason(.negotiation, made)).contains("Chosen"))
        #expect(!words(try reason(.status, made)).contains("by adding"))
        #expect(!words(try reason(.status, get(answer))).contains("by adding"))
        #expect(words(try reason(.status, get(answer, "\nAccept: text/plain"))).contains("by adding"))
    }

    /// Any sandboxed page has the origin null.
    @Test func nullIsNotToBeNamed() throws {
        let text = words(try reason(.cors, get("HTTP/1.1 200 OK\n\nx", "\nOrigin: null")))
        #expect(!text.contains("must name"))
    }

    /// A 412 carried nothing out.
    @Test func noStateComesAfterA412() throws {
        let made = MadeExchange.make(
            "DELETE /a HTTP/1.1\nHost: a.example\nIf-Match: \"x\"",
            "HTTP/1.1 412 Precondition Failed\nETag: \"y\"\n\n")
        #expect(!words(try reason(.conditional, made)).contains("afterwards"))
    }

    /// One origin in two lines is more than one value, and not "another".
    @Test func anOriginThatIsSentTwiceIsNoOther() throws {
        let line = "Access-Control-Allow-Origin: https://b.example\n"
        let text = try reason(
            .cors, get("HTTP/1.1 200 OK\n\(line)\(line)\nx", "\nOrigin: https://b.example")
        ).conclusion.text
        #expect(text.contains("more than one value") && !text.contains("not https://b.example"))
    }

    /// RFC 9111 §4.1 lets a cache set letter case aside; that it did is told.
    @Test(arguments: [("de", "DE", true), ("de", "de", false)])
    func aComparisonThatSetsSomethingAsideSaysSo(first: String, second: String, isSaid: Bool) throws {
        func made(_ language: String, _ index: Int) -> FlowRecord {
            MadeExchange.make(
                "GET / HTTP/1.1\nHost: a.example\nAccept-Language: \(language)",
                "HTTP/1.1 200 OK\nCache-Control: max-age=600\nVary: Accept-Language\n\nx", index: index,
                at: MadeExchange.moment + Int64(index))
        }
        let flows = [made(first, 0), made(second, 1)]
        let steps = try #require(CacheStory(flows).entries.last).privateCache.steps
        #expect(steps.contains { $0.text.text.contains("case, spaces and order") } == isSaid)
    }
}
