package import Flow

/// How the flows of this run are named: by the run, and by a number that goes on behind the last one of the files that
/// are continued, so that it is unique in them.
package struct Numbering: Sendable {
    package let run: RunID
    private let offset: UInt64

    /// - Parameter last: the last number in any of the files; nil when there is none.
    package init(run: RunID, after last: UInt64? = nil) {
        self.run = run
        offset = last ?? 0
    }

    package func number(_ flow: FlowID) -> FlowID { FlowID(flow.number &+ offset) }
}
