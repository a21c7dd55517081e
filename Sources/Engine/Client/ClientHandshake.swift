internal import Authority
internal import Bytes
internal import Flow
internal import HTTPModel
internal import TLS

/// A TLS handshake with a client, and what is to be told of it: the other side of `ServerHandshake`.
///
/// Lives as long as its closures; the leg is its caller's, who closes it after a failure. Runs on the shard's loop.
struct ClientHandshake {
    /// What the client's hello offered; nil when it was not read.
    let offer: TLSFacts.Offer?
    let leg: PlainStream
    let shard: ShardState

    /// Calls `completion` once, with what is known of the connection, and why there is none.
    ///
    /// - Parameters:
    ///   - identity: the certificate that the client gets, with its key.
    ///   - http2: HTTP/2 is offered to it too.
    func begin(
        _ service: TLSService, _ interception: TLSService.Interception, showing identity: Identity, http2: Bool,
        _ completion: @escaping (TLSFacts, TLSFailure?) -> Void
    ) {
        let context = http2 ? service.http2?.clients ?? interception.context : interception.context
        let session: TLSSession
        do throws(TLSError) {
            session = try TLSSession(accepting: context, as: identity, pool: shard.tlsBlocks)
        } catch {
            let failure = TLSFailure(.internalError, leg: .client, detail: error.text)
            return completion(TLSFacts(failure, of: .client, offer: offer, duration: 0), failure)
        }
        let began = shard.now()
        leg.begin(session, timeout: shard.deadlines.handshake) { [leg, offer, shard] result in
            let duration = shard.now() - began
            let (facts, failure): (TLSFacts, TLSFailure?) =
                switch result {
                case .success(let agreed):
                    (TLSFacts(agreed, of: .client, offer: offer, shown: identity.facts, duration: duration), nil)
                case .failure(let failure):
                    (TLSFacts(failure, of: .client, offer: offer, duration: duration), failure)
                }
            leg.watch?.secured(facts)
            completion(facts, failure)
        }
    }
}
