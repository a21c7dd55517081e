import Bytes
import Explain
import Flow
import HTTPModel
import Testing

@Suite struct ReasoningsTests {
    private static let host = "Host: a.example"

    private func reason(
        _ topic: Reasoning.Topic, _ exchange: FlowRecord, in session: [FlowRecord] = []
    ) throws -> Reasoning {
        try #require(Reasonings.reasoning(topic, about: exchange, in: SessionContext(session)))
    }

    // MARK: - URL

    @Test func aURLIsShownInItsParts() throws {
        let exchange = MadeExchange.make(
            "GET http://u:p@xn--mnchen-3ya.example/a%20b/%C3%A9?q=x%26y&z=1+2 HTTP/1.1\nHost: xn--mnchen-3ya.example")
        let url = try reason(.url, exchange)
        #expect(url.step("scheme")?.text.pieces.first == .code("http"))
        #expect(url.step("userinfo")?.text.pieces.first == .code("u:p"))
        #expect(url.step("host")?.text.text.contains("münchen.example") == true)
        #expect(url.step("port")?.text.pieces.contains(.code("80")) == true)
        #expect(url.step("query")?.text.pieces.contains(.code("2")) == true)
        let parameters = url.steps.filter { $0.rule == "parameter" }.map(\.text.text)
        #expect(parameters == ["“q” is x&y.", "“z” is 1 2."])
        #expect(url.steps.contains { $0.rule.hasPrefix("octet") && $0.text.text.contains("a space") })
        #expect(url.steps.contains { $0.rule.hasPrefix("octet") && $0.text.text.contains("é in UTF-8") })
        #expect(url.step("plus") != nil)
        #expect(url.conclusion.text.hasPrefix("Request to xn--mnchen-3ya.example, port 80, over http, for /a%20b"))
    }

    @Test func theThreeWaysToEncodeAreShownWhereTheyDiffer() throws {
        let ways = try reason(.url, MadeExchange.make("GET /?q=a%26b%3Dc%20d HTTP/1.1\n\(Self.host)")).step(
            "ways to encode")
        #expect(ways?.text.pieces.contains(.code("a%26b%3Dc%20d")) == true)
        #expect(ways?.text.pieces.contains(.code("a%26b%3Dc+d")) == true)
        #expect(ways?.text.pieces.contains(.code("a&b=c%20d")) == true)
    }

    @Test func normalFormAndDoubleEncodingAreSaid() throws {
        let twice = try reason(.url, MadeExchange.make("GET /%2520 HTTP/1.1\n\(Self.host)"))
        #expect(twice.step("double encoding")?.text.pieces.contains(.code("%20")) == true)
        #expect(twice.step("double encoding")?.isFault == true)
        #expect(twice.step("normal form")?.held == true)
        let other = try reason(.url, MadeExchange.make("GET /%7ea HTTP/1.1\n\(Self.host)"))
        #expect(other.step("normal form")?.held == false)
        #expect(other.step("normal form")?.text.pieces.contains(.code("http://a.example/~a")) == true)
    }

    // MARK: - Method and status

    @Test func aMethodSaysWhatARetryMayDo() throws {
        let get = try reason(.method, MadeExchange.make("GET / HTTP/1.1\n\(Self.host)"))
        #expect(get.step("safe")?.held == true && get.step("idempotent")?.held == true)
        let post = try reason(.method, MadeExchange.make("POST / HTTP/1.1\n\(Self.host)\nContent-Length: 1\n\na"))
        #expect(post.step("idempotent")?.held == false)
        #expect(post.conclusion.text == "POST: neither safe nor idempotent: do not repeat it blindly.")
        let key = try reason(
            .method, MadeExchange.make("POST / HTTP/1.1\n\(Self.host)\nIdempotency-Key: \"k\"\nContent-Length: 1\n\na"))
        #expect(key.step("retry")?.text.text.contains("Idempotency-Key: \"k\"") == true)
        let unknown = try reason(.method, MadeExchange.make("FETCH / HTTP/1.1\n\(Self.host)"))
        #expect(unknown.step("known")?.held == false)
    }

