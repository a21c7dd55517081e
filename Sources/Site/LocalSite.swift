package import Bytes

/// A host that Hark answers for by itself: the demo site, and Hark's own pages.
///
/// A site is a pure function from a request to the bytes of its answer: no sockets, no clock, no state. Whoever serves
/// it parses requests, keeps time, and writes the steps of the answer to the wire in order, so that all it sends
/// goes the way any server's bytes go. Called from any thread; must not block.
package protocol LocalSite: Sendable {
    /// Decides on the head alone: answers, or asks for the body first.
    func receive(_ request: SiteRequest) -> SiteDecision

    /// The answer to a request whose body `receive` asked for: all of its content, without transfer coding.
    func answer(_ request: SiteRequest, body: Bytes) -> SiteAnswer

    /// The answer when the body turned out to be larger than the limit; it ends the connection.
    func refuse(_ request: SiteRequest, limit: Int) -> SiteAnswer
}

/// What a site makes of a request's head.
package enum SiteDecision {
    /// The answer is known. A body that comes nevertheless is read and thrown away, unless the answer closes.
    case answer(SiteAnswer)
    /// Read the content, at most `limit` bytes of it, then call `answer`, or `refuse` when there is more.
    /// `interim` is sent before the first byte is read: `100 Continue` if it was asked for, else nothing.
    case readBody(limit: Int, interim: Bytes)
    /// Sends this; whatever comes from now on is a matter of the conversation.
    case converse(SiteAnswer, any SiteConversation)
}
