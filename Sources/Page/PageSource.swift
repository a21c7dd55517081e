package import Explain
package import Filter
package import Flow
package import Library
package import Workbench

/// What the page and the screen show: a library of flows, and what may be done with it.
///
/// Used from several threads; calls may take long and block.
package protocol PageSource: Sendable {
    /// The flows, whichever library has them now.
    func library() throws(PageError) -> any FlowLibrary & Sendable
    /// What is shown, as it is now.
    func session() throws(PageError) -> PageSession
    /// Sends a request; `done` hears once, from any thread, the number of the new flow; nil when it is not kept.
    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void)
    /// The path of the session file that is shown now; nil when it is none.
    var path: String? { get }
    /// Why flows cannot be changed; nil: they can.
    var readOnly: String? { get }
}

/// The library's answers; what went wrong in it is said of the session.
extension PageSource {
    package var path: String? { nil }
    package var readOnly: String? { nil }

    private func ask<Answer>(_ body: (any FlowLibrary & Sendable) throws -> Answer) throws(PageError) -> Answer {
        let library = try library()
        do {
            return try body(library)
        } catch let error as ReadOnlyLibrary {
            throw PageError(409, .readOnly, error.text)
        } catch let error as any FlowLibraryError {
            throw PageError(503, .session, error.text)
        } catch {
            throw PageError(503, .session, "The recording can no longer be read.")
        }
    }

    /// The numbers of the flows that a filter matches, in this order; nil: as they were recorded.
    package func numbers(
        _ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder?
    ) throws(PageError) -> [UInt64] {
        try ask { try $0.numbers(filter, clock, order ?? .recorded) }
    }

    package func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]
    ) throws(PageError) -> [UInt64] {
        try ask { try $0.matching(filter, clock, among: numbers) }
    }

    package func subjects(
        _ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) -> Bool
    ) throws(PageError) {
        try ask { try $0.subjects(numbers, hasContent: hasContent, body) }
    }

    package func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) throws(PageError) {
        try ask { try $0.moments(numbers, body) }
    }

    package func around(_ record: FlowRecord) throws(PageError) -> SessionContext { try ask { try $0.around(record) } }

    package func past(of records: [FlowRecord]) throws(PageError) -> SessionPast {
        try ask { try $0.past(of: records) }
    }

    package func connections(of record: FlowRecord) throws(PageError) -> [ConnectionRecord] {
        try ask { try $0.connections(of: record, lost: false) }
    }

    package func foresee(_ number: UInt64) { (try? library())?.foresee(number) }

    package func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws(PageError) -> FlowStatistics {
        try ask { try $0.statistics(filter, clock, by: dimension) }
    }

    package func look() -> LibraryChange { (try? library())?.look() ?? .none }

    package func mark(_ numbers: [UInt64], _ marks: FlowMarks) throws(PageError) -> Int {
        try checkEditing()
        return try ask { try $0.mark(numbers, marks) }
    }

    package func delete(_ numbers: [UInt64]) throws(PageError) -> (deleted: Int, isOverwritten: Bool) {
        try checkEditing()
        return try ask { try $0.delete(numbers) }
    }

    private func checkEditing() throws(PageError) {
        if let readOnly { throw PageError(409, .readOnly, readOnly) }
    }
}

/// A request to be sent: one that was recorded, or that somebody wrote.
package struct PageSending: Sendable {
    package let request: ReplayedRequest
    /// The server as a person named it; nil: where it went.
    package let server: String?
    /// Who asks for it sits at this computer: what listens on loopback may be its server.
    package let mayReachThisMachine: Bool

    package init(request: ReplayedRequest, server: String?, mayReachThisMachine: Bool = true) {
        self.request = request
        self.server = server
        self.mayReachThisMachine = mayReachThisMachine
    }
}

/// What is shown: a session with its beginning.
package struct PageSession: Sendable {
    package enum Kind: String, Sendable {
        case live, session, recording
    }

    package var kind: Kind
    package var name: String
    /// When it began, in microseconds since 1970: times are told since then.
    package var start: Int64
    package var flowCount: Int
    /// The listeners of the proxy that fills it.
    package var proxies: [String]
    package var canEdit: Bool
    package var canResend: Bool

    package init(
        kind: Kind, name: String, start: Int64, flowCount: Int, proxies: [String] = [], canEdit: Bool,
        canResend: Bool
    ) {
        self.kind = kind
        self.name = name
        self.start = start
        self.flowCount = flowCount
        self.proxies = proxies
        self.canEdit = canEdit
        self.canResend = canResend
    }
}

/// Flows that came by lately, or are open, at hand before a file has them. Safe to use from anywhere.
package protocol PageLive: Sendable {
    func record(_ number: UInt64) -> FlowRecord?
    var openCount: Int { get }
}
