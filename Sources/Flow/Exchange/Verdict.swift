public import Bytes

/// The answer to a `Question`.
public enum Verdict: Sendable, Hashable {
    /// Continue as without a question.
    case pass
    /// Buffer the body, and ask again when it is complete. A body longer than `limit` bytes is forwarded unchanged,
    /// without a question. Of a head, or of a buffered body: as `pass`.
    case gather(limit: Int)
    /// Send this in place of the content. Of anything but a body that was gathered: as `pass`.
    case replace(Bytes)
    /// Continue with a head changed by these rules. Of a body: as `pass`.
    case change([HeaderRule])
    /// Continue with a changed message. Of a body: as `pass`.
    indirect case alter(Alteration)
    /// Send this in place of the content, under a head changed by these rules. Of anything but a body that was
    /// gathered: as `pass`.
    case rewrite(Bytes, [HeaderRule])
    /// Continue with a message changed again now that its content is here, and with this content in place of what
    /// came, if any. Of anything but a body that was gathered: as `pass`.
    indirect case remake(Alteration, content: Bytes?)
    /// Ask this server instead. Later than the request's head: as `pass`.
    case reroute(Route)
    /// Send this to the client; no server is asked, or what it answered is dropped. Once the response's head has gone
    /// out: as `refuse`.
    case respond(ProxyAnswer)
    /// End it here; the client is sent `reason` if it can still be sent anything.
    case refuse(reason: String)
    /// End it here without a word: the client's connection is closed, or reset.
    case hangUp(isReset: Bool, reason: String)
}
