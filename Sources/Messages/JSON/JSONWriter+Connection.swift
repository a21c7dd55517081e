import Bytes
package import Flow
package import JSON
import Registry

extension JSONWriter {
    /// A connection of HTTP/2 as one object; a HAR's log, Hark's log and a session file have the same.
    package mutating func connection(_ record: borrowing ConnectionRecord) {
        beginObject()
        key("number")
        integer(record.number)
        if let run = record.run {
            key("_run")
            string(run.text)
        }
        key("leg")
        string(record.leg.rawValue)
        key("started")
        integer(record.wallClock)
        key("settings")
        beginObject()
        settings("own", record.ownSettings)
        settings("peer", record.peerSettings)
        endObject()
        key("frames")
        beginArray()
        for (frame, time) in record.frames where !frame.isSent { self.frame(frame, at: time, since: record.openedAt) }
        endArray()
        key("framesSent")
        beginArray()
        for (frame, time) in record.frames where frame.isSent { self.frame(frame, at: time, since: record.openedAt) }
        endArray()
        if record.frameCount > record.frames.count {
            key("framesDropped")
            integer(record.frameCount - record.frames.count)
        }
        key("goAway")
        beginArray()
        for goAway in record.goAways { self.goAway(goAway) }
        endArray()
        if !record.lost.isEmpty { lost(record.lost) }
        totals("received", record.received)
        totals("sent", record.sent)
        key("streams")
        integer(record.streams)
        if let ended = record.endedAt {
            key("duration")
            milliseconds(micro: ended.microseconds(since: record.openedAt))
            key("end")
            string(record.end)
        }
        endObject()
    }

    private mutating func settings(_ name: StaticString, _ settings: [ConnectionRecord.Setting]) {
        key(name)
        beginArray()
        for setting in settings {
            beginObject()
            key("name")
            string(Vocabulary.settings[Int(setting.number)]?.name ?? String(setting.number))
            key("number")
            integer(Int(setting.number))
            key("value")
            integer(Int(setting.value))
            endObject()
        }
        endArray()
    }

    private mutating func goAway(_ goAway: ConnectionRecord.GoAway) {
        beginObject()
        key("from")
        string(goAway.isSent ? "hark" : "peer")
        key("last")
        integer(Int(goAway.last))
        key("code")
        string(Vocabulary.errorCodes[Int(goAway.code)]?.name ?? String(goAway.code))
        key("number")
        integer(Int(goAway.code))
        key("debug")
        base64(goAway.debug)
        endObject()
    }

    private mutating func lost(_ lost: [ConnectionRecord.Lost]) {
        key("lost")
        beginArray()
        for one in lost {
            beginObject()
            key("stream")
            integer(Int(one.stream))
            if let flow = one.flow {
                key("flow")
                integer(flow.number)
            }
            endObject()
        }
        endArray()
    }

    private mutating func totals(_ name: StaticString, _ totals: ConnectionRecord.Totals) {
        key(name)
        beginObject()
        key("frames")
        integer(totals.frames)
        key("octets")
        integer(totals.octets)
        endObject()
    }
}
