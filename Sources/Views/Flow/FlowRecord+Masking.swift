import Bytes
package import Flow
import HTTPModel

extension FlowRecord {
    /// The same with `*` for each byte of what proves who one is, in the heads: for a terminal.
    package var masked: FlowRecord {
        var record = self
        record.requestHead = requestHead.map { head in
            RequestHead(
                method: head.method, target: head.target, version: head.version, fields: head.fields.masked,
                quirks: head.quirks, omittedQuirks: head.omittedQuirks)
        }
        record.responseHead = responseHead.map { head in
            ResponseHead(
                status: head.status, version: head.version, reasonRange: head.reasonRange, fields: head.fields.masked,
                quirks: head.quirks, omittedQuirks: head.omittedQuirks)
        }
        record.toldURL = toldURL.map { Secrets.redacted(url: $0) }
        for kind in MessageKind.allCases {
            record[kind].sent = self[kind].sent.map { Secrets.masked(head: $0) }
            // The same once more, in a code that hides nothing from a program.
            record[kind].block = nil
            record[kind].sentBlock = nil
        }
        return record
    }
}

extension FieldSection {
    fileprivate var masked: FieldSection { FieldSection(raw: Secrets.masked(head: raw), lines: lines) }
}
