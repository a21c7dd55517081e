package import JSON

extension JSONWriter {
    /// A waterfall; times in milliseconds.
    ///
    /// - Parameter start: when the flow began, in microseconds since what the drawing begins with; nil when nobody
    ///   knows.
    package mutating func waterfall(_ waterfall: Waterfall, at start: Int64?) {
        beginObject()
        key("at")
        if let start { milliseconds(micro: start) } else { null() }
        key("segments")
        beginArray()
        for segment in waterfall.segments {
            beginArray()
            string(segment.phase.rawValue)
            milliseconds(micro: segment.from)
            milliseconds(micro: segment.to)
            endArray()
        }
        endArray()
        key("ticks")
        beginArray()
        for tick in waterfall.ticks { milliseconds(micro: tick) }
        endArray()
        key("end")
        string(waterfall.end.rawValue)
        endObject()
    }
}
