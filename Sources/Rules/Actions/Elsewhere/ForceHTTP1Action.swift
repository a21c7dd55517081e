import Flow

/// `force-http1`.
struct ForceHTTP1Action: RuleAction {
    static let entry = ActionEntry("force-http1", "uses HTTP/1.1 with the server", ForceHTTP1Action())

    var clause: String { "uses HTTP/1.1 with the server" }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.orders.forcesHTTP1 = true
        return "Used HTTP/1.1 with the server."
    }
}
