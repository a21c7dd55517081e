import Bytes
import Explain
import Flow
import HTTPModel
import JSON
import Rows

/// What HTTP/2 was on the wire for an exchange, in words: a lane for each side, and the connections that it went over.
struct PageFrames {
    let record: FlowRecord
    let connections: [ConnectionRecord]

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("lanes")
        json.beginArray()
        for lane in FrameLane.lanes(of: record) { self.lane(lane, to: &json) }
        json.endArray()
        json.key("left")
        json.beginArray()
        for text in FrameLane.left(of: record) { json.string(text) }
        json.endArray()
        json.key("connections")
        json.beginArray()
        for connection in connections { self.connection(connection, to: &json) }
        json.endArray()
        json.endObject()
    }

    private func lane(_ lane: FrameLane, to json: inout JSONWriter) {
        json.beginObject()
        json.key("leg")
        json.string(lane.leg.rawValue)
        json.key("title")
        json.string(lane.title)
        json.key("rows")
        json.beginArray()
        for row in lane.rows {
            json.beginObject()
            json.key("at")
            json.milliseconds(micro: max(0, row.time.microseconds(since: record.openedAt)))
            json.key("message")
            json.string(row.kind.rawValue)
            switch row.what {
            case .frame(let frame): json.frame(frame)
            case .wait(let wait): json.wait(wait)
            }
            if row.head != nil {
                json.key("block")
                json.boolean(true)
            }
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func connection(_ connection: ConnectionRecord, to json: inout JSONWriter) {
        let words = ConnectionWords(connection)
        json.beginObject()
        json.key("number")
        json.integer(connection.number)
        json.key("leg")
        json.string(connection.leg.rawValue)
        json.key("title")
        json.string(words.title)
        json.key("announced")
        json.beginArray()
        for side in words.announced { json.announced(side) }
        json.endArray()
        json.key("frames")
        json.beginArray()
        for (frame, time) in connection.frames {
            json.beginObject()
            json.key("at")
            json.milliseconds(micro: max(0, time.microseconds(since: connection.openedAt)))
            json.key("message")
            json.string(connection.goesToServer(frame) ? MessageKind.request.rawValue : MessageKind.response.rawValue)
            json.frame(frame)
            json.endObject()
        }
        json.endArray()
        json.key("remarks")
        json.beginArray()
        for remark in words.remarks { json.remark(remark) }
        json.endArray()
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func frame(_ frame: StreamFrame) {
        key("name")
        string(frame.name)
        key("text")
        string(FrameWords.line(of: frame))
        // What was reset is told apart from what is out of the ordinary.
        key("level")
        string(frame.type == 3 ? "bad" : frame.quirks.isEmpty ? "normal" : "warning")
        if let window = frame.window {
            key("window")
            integer(window)
        }
        if let window = frame.connectionWindow {
            key("connectionWindow")
            integer(window)
        }
    }

    fileprivate mutating func wait(_ wait: StreamWait) {
        let (words, spec) = FrameWords.line(of: wait)
        key("name")
        null()
        key("text")
        string(words)
        key("spec")
        string(spec)
        key("level")
        string("warning")
        key("duration")
        milliseconds(micro: max(0, wait.end.microseconds(since: wait.start)))
    }

    fileprivate mutating func announced(_ side: ConnectionWords.Announced) {
        beginObject()
        key("title")
        string(side.title)
        key("settings")
        beginArray()
        for setting in side.settings {
            beginObject()
            key("name")
            string(setting.name)
            key("value")
            integer(Int(setting.value))
            key("text")
            if let meaning = setting.meaning { string(meaning) } else { null() }
            endObject()
        }
        endArray()
        endObject()
    }

    fileprivate mutating func remark(_ remark: ConnectionWords.Remark) {
        beginObject()
        key("text")
        string(remark.text)
        key("level")
        string(remark.level.rawValue)
        key("said")
        string(remark.said.text)
        endObject()
    }
}
