import Filter
import Flow

/// `block`: a refusal, by default 403.
struct BlockAction: RuleAction {
    let status: Int

    static let entry = ActionEntry("block", "[STATUS]", "answers 403, or this status") { reader throws(FilterError) in
        BlockAction(status: reader.isDone ? 403 : try reader.number("a status", 400...599))
    }

    var clause: String { "answers \(status)" }
    var stage: RuleStage { .response }
    var sparesServer: Bool { true }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        (.answer(RuleAnswer(status: status, plain: "Blocked by the rule \(ready.rule.name).\n")), "Blocked.")
    }
}
