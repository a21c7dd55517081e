import Filter
import Flow

/// `tag`.
struct TagAction: RuleAction {
    let name: String

    static let entry = ActionEntry("tag", "NAME", "adds a tag to the flow") { reader throws(FilterError) in
        TagAction(name: try reader.argument("a name").text)
    }

    var clause: String { "adds the tag '\(name)'" }
    var stage: RuleStage { .response }
    var outlastsAnswer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        mark(&work.orders)
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        ready.stage == .response ? mark(&work.orders) : nil
    }

    private func mark(_ orders: inout RuleOrders) -> String {
        orders.remarks.tags.append(name)
        return "The flow got the tag '\(name)'."
    }
}
