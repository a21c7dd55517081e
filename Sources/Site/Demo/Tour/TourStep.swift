/// One lesson of the tour: what to look at, and the requests that show it.
///
/// Data, made by `DemoTour`; the command's small client sends the requests through the proxy and prints what comes.
package struct TourStep: Sendable {
    /// A few words: `A chain of redirects`.
    package let title: String
    /// What to look at, in two or three sentences.
    package let watch: String
    /// The fields that it speaks of, to be shown with each exchange that has them.
    package let fields: [String]
    /// The next request of this step, given the exchanges of the step so far; nil when it is over.
    ///
    /// This is how a redirect is followed and how a cookie, an entity tag or a nonce is used: the step reads it from
    /// the exchange before.
    package let next: @Sendable (_ exchanges: [TourExchange]) -> TourRequest?

    /// No step sends more requests; whoever walks the tour stops there whatever the answers were.
    package static let mostRequests = 8

    init(
        _ title: String, _ watch: String, fields: [String] = [],
        next: @escaping @Sendable ([TourExchange]) -> TourRequest?
    ) {
        self.title = title
        self.watch = watch
        self.fields = fields
        self.next = { $0.count < TourStep.mostRequests ? next($0) : nil }
    }

    /// A step whose requests do not depend on answers.
    init(_ title: String, _ watch: String, fields: [String] = [], requests: [TourRequest]) {
        self.init(title, watch, fields: fields) { $0.count < requests.count ? requests[$0.count] : nil }
    }
}
