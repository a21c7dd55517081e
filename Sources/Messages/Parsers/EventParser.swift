import Bytes
import Flow
import HTTPSemantics

/// Events of a stream (HTML Standard §9.2.6).
struct EventParser: ContentParser {
    private var reader = EventStreamReader()

    mutating func take(_ bytes: Bytes) -> [ContentMessage] {
        reader.take(bytes).map { event in
            ContentMessage(
                form: .event(.init(name: event.name, id: event.lastID, retry: reader.retry)), offset: event.offset,
                // What was cut is at most as long as its lines.
                size: event.isTruncated ? event.size : UInt64(event.data.count), bytes: event.data)
        }
    }

    /// What stands behind the last empty line is no event.
    mutating func end() -> [ContentMessage] { [] }

    var held: Int { reader.held }

    mutating func letGo() { reader.letGo() }
}
