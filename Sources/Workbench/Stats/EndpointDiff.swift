package import Bytes

/// What differs between two recordings, endpoint by endpoint. A value.
package struct EndpointDiff: Sendable {
    package enum Change: String, Sendable {
        /// Only the right one, or only the left one, has it.
        case added, removed
        case changed, same
    }

    /// In which figures an endpoint differs.
    package enum Figure: String, Sendable {
        case failures, time, size
    }

    package struct Row: Sendable {
        package let key: StatKey
        package let left: FlowFigures?
        package let right: FlowFigures?
        /// Empty unless it changed.
        package let figures: [Figure]

        package var change: Change {
            if left == nil { return .added }
            if right == nil { return .removed }
            return figures.isEmpty ? .same : .changed
        }
    }

    /// What was added or removed first, then what changed; the rest last. Within these the largest first.
    package let rows: [Row]

    package init(_ left: FlowStatistics, _ right: FlowStatistics) {
        var (left, right) = (left, right)
        let sides = [left.rows(), right.rows()]
        // A path that varies in one of them is the same endpoint in both.
        let common = FlowStatistics.common(of: sides.joined().map(\.key))
        var found: [StatKey: Pair] = [:]
        for row in sides[0] { found[common[row.key] ?? row.key, default: Pair()].left.add(row.figures) }
        for row in sides[1] { found[common[row.key] ?? row.key, default: Pair()].right.add(row.figures) }
        rows = found.map { key, pair in
            let (left, right) = (pair.left.ifAny, pair.right.ifAny)
            return Row(key: key, left: left, right: right, figures: Self.differing(left, right))
        }.sorted { Self.rank($0).lexicographicallyPrecedes(Self.rank($1)) }
    }

    private struct Pair {
        var left = FlowFigures()
        var right = FlowFigures()
    }

    package func count(_ change: Change) -> Int { rows.count { $0.change == change } }

    private static func rank(_ row: Row) -> [UInt8] {
        let order: UInt8 =
            switch row.change {
            case .added: 0
            case .removed: 1
            case .changed: 2
            case .same: 3
            }
        let size = UInt64.max - (row.left?.count ?? 0) - (row.right?.count ?? 0)
        return [order] + withUnsafeBytes(of: size.bigEndian) { Array($0) } + row.key.text.array
    }

    // MARK: - What counts as a difference

    /// Smaller differences are those that two runs of the same program have.
    private static let (leastTime, leastBytes) = (20_000.0, 100.0)

    private static func differing(_ left: FlowFigures?, _ right: FlowFigures?) -> [Figure] {
        guard let left, let right else { return [] }
        var figures: [Figure] = []
        if Set(left.failures.keys) != Set(right.failures.keys) { figures.append(.failures) }
        if let one = left.median, let other = right.median, max(one, other) >= 2 * min(one, other),
            abs(one - other) >= leastTime
        {
            figures.append(.time)
        }
        let (one, other) = (left.meanSize, right.meanSize)
        if abs(one - other) >= max(leastBytes, min(one, other) / 10) { figures.append(.size) }
        return figures
    }
}

extension FlowFigures {
    /// nil when nothing was counted.
    fileprivate var ifAny: FlowFigures? { count > 0 ? self : nil }

    /// The median of the whole time, in microseconds; nil when none was measured.
    fileprivate var median: Double? { phases[.total]?.quantile(500).map(Double.init) }

    /// Bytes of content in a response.
    fileprivate var meanSize: Double { count == 0 ? 0 : Double(responseBytes) / Double(count) }
}

extension JSONWriter {
    /// - Parameter rows: so many at most.
    package mutating func endpointDiff(_ diff: EndpointDiff, rows: Int) {
        beginObject()
        for change in [EndpointDiff.Change.added, .removed, .changed, .same] {
            key(escaping: Bytes(change.rawValue))
            integer(diff.count(change))
        }
        beginArray("endpoints")
        for row in diff.rows.prefix(rows) {
            beginObject()
            member("name", row.key.text)
            member("change", row.change.rawValue)
            beginArray("figures")
            for figure in row.figures { string(figure.rawValue) }
            endArray()
            key("left")
            side(row.left)
            key("right")
            side(row.right)
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func side(_ figures: FlowFigures?) {
        guard let figures else { return null() }
        beginObject()
        member("count", figures.count)
        member("failed", figures.failureCount)
        key("p50")
        if let time = figures.phases[.total]?.quantile(500) { milliseconds(micro: time) } else { integer(-1) }
        member("size", figures.count == 0 ? 0 : figures.responseBytes / figures.count)
        endObject()
    }
}
