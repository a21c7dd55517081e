import Filter
import Flow
import HTTPModel

/// `break`: a person decides.
struct BreakAction: RuleAction {
    let holds: Set<MessageKind>

    static let entry = ActionEntry(
        "break", "request|response|both", "holds the message until you decide", mayBeRaw: true
    ) { reader throws(FilterError) in
        switch try reader.choice(["request", "response", "both"]) {
        case "request": BreakAction(holds: [.request])
        case "response": BreakAction(holds: [.response])
        default: BreakAction(holds: [.request, .response])
        }
    }

    var clause: String {
        let what =
            holds.count == 2
            ? "the request and the response" : holds.contains(.request) ? "the request" : "the response"
        return "holds \(what) until you decide"
    }

    var rawClause: String { "\(clause), and sends exactly the bytes you write" }
    var stage: RuleStage { holds.contains(.request) ? .request : .response }
    var actsOnResponses: Bool { holds.contains(.response) }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard holds.contains(.request) else { return nil }
        work.orders.isHeld = true
        work.orders.isHeldRaw = work.orders.isHeldRaw || step.isRaw
        return RuleAct.heldRequest
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard holds.contains(.response) else { return nil }
        work.orders.isHeld = true
        work.orders.isHeldRaw = work.orders.isHeldRaw || step.isRaw
        return RuleAct.heldResponse
    }
}
