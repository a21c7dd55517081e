import Bytes
import Filter

/// What in rules is probably not meant so: those that can never act, and those that an earlier one hides.
package enum RuleReview {
    package struct Doubt: Sendable, Hashable {
        package let rule: String
        package let place: RulePlace
        /// A sentence.
        package let text: String
    }

    package static func doubts(_ rules: [Rule]) -> [Doubt] {
        var doubts: [Doubt] = []
        // Only those that stop others are compared with, and they are few.
        var stopping: [Rule] = []
        for rule in rules {
            func say(_ text: String) { doubts.append(Doubt(rule: rule.name, place: rule.place, text: text)) }
            if rule.turn.isNever { say("It never acts: the chance is 0%.") }
            if let reason = contradiction(rule.filter.expression) { say("It can never match: \(reason).") }
            if let other = stopping.first(where: { hides($0.filter.expression, rule.filter.expression) }) {
                say(
                    """
                    \(other.name) (\(other.place.text)) matches the same messages and is final, so this rule never \
                    acts.
                    """)
            }
            for doubt in FilterWords.doubts(rule.filter) { say(doubt.prefix(1).uppercased() + doubt.dropFirst() + ".") }
            if rule.isFinal, rule.turn == .always { stopping.append(rule) }
        }
        return doubts
    }

    /// Whether everything that `later` means is meant by `earlier` too, as far as it can be seen by their parts.
    static func hides(_ earlier: FilterExpression, _ later: FilterExpression) -> Bool {
        let needed = Set(parts(earlier))
        return needed.isSubset(of: parts(later))
    }

    private static func parts(_ expression: FilterExpression) -> [FilterExpression] {
        if case .all(let parts) = expression { return parts }
        return [expression]
    }

    /// Two tests of one field, both needed, that no value passes; nil when none are seen.
    private static func contradiction(_ expression: FilterExpression) -> String? {
        var equal: [String: String] = [:]
        var bounds: [String: ClosedRange<Int64>] = [:]
        for case .test(let test) in parts(expression) where test.name == nil {
            guard case .compares(let comparison, let operand) = test.condition else { continue }
            let field = test.field.title
            switch operand.meaning {
            case .text(let text) where comparison == .equal && isSingle(field):
                let value = test.field.kind == .text ? text : text.lowercased()
                if let other = equal[field], other != value { return "\(field) cannot be both \(other) and \(value)" }
                equal[field] = value
            case .integers(let range):
                let now = bounds[field] ?? limits(field)
                guard let narrowed = narrow(now, comparison, range) else {
                    return field == "status" && bounds[field] == nil
                        ? "a final status is from 200 to 999" : "no number matches all tests of \(field)"
                }
                bounds[field] = narrowed
            case .text, .flag, .choice, .time: break
            }
        }
        return nil
    }

    /// Of these a flow has one value at most.
    private static func isSingle(_ field: String) -> Bool {
        ["method", "url", "scheme", "host", "path", "query", "reason", "client", "upstream"].contains(field)
    }

    private static func limits(_ field: String) -> ClosedRange<Int64> {
        switch field {
        // RFC 9110 §15: one below 200 is interim, and rules see the final one.
        case "status": 200...999
        case "port": 1...65_535
        default: 0...Int64.max
        }
    }

    private static func narrow(
        _ now: ClosedRange<Int64>, _ comparison: FieldTest.Comparison, _ value: ClosedRange<Int64>
    ) -> ClosedRange<Int64>? {
        var (low, high) = (now.lowerBound, now.upperBound)
        switch comparison {
        case .equal: (low, high) = (max(low, value.lowerBound), min(high, value.upperBound))
        case .unequal: break
        case .less: high = min(high, value.lowerBound == .min ? .min : value.lowerBound - 1)
        case .lessOrEqual: high = min(high, value.upperBound)
        case .greater: low = max(low, value.upperBound == .max ? .max : value.upperBound + 1)
        case .greaterOrEqual: low = max(low, value.lowerBound)
        }
        return low <= high ? low...high : nil
    }
}
