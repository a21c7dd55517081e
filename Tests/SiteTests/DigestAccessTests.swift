import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@testable import Site

@Suite struct DigestAccessTests {
    /// Credentials as a client makes them for the demo site, each part to be spoilt in turn.
    private struct Made {
        var nonce: String
        var algorithm = "SHA-256"
        var qop = "auth"
        var count = "00000001"
        var clientNonce = "c"
        /// What is sent instead of the right response.
        var response: String?

        init(at time: Int64) {
            nonce = DigestAccess.nonce(now: time)
        }

        func value(_ response: String) throws -> AuthorizationValue {
            try #require(
                AuthorizationValue(
                    Bytes(
                        "Digest username=\"demo\", realm=\"r\", uri=\"/x?y\", algorithm=\(algorithm), qop=\(qop), "
                            + "nc=\(count), cnonce=\"\(clientNonce)\", nonce=\"\(nonce)\", response=\"\(response)\"")))
        }
    }

    private func verdict(
        _ made: Made, method: Bytes = "GET", target: Bytes = "/x?y", username: String = "demo", realm: String = "r",
        now: Int64 = testTime
    ) throws -> DigestAccess.Verdict {
        let digest = try DigestComputation(made.value(""), method: "GET", password: "p", content: Bytes())
        return DigestAccess.verify(
            try made.value(made.response ?? digest.response), method: method, target: target, realm: realm,
            username: username, password: "p", now: now)
    }

    @Test(arguments: ["Basic Zm9v", "Digest x", "Digest algorithm=SHA-512-256, username=\"a\""] as [Bytes])
    func otherCredentialsAreRefused(field: Bytes) throws {
        let value = try #require(AuthorizationValue(field))
        #expect(
            DigestAccess.verify(
                value, method: "GET", target: "/", realm: "r", username: "a", password: "p", now: testTime) == .refused)
    }

    @Test(arguments: ["SHA-256", "sha-256", "MD5"])
    func acceptsWhatIsRight(algorithm: String) throws {
        var made = Made(at: testTime)
        made.algorithm = algorithm
        #expect(try verdict(made) == .accepted)
        #expect(try verdict(Made(at: testTime - DigestAccess.lifetime)) == .accepted)
    }

    /// Right by the arithmetic, and no answer to what was asked.
    @Test func whatWasNotOfferedIsRefused() throws {
        for algorithm in ["SHA-512-256", "MD5-sess", "SHA-256-sess"] {
            var made = Made(at: testTime)
            made.algorithm = algorithm
            #expect(try verdict(made) == .refused, "\(algorithm)")
        }
        var made = Made(at: testTime)
        made.qop = "auth-int"
        #expect(try verdict(made) == .refused)
        made = Made(at: testTime)
        made.count = "1"
        #expect(try verdict(made) == .refused)
        made = Made(at: testTime)
        made.clientNonce = ""
        #expect(try verdict(made) == .refused)
    }

    @Test func callsAnOldNonceStaleOnlyWhenThePasswordIsRight() throws {
        var old = Made(at: testTime - DigestAccess.lifetime - 1)
        #expect(try verdict(old) == .stale)
        old.response = String(repeating: "0", count: 64)
        #expect(try verdict(old) == .refused)
    }

    @Test func refusesWhatWasMadeForSomethingElse() throws {
        let made = Made(at: testTime)
        #expect(try verdict(made, method: "POST") == .refused)
        #expect(try verdict(made, target: "/x") == .refused)
        #expect(try verdict(made, username: "demon") == .refused)
        #expect(try verdict(made, realm: "s") == .refused)
    }

    @Test func refusesANonceThatTheSiteDidNotMake() throws {
        for nonce in [
            "", "00", "6b018012" + String(repeating: "0", count: 24), DigestAccess.nonce(now: testTime) + "0",
        ] {
            var made = Made(at: testTime)
            made.nonce = nonce
            #expect(try verdict(made) == .refused, "\(nonce)")
        }
    }

    @Test func refusesANonceFromTheFuture() throws {
        #expect(try verdict(Made(at: testTime + 1)) == .refused)
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
