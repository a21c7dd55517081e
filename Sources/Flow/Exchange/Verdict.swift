public import Bytes

/// The answer to a `Question`.
public enum Verdict: Sendable, Hashable {
    /// Continue as without a question.
    case pass
    /// Buffer the body, and ask again when it is complete. A body longer than `limit` bytes is forwarded unchanged,
    /// without a question. For a head, or for a buffered body: as `pass`.
    case gather(limit: Int)
    /// Send this in place of the content. For anything but a gathered body: as `pass`.
    case replace(Bytes)
    /// Continue with a head changed by these rules. For a body: as `pass`.
    case change([HeaderRule])
    /// Continue with a changed message. For a body: as `pass`.
    indirect case alter(Alteration)
    /// Send this in place of the content, under a head changed by these rules. For anything but a gathered body: as
    /// `pass`.
    case rewrite(Bytes, [HeaderRule])
    /// Continue with a message changed again now that its content is here, and with this content in place of the
    /// received one, if any. For anything but a gathered body: as `pass`.
    indirect case remake(Alteration, content: Bytes?)
    /// Use this server instead. After the request's head was forwarded: as `pass`.
    case reroute(Route)
    /// Send this to the client; no server is contacted, or its response is dropped. Once the response's head was sent:
    /// as `refuse`.
    case respond(ProxyAnswer)
    /// End it here; the client gets `reason` if nothing was sent to it yet.
    case refuse(reason: String)
    /// End it here without a response: the client's connection is closed, or reset.
    case hangUp(isReset: Bool, reason: String)
}
