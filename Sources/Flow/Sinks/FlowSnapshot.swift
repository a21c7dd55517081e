/// A flow as it was at one moment. Held by reference: a record is copied part by part, and this one goes through
/// several hands.
package final class FlowSnapshot: Sendable {
    package let record: FlowRecord

    package init(_ record: consuming FlowRecord) {
        self.record = record
    }

    package var id: FlowID { record.id }

    /// Lends the record. Read from here it is copied with all its parts, where it goes to a function as a whole.
    package func withRecord<Result>(_ body: (FlowRecord) -> Result) -> Result { body(record) }
}
