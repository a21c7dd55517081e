public import Bytes
public import HTTPModel

extension Exchange {
    /// What the engine is to do: orders, the only way out. What is large and rare is kept apart (`indirect`).
    public enum Action: Sendable, Hashable {
        /// Ask rules or a person; `answered` comes back, now or later.
        indirect case ask(Question)
        /// Lease a connection to the server.
        case connect(Route, Reuse)
        /// Send the request's head; its body may follow, as `requestBody` says.
        case forwardRequest(edits: [Change])
        /// `index` counts the interim responses of the exchange from 0.
        indirect case forwardInterim(ResponseHead, index: Int, edits: [Change])
        /// The client does not get this interim response.
        indirect case dropInterim(index: Int, Change.Reason)
        case forwardResponse(ResponseHead, edits: [Change])
        /// Bytes of this message that were left unread during a decision may now be forwarded.
        case resumeBody(MessageKind)
        /// Tell the client to continue with its body (RFC 9110 §10.1.1): it is read before a server could do so.
        case sendContinue
        /// Send what was kept of this message's body.
        case sendKept(MessageKind)
        /// Send this in place of the body that was kept.
        indirect case sendContent(MessageKind, Bytes)
        /// Say that this message's content has ended, where something other than its bytes has to: the last chunk,
        /// END_STREAM.
        case sendEnd(MessageKind)
        /// Send Hark's own response that says what this outcome says.
        case answer(Outcome)
        /// Send this response, made by a rule, a person or Hark.
        indirect case respond(ProxyAnswer)
        /// Send the page for people who open the proxy's port in a browser.
        case explainPort
        /// From now on bytes both ways are other than HTTP.
        indirect case openTunnel(TunnelKind)
        case releaseUpstream(reusable: Bool)
        /// Send what is queued for the server, and then close its connection: the server gets all that came of an
        /// incomplete request.
        case cutOffRequest
        /// Send at once what is queued for the client; `clientTookAll` comes back when its system has taken it.
        case deliver
        case finish(Outcome)
        /// Nothing more follows. What becomes of the client's connection.
        case end(ClientFate)
    }

    /// Which connections will do.
    public enum Reuse: Sendable, Hashable {
        /// One kept from before, or else a new one.
        case any
        /// One kept from before only if it was in use a moment ago: should it turn out to be dead, the request cannot
        /// be sent a second time (RFC 9110 §9.2.2).
        case recent
        /// A new one.
        case none
    }

    /// What becomes of the client's connection.
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
        /// The client has gone, or takes nothing: reset at once.
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
        /// Forward the content in chunks, one for each piece that comes.
        case forwardChunked
        case discard
        /// Keep them, up to this many bytes of content.
        case gather(limit: Int)
    }

    /// What the exchange is waiting for; the engine keeps a deadline for each.
    public enum Waiting: Sendable, Hashable {
        /// A verdict takes as long as it takes.
        case verdict
        case lookUp, connection, handshake
        case requestBody, responseHead, responseBody
        /// A request has its answer, whether it was sent yet or not, and the rest of it is read nevertheless.
        case restOfRequest
        /// The client's system is to take the rest of the response.
        case delivery
        /// The client has been left without the rest of a response, and is to lose patience.
        case patience
        case nothing
    }
}
