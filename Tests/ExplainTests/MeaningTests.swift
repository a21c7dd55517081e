import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Testing

/// Sentences of everyday exchanges that were once clumsy, or not so: what they say, and what they must not say.
@Suite struct MeaningTests {
    private func reason(
        _ topic: Reasoning.Topic, _ exchange: FlowRecord, in session: [FlowRecord] = []
    ) throws -> Reasoning {
        try #require(Reasonings.reasoning(topic, about: exchange, in: SessionContext(session)))
    }

    private func words(_ reasoning: Reasoning) -> String {
        ([reasoning.conclusion] + reasoning.steps.map(\.text)).map(\.text).joined(separator: "\n")
    }

    // MARK: - Targets that name no resource

    /// RFC 9112 §3.2.3: host and port, and nothing else.
    @Test func aTunnelHasNoSchemePathOrOrigin() throws {
        let made = MadeExchange.make("CONNECT h:443 HTTP/1.1\nHost: h:443") { $0.toldURL = "http://h:443" }
        let url = try reason(.url, made)
        #expect(url.step("port")?.text.text == "443: the port at the end of the tunnel.")
        for rule in ["scheme", "path", "normal form"] { #expect(url.step(rule) == nil, "\(rule)") }
        #expect(!words(url).contains("origin"))
    }

    /// The content is the rule's, and says nothing about the length and the type that the server named.
    @Test func whatARuleAnsweredIsNotHeldAgainstTheServer() throws {
        func made(_ outcome: Outcome) -> FlowRecord {
            MadeExchange.make(
                "GET / HTTP/1.1\nHost: h", "HTTP/1.1 500 Oops\nContent-Type: text/plain\nContent-Length: 44"
            ) {
                $0.response.content = FlowRecord.Content(bytes: "hello world", size: 11)
                $0.outcome = outcome
            }
        }
        let session = SessionContext([])
        let ruled = made(Outcome(.complete, by: .proxy, .answeredLocally))
        #expect(Reasonings.reasoning(.content, about: ruled, in: session) == nil)
        let cut = try reason(.content, made(Outcome(.aborted, by: .upstream, .upstreamClosed)))
        #expect(cut.step("length")?.text.text == "44 bytes were declared, but 11 arrived.")
    }

    /// RFC 9112 §3.2.4: `*` stands for the server, and has no normal form that ends with `/`.
    @Test func theAsteriskIsNoPath() throws {
        let made = MadeExchange.make("OPTIONS * HTTP/1.1\nHost: h") { $0.toldURL = "http://h" }
        let url = try reason(.url, made)
        #expect(url.step("target")?.text.text == "* is not a path: the request is for the whole server.")
        #expect(url.step("path") == nil && url.step("normal form") == nil)
    }

    /// Triplets are quoted; their places in a URL that was put together of two lines are nobody's.
    @Test func encodedOctetsHaveNoPlaces() throws {
        let url = try reason(.url, MadeExchange.make("GET /a%2Fb%20c HTTP/1.1\nHost: h.example"))
        #expect(url.steps.filter { $0.rule == "octet" }.map { $0.text.text.prefix(3) } == ["%2F", "%20"])
        #expect(!url.steps.contains { $0.rule.hasPrefix("octet ") })
    }

    // MARK: - What browsers make of a URL

    @Test func whereBrowsersReadATargetOtherwiseItIsSaid() throws {
        let dots = try reason(.url, MadeExchange.make("GET /a/%2e%2e/b HTTP/1.1\nHost: h"))
        #expect(dots.step("browsers")?.text.text == "Browsers ask for http://h/b. They read %2e as a dot.")
        let number = MadeExchange.make("GET / HTTP/1.1\nHost: 0x7f.1")
        #expect(
            try reason(.url, number).step("browsers")?.text.text
                == "Browsers ask another server, for http://127.0.0.1/. They read numbers as an IPv4 address: 0x7f.1 "
                + "becomes 127.0.0.1.")
    }

    @Test(arguments: ["/", "/a/../b?c=d e", "/%7Ea", "/a;b=1?x=%20#f"])
    func whereBrowsersAgreeNothingIsSaid(target: String) throws {
        let made = MadeExchange.make("GET / HTTP/1.1\nHost: h") { $0.toldURL = Bytes("http://h" + target) }
        #expect(try reason(.url, made).step("browsers") == nil)
    }

    /// The trick of open redirects: who checks Location by RFC 3986 sees a path of this host.
    @Test(arguments: [("/\\evil.example", true), ("\\\\evil.example/", true), ("/a\\b", false)])
    func aLocationThatLeadsBrowsersElsewhereIsAFault(location: String, isElsewhere: Bool) throws {
        let made = MadeExchange.make("GET / HTTP/1.1\nHost: h", "HTTP/1.1 302 Found\nLocation: \(location)")
        let step = try #require(try reason(.redirects, made).step("browsers"))
        #expect(step.isFault == isElsewhere)
        #expect(step.text.text.contains("They read \\ as /."))
        #expect(step.text.text.contains("http://evil.example/") == isElsewhere)
    }

