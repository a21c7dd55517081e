package import Bytes
import Flow

// Frames of HTTP/2 as JSON. The names of the members are a contract with scripts.

extension JSONWriter {
    /// What one side of a connection sent: frames with their spans, fields and tables.
    package mutating func frames(_ dissection: HTTP2Dissection) {
        beginObject()
        member("protocol", "h2")
        member("side", dissection.side.rawValue)
        beginArray("frames")
        for part in dissection.parts { frame(part) }
        endArray()
        beginObject("rest")
        place(dissection.rest.lowerBound, dissection.rest.count)
        member("text", dissection.restText)
        endObject()
        endObject()
    }

    private mutating func frame(_ part: HTTP2Dissection.Part) {
        beginObject()
        place(part.offset, part.length)
        member("name", part.name)
        key("type")
        if let type = part.typeNumber { integer(type) } else { null() }
        member("stream", part.stream)
        key("spans")
        spans(part.spans, base: 0)
        beginArray("notes")
        for note in part.notes { self.note(note) }
        endArray()
        if let block = part.block { self.block(block) }
        endObject()
    }

    /// The field blocks of a recorded exchange.
    package mutating func blocks(_ blocks: [RecordedBlock]) {
        beginArray()
        for block in blocks {
            beginObject()
            member("message", block.kind.rawValue)
            member("sent", block.isSent)
            member("stream", block.stream)
            member("length", block.bytes.count)
            key("spans")
            spans(block.spans, base: 0)
            self.block(block.block)
            endObject()
        }
        endArray()
    }

    private mutating func block(_ block: HTTP2Dissection.Block) {
        beginArray("fields")
        for field in block.fields { self.field(field) }
        endArray()
        beginObject("table")
        key("before")
        table(block.before)
        key("after")
        table(block.after)
        endObject()
    }

    private mutating func field(_ field: HTTP2Dissection.BlockField) {
        beginObject()
        pair(field.name, field.value)
        member("length", field.size)
        member("form", field.form)
        member("index", field.index)
        member("huffman", field.isHuffman)
        entered(field.enteredBy)
        endObject()
    }

    private mutating func table(_ table: HTTP2Dissection.TableState) {
        beginObject()
        member("whole", table.isWhole)
        member("size", table.size)
        key("limit")
        if let limit = table.limit { integer(limit) } else { null() }
        beginArray("entries")
        for entry in table.entries {
            beginObject()
            member("index", entry.index)
            pair(entry.name, entry.value)
            member("size", entry.size)
            entered(entry.enteredBy)
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func pair(_ name: Bytes, _ value: Bytes) {
        member("name", name.text)
        member("value", value.text)
    }

    private mutating func entered(_ stream: UInt32?) {
        key("entered")
        if let stream { integer(stream) } else { null() }
    }
}
