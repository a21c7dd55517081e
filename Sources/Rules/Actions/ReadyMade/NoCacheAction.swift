import Bytes
import Flow

/// `no-cache`: caches on both sides ask again.
struct NoCacheAction: RuleAction {
    static let entry = ActionEntry("no-cache", "makes caches revalidate, in both directions", NoCacheAction())

    var clause: String { "makes caches revalidate" }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        let isChanged = work.fields.remove(["If-None-Match", "If-Modified-Since"], step.source)
        let isSet = work.fields.set("Cache-Control", "no-cache", step.source)
        return work.fields.set("Pragma", "no-cache", step.source) || isChanged || isSet
            ? "Caches must revalidate." : nil
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        let isChanged = work.fields.remove(["ETag", "Last-Modified", "Expires", "Age"], step.source)
        return work.fields.set("Cache-Control", "no-cache, no-store", step.source) || isChanged
            ? "The client must not store the response." : nil
    }
}
