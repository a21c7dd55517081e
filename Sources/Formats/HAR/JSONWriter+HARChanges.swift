import Bytes
import Flow
import HTTPModel

/// `_changes`: what was forwarded otherwise than it came, line by line.
extension JSONWriter {
    mutating func changes(_ record: FlowRecord) {
        beginArray("_changes")
        if let told = record.toldChanges {
            for change in told {
                self.change(change.message, change.part, change.action, change.line, change.replacement)
                member("reason", change.reason)
                endObject()
            }
        } else {
            record.forEachChange { message, part, edit, fields in
                let (action, line, replacement) = edit.lines(of: fields)
                change(message, part, action, line, replacement)
                reason(edit.reason)
                endObject()
            }
        }
        endArray()
    }

    /// `line` is the line that went or came; `with` what stands in its place, when something does.
    private mutating func change(
        _ message: MessageKind, _ part: FlowRecord.ChangedLine.Part, _ action: FlowRecord.ChangedLine.Action,
        _ line: Bytes, _ replacement: Bytes?
    ) {
        beginObject()
        member("message", message.rawValue)
        switch part {
        case .head: break
        case .trailers:
            member("part", "trailers" as StaticString)
        case .interim(let index):
            member("part", "interim" as StaticString)
            member("index", index)
        }
        member("action", action.rawValue)
        member("line", line)
        key("with")
        if let replacement { string(replacement) } else { null() }
    }

    private mutating func reason(_ reason: Change.Reason) {
        key("reason")
        switch reason {
        case .owed(let spec, let text):
            beginString()
            spec.withUTF8Buffer { escape(UnsafeRawBufferPointer($0)) }
            literal(": ")
            text.withUTF8Buffer { escape(UnsafeRawBufferPointer($0)) }
            endString()
        case .rule(let flag), .raw(let flag):
            string(flag)
        }
    }
}
