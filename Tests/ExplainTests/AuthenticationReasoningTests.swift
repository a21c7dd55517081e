import Bytes
import Explain
import Flow
import HTTPModel
import Testing

@Suite struct AuthenticationReasoningTests {
    private func reason(
        _ exchange: FlowRecord, in session: [FlowRecord] = [], passwords: [Bytes] = []
    ) throws -> Reasoning {
        try #require(
            AuthenticationReasoning.reasoning(
                about: exchange, in: SessionContext(session), options: ExplainOptions(passwords: passwords)))
    }

    private static let digest =
        "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", "
        + "algorithm=SHA-256, nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", nc=00000001, "
        + "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=auth, "
        + "response=\"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1\", "
        + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""

    private static let exchange = MadeExchange.make(
        "GET /dir/index.html HTTP/1.1\nHost: www.example.org\nAuthorization: \(digest)", "HTTP/1.1 200 OK")

    /// RFC 7616 §3.9.1.
    @Test func aDigestIsComputedAgainWhenThePasswordIsGiven() throws {
        let right = try reason(Self.exchange, passwords: ["nonsense", "Circle of Life"])
        #expect(right.step("match")?.held == true)
        #expect(
            right.step("HA1")?.text.text.contains("7987c64c30e25f1b74be53f966b49b90f2808aa92faf9a00262392d7b4794232")
                == true)
        #expect(right.step("uri")?.held == true)
        let wrong = try reason(Self.exchange, passwords: ["nonsense"])
        #expect(wrong.step("match")?.held == false)
        let none = try reason(Self.exchange)
        #expect(none.step("match") == nil)
        #expect(none.step("response")?.text.text.contains("--password") == true)
    }

    @Test func aDigestForAnotherResourceIsSeen() throws {
        for target in ["/dir/dir/index.html", "/dir/index.html?x", "/dir"] {
            let exchange = MadeExchange.make(
                "GET \(target) HTTP/1.1\nHost: www.example.org\nAuthorization: \(Self.digest)", "HTTP/1.1 400 No")
            #expect(try reason(exchange).step("uri")?.held == false)
        }
    }

    @Test func thePasswordIsNotShown() throws {
        let reasoning = try reason(Self.exchange, passwords: ["Circle of Life"])
        for step in reasoning.steps { #expect(!step.text.text.contains("Circle")) }
    }

    @Test func aChallengeIsPairedWithTheNextRequest() throws {
        let first = MadeExchange.make(
            "GET /dir/index.html?x=1 HTTP/1.1\nHost: www.example.org",
            "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", algorithm=SHA-256", index: 0)
        let between = MadeExchange.make("GET /other HTTP/1.1\nHost: www.example.org", "HTTP/1.1 200 OK", index: 1)
        var second = Self.exchange.numbered(FlowID(3))
        second.index = 2
        let session = [first, between, second]
        let asks = try reason(first, in: session)
        #expect(asks.step("answer")?.held == true)
        #expect(asks.conclusion.text.contains("#3 sends Digest credentials, which got 200"))
        #expect(try reason(second, in: session).step("challenge")?.text.text.contains("#1") == true)
        #expect(try reason(first, in: [first, between]).conclusion.text.contains("no later request for this URL"))
        #expect(try reason(first, in: [first]).conclusion.text == "The server asks for credentials.")
    }

    @Test func basicIsDecodedAndSaidToBeReadable() throws {
        let request = "GET / HTTP/1.1\nHost: a.example\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
        let plain = try reason(MadeExchange.make(request, "HTTP/1.1 200 OK"))
        #expect(plain.step("Base64")?.text.pieces.contains(.code("open sesame")) == true)
        #expect(plain.step("protection")?.held == false)
        #expect(try reason(MadeExchange.make(request, scheme: "https")).step("protection")?.held == true)
    }

    /// RFC 7515 §A.1: `exp` is 1300819380, 2011-03-22T18:43:00Z.
    @Test func aTokensClaimsAreReadAgainstTheExchangesClock() throws {
        let request = "GET / HTTP/1.1\nHost: a.example\nAuthorization: Bearer \(Self.token)"
        let before = try reason(MadeExchange.make(request, "HTTP/1.1 200 OK", at: 1_300_819_380 - 60))
        #expect(before.step("exp")?.held == true)
        #expect(before.conclusion.text.contains("did not verify"))
        #expect(before.conclusion.text.contains("another 60 seconds"))
        let after = try reason(MadeExchange.make(request, "HTTP/1.1 200 OK", at: 1_300_819_380 + 7_200))
        #expect(after.step("exp")?.held == false)
        #expect(after.conclusion.text.contains("expired 2 hours before"))
        let claims = after.steps.filter { $0.rule == "claim" }.map(\.text.text)
        #expect(claims.contains("exp (expires): 1300819380, which is Tue, 22 Mar 2011 18:43:00 GMT"))
        #expect(claims.contains("iss (issuer): joe"))
    }

    @Test(
        arguments: [
            ("NTLM TlRMTVNTUAABAAAAAAA=", "message 1 of 3"), ("Negotiate YIIC", "GSS-API"), ("Bearer abc", "opaque"),
            ("Frob id=\"a\"", "not a scheme that Hark knows"), ("abc", "There must be a scheme"),
            ("DPoP eyJ", "bound to a key"),
            ("SCRAM-SHA-256 data=a", "salted hash"),
        ] as [(String, String)])
    func otherSchemesAreNamed(value: String, words: String) throws {
        let reasoning = try reason(MadeExchange.make("GET / HTTP/1.1\nHost: a.example\nAuthorization: \(value)"))
        #expect(reasoning.steps.contains { $0.text.text.contains(words) })
    }

    @Test func numbersAtTheBordersDoNotTrap() throws {
        for exp in ["-9223372036854775807", "9223372036854775807", "99999999999999999999", "-0", "1e9"] {
            let token = Self.jwt("{\"exp\":\(exp),\"nbf\":\(exp),\"iat\":\(exp)}")
            let exchange = MadeExchange.make(
                "GET / HTTP/1.1\nHost: a.example\nAuthorization: Bearer \(token)", "HTTP/1.1 200 OK", at: 1)
            #expect(try !reason(exchange).steps.isEmpty)
        }
    }

    /// RFC 7515 §A.1: its `exp` is 1300819380, in March 2011.
    private static let token =
        "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    private static func jwt(_ claims: String) -> String {
        func part(_ text: String) -> String {
            String(Base64.encode(Array(text.utf8)).filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        }
        return part("{\"alg\":\"HS256\"}") + "." + part(claims) + ".YQ"
    }
}
