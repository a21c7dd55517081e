package import Filter
package import Flow

/// A flow as rules look at it, as far as it has come; another one is made when more is known.
///
/// Made for one exchange, used by one thread; not Sendable.
package final class RuleSubject {
    package let filtered: FilterSubject

    /// - Parameters:
    ///   - record: with the heads that have come.
    ///   - reader: how contents are found.
    package init(_ record: consuming FlowRecord, reader: FilterReader = RuleRun.reader) {
        filtered = FilterSubject(record, reader: reader)
    }

    package var record: FlowRecord { filtered.record }
}
