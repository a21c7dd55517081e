package import HTTPSemantics

extension ExchangeSummary {
    /// What was decided beneath a row's words.
    package enum Verdict: Sendable, Hashable {
        // The large ones are rare, and would make every row as large.
        indirect case redirect(Redirect)
        /// Of the n-th Set-Cookie line.
        case cookie(line: Int, SetCookie.Fate)
        indirect case condition(ConditionalVerdict)
        indirect case range(RangeVerdict)
        case cache(privateCache: Freshness.Use, shared: Freshness.Use)
        /// Whether the content is complete; nil when it cannot be known.
        case content(isWhole: Bool?)
    }
}
