import Authority
import Bytes
import HTTPModel
import TLS
import Testing

/// The demo site's certificates in real handshakes, in memory: a careful client refuses each for what is wrong with it.
@Suite struct DemoHandshakeTests {
    private static let verdicts: [DemoHost.Flaw?: TLSFailure.Code?] = [
        nil: nil, .expired: .certificateExpired, .notYetValid: .certificateNotYetValid, .wrongHost: .wrongHost,
        .selfSigned: .selfSigned, .untrustedRoot: .unknownIssuer, .missingIntermediate: .missingIntermediate,
        .weakKey: .weakKey, .sha1: .weakSignature,
    ]

    @Test(arguments: DemoHost.all)
    func aCarefulClientSeesWhatTheNameSays(host: DemoHost) throws {
        let demo = try DemoCertificates(now: moment)
        let served = try demo.identity(forHost: host.name)
        let root = Bytes("-----BEGIN CERTIFICATE-----\n\(Base64.encode(demo.root.array))\n-----END CERTIFICATE-----\n")
        let pool = TLSBlockPool()
        let trust = TrustPolicy(try TrustStore([.pem(root, place: "root")]), time: moment)
        let client = try TLSSession(
            connecting: try TLSContext(clientWith: trust), to: host.name, port: 443, pool: pool)
        // A server with such a key or signature has to be allowed to start.
        let server = try TLSSession(
            accepting: try TLSContext(serverWith: [], securityLevel: 0),
            as: try Identity(chain: served.chain, key: served.key), pool: pool)
        let failure = Self.shakeHands(client, server)
        #expect(failure?.code == Self.verdicts[host.flaw] ?? .internalError, "\(failure?.text ?? "no failure")")
        #expect((client.facts == nil) == (host.flaw != nil))
    }

    /// Carries what each says to the other until both are done; the client's failure ends it.
    private static func shakeHands(_ client: TLSSession, _ server: TLSSession) -> TLSFailure? {
        var (toClient, toServer): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<10 {
            do throws(TLSFailure) {
                _ = try step(client, &toClient)
            } catch {
                return error
            }
            client.takeOutgoing { toServer.append(contentsOf: $0) }
            _ = try? step(server, &toServer)
            server.takeOutgoing { toClient.append(contentsOf: $0) }
        }
        return nil
    }

    private static func step(_ session: TLSSession, _ arriving: inout [UInt8]) throws(TLSFailure) -> Bool {
        var consumed = 0
        let isComplete = try Bytes(arriving).withUnsafeBytes { bytes throws(TLSFailure) in
            try session.handshake(bytes, consumed: &consumed)
        }
        arriving.removeFirst(consumed)
        return isComplete
    }
}
