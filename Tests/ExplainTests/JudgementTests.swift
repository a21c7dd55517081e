import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Testing

/// What must not be concluded: sentences that were once said of messages of which they are not true, beside what is.
@Suite struct JudgementTests {
    private func reason(
        _ topic: Reasoning.Topic, _ exchange: FlowRecord, in session: [FlowRecord] = []
    ) throws -> Reasoning {
        try #require(Reasonings.reasoning(topic, about: exchange, in: SessionContext(session)))
    }

    private func text(_ reasoning: Reasoning) -> String {
        ([reasoning.conclusion] + reasoning.steps.map(\.text)).map(\.text).joined(separator: "\n")
    }

    // MARK: - Conditions

    /// PUT with If-Match, answered 204 with the new entity tag: the textbook success.
    @Test func aConditionalWriteThatWentThroughIsNoBreach() throws {
        let put = MadeExchange.make(
            "PUT /doc HTTP/1.1\nHost: h\nIf-Match: \"v1\"\nContent-Length: 2\n\nhi",
            "HTTP/1.1 204 No Content\nETag: \"v2\"", index: 1)
        let alone = try reason(.conditional, put)
        #expect(!alone.steps.contains { $0.isFault })
        #expect(!text(alone).contains("412"))
        #expect(alone.step("answer")?.text.text.contains("found the condition true") == true)
        let get = MadeExchange.make("GET /doc HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\nETag: \"v1\"\n\nold")
        let known = try reason(.conditional, put, in: [get, put])
        #expect(known.step("representation")?.text.text == "Before this request, #1 showed ETag \"v1\".")
        #expect(known.step("step 1")?.held == true)
        #expect(known.step("answer")?.held == true)
        let made = try reason(
            .conditional,
            MadeExchange.make(
                "PUT /new HTTP/1.1\nHost: h\nIf-None-Match: *\nContent-Length: 2\n\nhi",
                "HTTP/1.1 201 Created\nETag: \"1\""))
        #expect(!made.steps.contains { $0.isFault } && !text(made).contains("412"))
    }

    @Test func aPartOfAnotherStateIsAFault() throws {
        let request = "GET /f HTTP/1.1\nHost: h\nRange: bytes=0-4\nIf-Range: \"old\""
        let joined = try reason(
            .conditional,
            MadeExchange.make(
                request, "HTTP/1.1 206 Partial Content\nETag: \"new\"\nContent-Range: bytes 0-4/10\n\nABCDE"))
        #expect(joined.step("answer")?.isFault == true)
        #expect(!text(joined).contains("which is correct"))
        let whole = try reason(
            .conditional, MadeExchange.make(request, "HTTP/1.1 200 OK\nETag: \"new\"\n\nABCDEFGHIJ"))
        #expect(whole.step("answer")?.held == true)
        // A date is compared with Last-Modified, and exactly (RFC 9110 §13.1.5).
        let date = "Sat, 05 Nov 1994 08:49:37 GMT"
        let dated = try reason(
            .conditional,
            MadeExchange.make(
                "GET /f HTTP/1.1\nHost: h\nRange: bytes=0-4\nIf-Range: \(date)",
                "HTTP/1.1 206 Partial Content\nLast-Modified: \(date)\nContent-Range: bytes 0-4/10\n\nABCDE"))
        #expect(dated.step("step 5")?.text.text.contains("only if Last-Modified is exactly that") == true)
        #expect(!text(dated).contains("by strong comparison"))
        #expect(dated.step("answer")?.held == true)
    }

    // MARK: - Ranges

