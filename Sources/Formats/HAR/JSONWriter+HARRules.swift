import Bytes
import Flow

/// `_rules`: what rules of the user's did, whether or not a line changed.
extension JSONWriter {
    mutating func rules(_ record: FlowRecord) {
        scripts(record)
        guard record.ruleActs.contains(where: { $0.script == nil }) else { return }
        beginArray("_rules")
        for act in record.ruleActs where act.script == nil {
            beginObject()
            member("name", act.rule)
            member("file", act.file)
            member("line", act.line)
            member("action", act.action)
            member("text", act.text)
            key("time")
            milliseconds(micro: act.time.microseconds(since: record.openedAt))
            endObject()
        }
        endArray()
    }

    /// `_scripts`: what scripts did.
    private mutating func scripts(_ record: FlowRecord) {
        guard record.ruleActs.contains(where: { $0.script != nil }) else { return }
        beginArray("_scripts")
        for act in record.ruleActs {
            guard let name = act.script else { continue }
            beginObject()
            member("name", name)
            member("file", act.file)
            if let answer = act.scriptAnswer {
                member("on", answer.event)
                member("verdict", answer.verdict)
                key("duration")
                milliseconds(micro: answer.microseconds)
            }
            member("text", act.text)
            key("time")
            milliseconds(micro: act.time.microseconds(since: record.openedAt))
            if ["failed", "refused"].contains(act.scriptAnswer?.verdict) { member("error", act.text) }
            endObject()
        }
        endArray()
    }
}
