import Filter
import Flow

/// `keep-body off`: no file has the flow's contents.
struct KeepBodyAction: RuleAction {
    static let entry = ActionEntry("keep-body", "off", "does not record the flow's contents") {
        reader throws(FilterError) in
        _ = try reader.choice(["off"])
        return KeepBodyAction()
    }

    var clause: String { "does not record contents" }
    var outlastsAnswer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.orders.keepsNoBody = true
        return "The contents were not recorded."
    }
}
