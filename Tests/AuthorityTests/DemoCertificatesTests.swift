import Bytes
import Foundation
import Site
import TLS
import Testing

@testable import Authority

@Suite struct DemoCertificatesTests {
    /// What OpenSSL says of each host's chain as a careful client looks at it; the numbers are those of x509_vfy.h.
    private static let verdicts: [DemoHost.Flaw?: String] = [
        nil: "OK",
        .expired: "error 10 at 0 depth lookup: certificate has expired",
        .notYetValid: "error 9 at 0 depth lookup: certificate is not yet valid",
        .wrongHost: "error 62 at 0 depth lookup: hostname mismatch",
        .selfSigned: "error 18 at 0 depth lookup: self-signed certificate",
        .untrustedRoot: "error 19 at 1 depth lookup: self-signed certificate in certificate chain",
        .missingIntermediate: "error 20 at 0 depth lookup: unable to get local issuer certificate",
        .weakKey: "error 66 at 0 depth lookup: EE certificate key too weak",
        .sha1: "error 68 at 0 depth lookup: CA signature digest algorithm too weak",
    ]

    private func pem(_ certificates: [Bytes]) throws -> Bytes {
        Bytes(
            try certificates.reduce(into: [UInt8]()) { text, der in
                text += try Certificate(der: der).exported(as: .pem)
            })
    }

    @Test(arguments: DemoHost.all)
    func everyHostIsJudgedByOpenSSLAsItsNameSays(host: DemoHost) throws {
        let demo = try DemoCertificates(now: moment)
        let served = try demo.identity(forHost: host.name)
        let folder = try TemporaryFolder()
        let root = try folder.write("root.pem", pem([demo.root]))
        let chain = try folder.write("chain.pem", pem(served.chain))
        let result = try Tool.result(of: [
            "openssl", "verify", "-x509_strict", "-auth_level", "2", "-attime", "\(moment)", "-CAfile", root,
            "-untrusted", chain, "-verify_hostname", host.name, "-purpose", "sslserver", chain,
        ])
        let verdict = try #require(Self.verdicts[host.flaw])
        #expect(result.text.contains(verdict), "\(host.name): \(result.text)")
        // One flaw each: what OpenSSL finds first has to be all there is to find.
        #expect(result.text.components(separatedBy: "error ").count <= 3, "\(host.name): \(result.text)")
    }

    @Test(arguments: DemoHost.all)
    func everyKeyBelongsToItsCertificate(host: DemoHost) throws {
        let served = try DemoCertificates(now: moment).identity(forHost: host.name)
        let folder = try TemporaryFolder()
        let key = try folder.write("key.der", served.key)
        let leaf = try folder.write("leaf.der", try #require(served.chain.first))
        let ofKey = try Tool.run("openssl", "pkey", "-inform", "DER", "-in", key, "-pubout")
        let ofLeaf = try Tool.run("openssl", "x509", "-inform", "DER", "-in", leaf, "-noout", "-pubkey")
        #expect(ofKey == ofLeaf && ofKey.contains("BEGIN PUBLIC KEY"))
    }

    @Test func aHostShowsTheSameCertificateEachTimeAndUnderEverySpelling() throws {
        let demo = try DemoCertificates(now: moment)
        let first = try demo.identity(forHost: "expired.demo.hark.test")
        let second = try demo.identity(forHost: "EXPIRED.Demo.Hark.Test.")
        #expect(first.chain == second.chain && first.key == second.key)
    }

    @Test(arguments: ["", ".", "a.demo.hark.test", "expired.demo.hark.test..", "xdemo.hark.test"])
    func otherHostsHaveNone(host: String) throws {
        let demo = try DemoCertificates(now: moment)
        #expect(throws: AuthorityError.self) { try demo.identity(forHost: host) }
    }

    @Test func theSiteListsTheHostsThatThereAre() {
        #expect(SecureHost.all.map(\.name) == DemoHost.all.map(\.name))
    }

    @Test func twoOfThemShareNothing() throws {
        let (one, other) = (try DemoCertificates(now: moment), try DemoCertificates(now: moment))
        #expect(one.root != other.root)
        #expect(try one.identity(forHost: DemoHost.good).key != other.identity(forHost: DemoHost.good).key)
    }
}
