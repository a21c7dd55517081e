package import Bytes
package import Flow
import Registry

extension JSONWriter {
    /// A connection of HTTP/2 as one object; a HAR's log, Hark's log and a session file have the same.
    package mutating func connection(_ record: borrowing ConnectionRecord) {
        beginObject()
        member("number", record.number)
        if let run = record.run { member("_run", run.text) }
        member("leg", record.leg.rawValue)
        member("started", record.wallClock)
        beginObject("settings")
        settings("own", record.ownSettings)
        settings("peer", record.peerSettings)
        endObject()
        beginArray("frames")
        for (frame, time) in record.frames where !frame.isSent { self.frame(frame, at: time, since: record.openedAt) }
        endArray()
        beginArray("framesSent")
        for (frame, time) in record.frames where frame.isSent { self.frame(frame, at: time, since: record.openedAt) }
        endArray()
        if record.frameCount > record.frames.count { member("framesDropped", record.frameCount - record.frames.count) }
        beginArray("goAway")
        for goAway in record.goAways { self.goAway(goAway) }
        endArray()
        if !record.lost.isEmpty { lost(record.lost) }
        totals("received", record.received)
        totals("sent", record.sent)
        member("streams", record.streams)
        if let ended = record.endedAt {
            key("duration")
            milliseconds(micro: ended.microseconds(since: record.openedAt))
            member("end", record.end)
        }
        endObject()
    }

    private mutating func settings(_ name: StaticString, _ settings: [ConnectionRecord.Setting]) {
        key(name)
        beginArray()
        for setting in settings {
            beginObject()
            member("name", Vocabulary.settings[Int(setting.number)]?.name ?? String(setting.number))
            member("number", Int(setting.number))
            member("value", Int(setting.value))
            endObject()
        }
        endArray()
    }

    private mutating func goAway(_ goAway: ConnectionRecord.GoAway) {
        beginObject()
        member("from", goAway.isSent ? "hark" : "peer")
        member("last", Int(goAway.last))
        member("code", Vocabulary.errorCodes[Int(goAway.code)]?.name ?? String(goAway.code))
        member("number", Int(goAway.code))
        key("debug")
        base64(goAway.debug)
        endObject()
    }

    private mutating func lost(_ lost: [ConnectionRecord.Lost]) {
        beginArray("lost")
        for one in lost {
            beginObject()
            member("stream", Int(one.stream))
            if let flow = one.flow { member("flow", flow.number) }
            endObject()
        }
        endArray()
    }

    private mutating func totals(_ name: StaticString, _ totals: ConnectionRecord.Totals) {
        key(name)
        beginObject()
        member("frames", totals.frames)
        member("octets", totals.octets)
        endObject()
    }
}
