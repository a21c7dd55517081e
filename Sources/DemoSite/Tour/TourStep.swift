package import Bytes
package import HTTPModel

/// One lesson of the tour: what to look at, and the requests that show it.
///
/// Data, made by `DemoTour`; the command's small client sends the requests through the proxy and prints what comes.
package struct TourStep: Sendable {
    /// A few words: `A chain of redirects`.
    package let title: String
    /// What to look at, in two or three sentences.
    package let watch: String
    /// The same with curl, to be repeated by hand; `$PROXY` is for the proxy's address.
    package let curl: String
    /// The next request of this step, given the exchanges of the step so far; nil when it is over.
    ///
    /// This is how a redirect is followed and how a cookie, an entity tag or a nonce is used: the step reads it from the
    /// exchange before.
    package let next: @Sendable (_ exchanges: [TourExchange]) -> TourRequest?

    /// No step sends more; a client may rely on it against a server that redirects for ever.
    package static let mostRequests = 8
}

/// A request of the tour, ready for a proxy: absolute-form target, complete fields.
package struct TourRequest: Sendable, Hashable {
    package let method: Method
    /// `http://demo.hark.test/…`
    package let target: String
    package let head: Bytes
    package let body: Bytes

    /// The body is held back until `100 Continue` or a final answer comes (RFC 9110 §10.1.1).
    package let awaitsContinue: Bool
}

/// A request of the tour with the answer that came.
package struct TourExchange: Sendable, Hashable {
    package let request: TourRequest
    package let response: ResponseHead
    /// The content, transfer coding removed, content coding not; need not be all of a large one.
    package let body: Bytes

    package init(request: TourRequest, response: ResponseHead, body: Bytes) {
        self.request = request
        self.response = response
        self.body = body
    }
}
