package import Explain
package import Filter
package import Flow
package import Workbench

/// Where the page finds flows: a session file that a proxy fills, one that was kept, a recording.
///
/// Used from several threads; calls may take long and block.
package protocol PageSource: Sendable {
    /// What is shown, as it is now.
    func session() throws(PageError) -> PageSession
    /// The numbers of the flows that a filter means, in this order; nil: as they were recorded.
    func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: PageOrder?) throws(PageError) -> [UInt64]
    /// Those of these flows that a filter means, in their order.
    func matching(_ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]) throws(PageError) -> [UInt64]
    /// Hands out the flows of these numbers that are there, in their order, until `body` says no.
    func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) -> Bool) throws(PageError)
    /// The same, of what drawings by time need alone.
    func moments(_ numbers: [UInt64], _ body: (PageMoments) -> Void) throws(PageError)
    /// The flow, and those that were recorded shortly before and after it, without content.
    func around(_ record: FlowRecord) throws(PageError) -> SessionContext
    /// What came before these flows, or between them, and bears on the verdicts about their cookies and on caches,
    /// whatever is filtered; without content.
    func past(of records: [FlowRecord]) throws(PageError) -> SessionPast
    /// The connections of HTTP/2 that a flow went over, that of the client first.
    func connections(of record: FlowRecord) throws(PageError) -> [ConnectionRecord]
    /// Rows near to this flow are seen: what is around them may be asked for next. Returns at once.
    func foresee(_ number: UInt64)
    /// Figures over the flows that a filter means.
    func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws(PageError) -> FlowStatistics
    /// What happened to the file since the last look, for who watches it.
    func look() -> PageChange
    /// Puts marks on flows; how many there were.
    func mark(_ numbers: [UInt64], _ marks: PageMarks) throws(PageError) -> Int
    func delete(_ numbers: [UInt64]) throws(PageError) -> (deleted: Int, isOverwritten: Bool)
    /// Sends a request; `done` hears once, from any thread, the number of the new flow; nil when it is not kept.
    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void)
}

extension PageSource {
    /// What keeps flows in memory keeps none.
    package func connections(of record: FlowRecord) -> [ConnectionRecord] { [] }

    /// There is nothing to gain where flows lie in memory.
    package func foresee(_ number: UInt64) {}
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

/// What a view is sorted by.
package struct PageOrder: Sendable {
    package let field: FilterField
    package let isReversed: Bool

    package init(field: FilterField, isReversed: Bool) {
        (self.field, self.isReversed) = (field, isReversed)
    }
}

/// When a flow was, and how it went; times in microseconds.
package struct PageMoments: Sendable {
    package var number: UInt64
    /// Since 1970; nil when nobody knows.
    package var start: Int64?
    package var duration: Int64?
    /// It failed, or has a status from 400 on.
    package var isFailed: Bool

    package init(number: UInt64, start: Int64?, duration: Int64?, isFailed: Bool) {
        self.number = number
        self.start = start
        self.duration = duration
        self.isFailed = isFailed
    }

    /// Of a flow that is at hand.
    package init(_ record: FlowRecord) {
        let hasFailed = record.outcome.map { $0.kind != .complete && $0.kind != .tunnel } ?? false
        self.init(
            number: record.id.number, start: record.startedAt, duration: record.duration,
            isFailed: hasFailed || record.status ?? 0 >= 400)
    }
}

/// What became of a file that is watched.
package enum PageChange: Sendable, Equatable {
    case none
    /// Flows were added to it by somebody else; their numbers.
    case grown([UInt64])
    /// Flows are gone from it.
    case shrunk
    /// The file is no longer there, or another one is in its place: as long as that is so.
    case deleted, replaced
    case damaged(String)
}

/// What people put on flows.
package struct PageMarks: Sendable, Equatable {
    package var pin: Bool?
    /// The outer nil: it stays; the inner: it goes.
    package var comment: String??
    package var tag: String?
    package var untag: String?

    package init(pin: Bool? = nil, comment: String?? = nil, tag: String? = nil, untag: String? = nil) {
        self.pin = pin
        self.comment = comment
        self.tag = tag
        self.untag = untag
    }
}

/// Flows that came by lately, or are open, at hand before a file has them. Safe to use from anywhere.
package protocol PageLive: Sendable {
    func record(_ number: UInt64) -> FlowRecord?
    var openCount: Int { get }
}
