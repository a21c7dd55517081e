public import Bytes
public import HTTPModel

extension Exchange {
    /// What the engine is to do: orders, the only output. Large and rare ones are `indirect`.
    public enum Action: Sendable, Hashable {
        /// Ask rules or a person; `answered` follows, now or later.
        indirect case ask(Question)
        /// Lease a connection to the server.
        case connect(Route, Reuse)
        /// Send the request's head; its body may follow, as `requestBody` says.
        case forwardRequest(edits: [Change], as: Method)
        /// `index` counts the interim responses of the exchange from 0.
        indirect case forwardInterim(ResponseHead, index: Int, edits: [Change])
        /// The client does not get this interim response.
        indirect case dropInterim(index: Int, Change.Reason)
        case forwardResponse(ResponseHead, edits: [Change])
        /// Bytes of this message that were left unread during a decision may now be forwarded.
        case resumeBody(MessageKind)
        /// Tell the client to continue with its body (RFC 9110 §10.1.1): the body is read before a server could send
        /// 100.
        case sendContinue
        /// Send the buffered part of this message's body.
        case sendKept(MessageKind)
        /// Send this in place of the buffered body.
        indirect case sendContent(MessageKind, Bytes)
        /// Signal the end of this message's content if its bytes do not: the last chunk, END_STREAM.
        case sendEnd(MessageKind)
        /// Send Hark's own response for this outcome.
        case answer(Outcome)
        /// Send this response, made by a rule, a person or Hark.
        indirect case respond(ProxyAnswer)
        /// Send the page for people who open the proxy's port in a browser.
        case explainPort
        /// From now on the bytes in both directions are not HTTP.
        indirect case openTunnel(TunnelKind)
        case releaseUpstream(reusable: Bool)
        /// Send what is queued for the server, then close its connection: the server gets everything that arrived of an
        /// incomplete request.
        case cutOffRequest
        /// Send at once what is queued for the client; `clientTookAll` follows when the client's system has received
        /// it.
        case deliver
        case finish(Outcome)
        /// Nothing more follows; says what to do with the client's connection.
        case end(ClientFate)
    }

    /// Which connections can be used.
    public enum Reuse: Sendable, Hashable {
        /// An idle one, else a new one.
        case any
        /// An idle one only if it was in use a moment ago: if it is dead, the request cannot be sent a second time (RFC
        /// 9110 §9.2.2).
        case recent
        /// A new one.
        case none
    }

    /// What to do with the client's connection.
    public enum ClientFate: Sendable, Hashable {
        /// Read the next request.
        case keep
        /// Send what is queued, then close.
        case close
        /// The response was cut off: send what is queued and close, so that the client sees a body that is too short.
        case truncate
        /// The response was cut off, and only a reset can show it (its body ends with the connection): send what is
        /// queued, then reset.
        case breakOff
        /// The client has left, or reads nothing: reset at once.
        case reset
        /// The request was not processed, and the client may retry it without asking (RFC 9113 §8.7).
        case refuse
    }

    /// What to do with body bytes that arrive now.
    public enum BodyHandling: Sendable, Hashable {
        /// Leave them unread.
        case wait
        /// Forward them as they are on the wire.
        case forward
        /// Forward the content without its chunk lines.
        case forwardContent
        /// Forward the content in chunks, one for each piece that arrives.
        case forwardChunked
        case discard
        /// Buffer them, up to this many bytes of content.
        case gather(limit: Int)
    }

    /// What the exchange is waiting for; the engine keeps a deadline for each.
    public enum Waiting: Sendable, Hashable {
        /// A verdict, without a deadline.
        case verdict
        case lookUp, connection, handshake
        case requestBody, responseHead, responseBody
        /// The response is known, sent or not, and the rest of the request is still read.
        case restOfRequest
        /// The client's system must receive the rest of the response.
        case delivery
        /// A rule withholds the rest of a response until the client gives up.
        case patience
        case nothing
    }
}
