import Bytes
import Foundation
import HTTPModel
import TLS
import Testing

@Suite struct VerificationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let leaf: String
        var sent: [String] = []
        var host = "good.test"
        var root = "root"
        let code: TLSFailure.Code
        /// What the client tells the server (RFC 8446 §6.2).
        let alert: TLSAlert
        /// What has to be in the sentence.
        let says: String

        var testDescription: String { "\(leaf) \(sent) for \(host)" }
    }

    static let cases = [
        Case(
            leaf: "expired", code: .certificateExpired, alert: .certificateExpired,
            says: "expired on 2021-01-01 00:00:00"),
        Case(
            leaf: "future", code: .certificateNotYetValid, alert: .badCertificate, says: "not valid before 2039-01-01"),
        Case(leaf: "rsa", host: "other.test", code: .wrongHost, alert: .badCertificate, says: "It is for good.test."),
        Case(leaf: "named", code: .wrongHost, alert: .badCertificate, says: "It names no host."),
        Case(leaf: "self", code: .selfSigned, alert: .unknownCA, says: "self-signed"),
        Case(
            leaf: "good", sent: ["middle", "root"], root: "other", code: .unknownIssuer, alert: .unknownCA,
            says: "Test Root"),
        Case(
            leaf: "good", sent: ["middle"], root: "other", code: .unknownIssuer, alert: .unknownCA,
            says: "--upstream-ca"),
        Case(leaf: "good", code: .missingIntermediate, alert: .unknownCA, says: "CN=Test Intermediate"),
        Case(leaf: "weak", code: .weakKey, alert: .badCertificate, says: "RSA 1024"),
        Case(leaf: "sha1", code: .weakSignature, alert: .badCertificate, says: "ecdsa-with-SHA1"),
        Case(leaf: "mail", code: .wrongPurpose, alert: .unsupportedCertificate, says: "is not valid for this use"),
        Case(
            leaf: "good", sent: ["middle"], host: "a.b.wild.test", code: .wrongHost, alert: .badCertificate,
            says: "a.b.wild.test"),
        Case(
            leaf: "good", sent: ["middle"], host: "wild.test", code: .wrongHost, alert: .badCertificate,
            says: "*.wild.test"),
        Case(
            leaf: "good", sent: ["middle"], host: "127.0.0.2", code: .wrongHost, alert: .badCertificate,
            says: "127.0.0.1"),
    ]

    @Test(arguments: cases, HandshakeTests.versions)
    func aServerThatCannotProveWhoItIsGetsNoByte(_ example: Case, version: TLSVersion) throws {
        let files = [example.leaf] + example.sent + [example.leaf + "-key"]
        let identity = try Identity(pem: Bytes(files.flatMap { TestCertificates.pem($0).array }))
        let context = try TLSContext(clientWith: TestCertificates.trust(example.root), versions: version...version)
        let wire = try Wire(to: example.host, showing: identity, client: context, server: TLSContext(securityLevel: 0))
        #expect(!wire.shakeHands())
        let failure = try #require(wire.client.failure)
        #expect(failure.code == example.code)
        #expect(failure.party == .upstream)
        #expect(failure.leg == .upstream)
        #expect(failure.text.contains(example.says), "\(failure.text)")
        #expect(failure.certificates.count == 1 + example.sent.count)
        #expect(wire.client.session.alertSent == example.alert)
        // The failure stays, and nothing can be written.
        #expect(throws: failure) { try wire.write([1], from: wire.client) }
        // The server hears of it.
        #expect(wire.server.isComplete == false)
        #expect(wire.server.failure?.alert == example.alert)
    }

    @Test(arguments: ["good.test", "GOOD.test.", "x.wild.test", "127.0.0.1", "[2001:db8::1]", "2001:DB8:0::1"])
    func namesAndAddressesOfTheCertificateAreAccepted(host: String) throws {
        let wire = try Wire(to: host)
        #expect(wire.shakeHands(), "\(wire.client.failure?.text ?? "")")
        // RFC 6066 §3: no addresses.
        let isAddress = host.contains(":") || host.hasPrefix("127")
        #expect(
            wire.server.session.facts?.agreement.serverName
                == (isAddress ? nil : host == "GOOD.test." ? "good.test" : host))
    }

    @Test(arguments: [
        "", ".wild.test", "a b", "good.test\0.evil", "*.wild.test", "ex\u{e4}mple", String(repeating: "a", count: 254),
    ])
    func whatIsNoHostIsNotAskedFor(host: String) throws {
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let error = #expect(throws: TLSError.self) {
            _ = try TLSSession(connecting: context, to: host, port: 443, pool: TLSBlockPool())
        }
        #expect(error?.code == .invalidHost)
    }

    @Test func insecureModeAcceptsAndStillRecords() throws {
        let wire = try Wire(
            trust: TestCertificates.trust("root", verifies: false), showing: TestCertificates.identity("expired"))
        #expect(wire.shakeHands())
        // X509_V_ERR_CERT_HAS_EXPIRED.
        #expect(wire.client.session.facts?.verification?.number == 10)
        #expect(wire.client.session.facts?.verification?.depth == 0)
        #expect(wire.client.session.facts?.verification?.words == "certificate has expired")
    }

    @Test func revokedCertificatesAreRefusedWhereAListIsGiven() throws {
        let wire = try Wire(
            trust: TestCertificates.trust("root", revocationLists: ["crl"]), showing: TestCertificates.identity("gone"))
        #expect(!wire.shakeHands())
        #expect(wire.client.failure?.code == .revoked)
        #expect(wire.client.session.alertSent == .certificateRevoked)
        let without = try Wire(showing: TestCertificates.identity("gone"))
        #expect(without.shakeHands())
    }

    @Test func withListsEveryIssuerInAChainNeedsOne() throws {
        // The list is the root's; there is none of the intermediate.
        let wire = try Wire(trust: TestCertificates.trust("root", revocationLists: ["crl"]))
        #expect(!wire.shakeHands())
        let failure = try #require(wire.client.failure)
        #expect(failure.code == .revocationUnknown)
        #expect(failure.party == .upstream)
        #expect(failure.text.contains("no list of its issuer, “CN=Test Intermediate”"), "\(failure.text)")
        #expect(failure.text.contains("--upstream-crl"))
        // Where the only issuer has one, nothing is in the way.
        let covered = try Wire(
            trust: TestCertificates.trust("root", revocationLists: ["crl"]), showing: TestCertificates.identity("rsa"))
        #expect(covered.shakeHands(), "\(covered.client.failure?.text ?? "")")
    }

    @Test func aListThatIsOutOfDateIsNoList() throws {
        let wire = try Wire(
            trust: TestCertificates.trust("root", revocationLists: ["oldcrl"]),
            showing: TestCertificates.identity("rsa"))
        #expect(!wire.shakeHands())
        #expect(wire.client.failure?.code == .revocationUnknown)
        #expect(wire.client.failure?.text.contains("out of date (CRL has expired)") == true)
    }

    // MARK: - Authorities of one's own

    /// A server of an authority that is made as people make one, and a client that trusts that authority.
    private func wire(of authority: String, isNamed: Bool, host: String = "dev.test") throws -> Wire {
        let path = TestCertificates.folder.appending(path: authority + ".pem").path
        let source: TrustStore.Source =
            isNamed ? .file(path) : .pem(TestCertificates.pem(authority), place: "the system's")
        return try Wire(
            to: host, trust: TrustPolicy(TrustStore([source])), showing: TestCertificates.identity(authority + "-dev"))
    }

    @Test(arguments: ["plain", "bare"])
    func anAuthorityThatAPersonNamedMayLackWhatSuchAuthoritiesLack(authority: String) throws {
        let wire = try wire(of: authority, isNamed: true)
        #expect(wire.shakeHands(), "\(wire.client.failure?.text ?? "")")
        let facts = try #require(wire.client.session.facts)
        #expect(facts.verification == nil)
        #expect(facts.tolerated != nil)
        if authority == "plain" { #expect(facts.tolerated?.words.contains("key usage") == true) }
    }

    @Test(arguments: ["plain", "bare"])
    func oneThatNobodyNamedMayNot(authority: String) throws {
        let wire = try wire(of: authority, isNamed: false)
        #expect(!wire.shakeHands())
        #expect(wire.client.failure?.code == .badCertificate)
    }

    @Test func whatTheExtensionsOfANamedAuthoritySayIsHeeded() throws {
        // It has the extension, and that does not allow signing certificates.
        let wire = try wire(of: "idle", isNamed: true)
        #expect(!wire.shakeHands())
        #expect(wire.client.failure?.code == .wrongPurpose)
    }

    @Test func aNamedAuthorityProvesNoOtherName() throws {
        let wire = try wire(of: "plain", isNamed: true, host: "other.test")
        #expect(!wire.shakeHands())
        #expect(wire.client.failure?.code == .wrongHost)
    }

    @Test func aProperAuthorityThatAPersonNamedLacksNothing() throws {
        let path = TestCertificates.folder.appending(path: "root.pem").path
        let wire = try Wire(trust: TrustPolicy(TrustStore([.file(path)]), time: TestCertificates.now))
        #expect(wire.shakeHands())
        #expect(wire.client.session.facts?.tolerated == nil)
    }

    @Test func aLeafThatIsTrustedItselfIsNotARoot() throws {
        // Partial chains are off: only a self-signed certificate ends a chain.
        let wire = try Wire(trust: TestCertificates.trust("middle"))
        #expect(!wire.shakeHands())
        #expect(wire.client.failure?.code == .unknownIssuer)
    }

    // MARK: - What the client thinks of ours

    @Test(arguments: HandshakeTests.versions)
    func aClientThatDoesNotTrustUsIsNamed(version: TLSVersion) throws {
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("other"), versions: version...version))
        #expect(!wire.shakeHands())
        let failure = try #require(wire.server.failure)
        #expect(failure.code == .clientDoesNotTrust)
        #expect(failure.alert == .unknownCA)
        #expect(failure.party == .client)
        #expect(failure.text.contains("hark run -- "))
    }

    @Test(arguments: HandshakeTests.versions)
    func aClientThatLeavesAtTheSightOfOurCertificateIsNamedWithCaution(version: TLSVersion) throws {
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("other"), versions: version...version))
        var consumed = 0
        _ = try wire.client.session.handshake(UnsafeRawBufferPointer(start: nil, count: 0), consumed: &consumed)
        wire.carry(from: wire.client)
        let isComplete = try wire.server.arriving.withUnsafeBytes { bytes in
            try wire.server.session.handshake(bytes, consumed: &consumed)
        }
        #expect(!isComplete)
        #expect(wire.carry(from: wire.server))
        let failure = try #require(wire.server.session.inputEnded())
        #expect(failure.code == .clientDoesNotTrust)
        #expect(failure.alert == nil)
        #expect(failure.text.contains("probably"))
    }

    @Test func aClientThatLeavesBeforeItSawACertificateIsNotSuspected() throws {
        let wire = try Wire()
        #expect(wire.server.session.inputEnded()?.code == .closedInHandshake)
    }
}
