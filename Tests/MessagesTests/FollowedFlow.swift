import Bytes
import Flow
import HTTPModel
import HTTPWire

@testable import Messages

/// A flow whose events are followed as a recorder follows them.
struct FollowedFlow {
    private(set) var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 1_000_000_000))
    private(set) var follower: MessageFollower
    private var time: UInt64 = 1_000_000_000

    init(limit: Int = 16 << 20) {
        follower = MessageFollower(limit: limit)
    }

    /// A millisecond later.
    mutating func happen(_ fact: FlowEvent.Fact) {
        time += 1_000_000
        let event = FlowEvent(flow: record.id, time: Instant(nanoseconds: time), fact: fact)
        record.apply(event)
        follower.heard(event, of: &record) { record, fact in
            record.apply(FlowEvent(flow: record.id, time: event.time, fact: fact))
        }
    }

    /// There is no room for what is under way.
    mutating func letGo() {
        let id = record.id
        let now = Instant(nanoseconds: time)
        follower.letGo { record.apply(FlowEvent(flow: id, time: now, fact: $0)) }
    }

    /// Both heads of an exchange whose response has this type.
    mutating func answer(_ fields: String, to request: String = "GET / HTTP/1.1\r\nHost: a\r\n") {
        let head = RecordedHead.request(Bytes(request + "\r\n")).head
        happen(.requestHeadReceived(head, Framing(.none, rule: 7)))
        happen(.responseHeadReceived(Self.response("HTTP/1.1 200 OK\r\n\(fields)\r\n"), Framing(.close, rule: 8)))
    }

    /// Content, in pieces of a size.
    mutating func content(_ bytes: some Collection<UInt8>, of kind: MessageKind = .response, step: Int? = nil) {
        let all = Bytes(Array(bytes))
        let step = step ?? max(1, all.count)
        for start in stride(from: 0, to: all.count, by: step) {
            let piece = all.slice(start..<min(start + step, all.count))
            happen(.contentReceived(kind, count: piece.count, bytes: piece))
        }
    }

    static func response(_ text: String) -> ResponseHead {
        RecordedHead.response(Bytes(text), to: .get).head
            ?? ResponseHead(
                status: 0, version: .http11, reasonRange: 0..<0, fields: .none, quirks: [], omittedQuirks: 0)
    }
}
