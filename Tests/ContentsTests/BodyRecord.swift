import Bytes
import Flow
import HTTPModel

/// Records as far as their bodies are concerned.
enum BodyRecord {
    static func response(_ body: Bytes, _ type: String) -> FlowRecord {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        let fields = ViewText.fields(type)
        record.apply(
            FlowEvent(
                flow: record.id, time: Instant(nanoseconds: 1),
                fact: .responseHeadReceived(
                    ResponseHead(
                        status: 200, version: .http11, reasonRange: 0..<0, fields: fields, quirks: [],
                        omittedQuirks: 0), Framing(.close, rule: 8))))
        record.response.content = FlowRecord.Content(bytes: body)
        return record
    }
}
