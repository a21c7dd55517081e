import Bytes
import HTTPModel
import HTTPSemantics

/// Takes exchange after exchange of one session, and judges all of them at the end. It keeps a few hundred bytes of
/// each, and what many have in common once; contents are compared by their hashes.
package struct SessionJudge: Sendable {
    /// Later exchanges are not compared.
    private static let mostVisits = 200_000
    /// The number of connections that are kept.
    private static let mostConnections = 10_000
    /// So many clients have a cookie jar.
    private static let mostJars = 64

    private var visits: [SessionVisit] = []
    private var pool = VisitPool()
    private var jars: [Int: CookieJar] = [:]
    /// Each kind of connection once, with the exchange that used it first.
    private var connections: [ConnectionFacts.Key: (place: Int, facts: ConnectionFacts)] = [:]

    package init() {}

    /// - Returns: the place of the exchange; nil when it is not compared with others.
    package mutating func take(_ facts: Facts, _ trace: SessionVisit.Trace) -> Int? {
        guard visits.count < Self.mostVisits, var visit = SessionVisit(facts, trace, in: &pool) else { return nil }
        if var jar = jars[visit.client] {
            visit.cookieFaults = Self.cookieFaults(of: facts, visit, in: &jar, visits)
        }
        storeCookies(of: facts, &visit)
        keepConnections(of: facts, visit)
        visits.append(visit)
        return visits.count - 1
    }

    private mutating func keepConnections(of facts: Facts, _ visit: SessionVisit) {
        for tls in [facts.evidence.clientTLS, facts.evidence.upstreamTLS].compactMap({ $0 }) {
            let connection = ConnectionFacts(host: visit.host, tls: tls, time: facts.clock.sent)
            let key = ConnectionFacts.Key(connection)
            guard connections[key] == nil, connections.count < Self.mostConnections else { continue }
            connections[key] = (visits.count, connection)
        }
    }

    /// What is found in connections, told of the exchange that used it first.
    private func connectionFindings() -> [SessionFinding] {
        let known = connections.values.sorted {
            ($0.place, $0.facts.tls.leg.rawValue) < ($1.place, $1.facts.tls.leg.rawValue)
        }
        var findings: [SessionFinding] = []
        for check in Checks.ofConnections {
            // Connections of several clients to one host have the same certificate.
            var told: Set<[Argument]> = []
            for (place, facts) in known {
                guard let found = check.arguments(of: facts), told.insert(found).inserted
                else { continue }
                findings.append(SessionFinding(check: check, visits: [place], arguments: found))
            }
        }
        return findings
    }

    private mutating func storeCookies(of facts: Facts, _ visit: inout SessionVisit) {
        guard !facts.cookies.isEmpty, let url = facts.url, let now = facts.clock.arrived ?? facts.date,
            jars[visit.client] != nil || jars.count < Self.mostJars
        else { return }
        let context = CookieContext(url: url.raw, method: visit.method, request: facts.request?.fields)
        var missed: [(CookieJar.Cookie, line: CookieLine)] = []
        for line in facts.cookies {
            let storing = jars[visit.client, default: CookieJar()].store(
                line.cookie, from: context, at: now, setBy: visits.count)
            if case .missed(let other) = storing { missed.append((other, line)) }
        }
        // Another line may have deleted it: servers send one for each Domain and Path that they once used.
        for (cookie, line) in missed where visit.missed.count < 20 {
            // Outside of its path it is the cookie of another application, which has the same name.
            // What this response itself set is no rest of an old one.
            guard cookie.setBy != visits.count, CookieContext.path(context.path, matches: cookie.path),
                !visit.missed.contains(where: { $0.name == cookie.name })
            else { continue }
            let missed = SessionVisit.MissedDeletion(
                name: line.cookie.name, setBy: cookie.setBy, domain: cookie.domain, path: cookie.path,
                isHostOnly: cookie.isHostOnly)
            if isLeft(missed, visit.client) { visit.missed.append(missed) }
        }
    }

    /// Whether the cookie is in the jar as the old exchange set it: a line that set it anew replaced what was there.
    private func isLeft(_ missed: SessionVisit.MissedDeletion, _ client: Int) -> Bool {
        guard let jar = jars[client] else { return false }
        return jar.cookies(under: missed.domain).contains { cookie in
            cookie.name == missed.name && cookie.path == missed.path && cookie.isHostOnly == missed.isHostOnly
                && cookie.setBy == missed.setBy
        }
    }

    /// What is found in the session as a whole, which ends it. Places are those that `take` gave.
    package mutating func findings() -> [SessionFinding] {
        // Flows are taken as they end; what a client did is told by when they began.
        var order = Array(visits.indices)
        if visits.allSatisfy({ $0.trace.start != nil }) {
            let starts = visits.map { $0.trace.start ?? 0 }
            order.sort { (starts[$0], $0) < (starts[$1], $1) }
        }
        // Most files have them in order already, and then nothing is copied.
        var sorted = visits
        visits = []
        pool = VisitPool()
        if order != Array(sorted.indices) { sorted = order.map { sorted[$0] } }
        var places = Array(repeating: 0, count: order.count)
        for (place, old) in order.enumerated() { places[old] = place }
        for place in sorted.indices {
            if let fixed = sorted[place].cookieFaults.fixed {
                sorted[place].cookieFaults.fixed = (fixed.name, places[fixed.setBy])
            }
            sorted[place].cookieFaults.withheld = sorted[place].cookieFaults.withheld.map {
                ($0.name, places[$0.setBy])
            }
        }
        for place in sorted.indices where !sorted[place].missed.isEmpty {
            // A later response may have removed or replaced it.
            let client = sorted[place].client
            sorted[place].missed = sorted[place].missed.filter { isLeft($0, client) }
            for index in sorted[place].missed.indices {
                sorted[place].missed[index].setBy = places[sorted[place].missed[index].setBy]
            }
        }
        var findings = SessionFindings(SessionVisits(sorted))
        for check in Checks.ofSessions {
            if let body = check.sessionRun { findings.run(check, body) }
        }
        return findings.list.map { $0.told(at: order) } + connectionFindings()
    }
}
