internal import Bytes
internal import Flow
internal import HTTPModel
internal import TLS

/// A TLS handshake with a server, and what is to be told of it.
///
/// Lives as long as its closures; the leg is its caller's, who closes it after a failure. Runs on the shard's loop.
struct ServerHandshake {
    private let service: TLSService
    private let destination: Destination
    private let leg: PlainStream
    private let offered: ServerProtocol
    private let shard: ShardState

    init(
        _ service: TLSService, _ destination: Destination, offering offered: ServerProtocol, on leg: PlainStream,
        shard: ShardState
    ) {
        self.offered = offered
        self.service = service
        self.destination = destination
        self.leg = leg
        self.shard = shard
    }

    /// Calls `completion` once, with what is known; without a failure the certificate was verified (or is not to be).
    func begin(_ completion: @escaping (TLSFacts, TLSFailure?) -> Void) {
        let name = destination.serverName ?? destination.host
        let context = (destination.isBuiltIn ? service.sites?.clients(offered) : nil) ?? service.servers(offered)
        let began = shard.now()
        let session: TLSSession
        do throws(TLSError) {
            session = try TLSSession(
                connecting: context, to: name.text, port: destination.port,
                as: service.clientCertificate(for: name), pool: shard.tlsBlocks)
        } catch {
            let failure = TLSFailure(.internalError, leg: .upstream, host: name.text, detail: error.text)
            completion(TLSFacts(.upstream, failure: TLSFacts.Failure(failure)), failure)
            return
        }
        let shard = shard
        leg.begin(session, timeout: shard.deadlines.handshake) { [leg] result in
            let duration = shard.now() - began
            let (facts, failure): (TLSFacts, TLSFailure?) =
                switch result {
                case .success(let agreed):
                    (TLSFacts(agreed, of: .upstream, isVerified: context.verifiesServers, duration: duration), nil)
                case .failure(let failure): (TLSFacts(failure, of: .upstream, duration: duration), failure)
                }
            leg.watch?.secured(facts)
            completion(facts, failure)
        }
    }
}
