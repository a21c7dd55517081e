import Flow

/// `drop-message`.
struct DropMessageAction: RuleAction {
    static let entry = ActionEntry("drop-message", "drops a WebSocket message", DropMessageAction())

    var clause: String { "drops a WebSocket message" }
    var stage: RuleStage { .message }

    func change(_ work: inout MessageWork) -> String? {
        work.orders.isDropped = true
        return "A message \(work.direction) was dropped."
    }
}
