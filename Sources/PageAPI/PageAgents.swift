/// Answers agents over the page's listener.
package protocol PageAgents: Sendable {
    /// Answers one POST to `/mcp`, once, from anywhere; it may take as long as its calls do.
    func answer(_ request: PageRequest, then: @escaping @Sendable (PageAnswer) -> Void)
}
