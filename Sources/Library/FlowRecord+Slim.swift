import Bytes
package import Flow
import HTTPModel

extension FlowRecord {
    /// Without the bytes of its contents; their sizes stay.
    package var withoutContent: FlowRecord {
        var record = self
        record.request.content.kept = .absent
        record.request.content.decoded = nil
        record.response.content.kept = .absent
        record.response.content.decoded = nil
        return record
    }

    /// Without what may be large, and without what would keep the bytes of the file it was read from.
    package var slim: FlowRecord {
        var flow = self
        for kind in MessageKind.allCases {
            if kind == .request, flow.request.content.likeness == nil {
                flow.request.content.likeness = flow.request.content.kept.likeness
            }
            flow[kind].content.kept = .absent
            flow[kind].content.decoded = nil
            flow[kind].chunks = []
        }
        flow.toldURL = flow.toldURL.map { Bytes(Array($0)) }
        flow.toldChanges = nil
        flow.remarks = nil
        return flow
    }
}

extension ContentRef {
    /// FNV-1a, 64 bits, over what was kept; nil when that is nothing, or more than is worth a look.
    fileprivate var likeness: UInt64? {
        guard let count, count <= 1 << 20 else { return nil }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let isRead = forEachPiece(of: ContentRef.pieceSize) { piece in
            for byte in piece { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return true
        }
        return isRead ? hash : nil
    }
}