    @Test func aStatusSaysWhichFieldItNeeds() throws {
        func status(_ response: String) throws -> Reasoning {
            try reason(.status, MadeExchange.make("GET / HTTP/1.1\n\(Self.host)", response))
        }
        #expect(try status("HTTP/1.1 401 No").step("WWW-Authenticate")?.held == false)
        #expect(try status("HTTP/1.1 401 No\nWWW-Authenticate: Basic").step("WWW-Authenticate")?.held == true)
        #expect(try status("HTTP/1.1 405 No").step("Allow")?.held == false)
        #expect(try status("HTTP/1.1 299 Odd").step("client")?.text.text.contains("like 200") == true)
        #expect(try status("HTTP/1.1 425 Too Early").conclusion.text.contains("after the handshake"))
    }

    // MARK: - Conditions and ranges

    @Test func theDecidingConditionIsNamedAndComparedWithTheAnswer() throws {
        func conditional(_ fields: String, _ response: String) throws -> Reasoning {
            try reason(.conditional, MadeExchange.make("GET / HTTP/1.1\n\(Self.host)\n\(fields)", response))
        }
        let agrees = try conditional("If-None-Match: \"a\"", "HTTP/1.1 304 Not Modified\nETag: \"a\"")
        #expect(agrees.conclusion.text.hasPrefix("If-None-Match: "))
        #expect(agrees.step("step 3")?.held == false)
        #expect(agrees.step("answer")?.held == true)
        let ignored = try conditional("If-None-Match: \"a\"", "HTTP/1.1 200 OK\nETag: \"a\"\n\nabc")
        #expect(ignored.step("answer")?.held == false)
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let both = try conditional("If-None-Match: \"b\"\nIf-Modified-Since: \(date)", "HTTP/1.1 200 OK\nETag: \"a\"")
        #expect(
            both.step("step 4")?.text.text
                == "If-Modified-Since: \(date) is ignored: If-None-Match is present and takes precedence.")
        let unknown = try conditional("If-None-Match: \"a\"", "HTTP/1.1 200 OK\n\nabc")
        #expect(unknown.step("answer")?.held == nil)
        let error = try conditional("If-None-Match: \"a\"", "HTTP/1.1 404 Not Found")
        #expect(error.step("answer")?.held == nil)
        #expect(
            Reasonings.reasoning(
                .conditional, about: MadeExchange.make("GET / HTTP/1.1\n\(Self.host)", "HTTP/1.1 200 OK"),
                in: SessionContext([])) == nil)
    }

    @Test func rangesAreDrawnOnTheResource() throws {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\n\(Self.host)\nRange: bytes=100-199",
            "HTTP/1.1 206 Partial Content\nContent-Range: bytes 100-199/400\n\n" + String(repeating: "a", count: 100))
        let ranges = try reason(.ranges, exchange)
        // A quarter of forty columns, after the first quarter.
        let drawing =
            "[" + String(repeating: ".", count: 10) + String(repeating: "#", count: 10)
            + String(repeating: ".", count: 20) + "]"
        #expect(ranges.step("Content-Range")?.text.pieces.contains(.code(drawing)) == true)
        #expect(ranges.step("length")?.held == true)
        #expect(ranges.conclusion.text == "Bytes 100 to 199 of 400.")
    }

    @Test func partsOfAMultipartAreListed() throws {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\n\(Self.host)\nRange: bytes=0-0,-1",
            """
            HTTP/1.1 206 Partial Content
            Content-Type: multipart/byteranges; boundary=x

            --x
            Content-Range: bytes 0-0/9

            a
            --x
            Content-Range: bytes 8-8/9

            b
            --x--
            """)
        #expect(try reason(.ranges, exchange).steps.filter { $0.rule == "part" && $0.held == true }.count == 2)
    }

    // MARK: - Negotiation, expectation, content, compression

    @Test func preferencesAreSortedAndTheChoiceJudged() throws {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\n\(Self.host)\nAccept: text/html;q=0.5, application/json, */*;q=0.1\nAccept-Encoding: gzip",
            "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Encoding: gzip\n\nxx")
        let negotiation = try reason(.negotiation, exchange)
        #expect(
            negotiation.step("Accept")?.text.text.hasSuffix("application/json (1), text/html (0.5), */* (0.1).") == true
        )
        #expect(negotiation.step("Content-Type")?.held == true)
        #expect(negotiation.steps.contains { $0.rule == "Vary" && $0.held == false })
        #expect(negotiation.conclusion.text == "Chosen: text/html, gzip.")
    }

    @Test func identityMayBeSentThoughItIsNotListed() throws {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\n\(Self.host)\nAccept-Encoding: gzip", "HTTP/1.1 200 OK\nContent-Type: text/plain\n\nabc")
        #expect(try reason(.negotiation, exchange).step("Content-Encoding")?.held == true)
    }

    @Test func anExpectationIsFollowedToItsEnd() throws {
        let request = "POST / HTTP/1.1\n\(Self.host)\nExpect: 100-continue\nContent-Length: 1\n\na"
        let interim = try ["HTTP/1.1 100 Continue", "HTTP/1.1 103 Early Hints"].map(MadeExchange.interim)
        let told = MadeExchange.make(request, "HTTP/1.1 200 OK") { $0.interim = interim }
        let reasoning = try reason(.expectation, told)
        #expect(reasoning.step("answer")?.held == true)
        #expect(reasoning.steps.filter { $0.rule == "interim" }.count == 2)
        #expect(try reason(.expectation, MadeExchange.make(request, "HTTP/1.1 417 No")).step("answer")?.held == false)
        // Only a client that held its content back has gained by asking.
        let held = request.replacing("\n\na", with: "")
        let refused = try reason(.expectation, MadeExchange.make(held, "HTTP/1.1 413 Content Too Large"))
        #expect(refused.conclusion.text.contains("413 at once, so the client did not need to send the body"))
        let sent = try reason(.expectation, MadeExchange.make(request, "HTTP/1.1 413 Content Too Large"))
        #expect(sent.conclusion.text.contains("had already sent the body"))
        #expect(!sent.conclusion.text.contains("paid"))
    }

    @Test func contentIsComparedWithWhatItIsSaidToBe() throws {
        let exchange = MadeExchange.make(
            "GET /files/report%202.pdf HTTP/1.1\n\(Self.host)",
            "HTTP/1.1 200 OK\nContent-Type: application/pdf\nContent-Length: 9\n\n<!DOCTYPE html>")
        let content = try reason(.content, exchange)
        #expect(content.step("first bytes")?.held == false)
        #expect(content.step("file name")?.text.pieces.contains(.code("report 2.pdf")) == true)
        #expect(content.step("length")?.held == false)
    }

    @Test func savingsAreComputed() throws {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\n\(Self.host)", "HTTP/1.1 200 OK\nContent-Type: text/css\nContent-Encoding: br\n\nabc"
        ) { $0.response.content.decodedSize = 12 }
        #expect(try reason(.compression, exchange).conclusion.text == "br reduced 12 bytes to 3 bytes: 75 % less.")
    }

    // MARK: - Connection, timing, outcome

    @Test func exchangesOnOneConnectionKnowEachOther() throws {
        let session = (0..<3).map { index in
            MadeExchange.make(
                "GET /\(index) HTTP/1.1\n\(Self.host)", "HTTP/1.1 200 OK\nContent-Length: 0", index: index
            ) {
                $0.connect(client: 1, upstream: index < 2 ? 7 : 8, reused: index == 1)
                if index != 1 { $0.spend([(.dns, 1_000), (.connect, 30_000), (.ssl, 20_000)]) }
            }
        }
        let second = try reason(.connection, session[1], in: session)
        #expect(second.step("connection")?.text.text == "Connection 7 to the server. It also carried #1.")
        #expect(second.step("reused")?.held == true)
        let third = try reason(.connection, session[2], in: session)
        // HAR: connect has ssl in it.
        #expect(
            third.conclusion.text
                == "A new connection was opened, which took 31.0 ms, and it stays open for further requests.")
        let closing = try reason(
            .connection, MadeExchange.make("GET / HTTP/1.1\n\(Self.host)", "HTTP/1.1 200 OK\nConnection: close"))
        #expect(closing.step("afterwards")?.held == false)
    }

    @Test func theLongestPhaseIsNamed() throws {
        let exchange = MadeExchange.make("GET / HTTP/1.1\n\(Self.host)", "HTTP/1.1 200 OK") {
            $0.spend([(.connect, 10_000), (.ssl, 9_000), (.wait, 80_000), (.receive, 10_000)])
        }
        let timing = try reason(.timing, exchange)
        #expect(timing.conclusion.text.hasPrefix("100 ms in all, 80.0 ms of it waiting for the response."))
        #expect(timing.step("wait")?.text.pieces.contains(.code("80")) == true)
    }

    /// A connection that is open is no slow download, and an event that comes late is no slow link.
    @Test(arguments: [
        ("Content-Type: text/html", nil, "receiving the response: the download is large,"),
        ("Content-Type: text/event-stream; charset=utf-8", nil, "receiving the response: the server sends each event"),
        ("Upgrade: websocket", "websocket", "with the connection open."),
    ])
    func longReceivingHasItsReason(field: String, switched: String?, reason wanted: String) throws {
        for (outcome, scope) in [(Outcome.complete, "in all"), (nil, "so far")] {
            let exchange = MadeExchange.make("GET / HTTP/1.1\n\(Self.host)", "HTTP/1.1 200 OK\n\(field)") {
                $0.spend([(.wait, 1_000), (.receive, 2_000_000)])
                ($0.tunnelProtocol, $0.outcome, $0.run) = (switched, outcome, RunID(7))
            }
            let timing = try reason(.timing, exchange)
            #expect(timing.conclusion.text.hasPrefix("2.00 s \(scope), 2.00 s of it \(wanted)"))
            let isDownload = timing.conclusion.text.contains("download")
            #expect(isDownload == field.hasSuffix("html"))
            let step = try #require(timing.step("receive")?.text.text)
            #expect(step.contains("the connection was open") == (switched != nil))
        }
    }

    @Test func anOutcomeSaysWhoseDoingItWas() throws {
        let exchange = MadeExchange.make("GET / HTTP/1.1\n\(Self.host)") {
            $0.outcome = Outcome(.failed, by: .upstream, .connectionRefused, detail: "a.example:80")
        }
        let outcome = try reason(.outcome, exchange)
        #expect(outcome.step("end")?.held == false)
        #expect(outcome.step("by")?.text.text.contains("server") == true)
        #expect(outcome.conclusion.text.contains("refused the connection"))
    }

    // MARK: - CORS

    @Test func theLineThatNeedsAPreflightIsQuoted() throws {
        let exchange = MadeExchange.make(
            "POST / HTTP/1.1\n\(Self.host)\nOrigin: https://b.example\nContent-Type: "
                + "application/json\nContent-Length: 2\n\n{}",
            "HTTP/1.1 200 OK\nAccess-Control-Allow-Origin: https://b.example")
        let cors = try reason(.cors, exchange)
        #expect(cors.step("simple")?.held == false)
        #expect(
            cors.step("simple")?.text.text.hasPrefix("The field Content-Type: application/json needs a preflight")
                == true)
        #expect(cors.step("check")?.held == true)
        let secret = try reason(
            .cors,
            MadeExchange.make("GET / HTTP/1.1\n\(Self.host)\nOrigin: https://b.example\nAuthorization: Bearer s3cret"))
        #expect(
            secret.step("simple")?.text.text == "The field Authorization needs a preflight: it is not on the safe list."
        )
    }

    // MARK: - All

    @Test func reasoningsComeInTheOrderOfTheirTopics() {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\n\(Self.host)\nAccept: */*\nOrigin: https://b.example\nAuthorization: Bearer x",
            "HTTP/1.1 200 OK\nContent-Type: text/plain\n\nabc")
        let topics = Reasonings.all(about: exchange, in: [exchange]).map(\.topic)
        #expect(topics == Reasoning.Topic.allCases.filter(topics.contains))
        #expect(topics.contains(.url) && topics.contains(.cors) && topics.contains(.authentication))
        for reasoning in Reasonings.all(about: exchange) {
            #expect(!reasoning.conclusion.text.isEmpty)
            for step in reasoning.steps { #expect(!step.rule.isEmpty && !step.text.text.isEmpty && !step.spec.isEmpty) }
        }
    }
}
