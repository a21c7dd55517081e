package import Bytes
package import Flow
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
            member("_framesDropped", message.frameCount - message.frames.count)
        }
        guard !message.waits.isEmpty else { return }
        beginArray("_waits")
        for wait in message.waits { self.wait(wait, since: start) }
        endArray()
        if message.waitsOmitted > 0 { member("_waitsOmitted", message.waitsOmitted) }
    }

    /// `_fields`: how each line stood in the field block that `_raw` is, and `_sizeUpdates`.
    package mutating func places(of block: HeadBlock) {
        beginArray("_fields")
        for place in block.places { self.place(place) }
        endArray()
        guard !block.sizeUpdates.isEmpty else { return }
        beginArray("_sizeUpdates")
        for update in block.sizeUpdates {
            beginObject()
            span(update.offset, update.length)
            member("size", update.size)
            endObject()
        }
        endArray()
    }

    /// One frame as an object.
    package mutating func frame(_ frame: StreamFrame, at time: Instant, since start: Instant) {
        beginObject()
        member("type", frame.name)
        beginArray("flags")
        for name in frame.flagNames { string(name) }
        endArray()
        member("flagBits", Int(frame.flags))
        member("size", frame.size)
        if let padding = frame.padding { member("padding", padding) }
        key("time")
        milliseconds(micro: time.microseconds(since: start))
        if let code = frame.code { member("code", Vocabulary.errorCodes[Int(code)]?.name ?? String(code)) }
        if let increment = frame.increment { member("increment", Int(increment)) }
        if let window = frame.window { member("window", window) }
        if let window = frame.connectionWindow { member("connectionWindow", window) }
        quirks(frame.quirks)
        endObject()
    }

    private mutating func quirks(_ quirks: [StreamFrame.Quirk]) {
        guard !quirks.isEmpty else { return }
        beginArray("quirks")
        for quirk in quirks {
            beginObject()
            member("code", quirk.code)
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
        member("for", wait.cause.rawValue)
        key("time")
        milliseconds(micro: wait.start.microseconds(since: start))
        key("duration")
        milliseconds(micro: wait.end.microseconds(since: wait.start))
        member("size", wait.count)
        endObject()
    }

    private mutating func place(_ place: HeadBlock.Place) {
        beginObject()
        span(place.offset, place.length)
        member("form", place.form.rawValue)
        member("index", place.index)
        member("huffman", place.isHuffman)
        if let origin = place.origin {
            beginObject("entered")
            member("stream", Int(origin.stream))
            member("field", origin.field)
            endObject()
        }
        endObject()
    }

    private mutating func span(_ offset: Int, _ length: Int) {
        member("offset", offset)
        member("length", length)
    }
}
