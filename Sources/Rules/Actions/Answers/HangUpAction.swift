import Flow

/// `reset` and `drop`: no answer at all.
struct HangUpAction: RuleAction {
    let isReset: Bool

    static let reset = ActionEntry("reset", "resets the client's connection", HangUpAction(isReset: true))
    static let drop = ActionEntry(
        "drop", "closes the client's connection without a response", HangUpAction(isReset: false))

    var clause: String {
        isReset ? "resets the client's connection" : "closes the client's connection without a response"
    }

    var stage: RuleStage { .response }
    var sparesServer: Bool { true }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        let reason = "\(ready.rule.source): \(isReset ? "reset" : "drop")"
        return (.hangUp(isReset: isReset, reason: reason), "The connection was \(isReset ? "reset" : "closed").")
    }
}
