/// `pin`: a flow that no limit removes.
struct PinAction: MarkAction {
    static let entry = ActionEntry("pin", "pins the flow", PinAction())

    var clause: String { "pins it" }

    func mark(_ remarks: inout RuleRemarks) -> String {
        remarks.isPinned = true
        return "The flow was pinned."
    }
}
