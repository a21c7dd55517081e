package import Filter
import Flow
import Rules

/// Which events a script wants.
package struct ScriptSubscription: Sendable, Hashable {
    package let on: ScriptEventKind
    package let filter: FlowFilter
    package let wantsBody: Bool
    /// Its place in the list of the script, from 0: events name those whose filters match.
    package let place: Int

    package init(on: ScriptEventKind, filter: FlowFilter = .everything, wantsBody: Bool = false, place: Int = 0) {
        (self.on, self.filter, self.wantsBody, self.place) = (on, filter, wantsBody, place)
    }

    /// Why a filter cannot be asked for such an event, a sentence; nil when it can.
    static func refusal(_ filter: FlowFilter, on: ScriptEventKind) -> String? {
        let latest: RuleStage = on.message == .request ? .request : .response
        guard on.isQuestion, RuleStage.known(filter) > latest else { return nil }
        return "\(RuleStage.latest(filter)) is not known yet at '\(on.rawValue)'"
    }
}
