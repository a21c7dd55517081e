import Bytes
package import Flow
package import JSON
import Registry

// What HTTP/2 was on the wire: frames, waits and field blocks, as a HAR has them. A session file has the same text.

extension JSONWriter {
    /// Members of the message that is being written: the frames that came (`_frames`) and those that went on
    /// (`_framesSent`), and what they waited for.
    ///
    /// - Parameter start: when the flow began; times are told from it.
    package mutating func streamEvidence(_ message: borrowing FlowRecord.Message, since start: Instant) {
        frames("_frames", message, since: start, isSent: false)
        frames("_framesSent", message, since: start, isSent: true)
        if message.frameCount > message.frames.count {
            key("_framesDropped")
            integer(message.frameCount - message.frames.count)
        }
        guard !message.waits.isEmpty else { return }
        key("_waits")
        beginArray()
        for wait in message.waits { self.wait(wait, since: start) }
        endArray()
        if message.waitsOmitted > 0 {
            key("_waitsOmitted")
            integer(message.waitsOmitted)
        }
    }

    /// `_fields`: how each line stood in the field block that `_raw` is, and `_sizeUpdates`.
    package mutating func places(of block: HeadBlock) {
        key("_fields")
        beginArray()
        for place in block.places { self.place(place) }
        endArray()
        guard !block.sizeUpdates.isEmpty else { return }
        key("_sizeUpdates")
        beginArray()
        for update in block.sizeUpdates {
            beginObject()
            span(update.offset, update.length)
            key("size")
            integer(update.size)
            endObject()
        }
        endArray()
    }

    /// One frame as an object.
    package mutating func frame(_ frame: StreamFrame, at time: Instant, since start: Instant) {
        beginObject()
        key("type")
        string(frame.name)
        key("flags")
        beginArray()
        for name in frame.flagNames { string(name) }
        endArray()
        key("flagBits")
        integer(Int(frame.flags))
        key("size")
        integer(frame.size)
        if let padding = frame.padding {
            key("padding")
            integer(padding)
        }
        key("time")
        milliseconds(micro: time.microseconds(since: start))
        if let code = frame.code {
            key("code")
            string(Vocabulary.errorCodes[Int(code)]?.name ?? String(code))
        }
        if let increment = frame.increment {
            key("increment")
            integer(Int(increment))
        }
        if let window = frame.window {
            key("window")
            integer(window)
        }
        if let window = frame.connectionWindow {
            key("connectionWindow")
            integer(window)
        }
        quirks(frame.quirks)
        endObject()
    }

    private mutating func quirks(_ quirks: [StreamFrame.Quirk]) {
        guard !quirks.isEmpty else { return }
        key("quirks")
        beginArray()
        for quirk in quirks {
            beginObject()
            key("code")
            string(quirk.code)
            span(quirk.offset, quirk.length)
            endObject()
        }
        endArray()
    }

    private mutating func frames(
        _ name: StaticString, _ message: borrowing FlowRecord.Message, since start: Instant, isSent: Bool
    ) {
        guard message.frames.contains(where: { $0.frame.isSent == isSent }) else { return }
        key(name)
        beginArray()
        for (frame, time) in message.frames where frame.isSent == isSent { self.frame(frame, at: time, since: start) }
        endArray()
    }

    private mutating func wait(_ wait: StreamWait, since start: Instant) {
        beginObject()
        key("for")
        string(wait.cause.rawValue)
        key("time")
        milliseconds(micro: wait.start.microseconds(since: start))
        key("duration")
        milliseconds(micro: wait.end.microseconds(since: wait.start))
        key("size")
        integer(wait.count)
        endObject()
    }

    private mutating func place(_ place: HeadBlock.Place) {
        beginObject()
        span(place.offset, place.length)
        key("form")
        string(place.form.rawValue)
        key("index")
        integer(place.index)
        key("huffman")
        boolean(place.isHuffman)
        if let origin = place.origin {
            key("entered")
            beginObject()
            key("stream")
            integer(Int(origin.stream))
            key("field")
            integer(origin.field)
            endObject()
        }
        endObject()
    }

    private mutating func span(_ offset: Int, _ length: Int) {
        key("offset")
        integer(offset)
        key("length")
        integer(length)
    }
}
