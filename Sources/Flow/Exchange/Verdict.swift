public import Bytes

/// The answer to a `Question`.
public enum Verdict: Sendable, Hashable {
    /// Go on as if nobody had been asked.
    case pass
    /// Read and keep the body, and ask again when all of it is here. Should it be longer than `limit` bytes it goes on
    /// as it is, and nobody is asked. Of a head, or of a body that was gathered: as `pass`.
    case gather(limit: Int)
    /// Send this in place of the content. Of anything but a body that was gathered: as `pass`.
    case replace(Bytes)
    /// Go on with a head changed by these rules. Of a body: as `pass`.
    case change([HeaderRule])
    /// Go on with a message that is otherwise. Of a body: as `pass`.
    indirect case alter(Alteration)
    /// Send this in place of the content, under a head changed by these rules. Of anything but a body that was
    /// gathered: as `pass`.
    case rewrite(Bytes, [HeaderRule])
    /// Ask this server instead. Later than the request's head: as `pass`.
    case reroute(Route)
    /// Send this to the client; no server is asked, or what it answered is dropped. Once the response's head has gone
    /// out: as `refuse`.
    case respond(ProxyAnswer)
    /// End it here; `reason` is told to the client while it can still be told anything.
    case refuse(reason: String)
    /// End it here without a word: the client's connection is closed, or reset.
    case hangUp(isReset: Bool, reason: String)
}
