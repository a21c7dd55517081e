package import HTTPModel

/// A route of the API: what it looks like, who may ask, and who answers. All of them are one table.
package struct PageRoute: Sendable {
    /// What opens it besides a token.
    enum Opening: Sendable {
        case token
        /// A key, in the body: the route decides.
        case key
        case ticket, ticketAlone
        /// A token, or one that is for agents.
        case agents
    }

    typealias Handler = @Sendable (inout PageAPI, PageCall) throws(PageError) -> PageStep

    package let method: Method
    /// `/api/flows/{flow}`.
    package let pattern: String
    let opens: Opening
    /// What who asks has to be allowed.
    let needs: PageRight
    let handle: Handler
    private let segments: [Substring]

    /// - Parameter needs: nil: to look for what only reads, to act for anything else.
    private init(
        _ method: Method, _ pattern: String, opens: Opening = .token, needs: PageRight? = nil,
        _ handle: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.opens = opens
        self.needs = needs ?? (method == .get ? .look : .act)
        self.handle = handle
        segments = pattern.split(separator: "/")
    }

    package static let all: [PageRoute] = lists + flows + doing + rules + sessions + lessons + [agents]

    private static let agents = PageRoute(.post, "/mcp", opens: .agents, needs: .own) { api, call throws(PageError) in
        guard let agents = api.tools.agents else {
            throw PageError(
                404, .route, "Agents read a session, and this page shows flows that are not stored in one.")
        }
        return .call { done in agents.answer(call.request) { done(.answer($0)) } }
    }

    private static let lists: [PageRoute] = [
        PageRoute(.post, "/api/session", opens: .key) { api, call throws(PageError) in try api.session(call) },
        PageRoute(.get, "/api/stream") { api, call throws(PageError) in try api.stream(call) },
        PageRoute(.post, "/api/views", needs: .look) { api, call throws(PageError) in try api.makeView(call) },
        PageRoute(.get, "/api/views/{view}/rows") { api, call throws(PageError) in try api.window(call) },
        PageRoute(.get, "/api/views/{view}/position") { api, call throws(PageError) in try api.position(call) },
        PageRoute(.get, "/api/views/{view}/range") { api, call throws(PageError) in try api.range(call) },
        PageRoute(.get, "/api/views/{view}/overview") { api, call throws(PageError) in try api.overview(call) },
        PageRoute(.get, "/api/views/{view}/lanes") { api, call throws(PageError) in try api.lanes(call) },
        PageRoute(.get, "/api/views/{view}/endpoints") { api, call throws(PageError) in try api.endpoints(call) },
        PageRoute(.get, "/api/views/{view}/jar") { api, call throws(PageError) in try api.jar(call) },
        PageRoute(.get, "/api/views/{view}/cache") { api, call throws(PageError) in try api.cache(call) },
        PageRoute(.get, "/api/views/{view}/ghosts") { api, call throws(PageError) in try api.ghosts(call) },
        PageRoute(.get, "/api/views/{view}/redirects") { api, call throws(PageError) in try api.redirects(call) },
        PageRoute(.delete, "/api/views/{view}/flows") { api, call throws(PageError) in try api.delete(call) },
        PageRoute(.get, "/api/setup") { api, call throws(PageError) in try api.setup(call) },
        PageRoute(.get, "/api/rows") { api, call throws(PageError) in try api.rows(call) },
    ]

    private static let lessons: [PageRoute] = [
        PageRoute(.get, "/api/lessons") { api, call throws(PageError) in try api.lessons(call) },
        PageRoute(.get, "/api/lessons/{topic}") { api, call throws(PageError) in try api.lesson(call) },
        PageRoute(.post, "/api/lessons/{topic}") { api, call throws(PageError) in try api.markLesson(call) },
    ]

    private static let flows: [PageRoute] = [
        PageRoute(.get, "/api/flows/{flow}") { api, call throws(PageError) in try api.flow(call) },
        PageRoute(.get, "/api/flows/{flow}/explain") { api, call throws(PageError) in try api.explain(call) },
        PageRoute(.get, "/api/flows/{flow}/diff") { api, call throws(PageError) in try api.diff(call) },
        PageRoute(.get, "/api/flows/{flow}/changes") { api, call throws(PageError) in try api.changes(call) },
        PageRoute(.get, "/api/flows/{flow}/connections") { api, call throws(PageError) in try api.connections(call) },
        PageRoute(.get, "/api/flows/{flow}/frames") { api, call throws(PageError) in try api.frames(call) },
        PageRoute(.get, "/api/flows/{flow}/messages") { api, call throws(PageError) in try api.messages(call) },
        PageRoute(.get, "/api/flows/{flow}/messages/{place}") { api, call throws(PageError) in
            try api.innerMessage(call)
        },
        PageRoute(.get, "/api/flows/{flow}/{message}/{part}", opens: .ticket) { api, call throws(PageError) in
            try api.octets(call)
        },
        PageRoute(.get, "/api/flows/{flow}/{message}/tokens") { api, call throws(PageError) in try api.tokens(call) },
        PageRoute(.get, "/api/flows/{flow}/{message}/preview", opens: .ticketAlone) { api, call throws(PageError) in
            try api.preview(call)
        },
    ]

    private static let doing: [PageRoute] = [
        PageRoute(.post, "/api/flows/{flow}/resend") { api, call throws(PageError) in try api.resend(call) },
        PageRoute(.post, "/api/flows/{flow}/messages") { api, call throws(PageError) in try api.sendMessage(call) },
        PageRoute(.post, "/api/send") { api, call throws(PageError) in try api.send(call) },
        PageRoute(.post, "/api/curl", needs: .look) { api, call throws(PageError) in try api.curl(call) },
        PageRoute(.get, "/api/export", opens: .ticket) { api, call throws(PageError) in try api.export(call) },
        PageRoute(.get, "/api/moment", opens: .ticket) { api, call throws(PageError) in try api.moment(call) },
        PageRoute(.post, "/api/explain", needs: .look) { api, call throws(PageError) in try api.whatIf(call) },
        PageRoute(.post, "/api/complete", needs: .look) { api, call throws(PageError) in try api.complete(call) },
        PageRoute(.post, "/api/marks") { api, call throws(PageError) in try api.marks(call) },
        PageRoute(.post, "/api/tickets", needs: .look) { api, call throws(PageError) in try api.ticket(call) },
    ]

    private static let rules: [PageRoute] = [
        PageRoute(.get, "/api/rules") { api, call throws(PageError) in try api.rules(call) },
        PageRoute(.put, "/api/rules", needs: .own) { api, call throws(PageError) in try api.changeRules(call) },
        PageRoute(.post, "/api/rules/try", needs: .own) { api, call throws(PageError) in try api.tryRules(call) },
        PageRoute(.post, "/api/rules/form", needs: .look) { api, call throws(PageError) in try api.formRule(call) },
        PageRoute(.get, "/api/flows/{flow}/rules") { api, call throws(PageError) in try api.madeRules(call) },
        PageRoute(.get, "/api/held") { api, call throws(PageError) in try api.held(call) },
        PageRoute(.post, "/api/held") { api, call throws(PageError) in try api.decideMany(call) },
        PageRoute(.get, "/api/held/{flow}") { api, call throws(PageError) in try api.heldMessage(call) },
        PageRoute(.post, "/api/held/{flow}") { api, call throws(PageError) in try api.decide(call) },
    ]

    private static let sessions: [PageRoute] = [
        PageRoute(.get, "/api/sessions", needs: .own) { api, call throws(PageError) in try api.listSessions(call) },
        PageRoute(.post, "/api/sessions", needs: .own) { api, call throws(PageError) in try api.openSession(call) },
        PageRoute(.post, "/api/recording", needs: .own) { api, call throws(PageError) in try api.beginSession(call) },
        PageRoute(.put, "/api/sessions/{name}", needs: .own) { api, call throws(PageError) in
            try api.renameSession(call)
        },
        PageRoute(.delete, "/api/sessions/{name}", needs: .own) { api, call throws(PageError) in
            try api.removeSession(call)
        },
        PageRoute(.get, "/api/sessions/{name}/comparison", needs: .own) { api, call throws(PageError) in
            try api.compareSession(call)
        },
        PageRoute(.post, "/api/files", needs: .own) { api, call throws(PageError) in try api.receiveFile(call) },
        PageRoute(.put, "/api/files/{file}", needs: .own) { api, call throws(PageError) in try api.addToFile(call) },
        PageRoute(.post, "/api/files/{file}", needs: .own) { api, call throws(PageError) in try api.serveFile(call) },
    ]

    /// The routes whose pattern these segments fit, with what stands in its places: those of the most exact pattern,
    /// one a method.
    static func find(_ path: [String]) -> [(route: PageRoute, parameters: [String: String])] {
        var found: [(route: PageRoute, parameters: [String: String])] = []
        var most = -1
        for route in all {
            guard let parameters = route.parameters(path) else { continue }
            let exact = path.count - parameters.count
            if exact > most { (found, most) = ([], exact) }
            if exact == most { found.append((route, parameters)) }
        }
        return found
    }

    private func parameters(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            if segment.hasPrefix("{") {
                parameters[String(segment.dropFirst().dropLast())] = text
            } else if segment != text {
                return nil
            }
        }
        return parameters
    }
}
