public import Bytes
public import HTTPModel

extension Exchange {
    /// What can happen to an exchange: past facts, the only way in. What is large and rare is kept apart (`indirect`).
    public enum Event: Sendable {
        /// The request's head is here; the first event of all.
        case began
        /// The last byte of the request has come.
        case requestEnded
        /// Bytes of the request's body were forwarded; it cannot be sent a second time.
        case requestBodyForwarded
        /// The request's body is not what its head announced.
        indirect case requestFailed(WireError)
        /// The same, where no `WireError` tells how: the request is malformed by the rules of HTTP/2.
        indirect case requestRefused(Outcome)
        /// The client ended the stream of this exchange at once.
        indirect case clientReset(Outcome)
        /// The client closed its sending side. After a whole request that is its right: the response still goes out.
        case clientReachedEnd
        /// The client's connection broke; `owed` bytes that were sent to it were not taken.
        indirect case clientLeft(detail: String, owed: Int)
        /// Nothing that was sent to the client is waiting in this machine's queue any more.
        case clientTookAll

        /// The way to the server has come to this step.
        case seekReached(SeekStep)
        /// The way to the server is this, which was not known when it was planned.
        indirect case rerouted(Route)
        /// `reused`: it was not made for this request, so it may have died since. `version`: what is spoken on it.
        case upstreamConnected(reused: Bool, version: HTTPVersion = .http11)
        /// The connection could not be made.
        indirect case connectFailed(Outcome)
        case interimReceived(ResponseHead)
        /// `persistent`: the server's connection may carry another request after this response.
        case responseReceived(ResponseHead, Framing, persistent: Bool)
        case responseEnded
        /// The response's bytes are not HTTP; `detail` is what they may be instead.
        indirect case responseFailed(WireError, detail: String)
        /// The same, where no `WireError` tells how: the response is malformed by the rules of HTTP/2.
        indirect case responseRefused(Outcome)
        /// The server ended the stream of this exchange at once. `isUnprocessed`: it has not looked at the request
        /// (RFC 9113 §8.7).
        ///
        /// Of what is unprocessed nothing was done, so that it may be sent again (RFC 9113 §8.7).
        indirect case upstreamReset(Outcome, isUnprocessed: Bool)
        /// The server closed or reset its connection before the response was whole.
        ///
        /// `receivedBytes`: there is a byte of an unfinished response head. `cause`: what is known better than that no
        /// response came (a TLS alert).
        indirect case upstreamLeft(receivedBytes: Bool, detail: String, cause: Outcome?)

        /// The answer to the question of this stage.
        indirect case answered(Verdict, to: Question.Stage)
        /// The whole body of this message was read and kept; this is its content.
        indirect case bodyGathered(MessageKind, Bytes)
        /// The body is longer than was to be kept.
        case bodyTooLong(MessageKind)
        /// What was waited for did not come within `limit`.
        ///
        /// `isCongested`: the receiver of the body has not accepted what was sent before, so the sender did not cause
        /// the wait. `owed`: as for `clientLeft`.
        indirect case deadlinePassed(limit: Duration, isCongested: Bool, owed: Int)
        /// A rule ends it here, in the middle of this message's body; `reason` is for the record.
        indirect case cutByRule(MessageKind, reason: String)
        /// A rule stops the response here; the client is left waiting.
        case stalledByRule
        /// The proxy stops; what still runs is cut off. `owed`: as for `clientLeft`.
        case shutDown(owed: Int)
    }

    /// How far a new connection to a server has come.
    public enum SeekStep: Sendable, Hashable {
        case lookUp, connection, handshake
    }
}
