public import Bytes
public import HTTPModel

extension Exchange {
    /// What can happen to an exchange: past facts, the only input. Large and rare ones are `indirect`.
    public enum Event: Sendable {
        /// The request's head is here; the first event of all.
        case began
        /// The last byte of the request has arrived.
        case requestEnded
        /// Bytes of the request's body were forwarded; it cannot be sent a second time.
        case requestBodyForwarded
        /// The request's body does not match its head.
        indirect case requestFailed(WireError)
        /// The same without a `WireError`: the request breaks the rules of HTTP/2.
        indirect case requestRefused(Outcome)
        /// The client ended the stream of this exchange at once.
        indirect case clientReset(Outcome)
        /// The client closed its sending side. It may do so after a complete request: the response is still sent.
        case clientReachedEnd
        /// The client's connection broke; it did not receive the last `owed` bytes sent to it.
        indirect case clientLeft(detail: String, owed: Int)
        /// The client has received everything that was sent to it.
        case clientTookAll

        /// The connection set-up has reached this step.
        case seekReached(SeekStep)
        /// The route to the server, which was unknown when the request was planned.
        indirect case rerouted(Route)
        /// `reused`: it was not opened for this request, so it may be dead. `version`: the protocol version on it.
        case upstreamConnected(reused: Bool, version: HTTPVersion = .http11)
        /// The connection could not be made.
        indirect case connectFailed(Outcome)
        case interimReceived(ResponseHead)
        /// `persistent`: the server's connection may carry another request after this response.
        case responseReceived(ResponseHead, Framing, persistent: Bool)
        case responseEnded
        /// The response's bytes are not HTTP; `detail` says what they may be instead.
        indirect case responseFailed(WireError, detail: String)
        /// The same without a `WireError`: the response breaks the rules of HTTP/2.
        indirect case responseRefused(Outcome)
        /// The server ended the stream of this exchange at once. `isUnprocessed`: it has not processed the request (RFC
        /// 9113 §8.7).
        ///
        /// An unprocessed request may be sent again (RFC 9113 §8.7).
        indirect case upstreamReset(Outcome, isUnprocessed: Bool)
        /// The server closed or reset its connection before the response was complete.
        ///
        /// `receivedBytes`: part of a response head had arrived. `cause`: a more specific reason than a missing
        /// response (a TLS alert).
        indirect case upstreamLeft(receivedBytes: Bool, detail: String, cause: Outcome?)

        /// The answer to the question of this stage.
        indirect case answered(Verdict, to: Question.Stage)
        /// The whole body of this message was read and kept; this is its content.
        indirect case bodyGathered(MessageKind, Bytes)
        /// The body is longer than the buffer limit.
        case bodyTooLong(MessageKind)
        /// The awaited event did not happen within `limit`.
        ///
        /// `isCongested`: the receiver of the body has not accepted what was sent before, so the sender did not cause
        /// the wait. `owed`: as for `clientLeft`.
        indirect case deadlinePassed(limit: Duration, isCongested: Bool, owed: Int)
        /// A rule, or a script that failed, ends it here, in the middle of this message's body; `reason` is for the
        /// record.
        indirect case cutByRule(MessageKind, Outcome.Code, reason: String)
        /// A rule stops the response here; the client is left waiting.
        case stalledByRule
        /// The proxy stops; what still runs is cut off. `owed`: as for `clientLeft`.
        case shutDown(owed: Int)
    }

    /// The progress of a new connection to a server.
    public enum SeekStep: Sendable, Hashable {
        case lookUp, connection, handshake
    }
}
