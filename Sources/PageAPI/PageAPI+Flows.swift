import Filter
import Flow
import Formats
import JSON

extension PageAPI {
    /// All that is known of one flow.
    mutating func flow(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let (source, live, tools, rows) = (source, live, tools, rowReader)
        return .answering { () throws(PageError) in
            let subject = try Self.subject(number, hasContent: true, source, live, tools)
            return .json { json in
                json.beginObject()
                json.key("row")
                rows.write(subject, to: &json)
                json.key("record")
                HAREntry.write(subject.record.withoutContent, to: &json)
                json.endObject()
            }
        }
    }
}

extension FlowRecord {
    /// Without the bytes of its contents; their sizes stay.
    var withoutContent: FlowRecord {
        var record = self
        record.request.content.kept = .absent
        record.request.content.decoded = nil
        record.response.content.kept = .absent
        record.response.content.decoded = nil
        return record
    }
}
