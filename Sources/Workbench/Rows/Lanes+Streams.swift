import Explain
import Flow

/// Streams of HTTP/2 on a connection: those that ran at once lie in rows, one above the other, and where one had to
/// wait it is told who was under way meanwhile.
extension Lanes.Lane {
    /// Puts each block into the first row that is free when it begins.
    mutating func arrange() {
        guard isHTTP2 else { return }
        // The places in `blocks` of those in each row, none of which overlap.
        var rows: [[Int]] = []
        for place in blocks.indices.sorted(by: { (blocks[$0].from, $0) < (blocks[$1].from, $1) }) {
            let free = rows.firstIndex { row in row.last.map { blocks[$0].to <= blocks[place].from } ?? true }
            if free == nil { rows.append([]) }
            let row = free ?? rows.count - 1
            blocks[place].row = row
            rows[row].append(place)
        }
        rowCount = max(1, rows.count)
        for place in blocks.indices {
            for wait in blocks[place].waits.indices where blocks[place].waits[wait].cause != .streamWindow {
                blocks[place].waits[wait].meanwhile = underWay(rows, besides: place, blocks[place].waits[wait])
            }
        }
    }

    /// In so many rows those who ran meanwhile are looked for: a connection has no more streams at once, mostly.
    private static let mostRows = 128

    private func underWay(_ rows: [[Int]], besides place: Int, _ wait: Lanes.Wait) -> [UInt64] {
        let found = rows.prefix(Self.mostRows).compactMap { row -> UInt64? in
            // By bisection: the last in the row that began before the wait was over.
            var (low, high) = (0, row.count)
            while low < high {
                let middle = (low + high) / 2
                if blocks[row[middle]].from < wait.to { low = middle + 1 } else { high = middle }
            }
            guard low > 0, row[low - 1] != place, blocks[row[low - 1]].to > wait.from else { return nil }
            return blocks[row[low - 1]].flow
        }
        return found.sorted()
    }

    /// That it was HTTP/2, and how many streams ran at once.
    package var spoken: String? {
        guard isHTTP2 else { return nil }
        return rowCount > 1 ? "HTTP/2, \(rowCount) at once" : "HTTP/2"
    }

    /// What is to be said of it besides: why it ended, and who had to wait.
    package var remarks: [String] {
        var remarks = why.map { [$0] } ?? []
        if !isHTTP2 {
            let behind = zip(blocks, blocks.dropFirst()).count { $1.from < $0.to }
            if behind > 0 {
                remarks.append(
                    "\(Quantity.count(behind, "exchange")) waited for another one on this connection.")
            }
        }
        for cause in StreamWait.Cause.allCases {
            let waiting = blocks.filter { block in block.waits.contains { $0.cause == cause } }
            guard !waiting.isEmpty else { continue }
            let total = waiting.flatMap(\.waits).filter { $0.cause == cause }.reduce(0) { $0 + $1.to - $1.from }
            remarks.append(
                "\(Quantity.count(waiting.count, "exchange")) waited, \(Quantity.duration(total)) in total, "
                    + "for \(FrameWords.text(of: cause).words).")
        }
        return remarks
    }
}

extension Lanes.Wait {
    /// More that were under way are counted.
    private static let mostNamed = 8

    /// `waited 12 ms for …, while #3 and #5 were under way`.
    package var words: String {
        let words = "waited \(Quantity.duration(to - from)) for \(FrameWords.text(of: cause).words)"
        guard !meanwhile.isEmpty else { return words }
        let named = meanwhile.prefix(Self.mostNamed).map { "#\($0)" }
        let more = meanwhile.count - named.count
        let all = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        return "\(words), while \(all) \(meanwhile.count == 1 ? "was" : "were") under way"
    }
}
