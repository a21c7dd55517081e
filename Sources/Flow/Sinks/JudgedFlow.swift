/// A flow with what checks find in it: they look at it when somebody asks first, and everybody after that is given the
/// same. The checks are in `Judge`, which is above this target.
///
/// Used by one thread at a time, as the sinks of a recorder are; not Sendable.
package final class JudgedFlow {
    package let snapshot: FlowSnapshot
    /// nil while nobody has asked.
    package var judgement: (any FlowJudgement)?

    package convenience init(_ record: consuming FlowRecord, _ judgement: (any FlowJudgement)? = nil) {
        self.init(FlowSnapshot(record), judgement)
    }

    package init(_ snapshot: FlowSnapshot, _ judgement: (any FlowJudgement)? = nil) {
        self.snapshot = snapshot
        self.judgement = judgement
    }

    package var record: FlowRecord { snapshot.record }
}

/// What checks found in a flow, for those who do not know the checks.
package protocol FlowJudgement: Sendable {
    /// The codes, and the levels by name (`good`, `info`, `warning`, `bad`).
    var codes: [(code: String, level: String)] { get }
}
