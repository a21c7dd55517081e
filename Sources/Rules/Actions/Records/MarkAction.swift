import Flow

/// An action that says something about a flow, and changes no message: it does so as soon as its filter is decided, and
/// whoever answers.
protocol MarkAction: RuleAction {
    /// What is told of it.
    func mark(_ remarks: inout RuleRemarks) -> String
}

extension MarkAction {
    var stage: RuleStage { .response }
    var outlastsAnswer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        mark(&work.orders.remarks)
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        // What the request decided was done before.
        ready.stage == .response ? mark(&work.orders.remarks) : nil
    }
}
