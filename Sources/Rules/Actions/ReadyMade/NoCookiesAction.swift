import Bytes
import Flow

/// `no-cookies`: none in either direction.
struct NoCookiesAction: RuleAction {
    static let entry = ActionEntry("no-cookies", "removes cookies in both directions", NoCookiesAction())

    var clause: String { "removes all cookies" }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.fields.remove(["Cookie"], step.source) ? "Removed the cookies." : nil
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.fields.remove(["Set-Cookie"], step.source) ? "Removed the cookies." : nil
    }
}
