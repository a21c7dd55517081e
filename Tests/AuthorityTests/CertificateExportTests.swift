import Bytes
import Foundation
import TLS
import Testing

@testable import Authority

@Suite struct CertificateExportTests {
    private let folder: TemporaryFolder
    private let certificate: Certificate

    init() throws {
        folder = try TemporaryFolder()
        certificate = try LocalAuthority.sample(owner: AuthorityOwner(user: "a<b>&c", host: "engine")).certificate
    }

    private func file(_ format: CertificateFormat) throws -> String {
        try folder.write(format.fileName, certificate.exported(as: format))
    }

    private func fingerprint(_ words: String...) throws -> String {
        try #require(
            Tool.result(of: words).text.firstMatch(of: /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/).map { String($0.output) })
    }

    private var expected: String {
        AuthorityFacts(certificate).fingerprintText
    }

    @Test func pemAndDERAreReadByOpenSSL() throws {
        let pem = try file(.pem)
        let der = try file(.der)
        #expect(try fingerprint("openssl", "x509", "-in", pem, "-noout", "-fingerprint", "-sha256") == expected)
        #expect(
            try fingerprint("openssl", "x509", "-inform", "DER", "-in", der, "-noout", "-fingerprint", "-sha256")
                == expected)
    }

    @Test func pkcs12HoldsTheCertificateAndNoKey() throws {
        let p12 = try file(.p12)
        let text = try Tool.run("openssl", "pkcs12", "-in", p12, "-passin", "pass:hark", "-nodes")
        #expect(text.contains("BEGIN CERTIFICATE"))
        #expect(!text.contains("PRIVATE"))
        let pem = try folder.write("out.pem", Bytes(text))
        #expect(try fingerprint("openssl", "x509", "-in", pem, "-noout", "-fingerprint", "-sha256") == expected)
    }

    @Test(.enabled(if: Tool.exists("keytool")))
    func javaListsThePKCS12AsTrusted() throws {
        let text = try Tool.run("keytool", "-list", "-keystore", file(.p12), "-storepass", Certificate.exportPassword)
        #expect(text.contains("trustedCertEntry"))
        #expect(text.contains(expected))
    }

    @Test func theProfileIsAPropertyListWithTheCertificate() throws {
        let xml = try certificate.exported(as: .mobileconfig)
        let list = try PropertyListSerialization.propertyList(from: Data(xml.array), format: nil)
        let profile = try #require(list as? [String: Any])
        #expect(profile["PayloadType"] as? String == "Configuration")
        #expect(profile["PayloadVersion"] as? Int == 1)
        #expect(profile["PayloadRemovalDisallowed"] as? Bool == false)
        let payloads = try #require(profile["PayloadContent"] as? [[String: Any]])
        let payload = try #require(payloads.first)
        #expect(payloads.count == 1)
        #expect(payload["PayloadType"] as? String == "com.apple.security.root")
        #expect(payload["PayloadContent"] as? Data == Data(certificate.der.array))
        // Names may have marks that XML uses.
        #expect((payload["PayloadDescription"] as? String)?.contains("Hark of a<b>&c on engine") == true)
        let uuids = try [profile, payload].map { try #require($0["PayloadUUID"] as? String) }
        #expect(Set(uuids).count == 2)
        for uuid in uuids {
            // RFC 9562: version 8, variant 10.
            #expect(uuid.contains(/^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/))
        }
    }

    @Test func theProfileIsTheSameEveryTime() throws {
        #expect(try certificate.exported(as: .mobileconfig) == certificate.exported(as: .mobileconfig))
    }

    @Test(arguments: CertificateFormat.allCases)
    func noFormatHoldsAKey(format: CertificateFormat) throws {
        let authority = try LocalAuthority.sample()
        let exported = try authority.certificate.exported(as: format)
        // The private scalar of the key: after the marks of version 1 and of 32 bytes (RFC 5915 §3).
        let der = try authority.key.der().array
        let start = try #require(der.firstRange(of: [0x02, 0x01, 0x01, 0x04, 0x20] as [UInt8])).upperBound
        let secret = Array(der[start..<start + 32])
        #expect(exported.array.firstRange(of: secret) == nil)
        #expect(!exported.text.contains("PRIVATE"))
    }
}
