import Filter
import Flow

/// `comment`.
struct CommentAction: RuleAction {
    let text: String

    static let entry = ActionEntry("comment", "T", "adds a comment to the flow") { reader throws(FilterError) in
        CommentAction(text: try reader.argument("a comment").text)
    }

    var clause: String { "adds the comment '\(text)'" }
    var stage: RuleStage { .response }
    var outlastsAnswer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        mark(&work.orders)
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        ready.stage == .response ? mark(&work.orders) : nil
    }

    private func mark(_ orders: inout RuleOrders) -> String {
        orders.remarks.comments.append(text)
        return "The flow got a comment."
    }
}
