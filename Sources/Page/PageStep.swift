/// What comes of a request: an answer, or what has to be done first.
package enum PageStep: Sendable {
    case answer(PageAnswer)
    /// Takes long: to be done elsewhere, and its result to be finished.
    case work(@Sendable () -> PageResult)
    /// Ends at some time, by calling what it is given.
    case later(@Sendable (@escaping @Sendable (PageResult) -> Void) -> Void)
    /// The same, begun at once; what it gives stops it when nobody waits for the answer any more.
    case call(@Sendable (@escaping @Sendable (PageResult) -> Void) -> @Sendable () -> Void)
    /// Events, from now on.
    case stream(PageStream)

    /// Work of which nothing is left to do but to answer.
    static func answering(_ body: @escaping @Sendable () throws(PageError) -> PageAnswer) -> PageStep {
        .work {
            do throws(PageError) {
                return .answer(try body())
            } catch {
                return .answer(PageAnswer(error))
            }
        }
    }
}

/// What work brought, to be finished by the API.
package enum PageResult: Sendable {
    case answer(PageAnswer)
    /// The flows of a view that is to be.
    case view(PageView, total: Int, folded: Int)
    /// A body that was laid out, of which more may be asked.
    case laidOut(PageLaidOut, PageAnswer)
    /// More of the session was looked at for what caches would have answered.
    case ghosts(PageGhosts, PageAnswer)
    /// Flows were deleted.
    case deleted([UInt64], PageAnswer)
    /// Another session is shown from now on, which began at this time.
    case renewed(start: Int64, PageAnswer)
}

/// A stream that is to be opened.
package struct PageStream: Sendable {
    package let view: Int?
    /// What the tab has seen; nil: nothing.
    package let revision: UInt64?
}
