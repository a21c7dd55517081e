import Filter
import FilterTestKit
import Flow

/// Whether a filter means a flow; a text that is no filter fails the test.
func passes(
    _ text: String, _ record: FlowRecord = MadeFlow.make(), _ context: FlowContext = FlowContext(),
    reader: FilterReader = FilterReader()
) throws -> Bool {
    let filter = try FlowFilter(text)
    let clock = FilterClock(now: MadeFlow.noon, utcOffset: 3_600)
    return FilterMatcher(filter, clock).matches(FilterSubject(record, context, reader: reader))
}
