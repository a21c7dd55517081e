import Filter
import Flow

/// `corrupt-response`: bytes of the content that differ.
struct CorruptAction: RuleAction {
    let count: Int

    static let entry = ActionEntry("corrupt-response", "N", "changes this number of bytes of the response body") {
        reader throws(FilterError) in CorruptAction(count: try reader.number("a number of bytes", 1...1_000))
    }

    var clause: String { "changes \(count) \(count == 1 ? "byte" : "bytes") of the response's content" }
    var stage: RuleStage { .response }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }
    var corrupts: Bool { true }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        let number = run.counting.next(ready.key.acted)
        var chance = Chance(seed: run.seed, ready.key.hash, number)
        work.orders.shape.corrupt = (count, chance.next())
        return "The number of changed bytes: \(count)."
    }
}
