package import Bytes

extension JSONWriter {
    /// A waterfall; times in milliseconds.
    ///
    /// - Parameter start: when the flow began, in microseconds since what the drawing begins with; nil when nobody
    ///   knows.
    package mutating func waterfall(_ waterfall: Waterfall, at start: Int64?) {
        beginObject()
        key("at")
        if let start { milliseconds(micro: start) } else { null() }
        beginArray("segments")
        for segment in waterfall.segments {
            beginArray()
            string(segment.phase.rawValue)
            milliseconds(micro: segment.from)
            milliseconds(micro: segment.to)
            endArray()
        }
        endArray()
        beginArray("ticks")
        for tick in waterfall.ticks { milliseconds(micro: tick) }
        endArray()
        member("end", waterfall.end.rawValue)
        endObject()
    }
}
