import Flow

/// `skip-record`: no file has the flow.
struct SkipRecordAction: RuleAction {
    static let entry = ActionEntry("skip-record", "does not write the flow to files", SkipRecordAction())

    var clause: String { "does not write it to files" }
    var stage: RuleStage { .response }
    var outlastsAnswer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        mark(&work.orders)
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        ready.stage == .response ? mark(&work.orders) : nil
    }

    private func mark(_ orders: inout RuleOrders) -> String {
        orders.remarks.isSkipped = true
        return "The flow is not written to files."
    }
}
