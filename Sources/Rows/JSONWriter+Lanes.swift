import Flow
package import JSON

extension JSONWriter {
    /// Lanes, as an array; times in milliseconds.
    package mutating func lanes(_ lanes: [Lanes.Lane]) {
        beginArray()
        for lane in lanes {
            beginObject()
            key("number")
            integer(lane.number)
            key("run")
            if let run = lane.run { string(run.text) } else { null() }
            key("address")
            if let address = lane.address { string(address) } else { null() }
            key("from")
            milliseconds(micro: lane.from)
            key("to")
            milliseconds(micro: lane.to)
            key("connect")
            span(lane.connect)
            key("handshake")
            span(lane.handshake)
            key("closedBy")
            if let closer = lane.closedBy { string(closer.rawValue) } else { null() }
            key("why")
            if let why = lane.why { string(why) } else { null() }
            key("words")
            string(lane.words)
            key("remarks")
            beginArray()
            for remark in lane.remarks { string(remark) }
            endArray()
            key("rows")
            integer(lane.rowCount)
            key("saved")
            milliseconds(micro: lane.saved)
            key("exchanges")
            beginArray()
            for block in lane.blocks { self.block(block) }
            endArray()
            endObject()
        }
        endArray()
    }

    private mutating func block(_ block: Lanes.Block) {
        beginObject()
        key("flow")
        integer(block.flow)
        key("from")
        milliseconds(micro: block.from)
        key("to")
        milliseconds(micro: block.to)
        key("wait")
        span(block.wait)
        key("method")
        string(block.method)
        key("path")
        string(block.path)
        key("status")
        if let status = block.status { integer(status) } else { null() }
        key("failed")
        boolean(block.hasFailed)
        key("open")
        boolean(block.isOpen)
        key("stream")
        if let stream = block.stream { integer(stream) } else { null() }
        key("row")
        integer(block.row)
        key("waits")
        beginArray()
        for wait in block.waits {
            beginObject()
            key("from")
            milliseconds(micro: wait.from)
            key("to")
            milliseconds(micro: wait.to)
            key("text")
            string(wait.words)
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func span(_ span: ClosedRange<Int64>?) {
        guard let span else { return null() }
        beginArray()
        milliseconds(micro: span.lowerBound)
        milliseconds(micro: span.upperBound)
        endArray()
    }
}
