import Filter

/// A filter, in parts: which numbers it asks for, which this process gives; and the rest, which the database can be
/// asked. A value.
struct NumberedQuestion {
    /// Of a flow that matches, the number is one of these.
    let numbers: NumberRanges
    /// What the database is asked.
    let rest: FlowFilter
    /// The filter asks for numbers in a way that only each flow tells, so that each is asked the whole of it.
    let check: FilterMatcher?
    let clock: FilterClock

    /// The filter says something about numbers.
    var asksNumbers: Bool { check != nil || numbers != .all }

    init(_ filter: FlowFilter, _ clock: FilterClock, in fleet: NumberedFleet) throws {
        var numbers = NumberRanges.all
        var rest: [FilterExpression] = []
        var isChecked = false
        for part in Self.parts(filter.expression) {
            if let ranges = NumberRanges(part) {
                numbers = numbers.intersection(ranges)
            } else if let named = try Self.named(part, in: fleet) {
                numbers = numbers.intersection(named)
            } else if part.tests.contains(where: { $0.field.name == "id" }) {
                isChecked = true
            } else {
                rest.append(part)
            }
        }
        (self.numbers, self.clock) = (numbers, clock)
        self.rest = FlowFilter(.all(rest))
        check = isChecked ? FilterMatcher(filter, clock) : nil
    }

    /// All of them hold.
    private static func parts(_ expression: FilterExpression) -> [FilterExpression] {
        guard case .all(let inner) = expression else { return [expression] }
        return inner.flatMap(parts)
    }

    /// The flow that a tag names, as lists show it: `tag = 3f2a0c11:12`; nil when there is none, and the tag is a
    /// person's.
    private static func named(_ part: FilterExpression, in fleet: NumberedFleet) throws -> NumberRanges? {
        guard case .test(let test) = part, test.field.name == "tag",
            case .compares(.equal, let operand) = test.condition, case .text(let text) = operand.meaning
        else { return nil }
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        guard words.count == 2, (4...16).contains(words[0].utf8.count), words[0].allSatisfy(\.isHexDigit),
            let number = Int64(words[1])
        else { return nil }
        let places = try fleet.reader.places(of: number, inRunsBeginningWith: words[0].lowercased())
        for place in places { try fleet.reach(place) }
        let found = places.compactMap { fleet.table.number(of: $0) }.map { Int64(clamping: $0) }
        return found.isEmpty ? nil : NumberRanges(found.map { $0...$0 })
    }
}
