package import Bytes
package import Flow
import HTTPModel

/// What the store is told of flows. Changes of one flow come in order.
package enum FlowChange: Sendable {
    /// A flow that goes on, as it is now.
    case progressed(FlowRecord)
    /// The next piece of a message's content, as transferred.
    case content(FlowID, MessageKind, Bytes)
    /// Content of this message came that is not handed over.
    case contentDropped(FlowID, MessageKind)
    case finished(FlowRecord)

    /// What it is taken to cost in bytes while it waits.
    var cost: Int {
        switch self {
        case .progressed(let record), .finished(let record):
            1_024 + (record.requestHead?.raw.count ?? 0) + (record.responseHead?.raw.count ?? 0)
                + (record.request.sent?.count ?? 0) + (record.response.sent?.count ?? 0)
        case .content(_, _, let bytes): 64 + bytes.count
        case .contentDropped: 64
        }
    }
}
