import Bytes
import Flow
package import JSON

// Frames of HTTP/2 as JSON. The names of the members are a contract with scripts.

extension JSONWriter {
    /// What one side of a connection sent: frames with their spans, fields and tables.
    package mutating func frames(_ dissection: HTTP2Dissection) {
        beginObject()
        key("protocol")
        string("h2")
        key("side")
        string(dissection.side.rawValue)
        key("frames")
        beginArray()
        for part in dissection.parts { frame(part) }
        endArray()
        key("rest")
        beginObject()
        place(dissection.rest.lowerBound, dissection.rest.count)
        key("text")
        string(dissection.restText)
        endObject()
        endObject()
    }

    private mutating func frame(_ part: HTTP2Dissection.Part) {
        beginObject()
        place(part.offset, part.length)
        key("name")
        string(part.name)
        key("type")
        if let type = part.typeNumber { integer(type) } else { null() }
        key("stream")
        integer(part.stream)
        key("spans")
        spans(part.spans, base: 0)
        key("notes")
        beginArray()
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
            key("message")
            string(block.kind.rawValue)
            key("sent")
            boolean(block.isSent)
            key("stream")
            integer(block.stream)
            key("length")
            integer(block.bytes.count)
            key("spans")
            spans(block.spans, base: 0)
            self.block(block.block)
            endObject()
        }
        endArray()
    }

    private mutating func block(_ block: HTTP2Dissection.Block) {
        key("fields")
        beginArray()
        for field in block.fields { self.field(field) }
        endArray()
        key("table")
        beginObject()
        key("before")
        table(block.before)
        key("after")
        table(block.after)
        endObject()
    }

    private mutating func field(_ field: HTTP2Dissection.BlockField) {
        beginObject()
        pair(field.name, field.value)
        key("length")
        integer(field.size)
        key("form")
        string(field.form)
        key("index")
        integer(field.index)
        key("huffman")
        boolean(field.isHuffman)
        entered(field.enteredBy)
        endObject()
    }

    private mutating func table(_ table: HTTP2Dissection.TableState) {
        beginObject()
        key("whole")
        boolean(table.isWhole)
        key("size")
        integer(table.size)
        key("limit")
        if let limit = table.limit { integer(limit) } else { null() }
        key("entries")
        beginArray()
        for entry in table.entries {
            beginObject()
            key("index")
            integer(entry.index)
            pair(entry.name, entry.value)
            key("size")
            integer(entry.size)
            entered(entry.enteredBy)
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func pair(_ name: Bytes, _ value: Bytes) {
        key("name")
        string(name.text)
        key("value")
        string(value.text)
    }

    private mutating func entered(_ stream: UInt32?) {
        key("entered")
        if let stream { integer(stream) } else { null() }
    }
}
