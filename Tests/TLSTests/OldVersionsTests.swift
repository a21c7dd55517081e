import HTTPModel
import TLS
import Testing

/// Which versions are spoken is for whoever sets Hark up to say (`--tls-min`); what is too old says how to go on.
@Suite struct OldVersionsTests {
    static let old: [TLSVersion] = [.tls10, .tls11]

    @Test(arguments: old)
    func anOldServerIsSpokenWithWhereItIsAllowed(version: TLSVersion) throws {
        let peer = try OpenSSLServer(
            [version == .tls10 ? "-tls1" : "-tls1_1"], arguments: ["-rev", "-cipher", "ALL:@SECLEVEL=0"])
        let trust = try TestCertificates.trust("root")
        let allowed = try peer.converse(context: TLSContext(clientWith: trust, versions: version ... .tls13))
        #expect(allowed == nil, "\(allowed?.text ?? "")")
        for refused in [TLSVersion.tls12, .tls13] {
            let failure = try peer.converse(context: TLSContext(clientWith: trust, versions: refused ... .tls13))
            #expect(failure?.code == .protocolTooOld)
        }
    }

    @Test(arguments: old)
    func anOldClientIsSpokenWithWhereItIsAllowed(version: TLSVersion) throws {
        let client = try TLSContext(clientWith: TestCertificates.trust("root"), versions: version...version)
        let wire = try Wire(client: client, server: TLSContext(versions: .tls10 ... .tls13))
        #expect(wire.shakeHands(), "\(wire.server.failure?.text ?? "")")
        #expect(wire.server.session.facts?.agreement.version == version.name)
        let refused = try Wire(client: client, server: TLSContext())
        #expect(!refused.shakeHands())
        #expect(refused.server.failure?.code == .protocolTooOld && refused.server.failure?.leg == .client)
    }

    /// The newest that both have is spoken all the same.
    @Test func whoMayBeOldNeedNotBe() throws {
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("root"), versions: .tls10 ... .tls13),
            server: TLSContext(versions: .tls10 ... .tls13))
        #expect(wire.shakeHands())
        #expect(wire.client.session.facts?.agreement.version == "TLS 1.3")
    }

    /// What a certificate has to be does not change with the version.
    @Test func certificatesAreJudgedAsEver() throws {
        let context = try TLSContext(clientWith: TestCertificates.trust("other"), versions: .tls10 ... .tls13)
        let wire = try Wire(client: context)
        #expect(!wire.shakeHands())
        #expect(wire.client.failure?.code == .missingIntermediate || wire.client.failure?.code == .unknownIssuer)
    }

    @Test(
        arguments: [
            (.tls13, "only TLS 1.3 (--tls-min 1.3)", "a lower --tls-min"),
            (.tls12, "TLS 1.2 and 1.3", "--tls-min 1.0"), (.tls11, "TLS 1.1 and later", "--tls-min 1.0"),
            (.tls10, "TLS 1.0 and later", "--tunnel-host a.test"),
        ] as [(TLSVersion, String, String)])
    func theWordsNameWhatIsSpokenAndTheWaysRound(lowest: TLSVersion, spoken: String, way: String) {
        let failure = TLSFailure(.protocolTooOld, leg: .upstream, host: "a.test", versions: lowest ... .tls13)
        #expect(failure.text.contains(spoken) && failure.text.contains(way))
        #expect(failure.text.contains("--tunnel-host a.test"))
        #expect(failure.text.contains("--tls-min 1.0") == (lowest == .tls11 || lowest == .tls12))
    }
}
