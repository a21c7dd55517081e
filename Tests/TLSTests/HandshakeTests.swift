import Bytes
import HTTPModel
import Synchronization
import TLS
import Testing

@Suite struct HandshakeTests {
    static let versions: [TLSVersion] = [.tls12, .tls13]

    @Test(arguments: versions, [1, 5, 1000, Int.max])
    func bothSidesAgreeHoweverTheBytesArrive(version: TLSVersion, pieceSize: Int) throws {
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("root"), versions: version...version))
        wire.pieceSize = pieceSize
        #expect(wire.shakeHands())
        let client = try #require(wire.client.session.facts)
        let server = try #require(wire.server.session.facts)
        for facts in [client, server] {
            #expect(facts.agreement.version == version.name)
            #expect(
                facts.agreement.cipher
                    == (version == .tls13 ? "TLS_AES_256_GCM_SHA384" : "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"))
            #expect(facts.agreement.group?.lowercased() == "x25519")
            #expect(facts.agreement.applicationProtocol == "http/1.1")
            #expect(facts.agreement.serverName == "good.test")
            #expect(!facts.agreement.isResumed)
            #expect(facts.verification == nil)
            #expect(!facts.lackedClientCertificate)
        }
        #expect(client.certificates.map(\.subject) == ["CN=good.test", "CN=Test Intermediate"])
        #expect(server.certificates.isEmpty)
    }

    @Test func nothingIsAgreedBeforeTheEnd() throws {
        let wire = try Wire()
        #expect(wire.client.session.facts == nil)
        #expect(wire.client.session.isHandshaking)
        #expect(throws: TLSFailure.self) { try wire.write([1], from: wire.client) }
        #expect(!wire.client.session.hasOutgoing)
        wire.shakeHands()
        #expect(!wire.client.session.isHandshaking)
    }

    @Test func aCertificateIsReadWhole() throws {
        let facts = try #require(TestCertificates.identity("good", with: "middle").facts.first)
        #expect(facts.subject == "CN=good.test")
        #expect(facts.issuer == "CN=Test Intermediate")
        #expect(
            facts.names == ["good.test", "*.wild.test", "127.0.0.1", "2001:db8::1"])
        // 2020-01-01 and 2040-01-01.
        #expect(facts.notBefore == 1_577_836_800)
        #expect(facts.notAfter == 2_208_988_800)
        #expect(facts.key == "EC P-256")
        #expect(facts.signature == "ecdsa-with-SHA256")
        #expect(facts.fingerprint.count == 64)
        #expect(!facts.isAuthority)
        #expect(!facts.isSelfIssued)
        let root = try #require(Identity(pem: TestCertificates.pem("root", "root-key")).facts.first)
        #expect(root.isAuthority)
        #expect(root.isSelfIssued)
        let rsa = try #require(TestCertificates.identity("rsa").facts.first)
        #expect(rsa.key == "RSA 2048")
        #expect(rsa.signature == "ecdsa-with-SHA256")
    }

    // MARK: - Protocols

    @Test(arguments: versions)
    func aClientThatOffersOnlyOtherProtocolsIsRefused(version: TLSVersion) throws {
        let wire = try Wire(
            client: TLSContext(
                clientWith: TestCertificates.trust("root"), protocols: ["h2", "spdy/3"], versions: version...version))
        #expect(!wire.shakeHands())
        #expect(wire.server.failure?.code == .alpnMismatch)
        #expect(wire.server.failure?.party == .client)
        // RFC 7301 §3.2.
        #expect(wire.client.failure?.alert == .noApplicationProtocol)
        #expect(wire.client.failure?.code == .alpnMismatch)
        #expect(wire.client.failure?.party == .upstream)
        #expect(wire.server.session.alertSent == .noApplicationProtocol)
    }

    @Test func withoutAnOfferNoProtocolIsAgreedOn() throws {
        let wire = try Wire(client: TLSContext(clientWith: TestCertificates.trust("root"), protocols: []))
        #expect(wire.shakeHands())
        #expect(wire.server.session.facts?.agreement.applicationProtocol == nil)
    }

    @Test func theServersFirstChoiceThatIsOfferedWins() throws {
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("root"), protocols: ["a", "http/1.1", "h2"]),
            server: TLSContext(serverWith: ["h2", "http/1.1"]))
        #expect(wire.shakeHands())
        #expect(wire.client.session.chosenProtocol == "h2")
        #expect(wire.server.session.chosenProtocol == "h2")
    }

    @Test func versionsThatDoNotMeetAreToldApart() throws {
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("root"), versions: .tls12 ... .tls12),
            server: TLSContext(versions: .tls13 ... .tls13))
        #expect(!wire.shakeHands())
        #expect(wire.server.failure?.code == .protocolTooOld)
        #expect(wire.client.failure?.code == .protocolTooOld)
        #expect(wire.client.failure?.alert == .protocolVersion)
    }

    // MARK: - Resumption

    @Test(arguments: versions)
    func aSecondConnectionIsResumed(version: TLSVersion) throws {
        let trust = try TestCertificates.trust("root")
        let client = try TLSContext(clientWith: trust, versions: version...version)
        let server = try TLSContext()
        let identity = try TestCertificates.identity("good", with: "middle")
        var resumed: [Bool] = []
        for _ in 0..<3 {
            let wire = try Wire(showing: identity, client: client, server: server)
            #expect(wire.shakeHands())
            // In TLS 1.3 the ticket comes with the first data.
            try wire.write([1], from: wire.server)
            wire.read(wire.client)
            let facts = try #require(wire.client.session.facts)
            #expect(wire.server.session.facts?.agreement.isResumed == facts.agreement.isResumed)
            #expect(facts.certificates.map(\.subject) == ["CN=good.test", "CN=Test Intermediate"])
            resumed.append(facts.agreement.isResumed)
        }
        #expect(resumed == [false, true, true])
        #expect(client.ticketCount == 1)
    }

    @Test(arguments: versions)
    func ticketsAreForOneServerAndOneLeaf(version: TLSVersion) throws {
        let client = try TLSContext(clientWith: TestCertificates.trust("root"), versions: version...version)
        let server = try TLSContext()
        let first = try TestCertificates.identity("good", with: "middle")
        let second = try TestCertificates.identity("rsa")
        for (port, identity): (UInt16, Identity) in [(443, first), (8443, first), (443, second)] {
            let wire = try Wire(port: port, showing: identity, client: client, server: server)
            #expect(wire.shakeHands())
            try wire.write([1], from: wire.server)
            wire.read(wire.client)
            #expect(wire.client.session.facts?.agreement.isResumed == false)
        }
    }

    @Test func ticketsAreBounded() throws {
        let client = try TLSContext(clientWith: TestCertificates.trust("root"), ticketLimit: 3)
        let server = try TLSContext()
        let identity = try TestCertificates.identity("good", with: "middle")
        for port in 1...5 {
            let wire = try Wire(port: UInt16(port), showing: identity, client: client, server: server)
            #expect(wire.shakeHands())
            try wire.write([1], from: wire.server)
            wire.read(wire.client)
        }
        #expect(client.ticketCount == 3)
    }

    // MARK: - Key log

    @Test func theKeyLogHasTheLinesThatDecryptTheSession() throws {
        let lines = LogLines()
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("root")),
            server: TLSContext(keyLog: { lines.add($0.text) }))
        #expect(wire.shakeHands())
        // draft-ietf-tls-keylogfile §2: a label, the client's random, a secret.
        let random = wire.sentByClient[11..<43].map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        let found = lines.all
        #expect(
            Set(found.compactMap { $0.split(separator: " ").first }) == [
                "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "EXPORTER_SECRET",
                "SERVER_TRAFFIC_SECRET_0", "CLIENT_TRAFFIC_SECRET_0",
            ])
        for line in found {
            let words = line.split(separator: " ")
            #expect(words.count == 3)
            #expect(words.count > 1 && words[1].lowercased() == random)
        }
    }
}

/// Lines from a key log.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    var all: [String] {
        lines.withLock { $0 }
    }
}
