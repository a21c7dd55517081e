import Explain
import Flow
import Library

extension SessionIndex {
    /// So far back a session file is looked at. More would take longer than a person waits.
    private static let reach: UInt64 = 50_000

    /// What bears on some flows of a session file, by an index that is brought up to them first.
    static func past(
        of records: [FlowRecord], _ index: inout SessionIndex?, in reader: SessionReader
    ) throws(SessionError) -> SessionPast {
        let numbers = records.map(\.id.number)
        guard let lowest = numbers.min(), let highest = numbers.max() else { return .none }
        let begin = lowest > reach ? lowest - reach : 0
        var known = index ?? SessionIndex(from: begin)
        // What lies before it was not looked at, or so much lies between that what is known is of no use.
        if known.first > begin || known.last + reach < lowest { known = SessionIndex(from: begin) }
        func take(_ row: PastRow) {
            known.add(
                SessionFact(
                    number: row.number, method: row.method, url: row.url, status: row.status, isOver: row.isOver,
                    head: row.head))
        }
        let open = known.unsettled.filter { $0 <= highest }.sorted()
        try reader.forEachPast(of: open, take)
        if known.first == 0 || known.last < highest {
            let first = known.last == 0 ? known.first : known.last + 1
            if first <= highest {
                let (range, last) = (Int64(clamping: first)...Int64(clamping: highest), highest)
                try reader.forEachPast(in: range, take)
                known.reached(last)
            }
        }
        let found = known.past(of: records)
        index = known
        var flows: [FlowRecord] = []
        try reader.forEachFlow(numbered: found.numbers, omitsBodies: true) { flow in
            flows.append(flow.record.slim)
            return true
        }
        return SessionPast(flows: flows, since: found.since)
    }
}
