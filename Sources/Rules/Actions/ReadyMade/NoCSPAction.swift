import Bytes
import Flow

/// `no-csp`.
struct NoCSPAction: RuleAction {
    static let entry = ActionEntry("no-csp", "removes Content-Security-Policy", NoCSPAction())

    var clause: String { "removes Content-Security-Policy" }
    var stage: RuleStage { .response }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        let names: [Bytes] = ["Content-Security-Policy", "Content-Security-Policy-Report-Only"]
        return work.fields.remove(names, step.source) ? "Removed the content security policy." : nil
    }
}
