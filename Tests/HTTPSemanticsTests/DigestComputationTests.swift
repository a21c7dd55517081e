import Bytes
import HTTPSemantics
import Testing

@Suite struct DigestComputationTests {
    /// The credentials of RFC 7616 §3.9.1, with other parameters added or exchanged.
    private static func credentials(
        algorithm: String, qop: String = "auth", response: String = "0"
    ) throws -> AuthorizationValue {
        let value =
            "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", "
            + "algorithm=\(algorithm), nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", nc=00000001, "
            + "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=\(qop), response=\"\(response)\", "
            + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
        return try #require(AuthorizationValue(Bytes(value)))
    }

    /// RFC 7616 §3.9.1.
    @Test(
        arguments: [
            (
                "MD5", "3d78807defe7de2157e2b0b6573a855f", "39aff3a2bab6126f332b942af96d3366",
                "8ca523f5e9506fed4657c9700eebdbec"
            ),
            (
                "SHA-256", "7987c64c30e25f1b74be53f966b49b90f2808aa92faf9a00262392d7b4794232",
                "9a3fdae9a622fe8de177c24fa9c070f2b181ec85e15dcbdc32e10c82ad450b04",
                "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
            ),
        ])
    func theExamplesOfTheRFCAreMatched(algorithm: String, ha1: String, ha2: String, response: String) throws {
        let value = try Self.credentials(algorithm: algorithm, response: response)
        let computed = try DigestComputation(value, method: "GET", password: "Circle of Life", content: nil)
        #expect(computed.ha1 == ha1)
        #expect(computed.ha2 == ha2)
        #expect(computed.response == response)
        #expect(computed.matches)
        #expect(computed.a2 == "GET:/dir/index.html")
        let wrong = try DigestComputation(value, method: "GET", password: "Circle of Lice", content: nil)
        #expect(!wrong.matches)
    }

    /// Computed from §3.4.2 and §3.4.3 with another implementation of the hashes.
    @Test(
        arguments: [
            ("MD5-sess", "auth", "e783283f46242139c486a698fec7211d"),
            ("MD5", "auth-int", "9aaa3cbaec2406853a7cb784c6813d11"),
            ("SHA-256-sess", "auth", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
            ("sha-256", "auth-int", "2fa9fd5a55eaefc542900085331c15a0d8dcebeb505811bdd82a5b1f49ae156e"),
        ])
    func sessionsAndIntegrityAreComputed(algorithm: String, qop: String, response: String) throws {
        let value = try Self.credentials(algorithm: algorithm, qop: qop, response: response)
        let computed = try DigestComputation(value, method: "GET", password: "Circle of Life", content: "body")
        #expect(computed.response == response)
        #expect(computed.matches)
    }

    /// RFC 2069 §2.4, with the credentials' own values; the published response has an erratum (749).
    @Test func withoutQopTheOldFormIsComputed() throws {
        let value = try #require(
            AuthorizationValue(
                Bytes(
                    #"Digest username="Mufasa", realm="testrealm@host.com", "#
                        + #"nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", "#
                        + #"uri="/dir/index.html", response="1949323746fe6a43ef61f9606e7febea""#)))
        #expect(try DigestComputation(value, method: "GET", password: "CircleOfLife", content: nil).matches)
    }

    @Test(
        arguments: [
            ("SHA3-256", "auth", .algorithm), ("MD5", "sideways", .qop), ("MD5", "auth-int", .content),
        ] as [(String, String, DigestComputation.Obstacle)])
    func whatCannotBeComputedIsSaid(algorithm: String, qop: String, obstacle: DigestComputation.Obstacle) throws {
        let value = try Self.credentials(algorithm: algorithm, qop: qop)
        #expect(throws: obstacle) {
            try DigestComputation(value, method: "GET", password: "a", content: nil)
        }
    }

    @Test func aMissingParameterIsNamed() throws {
        let value = try #require(AuthorizationValue("Digest username=\"a\", response=\"b\", nonce=\"c\", uri=\"/\""))
        #expect(throws: DigestComputation.Obstacle.missing(.realm)) {
            try DigestComputation(value, method: "GET", password: "a", content: nil)
        }
    }

    /// The credentials of RFC 7616 §3.9.2, with the response that Python's hashlib makes of them: the name is sent as a
    /// hash, and goes into the response as itself (§3.4.4).
    @Test func aHashedNameGoesInAsItself() throws {
        let value = try #require(
            AuthorizationValue(
                """
                Digest username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", \
                realm="api@example.org", uri="/doe.json", algorithm=SHA-512-256, \
                nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", nc=00000001, \
                cnonce="NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm", qop=auth, \
                response="7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c", userhash=true
                """))
        let password: Bytes = "Secret, or not?"
        let user = Bytes("J\u{E4}s\u{F8}n Doe")
        #expect(
            try DigestComputation(value, method: "GET", password: password, user: user, content: nil).matches)
        #expect(throws: DigestComputation.Obstacle.hashedName) {
            try DigestComputation(value, method: "GET", password: password, content: nil)
        }
        #expect(throws: DigestComputation.Obstacle.otherName) {
            try DigestComputation(value, method: "GET", password: password, user: "Jason Doe", content: nil)
        }
    }

    /// RFC 7616 §3.4: a name outside of ASCII is written as username*.
    @Test func anExtendedNameIsRead() throws {
        let value = try #require(AuthorizationValue("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, realm=\"r\""))
        #expect(DigestComputation.name(in: value) == Bytes("J\u{E4}s\u{F8}n Doe"))
        let malformed = try #require(AuthorizationValue("Digest username*=J%C3%A4s, realm=\"r\""))
        #expect(DigestComputation.name(in: malformed) == nil)
    }
}
