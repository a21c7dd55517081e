import Bytes
import Flow
import HTTPModel

extension FlowRecord {
    /// Without what may be large, and without what would keep the bytes of the file it was read from.
    var slim: FlowRecord {
        var flow = self
        for kind in MessageKind.allCases {
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
