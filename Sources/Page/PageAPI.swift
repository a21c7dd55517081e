import Bytes
import Filter
import Flow
import HTTPModel

/// Answers what the page asks. A value; whoever serves it owns it and calls it on one thread at a time, and does the
/// work that it hands out elsewhere.
package struct PageAPI: Sendable {
    let source: any PageSource
    let live: (any PageLive)?
    private(set) var tools: PageTools
    var access: PageAccess
    var gate: PageGate
    var views: PageViews
    /// Counts the ticks in which something changed.
    package internal(set) var revision: UInt64 = 0
    /// The highest number that any view was told of; nil when there is none.
    var last: UInt64?
    var laidOut: PageLaidOut?
    /// What caches would have answered, as far as that was looked at.
    var ghosts: PageGhosts?
    /// Counts all ticks.
    var ticks: UInt64 = 0
    /// When the session began, in microseconds since 1970.
    private(set) var start: Int64
    /// How many sessions were shown before.
    private var sessionCount = 0
    /// Whether who asked last showed a token, a ticket, or a key that was good.
    private(set) var hasAdmitted = false
    /// What who asked last may do.
    var right = PageRight.look
    /// What streams were told of rules last.
    var toldNews: PageRuleNews?
    /// Flows of the last ticks: a view that is being made has to know of them.
    var recentlyBegan: [UInt64] = []
    var recentlyEnded: [UInt64] = []

    /// - Parameters:
    ///   - live: what came by lately; nil for what is shown from a file alone.
    ///   - port: of the listener.
    ///   - isSecure: it speaks TLS.
    package init(
        source: any PageSource, live: (any PageLive)?, tools: PageTools, access: PageAccess, port: UInt16,
        isSecure: Bool = false
    ) throws(PageError) {
        self.source = source
        self.live = live
        self.tools = tools
        self.access = access
        gate = PageGate(port: port, isSecure: isSecure)
        views = PageViews(most: access.guests == nil ? PageViews.usual : Self.mostGuestTabs)
        start = try source.session().start
    }

    /// So many tabs are served where a class may look.
    static let mostGuestTabs = 40

    /// Begins to answer.
    package mutating func begin(_ request: PageRequest, now: PageMoment) -> PageStep {
        hasAdmitted = false
        right = .look
        do throws(PageError) {
            return try step(request, now)
        } catch {
            return .answer(PageAnswer(error))
        }
    }

    /// Whether a request is let in, for what is served beside the API: the page itself and its files.
    package func admit(_ request: PageRequest) -> PageError? {
        do throws(PageError) {
            try gate.check(request, isPage: request.path == "/")
            return nil
        } catch {
            return error
        }
    }

    /// Where the page is, for who came without TLS: there is nothing else for them.
    package func redirect(_ request: PageRequest) -> PageAnswer {
        guard request.method == .get, request.path == "/", let host = try? gate.host(of: request) else {
            return PageAnswer(PageError(403, .access, "This page needs https://."))
        }
        return PageAnswer(307, [("Location", "https://\(host)/"), ("Cache-Control", "no-store")])
    }

    private mutating func step(_ request: PageRequest, _ now: PageMoment) throws(PageError) -> PageStep {
        try gate.check(request, isPage: false)
        let found = PageRoute.find(request.segments)
        // What is not there is told to nobody who may not ask.
        let asked = found.first { $0.route.method == request.method }
        let needsKey = found.first?.route.opens == .key
        if !needsKey {
            try admit(request, asked?.route ?? found.first?.route, now)
            hasAdmitted = true
        }
        guard !found.isEmpty else { throw PageError(404, .route, "No such route; docs/api.md lists them.") }
        guard let (route, parameters) = asked else {
            var error = PageError(405, .method, "This route does not support this method.")
            error.allowed = found.map { $0.route.method.name.text }.joined(separator: ", ")
            throw error
        }
        let step = try route.handle(&self, PageCall(request: request, parameters: parameters, now: now))
        hasAdmitted = true
        return step
    }

    private mutating func admit(_ request: PageRequest, _ route: PageRoute?, _ now: PageMoment) throws(PageError) {
        if let ticket = request.parameter("ticket"), let route, route.opens != .token {
            return try access.redeem(ticket, for: request.target, now: now.steady)
        }
        // What leaves this computer is opened by the password and nothing else.
        var scopes: [PageAccess.Scope] = [.guest]
        if request.peer.isLocal { scopes = route?.opens == .agents ? [.page, .agents] : [.page, .guest] }
        let scope = try access.check(request.fields.first(.authorization), for: scopes, now: now.steady)
        right = right(of: scope)
        if let route, route.needs > right { throw Self.refusal(route.needs) }
        if route?.opens == .ticketAlone {
            throw PageError(401, .token, "This requires a ticket: POST /api/tickets creates one.")
        }
    }

    func right(of scope: PageAccess.Scope) -> PageRight {
        switch scope {
        case .page, .agents: .own
        case .guest: access.guests?.isViewOnly == false ? .act : .look
        }
    }

    static func refusal(_ needed: PageRight) -> PageError {
        switch needed {
        case .look, .act: PageError(403, .access, "You can look here, but not change anything.")
        case .own: PageError(403, .access, "This is possible only on the computer that runs Hark.")
        }
    }

    /// Ends what work began.
    package mutating func finish(_ result: PageResult) -> PageAnswer {
        switch result {
        case .answer(let answer): return answer
        case .view(let view, let total, let folded): return add(view, total: total, folded: folded)
        case .laidOut(let body, let answer):
            laidOut = body
            return answer
        case .ghosts(let state, let answer):
            ghosts = state
            return answer
        case .deleted(let numbers, let answer):
            forget(numbers)
            return answer
        case .renewed(let start, let answer):
            renew(start)
            return answer
        }
    }

    /// Another session is shown: nothing that was known of flows is true of it.
    private mutating func renew(_ start: Int64) {
        self.start = start
        sessionCount += 1
        tools.instance = "\(tools.instance.prefix { $0 != "." }).\(sessionCount)"
        views.removeAll()
        (last, laidOut, ghosts) = (nil, nil, nil)
        (recentlyBegan, recentlyEnded) = ([], [])
        revision += 1
    }

    /// Takes another secret, if it is another: every key, token and ticket is invalid then. Whether it was.
    package mutating func renew(secret: [UInt8]) -> Bool {
        guard !access.isMade(by: secret) else { return false }
        access = PageAccess(secret: secret, guests: access.guests)
        return true
    }

    /// A key for the printed URL.
    package mutating func makeKey(now: PageMoment) -> String { access.makeKey(now: now.steady) }

    /// A flow as it is asked for, or why there is none.
    func subject(_ number: UInt64, hasContent: Bool) throws(PageError) -> FilterSubject {
        try Self.subject(number, hasContent: hasContent, source, live, tools)
    }

    static func subject(
        _ number: UInt64, hasContent: Bool, _ source: any PageSource, _ live: (any PageLive)?, _ tools: PageTools
    ) throws(PageError) -> FilterSubject {
        var found: FilterSubject?
        try source.subjects([number], hasContent: hasContent) { subject in
            found = subject
            return false
        }
        if let found { return found }
        guard let record = live?.record(number) else { throw .noFlow(number) }
        return FilterSubject(record, reader: tools.reader)
    }
}

/// One request to one route.
struct PageCall: Sendable {
    let request: PageRequest
    /// What stands in the places of its pattern, by their names.
    let parameters: [String: String]
    let now: PageMoment

    /// The flow that the path names.
    func flow() throws(PageError) -> UInt64 {
        let text = parameters["flow"] ?? ""
        guard let number = UInt64(text) else {
            throw PageError(404, .flow, "Expected a flow number, as 'hark flows' prints it.")
        }
        return number
    }

    func message() throws(PageError) -> MessageKind {
        switch parameters["message"] {
        case "request": return .request
        case "response": return .response
        default: throw PageError(404, .part, "Expected 'request' or 'response'.")
        }
    }
}
