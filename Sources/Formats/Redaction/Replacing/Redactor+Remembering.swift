import Bytes
package import Flow

extension Redactor {
    /// A flow that was redacted, and what that told of it: for who shows it once more. A value.
    package struct Remembered: Sendable {
        package let record: FlowRecord
        let current: Set<Bytes>
        let knownCount: Int
    }

    /// What came of the flow that was redacted last.
    package func remembered(_ record: FlowRecord) -> Remembered {
        Remembered(record: record, current: current, knownCount: known.count)
    }

    /// The same flow as if it were redacted again; nil when more secrets are known since, which it may repeat.
    package func again(_ remembered: Remembered) -> FlowRecord? {
        guard remembered.knownCount == known.count else { return nil }
        current = remembered.current
        return remembered.record
    }
}
