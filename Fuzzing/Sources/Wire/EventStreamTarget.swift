import Bytes
import HTTPSemantics

/// An event stream: however it is cut, it has the same events; they stand in it in order, and keep the limit.
enum EventStreamTarget {
    private static let limit = 64

    static func run(_ input: Bytes) {
        let whole = read(input, ends: [input.count])
        let cut = input.count == 0 ? 0 : Int(input.reduce(0) { $0 &* 31 &+ UInt32($1) }) % (input.count + 1)
        check(read(input, ends: [cut, input.count]) == whole, "cut at \(cut) it is another")
        var end: UInt64 = 0
        for event in whole {
            check(event.offset >= end && event.size > 0, "an event is out of place")
            check(event.data.count <= limit, "an event is too large")
            end = event.offset + event.size
        }
        check(end <= UInt64(input.count), "an event goes beyond the stream")
    }

    private static func read(_ input: Bytes, ends: [Int]) -> [ServerSentEvent] {
        var reader = EventStreamReader(limit: limit)
        var events: [ServerSentEvent] = []
        var start = 0
        for end in ends {
            events += reader.take(input.slice(start..<end))
            start = end
        }
        return events
    }
}
