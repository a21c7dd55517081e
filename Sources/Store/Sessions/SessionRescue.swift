import Flow

/// Saves what can be read of a damaged session into a new one, and leaves the old one as it is.
package struct SessionRescue: Sendable {
    /// Flows that are in the new file.
    package let saved: Int
    /// Flows that are known to have been there, and could not be read or not be written.
    package let lost: Int
    /// There are places in the file of which nobody can say what was there.
    package let hasHoles: Bool

    /// - Parameters:
    ///   - run: of this Hark, for the new file.
    ///   - say: is told why something cannot be written.
    package init(
        _ path: String, into newPath: String, run: SessionRun, say: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(SessionError) {
        let reader = try SessionReader(path, isDamaged: true)
        defer { reader.close() }
        var options = SessionWriter.Options()
        options.bodyLimit = .max
        options.activity = "rescue"
        let writer = SessionWriter(try SessionFile(newPath, isNew: true), run: run, options: options, say: say)
        var found = 0
        var numbers = FlowNumbers(reader)
        while let number = numbers.next() {
            found += 1
            // In a damaged tree another row may be found in its place.
            guard let flow = (try? reader.flow(number)) ?? nil, flow.record.id.number == number else { continue }
            writer.save(flow)
        }
        writer.finish()
        let saved = try SessionReader(newPath)
        defer { saved.close() }
        self.saved = try saved.count(FlowQuery())
        lost = max(0, found - self.saved)
        hasHoles = numbers.hasHoles
    }
}

/// The numbers of the flows of a damaged file, as far as they can be found. Where the table cannot be read, what lies
/// behind the damage is looked for by halves.
private struct FlowNumbers {
    private let reader: SessionReader
    /// Numbers that were read and not given yet, the last first.
    private var page: [Int64] = []
    /// What is still to be looked at, the last first.
    private var ranges: [ClosedRange<Int64>] = [Int64.min...Int64.max]
    /// A range that cannot be read has two halves, each of which may have two: so many are tried.
    private var attempts = Self.patience
    private static let patience = 20_000
    var hasHoles: Bool { attempts < Self.patience }

    private static let pageSize = 500

    init(_ reader: SessionReader) {
        self.reader = reader
    }

    mutating func next() -> UInt64? {
        while page.isEmpty, let range = ranges.popLast() { look(into: range) }
        return page.popLast().map { UInt64(bitPattern: $0) }
    }

    private mutating func look(into range: ClosedRange<Int64>) {
        guard attempts > 0 else { return }
        let (found, isWhole) = read(range)
        page = found.reversed()
        if found.last == range.upperBound || isWhole && found.count < Self.pageSize { return }
        let rest = (found.last.map { $0 + 1 } ?? range.lowerBound)...range.upperBound
        if isWhole { return ranges.append(rest) }
        attempts -= 1
        guard rest.lowerBound < rest.upperBound else { return }
        // Rounded down, also where the sum of both ends has no room.
        let middle = (rest.lowerBound >> 1) + (rest.upperBound >> 1) + (rest.lowerBound & rest.upperBound & 1)
        ranges.append(middle + 1...rest.upperBound)
        ranges.append(rest.lowerBound...middle)
    }

    /// The first numbers in a range, in their order, and whether there was no damage on the way to them. A damaged tree
    /// gives others, too, and the same again: with these the way would have no end.
    private func read(_ range: ClosedRange<Int64>) -> (found: [Int64], isWhole: Bool) {
        var found: [Int64] = []
        let isWhole = try? reader.database.look { database in
            let rows = try Prepared(database, "SELECT id FROM flow WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?")
            rows.bind([.integer(range.lowerBound), .integer(range.upperBound), .integer(Int64(Self.pageSize))])
            var isInOrder = true
            try rows.forEachRow { row in
                let number = row.integer(0)
                guard let number, range.contains(number), found.last.map({ $0 < number }) ?? true else {
                    isInOrder = false
                    return false
                }
                found.append(number)
                return true
            }
            return isInOrder
        }
        return (found, isWhole ?? false)
    }
}
