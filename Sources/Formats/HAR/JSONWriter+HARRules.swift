import Flow
import JSON

/// `_rules`: what rules of the user's did, whether or not a line changed.
extension JSONWriter {
    mutating func rules(_ record: FlowRecord) {
        guard !record.ruleActs.isEmpty else { return }
        key("_rules")
        beginArray()
        for act in record.ruleActs {
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
}
