package import Bytes
package import Flow
import HTTPModel

/// What the store is told of flows. Changes of one flow come in order.
package enum FlowChange: Sendable {
    /// A flow that goes on, as it is now.
    case open(FlowSnapshot)
    /// The next piece of a message's content, as transferred.
    case content(FlowID, MessageKind, Bytes)
    /// Content of this message came that is not handed over.
    case contentDropped(FlowID, MessageKind)
    /// A flow that has ended, and what checks found in it; nil: nobody has asked.
    case over(FlowSnapshot, (any FlowJudgement)?)
    /// A connection of HTTP/2, as it is now.
    case connection(ConnectionRecord)

    package static func progressed(_ record: FlowRecord) -> FlowChange { .open(FlowSnapshot(record)) }

    package static func finished(_ record: FlowRecord, _ judgement: (any FlowJudgement)? = nil) -> FlowChange {
        .over(FlowSnapshot(record), judgement)
    }

    /// What it is taken to cost in bytes while it waits.
    var cost: Int {
        switch self {
        case .open(let flow), .over(let flow, _): flow.record.heldBytes
        case .content(_, _, let bytes): 64 + bytes.count
        case .contentDropped: 64
        case .connection(let record): 1_024 + 128 * record.frames.count
        }
    }
}

extension FlowRecord {
    /// What it holds in memory, in bytes, about.
    fileprivate var heldBytes: Int {
        var bytes = 1_024 + request.heldBytes + response.heldBytes
        bytes += (requestHead?.raw.count ?? 0) + (responseHead?.raw.count ?? 0)
        for one in interim { bytes += 256 + one.head.raw.count + (one.sent?.count ?? 0) }
        for change in toldChanges ?? [] {
            bytes += 128 + change.line.count + (change.replacement?.count ?? 0) + change.reason.count
        }
        return bytes
    }
}

extension FlowRecord.Message {
    fileprivate var heldBytes: Int {
        var bytes = 128 * chunks.count + 32 * quirks.count + 64 * (edits.count + trailerEdits.count)
        bytes += (sent?.count ?? 0) + (malformedHead?.count ?? 0)
        bytes += (trailers?.raw.count ?? 0) + (trailersSent?.count ?? 0)
        bytes += 120 * frames.count + (sentBlock?.count ?? 0)
        if let block { bytes += block.bytes.count + 56 * block.places.count }
        return bytes + (content.bytes?.count ?? 0) + (content.decoded?.count ?? 0)
    }
}