    @Test(arguments: ["/b", "../c?d", "https://h/", "//i/x", "?q", "http://h:80/"])
    func anOrdinaryLocationIsReadAlike(location: String) throws {
        let made = MadeExchange.make("GET /a HTTP/1.1\nHost: h", "HTTP/1.1 302 Found\nLocation: \(location)")
        #expect(try reason(.redirects, made).step("browsers") == nil)
    }

    // MARK: - One fact, one answer

    /// What the method's row says of caching is what the verdict says.
    @Test(arguments: [
        ("PATCH", "responses to PATCH need a lifetime and Content-Location"),
        ("QUERY", "responses to QUERY need the request body in their key"),
        ("POST", "responses to POST are stored only with a lifetime and Content-Location"),
        ("DELETE", "responses to DELETE are not stored"),
    ])
    func whyAnswersToAMethodAreNotKept(method: String, why: String) throws {
        let caching = try reason(
            .caching, MadeExchange.make("\(method) / HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\n\nx"))
        #expect(caching.conclusion.text.contains(why))
        // What the method's page lets caches do, none forbids here.
        // PATCH wants a lifetime and Content-Location, which are not there.
        let isKeptBySome = method == "QUERY"
        #expect(caching.conclusion.text.hasPrefix("No cache stores it") == !isKeptBySome)
        #expect(
            caching.step("method")?.text.text.lowercased() == (why + ".").lowercased(), "\(words(caching))")
    }

    @Test(arguments: [("aes128gcm", "RFC 8188"), ("exi", "Efficient XML"), ("dcb", "RFC 9842")])
    func aRegisteredCodingIsNotCalledUnregistered(coding: String, named: String) {
        let words = FieldTree("Content-Encoding", Bytes(coding)).all.map(\.text).joined()
        #expect(words.contains(named) && !words.contains("not a registered"))
        let other = FieldTree("Content-Encoding", "frobnicate").all.map(\.text).joined()
        #expect(other.contains("not a registered coding"))
    }

    @Test func noCodingIsNotSent() throws {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h\nAccept-Encoding: identity;q=0", "HTTP/1.1 200 OK\nContent-Type: text/html\n\nhi")
        let step = try #require(try reason(.negotiation, made).step("Content-Encoding"))
        #expect(step.isFault)
        #expect(step.text.text.contains("without a coding") && step.text.text.contains("weight 0"))
    }

    @Test(arguments: [
        ("a=1", "Cookies: 1 set, and stored."), ("a=1\nSet-Cookie: b=2", "Cookies: 2 set, and all stored."),
        ("a=1\nSet-Cookie: b=2; Domain=x.example", "Cookies: 2 set, 1 of them stored."),
        ("b=2; Domain=x.example", "Cookies: 1 set, none of them stored."),
        ("a=1; Max-Age=0\nSet-Cookie: b=2", "Cookies: 2 set, 1 of them stored and 1 to be deleted."),
        ("a=1; Max-Age=0", "Cookies: 1 to be deleted."),
    ])
    func setCookiesAreCounted(lines: String, conclusion: String) throws {
        let made = MadeExchange.make("GET / HTTP/1.1\nHost: h.example", "HTTP/1.1 200 OK\nSet-Cookie: \(lines)\n\nx")
        #expect(try reason(.cookies, made).conclusion.text == conclusion)
    }

    // MARK: - Connections

    /// Two runs into one file of a version that told no runs, or another tool's file: numbers begin anew.
    @Test func whoOpenedAConnectionSharesNoneOfThoseBefore() throws {
        let session = (0..<4).map { place in
            MadeExchange.make("GET /\(place) HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\n\nx", index: place) {
                $0.connect(client: 1, upstream: 1, reused: place % 2 == 1)
            }
        }
        let context = SessionContext(session)
        #expect(context.byConnection.map { $0.map(\.index) } == [[0, 1], [2, 3]])
        let share = try reason(.connection, session[2], in: session).step("connection")?.text.text
        #expect(share == "Connection 1 to the server. It also carried #4.")
    }

    /// Where runs are told, a number is one connection however its flows are ordered.
    @Test func inOneRunANumberIsOneConnection() {
        let session = [(1, true), (1, false), (2, false)].enumerated().map { place, run in
            MadeExchange.make("GET / HTTP/1.1\nHost: h", "HTTP/1.1 200 OK\n\nx", index: place) {
                $0.connect(client: 1, upstream: 1, reused: run.1)
                $0.run = RunID(UInt64(run.0))
            }
        }
        #expect(SessionContext(session).byConnection.map { $0.map(\.index) } == [[0, 1], [2]])
    }

    // MARK: - What a check says already

    /// RFC 9110 §8.6: one fault, one remark.
    @Test func aLengthWith204IsRemarkedOnce() {
        let input = ExplainedInput(
            raw: Bytes("GET / HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"),
            ExplainedInput.Circumstances(now: MadeExchange.moment, options: ExplainOptions(notes: Checks.notes)))
        let about = input.messages.flatMap(\.notes).filter { $0.spec == "RFC 9110 §8.6" }
        #expect(about.map(\.code) == ["content-length-forbidden"])
    }
}
