import Flow
import JSON
import Registry

/// The frames of an exchange's stream, where HTTP/2 was spoken.
extension JSONWriter {
    mutating func frames(_ message: borrowing FlowRecord.Message, since start: Instant) {
        key("_frames")
        beginArray()
        for (frame, time) in message.frames {
            beginObject()
            key("type")
            string(Vocabulary.frames[Int(frame.type)]?.name ?? String(frame.type))
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
            endObject()
        }
        endArray()
        // More frames than are kept are counted.
        if message.frameCount > message.frames.count {
            key("_framesDropped")
            integer(message.frameCount - message.frames.count)
        }
    }
}
