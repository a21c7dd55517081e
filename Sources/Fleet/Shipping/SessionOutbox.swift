package import Filter
package import Flow
import Formats
package import Store

/// A session file as the source of a shipper.
package final class SessionOutbox: ShippingSource {
    private let session: SessionReader

    package init(_ session: SessionReader) {
        self.session = session
    }

    package var isOver: Bool { !session.isBeingWritten }

    package func ended(
        _ run: RunID, in ranges: [ClosedRange<Int64>], limit: Int, isOver: Bool
    ) throws -> [Int64] {
        try session.endedNumbers(of: run, in: ranges, limit: limit, withOpen: isOver)
    }

    package func tally(
        _ run: RunID, in ranges: [ClosedRange<Int64>], isOver: Bool
    ) throws -> (count: Int, first: Int64?) {
        try session.endedTally(of: run, in: ranges, withOpen: isOver)
    }

    package func forEach(_ numbers: [Int64], _ body: (JudgedFlow, FlowContext) -> Void) throws {
        let numbers = numbers.map { UInt64(bitPattern: $0) }
        try session.forEachFlow(numbered: numbers, omitsBodies: false) { flow in
            var record = flow.record
            // It was open when the process ended that recorded it.
            if record.outcome == nil { record.outcome = HAREntry.unfinished }
            body(JudgedFlow(record), flow.context)
            return true
        }
    }

    package func connections(
        of run: RunID, _ leg: ConnectionRecord.Leg, in ranges: [ClosedRange<Int64>], limit: Int
    ) throws -> [ConnectionRecord] {
        try session.connections(of: run, leg, in: ranges, limit: limit)
    }

    package func evicted(_ run: RunID) throws -> [(numbers: ClosedRange<Int64>, count: Int64)] {
        try session.evicted(of: run).ranges.map { ($0.numbers, $0.count) }
    }

    package func flow(_ number: Int64) throws -> FlowRecord? {
        var found: FlowRecord?
        try session.forEachFlow(numbered: [UInt64(bitPattern: number)], omitsBodies: true) { flow in
            found = flow.record
            return false
        }
        return found
    }
}
