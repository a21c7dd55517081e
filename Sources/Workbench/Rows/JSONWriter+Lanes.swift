package import Bytes
import Flow

extension JSONWriter {
    /// Lanes, as an array; times in milliseconds.
    package mutating func lanes(_ lanes: [Lanes.Lane]) {
        beginArray()
        for lane in lanes {
            beginObject()
            member("number", lane.number)
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
            member("words", lane.words)
            beginArray("remarks")
            for remark in lane.remarks { string(remark) }
            endArray()
            member("rows", lane.rowCount)
            key("saved")
            milliseconds(micro: lane.saved)
            beginArray("exchanges")
            for block in lane.blocks { self.block(block) }
            endArray()
            endObject()
        }
        endArray()
    }

    private mutating func block(_ block: Lanes.Block) {
        beginObject()
        member("flow", block.flow)
        key("from")
        milliseconds(micro: block.from)
        key("to")
        milliseconds(micro: block.to)
        key("wait")
        span(block.wait)
        member("method", block.method)
        member("path", block.path)
        key("status")
        if let status = block.status { integer(status) } else { null() }
        member("failed", block.hasFailed)
        member("open", block.isOpen)
        key("stream")
        if let stream = block.stream { integer(stream) } else { null() }
        member("row", block.row)
        beginArray("waits")
        for wait in block.waits {
            beginObject()
            key("from")
            milliseconds(micro: wait.from)
            key("to")
            milliseconds(micro: wait.to)
            member("text", wait.words)
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
