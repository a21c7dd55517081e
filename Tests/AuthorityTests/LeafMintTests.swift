import Bytes
import Foundation
import TLS
import Testing

@testable import Authority

@Suite struct LeafMintTests {
    private let folder: TemporaryFolder
    private let authority: LocalAuthority
    private let mint: LeafMint
    private let rootFile: String

    init() throws {
        folder = try TemporaryFolder()
        authority = try .sample()
        mint = LeafMint(authority: authority)
        rootFile = try folder.write("root.pem", authority.certificate.exported(as: .pem))
    }

    private func file(_ leaf: Leaf) throws -> String {
        try folder.write("leaf.pem", Certificate(der: leaf.certificate).exported(as: .pem))
    }

    private func verify(_ leaf: Leaf, _ options: [String], at now: Int64 = moment) throws -> (
        status: Int32, text: String
    ) {
        let fixed = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-attime", "\(now)"]
        return try Tool.result(of: fixed + ["-CAfile", rootFile] + options + [try file(leaf)])
    }

    private static let hosts: [String] =
        ["example.com", "www.example.com", "localhost", "my_service", "xn--bcher-kva.example", "a.b.c.d.e.f.g.example"]
        + [
            "*.example.com", "1password.com", "r3---sn-4g5e.cdn.example",
            String(repeating: "a", count: 63) + ".example",
        ]
        + ["xn--e1afmkfd.xn--p1ai", "a", "x-y.example", String(repeating: "abcdefgh.", count: 28) + "a"]
        + (1...28).map { "host\($0).region-\($0 % 3).example.net" }
    private static let addresses = [
        "127.0.0.1", "192.0.2.200", "0.0.0.0", "255.255.255.255", "::1", "2001:db8::1", "fe80::1", "::ffff:192.0.2.1",
    ]

    @Test(arguments: hosts)
    func aLeafForAHostIsVerifiedStrictly(host: String) throws {
        let leaf = try mint.mint(for: LeafName(host), now: moment)
        // A wildcard is asked for with a name that it covers.
        let asked = host.hasPrefix("*") ? "www" + host.dropFirst() : host
        let result = try verify(leaf, ["-verify_hostname", asked])
        #expect(result.status == 0, "\(result.text)")
        let other = try verify(leaf, ["-verify_hostname", "other." + asked])
        #expect(other.text.contains("hostname mismatch"))
    }

    @Test(arguments: addresses)
    func aLeafForAnAddressIsVerifiedStrictly(address: String) throws {
        let leaf = try mint.mint(for: LeafName(address), now: moment)
        let result = try verify(leaf, ["-verify_ip", address])
        #expect(result.status == 0, "\(result.text)")
        let other = try verify(leaf, ["-verify_ip", "198.51.100.1"])
        #expect(other.text.contains("IP address mismatch"))
    }

    @Test func fiftyNamesAreLinted() {
        #expect(Set(Self.hosts + Self.addresses).count == 50)
    }

    @Test func theLeafSaysWhatBrowsersAskFor() throws {
        let leaf = try mint.mint(for: LeafName("example.com"), now: moment)
        let text = try Tool.run("openssl", "x509", "-in", file(leaf), "-noout", "-text")
        #expect(text.contains("Version: 3 (0x2)"))
        #expect(text.contains(/Subject: CN = example.com\n/))
        #expect(text.contains(/Basic Constraints: critical\s+CA:FALSE\n/))
        #expect(text.contains(/Key Usage: critical\s+Digital Signature\n/))
        #expect(text.contains(/Extended Key Usage: ?\n\s+TLS Web Server Authentication\n/))
        #expect(text.contains(/Subject Alternative Name: ?\n\s+DNS:example.com\n/))
        #expect(text.contains("NIST CURVE: P-256"))
        // Back-dated by a day; 197 days, both ends counted: 2026-12-10 is 197 days after 2026-05-27.
        #expect(text.contains("Not Before: May 27 20:26:40 2026 GMT"))
        #expect(text.contains("Not After : Dec 10 20:26:39 2026 GMT"))
        let root = try Tool.run("openssl", "x509", "-in", rootFile, "-noout", "-ext", "subjectKeyIdentifier")
        let identifier = try #require(root.firstMatch(of: /(?:[0-9A-F]{2}:){19}[0-9A-F]{2}/)).output
        #expect(text.contains("Authority Key Identifier: \n                \(identifier)\n"))
    }