    @Test func anotherPartIsNotTheOneAskedFor() throws {
        let part = try reason(
            .ranges,
            MadeExchange.make(
                "GET /f HTTP/1.1\nHost: h\nRange: bytes=0-4",
                "HTTP/1.1 206 Partial Content\nContent-Range: bytes 3-9/10\n\nDEFGHIJ"))
        #expect(part.conclusion.text == "Bytes 3 to 9 of 10: not the requested part.")
        #expect(part.step("answer")?.isFault == true)
        let one = try reason(
            .ranges,
            MadeExchange.make(
                "GET /f HTTP/1.1\nHost: h\nRange: bytes=0-0",
                "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-0/1\n\nD"))
        #expect(
            one.step("Range")?.text.text.hasPrefix("The client requests the first byte. That is within the 1 byte:")
                == true)
    }

    /// RFC 9110 §14.2.
    @Test(arguments: [
        ("GET", "seconds=1-2", "200 OK", "does not know the unit seconds"),
        ("GET", "bytes=5-2", "416 No", "the Range field is malformed"),
        ("HEAD", "bytes=0-4", "200 OK", "Range has no effect on HEAD"),
        ("GET", "bytes=0-4", "200 OK", "the server ignored Range"),
    ])
    func whyNoPartCameIsSaid(method: String, range: String, status: String, words: String) throws {
        let reasoning = try reason(
            .ranges,
            MadeExchange.make(
                "\(method) /f HTTP/1.1\nHost: h\nRange: \(range)", "HTTP/1.1 \(status)\nContent-Length: 0"))
        #expect(reasoning.conclusion.text.contains(words))
        if method == "HEAD" { #expect(!text(reasoning).contains("The server sent the whole body")) }
        if status.hasPrefix("416") { #expect(!text(reasoning).contains("None of the ranges")) }
    }

    // MARK: - Versions and framing

    /// RFC 9113 §8.1: a stream ends by itself, and the connection goes on.
    @Test func aMessageOfHTTP2IsNotHeldToTheRulesOfHTTP1() throws {
        let made = MadeExchange.make(
            "GET /a HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\nContent-Type: application/json\n\n{}", scheme: "https"
        ) { exchange in
            exchange.responseHead = exchange.responseHead.map { head in
                ResponseHead(
                    status: head.status, version: HTTPVersion(major: 2, minor: 0), reasonRange: head.reasonRange,
                    fields: head.fields)
            }
        }
        let connection = try reason(.connection, made)
        #expect(connection.step("afterwards")?.held == true)
        #expect(connection.conclusion.text == "The connection stays open for further requests.")
        let content = try reason(.content, made)
        #expect(content.step("length")?.held == nil)
        #expect(!text(content).contains("connection ends the content"))
        #expect(content.step("length")?.text.text.contains("the end of the stream") == true)
    }

    /// RFC 9112 §6.3 rule 3: Transfer-Encoding overrides Content-Length, so the latter announces nothing.
    @Test func aLengthThatDoesNotCountIsNotMissed() throws {
        func content(_ fields: String) throws -> Reasoning {
            let head = Bytes("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + fields + "\r\n\r\n")
            let read = try #require(firstMessage(head)?.response)
            return try reason(
                .content,
                MadeExchange.make(
                    "GET / HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\nContent-Type: text/plain\n\nabc"
                ) { $0.responseHead = read })
        }
        let both = try content("Transfer-Encoding: chunked\r\nContent-Length: 50")
        #expect(!text(both).contains("50"))
        #expect(both.step("length")?.isFault != true)
        let unframed = try content("Transfer-Encoding: chunked, gzip")
        #expect(!text(unframed).contains("in chunks"))
    }

    // MARK: - Caching

    /// Each cache is judged by its own numbers and its own directives.
    @Test func theStepsOfASharedCacheAreItsOwn() throws {
        let caching = try reason(
            .caching,
            MadeExchange.make(
                "GET / HTTP/1.1\nHost: h",
                "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\n"
                    + "Cache-Control: max-age=0, s-maxage=600, proxy-revalidate\n\nx"))
        #expect(caching.step("private: response_is_fresh")?.held == false)
        #expect(caching.step("shared: response_is_fresh")?.held == true)
        #expect(caching.step("shared: response_is_fresh")?.text.text.contains("600 > 0 is true") == true)
        #expect(caching.step("shared: validation")?.text.text.hasPrefix("proxy-revalidate: once stale") == true)
        #expect(caching.step("private: validation")?.text.text.contains("may be used as it is") == true)
        #expect(!caching.steps.contains { $0.isFault })
    }

    /// RFC 9111 §4.2.4.
    @Test func whatMustBeCheckedIsNotSaidToBeUsedStale() throws {
        let caching = try reason(
            .caching,
            MadeExchange.make(
                "GET / HTTP/1.1\nHost: h",
                "HTTP/1.1 200 OK\nCache-Control: max-age=60, must-revalidate, stale-while-revalidate=30, "
                    + "stale-if-error=300\n\nx"))
        #expect(!text(caching).contains("it may be used for"))
        #expect(caching.step("stale-while-revalidate")?.text.text.contains("no effect") == true)
        #expect(caching.step("stale-if-error")?.held == false)
    }

    @Test func aLifetimeNamesItsDirectiveAndNoOther() throws {
        let caching = try reason(
            .caching,
            MadeExchange.make(
                "GET / HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\nCache-Control: private, Max-Age=60, max-age=5\n\nx"))
        #expect(caching.step("private: freshness_lifetime")?.text.text == "60 seconds, from Max-Age=60.")
    }

    /// A page, a session and a live line tell the same of a part.
    @Test func aPartIsKeptNowhere() throws {
        let part = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h\nRange: bytes=0-0",
            "HTTP/1.1 206 Partial Content\nCache-Control: max-age=60\nContent-Range: bytes 0-0/9\n\nx")
        #expect(try reason(.caching, part).conclusion.text.hasPrefix("Only caches that support Range"))
        #expect(CacheStory([part]).entries.map(\.privateCache.isStored) == [false])
    }

    @Test func whoSaidNoStoreIsCited() throws {
        func step(_ request: String, _ response: String) throws -> Reasoning.Step? {
            try reason(
                .caching,
                MadeExchange.make("GET / HTTP/1.1\nHost: h\(request)", "HTTP/1.1 200 OK\(response)\n\nx")
            ).step("no-store")
        }
        #expect(try step("\nCache-Control: no-store", "")?.spec == "RFC 9111 §5.2.1.5")
        #expect(try step("", "\nCache-Control: no-store")?.spec == "RFC 9111 §5.2.2.5")
    }

    /// Browsers keep a permanent redirect for long, so it is not said to be stale at once.
    @Test func aPermanentRedirectWithoutALifetimeIsLeftToTheCache() throws {
        func caching(_ status: String) throws -> String {
            let made = MadeExchange.make("GET / HTTP/1.1\nHost: h", "HTTP/1.1 \(status)\nLocation: /b")
            return text(try reason(.caching, made))
        }
        let moved = try caching("301 Moved")
        #expect(!moved.contains("stale at once"))
        #expect(moved.contains("browsers store a permanent redirect for a long time"))
        let missing = try caching("404 No")
        // RFC 9111 §4.2.2: no lifetime is one that the cache chooses, of this too; most choose none.
        #expect(missing.contains("no lifetime is given") && missing.contains("most caches"))
        #expect(moved.contains("no lifetime is given") && !missing.contains("0 > 0 is false, so it is stale"))
    }

    /// Why it was fetched again stands in the story: other values of the fields in Vary, or a change in between.
    @Test func aStorySaysWhyItWasFetchedAgain() throws {
        let varied = "HTTP/1.1 200 OK\nCache-Control: max-age=60\nVary: Accept\n\nx"
        let story = CacheStory([
            MadeExchange.make("GET /v HTTP/1.1\nHost: h\nAccept: a/b", varied, index: 0),
            MadeExchange.make("GET /v HTTP/1.1\nHost: h\nAccept: c/d", varied, index: 1),
            MadeExchange.make("POST /v HTTP/1.1\nHost: h\nContent-Length: 0", "HTTP/1.1 204 Done", index: 2),
            MadeExchange.make("GET /v HTTP/1.1\nHost: h\nAccept: a/b", varied, index: 3),
        ]).entries.map(\.privateCache.line.text)
        #expect(story[1].hasPrefix("The stored response is for Accept: a/b, but this request has c/d."))
        #expect(story[3].hasPrefix("#3 changed the resource"))
        #expect(story[0].hasPrefix("Kept."))
    }

    // MARK: - Redirects

    /// Authorization is an origin's; cookies are chosen by host, path and Secure (RFC 6265bis §8.5).
    @Test func cookiesAreNotLeftBehindWithTheOrigin() throws {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h\nCookie: a=1\nAuthorization: Basic YTpi",
            "HTTP/1.1 301 Moved Permanently\nLocation: https://h/")
        let origin = try reason(.redirects, made).step("origin")?.text.text
        #expect(
            origin
                == "It is another origin of the same site: clients should not send Authorization there. The client "
                + "sends the cookies that match the new URL."
        )
        let plain = MadeExchange.make("GET / HTTP/1.1\nHost: h", "HTTP/1.1 302 Found\nLocation: /b")
        let same = try reason(.redirects, plain)
        #expect(same.step("origin")?.text.text == "The origin stays the same.")
        #expect(!text(same).contains("goes to the old place"))
    }

    @Test func aCookieCheckIsNoLoop() throws {
        let session = [("/a", "/check", ""), ("/check", "/a", "\nCookie: seen=1"), ("/a", "", "\nCookie: seen=1")]
            .enumerated().map { index, hop in
                MadeExchange.make(
                    "GET \(hop.0) HTTP/1.1\nHost: h\(hop.2)",
                    hop.1.isEmpty ? "HTTP/1.1 200 OK\n\nhi" : "HTTP/1.1 302 Found\nLocation: \(hop.1)", index: index)
            }
        let story = try #require(RedirectChain.find(in: session).first).story.map(\.text)
        #expect(!story.contains { $0.contains("loop") })
        #expect(story.contains("The redirect went back to an earlier URL, and got another response there."))
    }

    // MARK: - URL and method

    @Test(arguments: [
        ("OPTIONS * HTTP/1.1\nHost: h", "for the whole server."),
        ("CONNECT h:443 HTTP/1.1\nHost: h:443", "Open a tunnel to h, port 443."),
        ("GET / HTTP/1.1\nHost: h", "names no server"),
    ])
    func aTargetThatNamesNoResourceIsNotAskedFor(request: String, words: String) throws {
        let made = MadeExchange.make(request) { exchange in
            if exchange.method == .connect { exchange.toldURL = "http://h:443" }
            if exchange.method == .options { exchange.toldURL = "http://h" }
            if exchange.method == .get { exchange.toldURL = "http://h:99999/" }
        }
        let conclusion = try reason(.url, made).conclusion.text
        #expect(conclusion.contains(words))
        #expect(!conclusion.hasSuffix(", for /."))
    }

    @Test func aMalformedURLIsNotInItsNormalForm() throws {
        let made = MadeExchange.make("GET /a HTTP/1.1\nHost: h") { $0.toldURL = "http://h/a?q=%zz" }
        let url = try reason(.url, made)
        #expect(url.step("grammar")?.isFault == true)
        #expect(url.step("grammar")?.text.text.contains("At byte") == false)
        #expect(url.step("normal form") == nil)
    }

    @Test func onlyWhatBrowsersFetchIsSaidToBePrefetched() throws {
        func safe(_ method: String) throws -> String? {
            try reason(.method, MadeExchange.make("\(method) / HTTP/1.1\nHost: h")).step("safe")?.text.text
        }
        #expect(try safe("GET")?.contains("prefetch") == true)
        #expect(try safe("OPTIONS")?.contains("prefetch") == false)
        let tunnel = try reason(.method, MadeExchange.make("CONNECT h:443 HTTP/1.1\nHost: h:443"))
        #expect(!text(tunnel).contains("forget"))
    }

    // MARK: - Codings and preferences

    /// RFC 9110 §12.4.2: a weight of 0 refuses.
    @Test func whatIsRefusedIsNotOffered() throws {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h\nAccept-Encoding: identity;q=0, *;q=0",
            "HTTP/1.1 200 OK\nContent-Type: text/html\n\nhi")
        let offered = try reason(.compression, made).step("offered")?.text.text
        #expect(
            offered == "The client accepts none of the named codings. It rejects identity, *, with weight 0.")
        #expect(try reason(.negotiation, made).step("Content-Encoding")?.isFault == true)
    }

    /// The decoded size stands beside it: the other one is unknown.
    @Test func theSizeThatIsMissingIsNamed() throws {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Encoding: br\n\n"
        ) {
            $0.response.content.size = nil
            $0.response.content.kept = .absent
            $0.response.content.decodedSize = 13
        }
        let conclusion = try reason(.compression, made).conclusion.text
        #expect(conclusion.hasSuffix("the transferred size was not recorded."))
    }

    // MARK: - Marks

    /// ✗ is for faults: the rules that do not apply to a healthy exchange are none.
    @Test func aHealthyExchangeHasNoFaults() {
        let made = MadeExchange.make(
            "GET /a HTTP/1.1\nHost: h\nOrigin: http://h\nAccept-Encoding: gzip",
            "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nCache-Control: max-age=60\n"
                + "Content-Type: text/html; charset=utf-8\nContent-Length: 2\n\nhi")
        for reasoning in Reasonings.all(about: made) {
            let faults = reasoning.steps.filter(\.isFault).map { "\(reasoning.topic): \($0.text.text)" }
            #expect(faults.isEmpty)
        }
    }
}
