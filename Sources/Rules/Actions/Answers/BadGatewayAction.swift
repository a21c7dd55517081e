import Flow

/// `bad-gateway`: the answer of a proxy whose server cannot be reached.
struct BadGatewayAction: RuleAction {
    static let entry = ActionEntry(
        "bad-gateway", "answers 502, as if the server were unreachable", BadGatewayAction())

    var clause: String { "answers 502" }
    var stage: RuleStage { .response }
    var sparesServer: Bool { true }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        let text = "The rule \(ready.rule.name) answered instead of the server.\n"
        return (.answer(RuleAnswer(status: 502, plain: text)), "Answered 502.")
    }
}
