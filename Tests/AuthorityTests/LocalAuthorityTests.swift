import Bytes
import TLS
import Testing

@testable import Authority

@Suite struct LocalAuthorityTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text(of authority: LocalAuthority) throws -> String {
        let file = try folder.write("root.pem", authority.certificate.exported(as: .pem))
        return try Tool.run("openssl", "x509", "-in", file, "-noout", "-text")
    }

    @Test func theRootIsWhatVerifiersAskOfARoot() throws {
        let text = try text(of: .sample())
        #expect(text.contains("Version: 3 (0x2)"))
        #expect(text.contains("Signature Algorithm: ecdsa-with-SHA256"))
        #expect(text.contains("NIST CURVE: P-256"))
        #expect(text.contains(/Basic Constraints: critical\s+CA:TRUE, pathlen:0\n/))
        #expect(text.contains(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/))
        #expect(text.contains(/Subject Key Identifier:\s+(?:[0-9A-F]{2}:){19}[0-9A-F]{2}\n/))
        #expect(text.contains("CN = Hark of ada on engine"))
        // One day before the moment, and 1826 days later less a second, as both ends count.
        #expect(text.contains("Not Before: May 27 20:26:40 2026 GMT"))
        #expect(text.contains("Not After : May 27 20:26:39 2031 GMT"))
    }

    @Test func theRootForOldClientsIsRSA() throws {
        let text = try text(of: .sample(.rsa2048))
        #expect(text.contains("Public-Key: (2048 bit)"))
        #expect(text.contains("Signature Algorithm: sha256WithRSAEncryption"))
    }

    @Test func theRootVerifiesItselfStrictly() throws {
        let file = try folder.write("root.pem", LocalAuthority.sample().certificate.exported(as: .pem))
        try Tool.run("openssl", "verify", "-x509_strict", "-attime", "\(moment)", "-CAfile", file, file)
    }

    @Test func twoRootsShareNeitherKeyNorSerialNorName() throws {
        let facts =
            [AuthorityFacts(try LocalAuthority.sample().certificate)]
            + [AuthorityFacts(try LocalAuthority.sample().certificate)]
        #expect(facts[0].serial != facts[1].serial)
        #expect(facts[0].subject != facts[1].subject)
        #expect(facts[0].fingerprint != facts[1].fingerprint)
    }

    @Test func factsAgreeWithOpenSSL() throws {
        let certificate = try LocalAuthority.sample().certificate
        let facts = AuthorityFacts(certificate)
        let file = try folder.write("root.pem", certificate.exported(as: .pem))
        let fingerprint = try Tool.run("openssl", "x509", "-in", file, "-noout", "-fingerprint", "-sha256")
        #expect(fingerprint.hasSuffix("=\(facts.fingerprintText)\n"))
        let serial = try Tool.run("openssl", "x509", "-in", file, "-noout", "-serial")
        #expect(serial.contains(facts.serial.drop { $0 == "0" }))
        #expect(facts.key == "EC P-256")
        #expect(facts.subject.hasPrefix("O=Hark, OU=made 2026-05-28 with key "))
        #expect(facts.subject.hasSuffix("CN=Hark of ada on engine"))
        #expect(facts.validity == moment - day...moment + 1825 * day - 1)
    }

    @Test(arguments: [(0, 0), (1, -1), (86_400, -1), (86_401, -2), (-86_399, 0), (-86_400, 1), (-172_800, 2)])
    func daysLeftAreWholeDays(sinceLastSecond: Int64, days: Int64) throws {
        let facts = AuthorityFacts(try LocalAuthority.sample().certificate)
        #expect(facts.daysLeft(at: facts.validity.upperBound + sinceLastSecond) == days)
    }

    @Test(arguments: [
        ("ada", "engine", "Hark of ada on engine"),
        ("ada\n", "a\u{202E}b\u{0}", "Hark of ada? on a?b?"),
        ("zoë", "büro", "Hark of zoë on büro"),
        // Twenty bytes are the user's: seventeen and the three of the ellipsis.
        ("abcdefghijklmnopqrstuvwxyz", "h", "Hark of abcdefghijklmnopq\u{2026} on h"),
        (
            "u", String(repeating: "h", count: 80),
            // 64 less the thirteen of "Hark of u on " less the ellipsis.
            "Hark of u on " + String(repeating: "h", count: 48) + "\u{2026}"
        ),
    ])
    func theNameSaysWhoseItIsWithinItsLimit(user: String, host: String, name: String) throws {
        let owner = AuthorityOwner(user: user, host: host)
        #expect(owner.commonName == name)
        #expect(owner.commonName.utf8.count <= 64)
        #expect(AuthorityFacts(try LocalAuthority.sample(owner: owner).certificate).subject.contains("CN=\(name)"))
    }

    @Test func theCurrentOwnerHasAName() {
        let owner = AuthorityOwner.current()
        #expect(!owner.user.isEmpty)
        #expect(!owner.host.isEmpty)
    }
}
