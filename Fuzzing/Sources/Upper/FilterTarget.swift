import Bytes
import Filter

/// Any text is a filter or is refused with a place inside of it; what was read is printed, read as the same, put into
/// words, and turned into SQL with a value for each parameter. Completion takes any text up to any place.
enum FilterTarget {
    static func run(_ input: Bytes) {
        let text = input.text
        let completion = FilterCompletion(text, at: Int(input.first ?? 0))
        check(completion.range.upperBound <= text.utf8.count, "a completion lies outside of the text")
        let filter: FlowFilter
        do {
            filter = try FlowFilter(text)
        } catch {
            check(error.range.upperBound <= text.utf8.count, "the place \(error.range) lies outside of the text")
            check(!error.shown(in: text).isEmpty && error.column(in: text) >= 1, "the mistake is not told")
            return
        }
        check((try? FlowFilter(filter.text)) == filter, "\(filter.text) reads as something else")
        check(FilterWords.sentence(filter).hasSuffix("."), "there are no words for it")
        let columns = FilterFields.all.compactMap(\.column).map { ($0, FilterSchema.Column.value("flow." + $0)) }
        let schema = FilterSchema(columns: Dictionary(columns) { first, _ in first })
        let clock = FilterClock(now: 1_795_262_400_000_000)
        let sql = FilterSQL(filter, clock, schema)
        check(sql.where.count { $0 == "?" } == sql.bindings.count, "a parameter has no value: \(sql.where)")
        _ = FilterMatcher(filter, clock)
    }
}
