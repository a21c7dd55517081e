/// Flows that a person names by the numbers that Hark printed: `12`, `#12`, `3-7`, `12,15`, `last`, `last-3`,
/// `SESSION:12`, `all`. A value.
package struct FlowSelection: Sendable, Hashable {
    /// One piece of it.
    package enum Part: Sendable, Hashable {
        case number(UInt64)
        /// Of a range, the flows that are there.
        case range(ClosedRange<UInt64>)
        /// The newest is 1, the one before it 2.
        case newest(UInt64)
        case all

        /// As a person writes it.
        package var text: String {
            switch self {
            case .number(let number): "\(number)"
            case .range(let range): "\(range.lowerBound)-\(range.upperBound)"
            case .newest(let place): place == 1 ? "last" : "last-\(place)"
            case .all: "all"
            }
        }
    }

    /// Parts of one session.
    package struct Group: Sendable, Hashable {
        /// By name or path; nil: the session that the command is about.
        package let session: String?
        package var parts: [Part]
    }

    /// In the order they were written.
    package private(set) var groups: [Group]

    init(_ groups: [Group]) {
        self.groups = []
        for group in groups {
            if let last = self.groups.indices.last, self.groups[last].session == group.session {
                self.groups[last].parts += group.parts
            } else {
                self.groups.append(group)
            }
        }
    }

    /// More parts than a person writes, and few enough for any database.
    static let mostParts = 10_000
}

extension FlowSelection.Group {
    /// The flow is named by its number, or by a range.
    package func names(_ number: UInt64) -> Bool {
        parts.contains { part in
            switch part {
            case .number(let named): named == number
            case .range(let range): range.contains(number)
            case .all: true
            case .newest: false
            }
        }
    }

    /// The filter for the flows of these parts. What it finds is to be asked with `names`, too: filters count up to
    /// `Int64.max` only.
    ///
    /// - Parameter newest: the numbers of the newest flows, the newest first.
    package func filter(newest: [UInt64]) -> FlowFilter {
        guard !parts.contains(.all), case .field(let field, _) = FilterFields.find("id") else { return .everything }
        let place = SourcePlace(0..<0)
        func operand(_ number: UInt64) -> FilterOperand {
            let number = Int64(clamping: number)
            return FilterOperand(meaning: .integers(number...number), spelling: "\(number)", place: place)
        }
        func test(_ condition: FieldTest.Condition) -> FilterExpression {
            .test(FieldTest(field: field, name: nil, condition: condition, place: place))
        }
        var numbers: [UInt64] = []
        var tests: [FilterExpression] = []
        for part in parts {
            switch part {
            case .number(let number): numbers.append(number)
            case .newest(let index):
                // What is not there has no number.
                if index <= UInt64(newest.count) { numbers.append(newest[Int(index) - 1]) }
            case .range(let range):
                tests.append(
                    .all([
                        test(.compares(.greaterOrEqual, operand(range.lowerBound))),
                        test(.compares(.lessOrEqual, operand(range.upperBound))),
                    ]))
            case .all: break
            }
        }
        if numbers.count == 1 {
            tests.append(test(.compares(.equal, operand(numbers[0]))))
        } else if !numbers.isEmpty {
            tests.append(test(.isIn(numbers.map(operand))))
        }
        // A list without members: no flow has the number 0.
        return FlowFilter(tests.isEmpty ? test(.compares(.equal, operand(0))) : .disjunction(tests))
    }

    /// How many of the newest flows have to be known.
    package var newestNeeded: UInt64 {
        parts.reduce(0) { most, part in
            if case .newest(let place) = part { max(most, place) } else { most }
        }
    }

    /// The numbers that are named, each once, in the order they were named; and the parts that name none.
    ///
    /// - Parameters:
    ///   - found: the numbers that are there of those that the filter finds, each once, ascending.
    ///   - newest: the numbers of the newest flows, the newest first.
    package func chosen(from found: [UInt64], newest: [UInt64]) -> (numbers: [UInt64], missing: [FlowSelection.Part]) {
        var numbers: [UInt64] = []
        var missing: [FlowSelection.Part] = []
        var taken: Set<UInt64> = []
        func take(_ some: some Sequence<UInt64>) {
            for number in some where taken.insert(number).inserted { numbers.append(number) }
        }
        for part in parts {
            let named: ArraySlice<UInt64>
            switch part {
            case .number(let number): named = found.within(number...number)
            case .range(let range): named = found.within(range)
            case .newest(let index): named = index <= UInt64(newest.count) ? [newest[Int(index) - 1]] : []
            case .all: named = found[...]
            }
            if named.isEmpty { missing.append(part) }
            take(named)
        }
        return (numbers, missing)
    }
}

extension [UInt64] {
    /// Of ascending numbers those of a range, found by halves.
    fileprivate func within(_ range: ClosedRange<UInt64>) -> ArraySlice<UInt64> {
        func first(where isBehind: (UInt64) -> Bool) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        return self[first { $0 >= range.lowerBound }..<first { $0 > range.upperBound }]
    }
}