    @Test func aWildcardIsMintedOnlyWhenItWasAskedFor() throws {
        #expect(try names("www.example.com") == "DNS:www.example.com")
        #expect(try names("*.example.com") == "DNS:*.example.com")
    }

    private func names(_ name: String) throws -> String {
        let leaf = try file(mint.mint(for: LeafName(name), now: moment))
        let text = try Tool.run("openssl", "x509", "-in", leaf, "-noout", "-ext", "subjectAltName")
        return text.split(separator: "\n").dropFirst().joined().trimmingCharacters(in: .whitespaces)
    }

    @Test func aNameTooLongForTheSubjectIsInACriticalAlternativeName() throws {
        // RFC 5280 §4.2.1.6; a common name has room for 64.
        let fitting = String(repeating: "a", count: 56) + ".example"
        let long = String(repeating: "a", count: 57) + ".example"
        #expect(fitting.utf8.count == 64)
        let texts = try [fitting, long].map { name in
            let leaf = try mint.mint(for: LeafName(name), now: moment)
            return try Tool.run("openssl", "x509", "-in", file(leaf), "-noout", "-text")
        }
        #expect(texts[0].contains("Subject: CN = \(fitting)\n"))
        #expect(texts[0].contains(/Subject Alternative Name: ?\n/))
        #expect(texts[1].contains(/Subject: ?\n/))
        #expect(texts[1].contains(/Subject Alternative Name: critical\n/))
    }

    @Test func serialNumbersAreRandomPositiveAndAtMostTwentyOctets() throws {
        let name = try LeafName("example.com")
        var seen: Set<String> = []
        var longest = 0
        for _ in 0..<200 {
            let leaf = try mint.mint(for: name, now: moment)
            let facts = AuthorityFacts(try Certificate(der: leaf.certificate))
            seen.insert(facts.serial)
            longest = max(longest, facts.serial.count / 2)
        }
        #expect(seen.count == 200)
        // 128 bits; the DER form gets a zero in front where the first bit is set, so none is negative.
        #expect(longest == 16)
    }

    @Test func aLeafNeverLivesOutsideOfItsRoot() throws {
        let root = authority.certificate.validity
        let name = try LeafName("example.com")
        let early = try mint.mint(for: name, now: root.lowerBound + 60)
        #expect(early.validity.lowerBound == root.lowerBound)
        let late = try mint.mint(for: name, now: root.upperBound - 10 * day)
        #expect(late.validity == root.upperBound - 11 * day...root.upperBound)
        // A new one would end no later, so it serves to the end.
        #expect(late.renewal == root.upperBound)
        #expect(try verify(late, [], at: root.upperBound - 1).status == 0)
    }

    @Test func aRootOutOfItsLifeMintsNothing() throws {
        let root = authority.certificate.validity
        let name = try LeafName("example.com")
        let after = #expect(throws: AuthorityError.self) { try mint.mint(for: name, now: root.upperBound + 1) }
        #expect(after?.code == .expired)
        let before = #expect(throws: AuthorityError.self) { try mint.mint(for: name, now: root.lowerBound - 1) }
        #expect(before?.code == .notYetValid)
    }

    @Test func theKeyOpensTheCertificate() throws {
        let leaf = try mint.mint(for: LeafName("example.com"), now: moment)
        let key = try folder.write("key.der", leaf.key.der())
        let fromKey = try Tool.run("openssl", "pkey", "-inform", "DER", "-in", key, "-pubout")
        let fromLeaf = try Tool.run("openssl", "x509", "-in", file(leaf), "-noout", "-pubkey")
        #expect(fromKey == fromLeaf)
        #expect(leaf.issuer == authority.certificate.der)
    }

    @Test func anRSARootMintsLeavesThatVerify() throws {
        let authority = try LocalAuthority.sample(.rsa2048)
        let root = try folder.write("rsa.pem", authority.certificate.exported(as: .pem))
        let leaf = try LeafMint(authority: authority).mint(for: LeafName("example.com"), now: moment)
        try Tool.run(
            "openssl", "verify", "-x509_strict", "-attime", "\(moment)", "-CAfile", root, "-verify_hostname",
            "example.com", file(leaf))
    }
}
