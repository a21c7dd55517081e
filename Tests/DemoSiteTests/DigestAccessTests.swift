import Bytes
import HTTPModel
import Testing

@testable import DemoSite

@Suite struct DigestAccessTests {
    /// The Authorization values of RFC 7616 §3.9.1, in one line.
    private static func example(_ algorithm: String, _ response: String) -> Bytes {
        Bytes(
            "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", "
                + "algorithm=\(algorithm), nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", nc=00000001, "
                + "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=auth, response=\"\(response)\", "
                + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"")
    }

    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func computesTheResponsesOfRFC7616(algorithm: String, response: String) throws {
        let credentials = try #require(DigestAccess.Credentials(Self.example(algorithm, response)))
        #expect(credentials.algorithm.rawValue == algorithm)
        #expect(credentials.response == response)
        #expect(DigestAccess.response(credentials, method: "GET", password: "Circle of Life") == response)
        #expect(DigestAccess.response(credentials, method: "POST", password: "Circle of Life") != response)
        #expect(DigestAccess.response(credentials, method: "GET", password: "Circle of Lice") != response)
    }

    @Test(arguments: ["Basic Zm9v", "Digest", "Digest algorithm=SHA-512-256, username=\"a\"", ""] as [Bytes])
    func readsNoOtherCredentials(field: Bytes) {
        #expect(DigestAccess.Credentials(field) == nil)
    }

    /// Credentials as a client makes them for the demo site, each property to be spoilt in turn.
    private func credentials(madeAt time: Int64) throws -> DigestAccess.Credentials {
        let text =
            "Digest username=\"demo\", realm=\"r\", uri=\"/x?y\", algorithm=SHA-256, qop=auth, nc=00000001, "
            + "cnonce=\"c\""
        var credentials = try #require(DigestAccess.Credentials(Bytes(text)))
        credentials.nonce = DigestAccess.nonce(now: time)
        credentials.response = DigestAccess.response(credentials, method: "GET", password: "p")
        return credentials
    }

    private func verdict(
        _ credentials: DigestAccess.Credentials, method: String = "GET", target: String = "/x?y", now: Int64 = testTime
    ) -> DigestAccess.Verdict {
        DigestAccess.verify(
            credentials, method: method, target: target, realm: "r", username: "demo", password: "p", now: now)
    }

    @Test func acceptsWhatIsRight() throws {
        #expect(verdict(try credentials(madeAt: testTime)) == .accepted)
        #expect(verdict(try credentials(madeAt: testTime - DigestAccess.lifetime)) == .accepted)
    }

    @Test func callsAnOldNonceStaleOnlyWhenThePasswordIsRight() throws {
        var old = try credentials(madeAt: testTime - DigestAccess.lifetime - 1)
        #expect(verdict(old) == .stale)
        old.response = String(repeating: "0", count: 64)
        #expect(verdict(old) == .refused)
    }

    @Test func refusesAnotherMethodOrTarget() throws {
        let made = try credentials(madeAt: testTime)
        #expect(verdict(made, method: "POST") == .refused)
        #expect(verdict(made, target: "/x") == .refused)
    }

    @Test func refusesANonceThatTheSiteDidNotMake() throws {
        for nonce in [
            "", "00", "6b018012" + String(repeating: "0", count: 24), DigestAccess.nonce(now: testTime) + "0",
        ] {
            var made = try credentials(madeAt: testTime)
            made.nonce = nonce
            made.response = DigestAccess.response(made, method: "GET", password: "p")
            #expect(verdict(made) == .refused, "\(nonce)")
        }
    }

    @Test func refusesANonceFromTheFuture() throws {
        #expect(verdict(try credentials(madeAt: testTime + 1)) == .refused)
    }

    @Test func challengesWithTheBetterAlgorithmFirst() throws {
        let reply = try #require(visit(makeRequest("GET /auth/digest HTTP/1.1", "Host: demo.hark.test")))
        let challenges = reply.fields("www-authenticate")
        #expect(reply.head.status == 401)
        #expect(challenges.count == 2)
        #expect(challenges.first?.contains("algorithm=SHA-256") == true)
        #expect(challenges.last?.contains("algorithm=MD5") == true)
        for challenge in challenges {
            #expect(challenge.hasPrefix("Digest realm=\"Hark demo\", qop=\"auth\""))
            #expect(!challenge.contains("stale"))
        }
    }

    @Test func aChallengeAfterItsTimeSaysStale() throws {
        let challenge = try #require(visit(makeRequest("GET /auth/digest HTTP/1.1")))
        let exchange = TourExchange(
            request: TourRequest(.get, "/auth/digest"), response: challenge.head, body: Bytes())
        let field = try #require(
            exchange.digestCredentials(uri: "/auth/digest", username: "demo", password: "let me in"))
        let late = makeRequest("GET /auth/digest HTTP/1.1", "Authorization: \(field)", seconds: testTime + 301)
        let reply = try #require(visit(late))
        #expect(reply.head.status == 401)
        #expect(reply.fields("www-authenticate").allSatisfy { $0.hasSuffix(", stale=true") })
        let early = makeRequest("GET /auth/digest HTTP/1.1", "Authorization: \(field)", seconds: testTime + 300)
        #expect(try #require(visit(early)).head.status == 200)
    }

    @Test func basicAcceptsItsOneUser() throws {
        // base64 of "demo:let me in", by hand with base64(1).
        let right = makeRequest("GET /auth/basic HTTP/1.1", "Authorization: basic ZGVtbzpsZXQgbWUgaW4=")
        let wrong = makeRequest("GET /auth/basic HTTP/1.1", "Authorization: Basic ZGVtbzp4")
        #expect(try #require(visit(right)).head.status == 200)
        let refusal = try #require(visit(wrong))
        #expect(refusal.head.status == 401)
        #expect(refusal.field("www-authenticate") == "Basic realm=\"Hark demo\", charset=\"UTF-8\"")
    }
}
