import Explain
import Filter
import Flow
import Library

/// Flows of another library without their credentials. Filters see what is shown, so that nobody can find out a secret
/// by asking whether a flow has it.
struct RedactedLibrary: FlowLibrary {
    private let source: any FlowLibrary
    private let redaction: AgentRedaction

    init(_ source: any FlowLibrary, _ redaction: AgentRedaction) {
        (self.source, self.redaction) = (source, redaction)
    }

    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        guard !SecretFields.areAsked(by: filter) else {
            return try forEachMatched(filter, clock, reading, body)
        }
        try source.forEach(filter, clock, reading) { try body(redaction.subject($0)) }
    }

    private func forEachMatched(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let matcher = FilterMatcher(filter, clock)
        var whole = reading
        (whole.limit, whole.hasContent) = (nil, reading.hasContent || filter.expression.readsContent)
        var left = reading.limit ?? .max
        guard left > 0 else { return }
        try source.forEach(SecretFields.plainPart(of: filter), clock, whole) { subject in
            let shown = redaction.subject(subject)
            guard matcher.matches(shown) else { return true }
            left -= 1
            return try body(shown) && left > 0
        }
    }

    func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        guard SecretFields.areAsked(by: filter) else { return try source.count(filter, clock) }
        var count = 0
        try forEach(filter, clock, FlowReading(hasContent: false)) { _ in
            count += 1
            return true
        }
        return count
    }

    func newest(_ count: Int) throws -> [UInt64] { try source.newest(count) }

    func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws {
        try source.subjects(numbers, hasContent: hasContent) { try body(redaction.subject($0)) }
    }

    func flow(_ number: UInt64) throws -> FilterSubject? { try source.flow(number).map { redaction.subject($0) } }

    func past(of records: [FlowRecord]) throws -> SessionPast { .none }
}
