import Flow

/// `pin`: a flow that no limit removes.
struct PinAction: RuleAction {
    static let entry = ActionEntry("pin", "pins the flow", PinAction())

    var clause: String { "pins it" }
    var stage: RuleStage { .response }
    var outlastsAnswer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        mark(&work.orders)
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        ready.stage == .response ? mark(&work.orders) : nil
    }

    private func mark(_ orders: inout RuleOrders) -> String {
        orders.remarks.isPinned = true
        return "The flow was pinned."
    }
}
