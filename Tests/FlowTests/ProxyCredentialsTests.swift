import Bytes
import HTTPModel
import HTTPSemantics
import HTTPWire
import Synchronization
import Testing

@testable import Flow

/// Which credentials of a client count, by Basic and by Digest.
@Suite struct ProxyCredentialsTests {
    private final class Keeper: NonceKeeper {
        private let nonces = Mutex(DigestNonces(secret: Bytes([UInt8](repeating: 1, count: 32))))
        func issue() -> Bytes { nonces.withLock { $0.issue(now: 1, salt: 9) } }
        func spend(_ nonce: Bytes, count: UInt32) -> DigestNonces.Standing {
            nonces.withLock { $0.spend(nonce, count: count, now: 1) }
        }
    }

    private let keeper = Keeper()
    private var credentials: ProxyCredentials { ProxyCredentials("ada:open:sesame", nonces: keeper) }

    /// What a client makes of a challenge (RFC 7616 §3.4.1), written down once more.
    private struct Client {
        var user = "ada"
        var password = "open:sesame"
        var realm = "hark"
        var method = "GET"
        var uri = "http://a.test/x?y"
        var algorithm = HashAlgorithm.sha256
        var algorithmName = "SHA-256"
        var qop = "auth"
        var count = "00000001"
        var nonce: Bytes

        var field: String {
            func hash(_ text: String) -> String { algorithm.text(Array(text.utf8)) }
            let first = hash("\(user):\(realm):\(password)")
            let second = hash("\(method):\(uri)")
            let response = hash("\(first):\(nonce.text):\(count):cc:\(qop):\(second)")
            return "Digest username=\"\(user)\", realm=\"\(realm)\", nonce=\"\(nonce.text)\", uri=\"\(uri)\", "
                + "algorithm=\(algorithmName), qop=\(qop), nc=\(count), cnonce=\"cc\", response=\"\(response)\""
        }
    }

    private func standing(_ field: String, line: String = "GET http://a.test/x?y HTTP/1.1") throws
        -> ProxyCredentials.Standing
    {
        let text = "\(line)\r\nHost: a.test\r\nProxy-Authorization: \(field)\r\n\r\n"
        var decoder = HTTP1Decoder(role: .request)
        let bytes = Array(text.utf8)
        guard case .requestHead(let head, _)? = try decoder.decode(bytes.span)?.part else {
            throw WireError(.truncatedHead, offset: 0)
        }
        return credentials.standing(of: head)
    }

    @Test(arguments: [(HashAlgorithm.sha256, "SHA-256"), (.md5, "MD5")])
    func whoSignsWithThePasswordIsAcceptedOnce(algorithm: HashAlgorithm, name: String) throws {
        let nonce = keeper.issue()
        let client = Client(algorithm: algorithm, algorithmName: name, nonce: nonce)
        #expect(try standing(client.field) == .accepted)
        #expect(try standing(client.field) == .stale, "the same once more")
        #expect(
            try standing(Client(algorithm: algorithm, algorithmName: name, count: "00000002", nonce: nonce).field)
                == .accepted)
        // curl signs the path of a URL.
        #expect(try standing(Client(uri: "/x?y", count: "00000003", nonce: nonce).field) == .accepted)
        let connect = Client(method: "CONNECT", uri: "a.test:443", count: "00000004", nonce: nonce)
        #expect(try standing(connect.field, line: "CONNECT a.test:443 HTTP/1.1") == .accepted)
    }

    @Test func whatIsNotTheirsIsRefusedAndUsesNothingUp() throws {
        let nonce = keeper.issue()
        let wrong = [
            Client(user: "eve", nonce: nonce), Client(password: "open", nonce: nonce),
            Client(realm: "other", nonce: nonce),
            Client(method: "POST", nonce: nonce), Client(uri: "http://a.test/other", nonce: nonce),
            Client(uri: "", nonce: nonce),
            Client(algorithm: .sha512Cut256, algorithmName: "SHA-512-256", nonce: nonce),
            Client(algorithmName: "SHA-256-sess", nonce: nonce), Client(algorithmName: "unknown", nonce: nonce),
            Client(qop: "auth-int", nonce: nonce), Client(count: "1", nonce: nonce),
            Client(count: "0000000g", nonce: nonce),
        ].map(\.field)
        let right = Client(nonce: nonce).field
        let spoiled = [
            right.replacing("cnonce=\"cc\", ", with: ""), right.replacing("qop=auth, ", with: ""),
            right.replacing("Digest ", with: "Digest userhash=true, "),
            right.replacing("response=\"", with: "response=\"0"),
            "Digest", "Digest x", "Bearer \(right)", "Basic YWRhOm9wZW4=", "Basic", "Basic YWRhOm9wZW46c2VzYW1l=", "",
        ]
        for field in wrong + spoiled {
            #expect(try standing(field) == .refused, "\(field)")
        }
        #expect(try standing(right) == .accepted)
        #expect(try standing("basic YWRhOm9wZW46c2VzYW1l") == .accepted)
    }

    @Test func aNonceOfAnotherRunIsStaleForWhoKnowsThePasswordAlone() throws {
        let foreign = DigestNonces(secret: Bytes([UInt8](repeating: 2, count: 32))).issue(now: 1, salt: 1)
        #expect(try standing(Client(nonce: foreign).field) == .stale)
        #expect(try standing(Client(password: "guess", nonce: foreign).field) == .refused)
    }

    @Test func theBestIsOfferedFirst() {
        let offered = credentials.challenges(isStale: false)
        #expect(offered.map { $0.prefix { $0 != " " } } == ["Digest", "Digest", "Basic"])
        #expect(offered[0].contains("algorithm=SHA-256") && offered[1].contains("algorithm=MD5"))
        #expect(offered.allSatisfy { !$0.contains("stale") && !$0.contains("sesame") })
        #expect(credentials.challenges(isStale: true).map { $0.hasSuffix("stale=true") } == [true, true, false])
        #expect(ProxyCredentials("a:b", nonces: nil).challenges(isStale: false) == [offered[2]])
    }
}
