import Bytes
import Filter
import Flow
import Library

// Numbers of flows that the database finds.
extension NumberedFleet {
    /// The numbers of flows that match, the highest first, at most so many.
    ///
    /// - Parameter below: only lower numbers.
    func find(_ question: NumberedQuestion, limit: Int, below: UInt64? = nil) throws -> [UInt64] {
        guard limit > 0 else { return [] }
        try refresh()
        let highest = Int64(clamping: below.map { $0 &- 1 } ?? table.highest)
        guard highest >= 1 else { return [] }
        let ranges = question.numbers.intersection(NumberRanges([1...highest]))
        guard let lowest = ranges.lowest else { return [] }
        if let few = ranges.numbers(atMost: limits.keys) {
            try reach(UInt64(lowest))
            return Array(try matching(question, among: few).prefix(limit))
        }
        var found: [UInt64] = []
        if table.highest > table.top {
            let later = (table.top + 1...table.highest).reversed().filter { ranges.contains($0) }
            found = Array(try matching(question, among: later).prefix(limit))
        }
        guard found.count < limit, let start = ranges.highestUp(to: Int64(clamping: table.top)) else { return found }
        return try found + findOlder(question, ranges, from: UInt64(start), limit: limit - found.count)
    }

    /// Of those that were there at the start.
    private func findOlder(
        _ question: NumberedQuestion, _ ranges: NumberRanges, from highest: UInt64, limit: Int
    ) throws -> [UInt64] {
        let lowest = UInt64(max(1, ranges.lowest ?? 1))
        var found: [UInt64] = []
        guard question.rest != .everything else {
            var number = highest
            while found.count < limit, number >= lowest {
                try reach(number)
                guard table.lowest <= number else { break }
                if ranges.contains(number), try isChosen(number, question) { found.append(number) }
                number -= 1
            }
            return found
        }
        var start: FleetRowPlace?
        if highest < table.top {
            try reach(highest + 1)
            guard let place = table.place(of: highest + 1) else { return [] }
            start = place
        }
        var query = FleetQuery(question.rest, question.clock)
        query.isNewestFirst = true
        try reader.forEachPlace(query, after: start) { place in
            try reach(place)
            // One that has arrived since has none yet, and one before the oldest gets none.
            guard let number = table.number(of: place) else {
                return table.oldest.map { $0 < place } ?? false
            }
            guard number <= table.top else { return true }
            guard number >= lowest else { return false }
            if ranges.contains(number), try isChosen(number, question) { found.append(number) }
            return found.count < limit
        }
        return found
    }

    private func isChosen(_ number: UInt64, _ question: NumberedQuestion) throws -> Bool {
        guard let check = question.check else { return true }
        return try chosen([number], check).contains(number)
    }

    /// Those that the whole filter matches.
    private func chosen(_ numbers: [UInt64], _ check: FilterMatcher) throws -> Set<UInt64> {
        let filter = check.filter
        var found: Set<UInt64> = []
        for row in try reader.rows(at: numbers.compactMap { table.place(of: $0) }) {
            guard let number = table.number(of: row.place),
                let (record, context) = try reader.flow(row, readsContent: filter.expression.readsContent)
            else { continue }
            let subject = try reader.subject(row, record.numbered(FlowID(number)), context, filter)
            if check.matches(subject) { found.insert(number) }
        }
        return found
    }

    /// Those of these flows that match, in their order.
    func matching(_ question: NumberedQuestion, among numbers: [UInt64]) throws -> [UInt64] {
        let wanted = numbers.filter { question.numbers.contains($0) && table.place(of: $0) != nil }
        guard !wanted.isEmpty else { return [] }
        let places = try reader.matching(
            question.rest, question.clock, among: wanted.compactMap { table.place(of: $0) })
        let found = wanted.filter { number in table.place(of: number).map { places.contains($0) } ?? false }
        guard let check = question.check else { return found }
        let chosen = try chosen(found, check)
        return found.filter { chosen.contains($0) }
    }

    // MARK: In an order

    /// - Parameter limit: at most so many of the newest that match.
    func numbers(
        _ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder, limit: Int
    ) throws -> [UInt64] {
        let found = try find(NumberedQuestion(filter, clock, in: self), limit: limit)
        let isByNumber = order.field.map { $0.name == "id" } ?? true
        if isByNumber { return order.isReversed ? found : found.reversed() }
        return order.sorted(try keyed(found.reversed(), order))
    }

    /// With what each is sorted by: by its column, where it has one.
    private func keyed(_ numbers: [UInt64], _ order: FlowOrder) throws -> [(key: FilterValue, item: UInt64)] {
        var keys: [UInt64: FilterValue] = [:]
        let size = 1_000
        for start in stride(from: 0, to: numbers.count, by: size) {
            let some = numbers[start..<min(start + size, numbers.count)]
            for row in try reader.rows(at: some.compactMap { table.place(of: $0) }) {
                guard let number = table.number(of: row.place) else { continue }
                if let value = row.value(by: order) {
                    keys[number] = value
                } else if let subject = try subject(row, number, order.readsContent) {
                    keys[number] = order.value(subject)
                }
            }
        }
        return numbers.compactMap { number in keys[number].map { ($0, number) } }
    }
}

extension NumberRanges {
    /// The highest number that is not above this one.
    fileprivate func highestUp(to limit: Int64) -> Int64? {
        guard limit >= 1 else { return nil }
        return intersection(NumberRanges([1...limit])).highest
    }
}

extension FleetRow {
    /// What the flow is sorted by; nil where no column tells it.
    fileprivate func value(by order: FlowOrder) -> FilterValue? {
        guard let field = order.field, !isBare else { return nil }
        switch field.reading {
        case .integer("time", _): return .integer(started)
        case .text where isLossy: return nil
        case .integer(let name, _), .text(let name, _):
            // A tunnel is sorted by no path, unless it is an extended one, of which the record tells.
            if name == "path", self["method"] == .text("CONNECT") { return nil }
            return FleetColumn.all.contains { $0.name == name } ? self[name] : nil
        case .derived, .list, .named, .contents: return nil
        }
    }
}
