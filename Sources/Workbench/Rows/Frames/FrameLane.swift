package import Bytes
import Explain
package import Flow
import HTTPModel

/// One leg of an exchange in HTTP/2: what passed on its stream in both directions, in the order of time.
package struct FrameLane: Sendable {
    /// Between whom.
    package enum Leg: String, Sendable, CaseIterable {
        case client, upstream
    }

    /// Something on the lane.
    package struct Row: Sendable {
        /// What it was.
        package enum What: Sendable {
            case frame(StreamFrame)
            case wait(StreamWait)
        }

        /// What it was.
        package let what: What
        /// When it came or went, or when a wait began.
        package let time: Instant
        /// The message that it is of: a request goes to the server.
        package let kind: MessageKind
        /// The field block that begins with this frame, where it is that of a head.
        package fileprivate(set) var head: Head?
    }

    /// A field block that is at hand.
    package struct Head: Sendable {
        /// Its octets.
        package let bytes: Bytes
        /// The lines that it says.
        package let lines: Bytes
        /// How each line stood in it; nil for what Hark wrote itself.
        package let block: HeadBlock?
    }

    /// Between whom.
    package let leg: Leg
    /// The stream on it.
    package let stream: UInt32
    /// In the order of time.
    package let rows: [Row]

    /// Between whom it is, and which stream.
    package var title: String {
        (leg == .client ? "Between the client and Hark" : "Between Hark and the server") + " · stream \(stream)"
    }

    /// The lanes of an exchange, that of the client first; none where HTTP/2 was not spoken.
    package static func lanes(of record: borrowing FlowRecord) -> [FrameLane] {
        // The request came on the client's leg and went on the server's; the response the other way round.
        let client = [rows(record, .request, isSent: false), rows(record, .response, isSent: true)]
        let upstream = [rows(record, .request, isSent: true), rows(record, .response, isSent: false)]
        return [
            lane(.client, record.request.stream, client), lane(.upstream, record.response.stream, upstream),
        ].compactMap(\.self)
    }

    /// What was counted and not kept, in words.
    package static func left(of record: borrowing FlowRecord) -> [String] {
        var left: [String] = []
        for kind in MessageKind.allCases {
            let count = record[kind].frameCount - record[kind].frames.count
            guard count > 0 else { continue }
            left.append("… \(Quantity.count(count, "more frame")) of the \(kind.rawValue), counted but not stored.")
        }
        return left
    }

    private static func lane(_ leg: Leg, _ stream: UInt32?, _ rows: [[Row]]) -> FrameLane? {
        let rows = rows.flatMap(\.self)
        guard stream != nil || !rows.isEmpty else { return nil }
        // What came at one moment stays as it was told.
        let order = rows.indices.sorted { (rows[$0].time, $0) < (rows[$1].time, $1) }
        return FrameLane(leg: leg, stream: stream ?? 0, rows: order.map { rows[$0] })
    }

    private static func rows(_ record: borrowing FlowRecord, _ kind: MessageKind, isSent: Bool) -> [Row] {
        let message = record[kind]
        var rows = message.frames.filter { $0.frame.isSent == isSent }
            .map { Row(what: .frame($0.frame), time: $0.time, kind: kind) }
        if isSent { rows += message.waits.map { Row(what: .wait($0), time: $0.start, kind: kind) } }
        guard let head = head(record, kind, isSent: isSent) else { return rows }
        let place =
            rows.firstIndex { $0.carries(head.bytes.count) } ?? rows.firstIndex { $0.carries(nil) }
        if let place { rows[place].head = head }
        return rows
    }

    private static func head(_ record: borrowing FlowRecord, _ kind: MessageKind, isSent: Bool) -> Head? {
        let message = record[kind]
        if isSent {
            guard let bytes = message.sentBlock, let lines = message.sent else { return nil }
            return Head(bytes: bytes, lines: lines, block: nil)
        }
        let raw: Bytes?
        switch kind {
        case .request: raw = record.requestHead?.raw
        case .response: raw = record.responseHead?.raw
        }
        guard let block = message.block, let lines = raw ?? message.malformedHead else { return nil }
        return Head(bytes: block.bytes, lines: lines, block: block)
    }
}

extension FrameLane.Row {
    /// Whether it begins a field block, one of so many octets where it has all of it.
    fileprivate func carries(_ count: Int?) -> Bool {
        guard case .frame(let frame) = what, frame.type == 1 else { return false }
        guard let count, frame.flags & 4 != 0 else { return true }
        let padding = frame.padding.map { $0 + 1 } ?? 0
        return frame.size - padding - (frame.flags & 32 != 0 ? 5 : 0) == count
    }
}
