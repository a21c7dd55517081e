import Bytes
import Flow
import HTTPSemantics

/// The events of one flow that was read from a file, as they are found. Made for one flow.
struct ReadEvents {
    let id: FlowID
    private(set) var events: [FlowEvent] = []

    init(_ id: FlowID) {
        self.id = id
    }

    /// So many microseconds after the flow began. Events may be told in any order.
    mutating func at(_ microseconds: Int64, _ fact: FlowEvent.Fact) {
        let start = Instant(nanoseconds: 0)
        events.append(FlowEvent(flow: id, time: start.advanced(byMicroseconds: microseconds), fact: fact))
    }

    /// What came in this order, and the last of all when nobody knows when.
    mutating func atMost(_ microseconds: Int64, _ fact: FlowEvent.Fact) {
        guard microseconds == .max else { return at(microseconds, fact) }
        let last = events.map(\.time).max() ?? Instant(nanoseconds: 0)
        events.append(FlowEvent(flow: id, time: last, fact: fact))
    }

    /// The server of a URL was sought: its name without the brackets of an IPv6 address, and the port that its scheme
    /// stands for when it names none (RFC 9110 §4.2). What it does not tell stays unknown.
    mutating func sought(at microseconds: Int64, _ url: URLReference) {
        var host = url.bytes(url.host) ?? Bytes()
        if host.count > 2, host.first == ASCII.openBracket, host.last == ASCII.closeBracket {
            host = host.slice(1..<host.count - 1)
        }
        at(microseconds, .upstreamSought(host: host.text, port: url.effectivePort ?? 0))
    }

    mutating func content(_ content: FlowRecord.Content, of kind: MessageKind, at time: Int64) {
        if let size = content.size { at(time, .contentReceived(kind, count: Int(clamping: size), bytes: nil)) }
        if content.kept.count != nil || content.isTruncated {
            at(time, .contentKept(kind, content.kept, isTruncated: content.isTruncated))
        }
        if content.decodedSize != nil || content.decoded != nil {
            at(time, .contentDecoded(kind, size: content.decodedSize, content: content.decoded))
        }
    }

    /// In the order of their times; those of one moment as they were told.
    var inOrder: [FlowEvent] {
        // Events are large: their places are sorted in their stead, and mostly there is nothing to sort.
        let times = events.map(\.time)
        guard zip(times, times.dropFirst()).contains(where: { $0 > $1 }) else { return events }
        return times.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map { events[$0] }
    }
}
