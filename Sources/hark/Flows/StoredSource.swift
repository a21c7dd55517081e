import Filter
import Flow
import Store

/// The flows of a session file.
struct StoredSource: FlowSource {
    private let reader: SessionReader

    /// Opens a session; fails with a sentence and an exit code when it cannot be read.
    init(path: String) throws {
        reader = try SessionChoice.say { () throws(SessionError) in try SessionReader(path) }
    }

    func forEach(_ filter: FlowFilter, _ clock: FilterClock, _ body: (FilterSubject) throws -> Bool) throws {
        let matcher = FilterMatcher(filter, clock)
        // What `body` throws is its own: only what the reader throws is said as an error of the file.
        var failure: (any Error)?
        try SessionChoice.say { () throws(SessionError) in
            try reader.forEachFlow(FlowQuery()) { flow in
                let subject = Self.subject(flow)
                do {
                    return try !matcher.matches(subject) || body(subject)
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
    }

    func flow(_ number: UInt64) throws -> FilterSubject? {
        try SessionChoice.say { () throws(SessionError) in try reader.flow(number) }.map(Self.subject)
    }

    private static func subject(_ flow: StoredFlow) -> FilterSubject {
        var context = FlowContext()
        context.isPinned = flow.isPinned
        context.comment = flow.comment
        context.tags = flow.tags
        return FilterSubject(flow.record, context, reader: .standard)
    }
}
