import Bytes
import Explain
import Flow
import HTTPModel
import Workbench

/// What HTTP/2 was on the wire for an exchange, in words: a lane for each side, and the connections that it went over.
struct PageFrames {
    let record: FlowRecord
    let connections: [ConnectionRecord]

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.beginArray("lanes")
        for lane in FrameLane.lanes(of: record) { self.lane(lane, to: &json) }
        json.endArray()
        json.beginArray("left")
        for text in FrameLane.left(of: record) { json.string(text) }
        json.endArray()
        json.beginArray("connections")
        for connection in connections { self.connection(connection, to: &json) }
        json.endArray()
        json.endObject()
    }

    private func lane(_ lane: FrameLane, to json: inout JSONWriter) {
        json.beginObject()
        json.member("leg", lane.leg.rawValue)
        json.member("title", lane.title)
        json.beginArray("rows")
        for row in lane.rows {
            json.beginObject()
            json.key("at")
            json.milliseconds(micro: max(0, row.time.microseconds(since: record.openedAt)))
            json.member("message", row.kind.rawValue)
            switch row.what {
            case .frame(let frame): json.frame(frame)
            case .wait(let wait): json.wait(wait)
            }
            if row.head != nil { json.member("block", true) }
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func connection(_ connection: ConnectionRecord, to json: inout JSONWriter) {
        let words = ConnectionWords(connection)
        json.beginObject()
        json.member("number", connection.number)
        json.member("leg", connection.leg.rawValue)
        json.member("title", words.title)
        json.beginArray("announced")
        for side in words.announced { json.announced(side) }
        json.endArray()
        json.beginArray("frames")
        for (frame, time) in connection.frames {
            json.beginObject()
            json.key("at")
            json.milliseconds(micro: max(0, time.microseconds(since: connection.openedAt)))
            json.member(
                "message", connection.goesToServer(frame) ? MessageKind.request.rawValue : MessageKind.response.rawValue
            )
            json.frame(frame)
            json.endObject()
        }
        json.endArray()
        json.beginArray("remarks")
        for remark in words.remarks { json.remark(remark) }
        json.endArray()
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func frame(_ frame: StreamFrame) {
        member("name", frame.name)
        member("text", FrameWords.line(of: frame))
        // What was reset is told apart from what is out of the ordinary.
        member("level", frame.type == 3 ? "bad" : frame.quirks.isEmpty ? "normal" : "warning")
        if let window = frame.window { member("window", window) }
        if let window = frame.connectionWindow { member("connectionWindow", window) }
    }

    fileprivate mutating func wait(_ wait: StreamWait) {
        let (words, spec) = FrameWords.line(of: wait)
        key("name")
        null()
        member("text", words)
        member("spec", spec)
        member("level", "warning")
        key("duration")
        milliseconds(micro: max(0, wait.end.microseconds(since: wait.start)))
    }

    fileprivate mutating func announced(_ side: ConnectionWords.Announced) {
        beginObject()
        member("title", side.title)
        beginArray("settings")
        for setting in side.settings {
            beginObject()
            member("name", setting.name)
            member("value", Int(setting.value))
            key("text")
            if let meaning = setting.meaning { string(meaning) } else { null() }
            endObject()
        }
        endArray()
        endObject()
    }

    fileprivate mutating func remark(_ remark: ConnectionWords.Remark) {
        beginObject()
        member("text", remark.text)
        member("level", remark.level.rawValue)
        member("said", remark.said.text)
        endObject()
    }
}
