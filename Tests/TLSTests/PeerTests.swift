import Bytes
import HTTPModel
import TLS
import Testing

/// Conversations with `openssl s_server`.
@Suite struct PeerTests {
    @Test(arguments: HandshakeTests.versions)
    func dataGoesBothWays(version: TLSVersion) throws {
        let peer = try OpenSSLServer(version: version, arguments: ["-rev", "-alpn", "http/1.1"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        for _ in 0..<2 {
            let failure = try peer.converse(context: context)
            #expect(failure == nil, "\(failure?.text ?? "")")
        }
    }

    @Test(arguments: HandshakeTests.versions)
    func aClientCertificateIsShownWhenAsked(version: TLSVersion) throws {
        let peer = try OpenSSLServer(
            version: version, arguments: ["-rev", "-Verify", "1", "-verify_return_error", "-CAfile", "root.pem"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let failure = try peer.converse(context: context, as: TestCertificates.identity("client"))
        #expect(failure == nil, "\(failure?.text ?? "")")
    }

    @Test(arguments: HandshakeTests.versions)
    func aMissingClientCertificateIsNamed(version: TLSVersion) throws {
        let peer = try OpenSSLServer(
            version: version, arguments: ["-rev", "-Verify", "1", "-verify_return_error", "-CAfile", "root.pem"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let failure = try #require(try peer.converse(context: context))
        #expect(failure.code == .clientCertificateRequired)
        #expect(failure.party == .proxy)
        #expect(failure.text.contains("--client-cert good.test=FILE"))
    }

    @Test(arguments: HandshakeTests.versions)
    func aClientCertificateThatIsNotAcceptedIsNamed(version: TLSVersion) throws {
        let peer = try OpenSSLServer(
            version: version, arguments: ["-rev", "-Verify", "1", "-verify_return_error", "-CAfile", "other.pem"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let failure = try #require(try peer.converse(context: context, as: TestCertificates.identity("client")))
        #expect(failure.code == .clientCertificateRejected)
    }

    @Test func aServerThatSharesNoCipherIsNamed() throws {
        let peer = try OpenSSLServer(version: .tls12, arguments: ["-rev", "-cipher", "PSK"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let failure = try #require(try peer.converse(context: context))
        #expect(failure.code == .noCommonCipher)
        #expect(failure.alert == .handshakeFailure)
    }

    @Test func aServerThatSpeaksOnlyOtherProtocolsIsNamed() throws {
        let peer = try OpenSSLServer(version: .tls13, arguments: ["-rev", "-alpn", "h2"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let failure = try #require(try peer.converse(context: context))
        #expect(failure.code == .alpnMismatch)
        #expect(failure.leg == .upstream)
    }

    @Test func anOldServerIsNamed() throws {
        let peer = try OpenSSLServer(["-tls1_1"], arguments: ["-rev", "-cipher", "ALL:@SECLEVEL=0"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let failure = try #require(try peer.converse(context: context))
        #expect(failure.code == .protocolTooOld)
    }
}
