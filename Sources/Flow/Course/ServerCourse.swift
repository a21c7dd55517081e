import Bytes
import HTTPModel

/// How an exchange comes to its server: along which route, on whose connection, what is tried after a failure, and when
/// it is given up.
///
/// A value without I/O: what was found goes in, what to look for comes out.
///
///     wanted ─┬─ (ask a script) ─ named ─┐
///             └──────────────────────────┴─ take ─ noneThere ─┬─────────── dial ─┬─ found ─ leave
///                     ▲                                       └─ join ─ joined ──┤
///                     └─ othersFound, too old to be shared ────── (waiting) ◄────┘
///                     └─ notFound, and another route is left
package struct ServerCourse: Sendable {
    /// It wants a tunnel, and with it a connection that carries nothing else.
    private var isTunnel = false
    /// A script names the proxies of servers (`--pac`).
    private var asksScript = false
    /// Where what is inside a CONNECT goes: as that went, if it did. The script may have failed on it.
    private var decided: Destination?

    private var state = State.idle
    /// The routes that a script named, the one under way first; and which connections may be used along them.
    private var routes: [Route] = []
    private var reuse = Exchange.Reuse.any
    /// The route along which this finds a connection for others too.
    private var sought: Route?
    /// The server's HTTP/2 does not have what the request asks for.
    package private(set) var needsHTTP1 = false
    /// Why a tunnel is opened although its server cannot be had.
    package var missingServer: Outcome?

    private enum State: Sendable {
        case idle
        /// The script is asked.
        case asking
        /// A connection is looked for, or made.
        case seeking(Exchange.Reuse)
        /// Another one makes it, along the same route.
        case waiting(Route, Exchange.Reuse)
    }

    package init() {}

    /// Another exchange begins.
    ///
    /// - Parameters:
    ///   - asksScript: a script names the proxies of servers.
    ///   - decided: the server whose route is decided.
    package mutating func begin(isTunnel: Bool, asksScript: Bool, decided: Destination?) {
        (self.isTunnel, self.asksScript, self.decided) = (isTunnel, asksScript, decided)
        (state, needsHTTP1) = (.idle, false)
        if !routes.isEmpty { routes = [] }
    }

    /// Time that passes before there is a connection is no reason to give up yet.
    package var triesMore: Bool {
        if case .asking = state { true } else { routes.count > 1 }
    }

    /// Handles an event; appends the actions that follow. One that does not fit came too late, and changes nothing.
    package mutating func handle(_ event: Event, _ actions: inout [Action]) {
        switch event {
        case .wanted(let route, let reuse, let other): wanted(route, reuse, other, &actions)
        case .named(let routes):
            guard case .asking = state else { return }
            self.routes = routes
            takeFirst(&actions)
        case .unnamed(let text, let canSpare): unnamed(text, canSpare, &actions)
        case .noneThere(let route, let mayShare):
            guard case .seeking = state else { return }
            // Many that ask a server at once make one connection to it.
            actions.append(mayShare && !isTunnel ? .join(route) : .dial(route))
        case .joined(let route, let isFirst): joined(route, isFirst, &actions)
        case .othersFound(let route, let isUsable):
            // It may have stopped waiting for that one, and may wait for another by now.
            guard case .waiting(route, let reuse) = state else { return }
            state = .seeking(reuse)
            if isUsable { actions.append(.leaseFound) } else { seek(along: route, reuse, &actions) }
        case .cannotExtend(let route, let wanted): cannotExtend(route, wanted, &actions)
        case .found(let isOld): leave(isOld: isOld, isFound: !isOld, &actions)
        case .notFound(let outcome, let canSpare):
            leave(&actions)
            if takesNext(after: outcome, &actions) { return }
            end(outcome, canSpare, &actions)
        case .timePassed(let canSpare): timePassed(canSpare, &actions)
        case .released: leave(&actions)
        }
    }

    private mutating func wanted(
        _ route: Route, _ reuse: Exchange.Reuse, _ other: Route?, _ actions: inout [Action]
    ) {
        if let other {
            actions.append(.reroute(other))
            return seek(along: other, reuse, &actions)
        }
        // A rule's proxy, or the route that this exchange took before, needs no script.
        guard asksScript, route.hops.isEmpty, routes.first != route, decided != route.destination else {
            return seek(along: route, reuse, &actions)
        }
        (state, routes, self.reuse) = (.asking, [], reuse)
        actions.append(.askScript(route.destination))
    }

    private mutating func takeFirst(_ actions: inout [Action]) {
        guard let route = routes.first else { return }
        actions.append(.reroute(route))
        seek(along: route, reuse, &actions)
    }

    private mutating func seek(along route: Route, _ reuse: Exchange.Reuse, _ actions: inout [Action]) {
        state = .seeking(reuse)
        actions.append(.take(route, reuse, from: isTunnel || reuse == .none ? Self.unshared : Self.anywhere))
    }

    private static let anywhere: [Source] = [.shared, .bound, .pool]
    private static let unshared: [Source] = [.pool]

    private mutating func joined(_ route: Route, _ isFirst: Bool, _ actions: inout [Action]) {
        guard case .seeking(let reuse) = state else { return }
        if isFirst {
            sought = route
            actions.append(.dial(route))
        } else {
            state = .waiting(route, reuse)
        }
    }

    /// Looks no further. Who waits for what this finds is told.
    ///
    /// - Parameters:
    ///   - isOld: the server speaks HTTP/1, so that each has to find a connection of its own.
    ///   - isFound: what was found can be used by all.
    private mutating func leave(isOld: Bool = false, isFound: Bool = false, _ actions: inout [Action]) {
        if case .waiting = state { state = .idle }
        guard let route = sought else { return }
        sought = nil
        actions.append(.leave(route, isOld: isOld, isFound: isFound))
    }

    /// Whether there is another route, which is taken then: the one under way led nowhere.
    private mutating func takesNext(after outcome: Outcome, _ actions: inout [Action]) -> Bool {
        guard let dead = routes.first, Self.leadsNowhere.contains(outcome.code) else { return false }
        if let proxy = dead.hops.first?.proxy { actions.append(.blame(proxy)) }
        guard routes.count > 1 else { return false }
        routes.removeFirst()
        takeFirst(&actions)
        return true
    }

    private static let leadsNowhere: Set<Outcome.Code> = [
        .upstreamProxyFailed, .upstreamProxyTimedOut, .connectionRefused, .unreachable,
        .connectTimedOut,
        .connectFailed, .nameNotFound, .nameLookupFailed,
    ]

    private mutating func timePassed(_ canSpare: Bool, _ actions: inout [Action]) {
        if case .asking = state {
            return unnamed("the script did not answer in time", canSpare, &actions)
        }
        guard routes.count > 1 else { return }
        actions.append(.cancel)
        leave(&actions)
        _ = takesNext(after: Outcome(.failed, by: .upstream, .upstreamProxyTimedOut), &actions)
    }

    private mutating func unnamed(_ text: String, _ canSpare: Bool, _ actions: inout [Action]) {
        guard case .asking = state else { return }
        end(
            Outcome(.failed, by: .proxy, .upstreamProxyFailed, detail: "--pac: \(text)"), canSpare,
            &actions)
    }

    /// RFC 8441 §3: a server must not be asked so unless it says that it may. HTTP/1.1 has a way to a WebSocket alone
    /// (RFC 6455 §4.1).
    private mutating func cannotExtend(_ route: Route, _ wanted: Bytes, _ actions: inout [Action]) {
        guard wanted.equalsIgnoringCase("websocket") else {
            let detail =
                "The server does not offer extended CONNECT (RFC 8441 §3), and HTTP/1.1 cannot open "
                + "\(wanted.text)."
            return actions.append(
                .giveUp(Outcome(.refused, by: .client, .unsupportedMethod, detail: detail)))
        }
        needsHTTP1 = true
        seek(along: route, .none, &actions)
    }

    private mutating func end(_ outcome: Outcome, _ canSpare: Bool, _ actions: inout [Action]) {
        state = .idle
        if canSpare { missingServer = outcome }
        actions.append(canSpare ? .goWithout : .giveUp(outcome))
    }
}
