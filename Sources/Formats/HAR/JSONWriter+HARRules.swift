import Flow
import JSON

/// `_rules`: what rules of the user's did, whether or not a line changed.
extension JSONWriter {
    mutating func rules(_ record: FlowRecord) {
        scripts(record)
        guard record.ruleActs.contains(where: { $0.script == nil }) else { return }
        key("_rules")
        beginArray()
        for act in record.ruleActs where act.script == nil {
            beginObject()
            key("name")
            string(act.rule)
            key("file")
            string(act.file)
            key("line")
            integer(act.line)
            key("action")
            string(act.action)
            key("text")
            string(act.text)
            key("time")
            milliseconds(micro: act.time.microseconds(since: record.openedAt))
            endObject()
        }
        endArray()
    }

    /// `_scripts`: what scripts did.
    private mutating func scripts(_ record: FlowRecord) {
        guard record.ruleActs.contains(where: { $0.script != nil }) else { return }
        key("_scripts")
        beginArray()
        for act in record.ruleActs {
            guard let name = act.script else { continue }
            beginObject()
            key("name")
            string(name)
            key("file")
            string(act.file)
            if let answer = act.scriptAnswer {
                key("on")
                string(answer.event)
                key("verdict")
                string(answer.verdict)
                key("duration")
                milliseconds(micro: answer.microseconds)
            }
            key("text")
            string(act.text)
            key("time")
            milliseconds(micro: act.time.microseconds(since: record.openedAt))
            if ["failed", "refused"].contains(act.scriptAnswer?.verdict) {
                key("error")
                string(act.text)
            }
            endObject()
        }
        endArray()
    }
}
