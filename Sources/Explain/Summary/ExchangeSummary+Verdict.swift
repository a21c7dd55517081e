package import HTTPSemantics

extension ExchangeSummary {
    /// What was decided beneath a row's words.
    package enum Verdict: Sendable, Hashable {
        case redirect(Redirect)
        /// Of the n-th Set-Cookie line.
        case cookie(line: Int, SetCookie.Fate)
        case condition(ConditionalVerdict)
        case range(RangeVerdict)
        case cache(privateCache: Freshness.Use, shared: Freshness.Use)
        /// Whether the content came whole; nil when nobody can tell.
        case content(isWhole: Bool?)
    }
}
