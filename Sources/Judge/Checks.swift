package import Explain
package import Flow

/// The judge: everything that is looked for, and the way to ask.
///
/// A check (`Check`) is a value; a list of them stands in a file a topic under `Checks/`, and here in a line. What
/// checks look at is `Facts`: the two messages of an exchange, each field read once, and nothing that was made up.
/// What they find is a `Finding`: the check, the place, the values; its words are made only when somebody reads them.
package enum Checks {
    /// Every check there is.
    package static let all: [Check] =
        urls + methods + requestBodies + expectation + statuses + dates + validators + ranges + negotiation + cors
        + authentication
        + content + interfaces + compression + connection + cookies + caching + redirects + security
        + webSocket + webSocketFrames + events + calls + fieldLists + fieldBlocks + streams
        + anyField + structuredFields + links + particularFields
        + jsonBodies + xmlBodies + multipartBodies + mediaTypes + cookieSyntax + cacheMisuse
        + cacheReports
        + crossOrigin + challengeFields + tokens + statusesUnasked + routes
        + reuse + contentSecurity + policies + privacy + api + messageFraming + rangesAsked

    /// Those that look at all exchanges of a session.
    package static let ofSessions: [Check] =
        sessionCaching + sessionValidators + sessionCookies + sessionRedirects + sessionSecurity + sessionInterfaces
        + sessionTiming + sessionClients + sessionFetches

    /// What is found in one exchange: the request's before the response's, each in the order of its bytes.
    package static func findings(in facts: Facts) -> [Finding] { findings(in: facts, heedingTriggers: true) }

    /// Which checks are asked for what is in an exchange.
    package static func asked(of facts: Facts, _ body: (Check) -> Void) {
        var both: Set<ObjectIdentifier> = []
        register.forEach(for: facts, heedsTriggers: true) { check, _ in
            switch check.scope {
            // Asked of both messages, and so of one exchange.
            case .each, .eachField: if both.insert(ObjectIdentifier(check)).inserted { body(check) }
            default: body(check)
            }
        }
    }

    /// Every check by its code, those of the wire among them; what has a code is one of these.
    package static let byCode = Dictionary(
        (all + WireChecks.all + ofSessions + ofConnections).map { ($0.code, $0) },
        uniquingKeysWith: { first, _ in first })

    /// - Parameter heedsTriggers: false: checks are asked whatever their triggers say, to see that these are right.
    package static func findings(in facts: Facts, heedingTriggers heedsTriggers: Bool) -> [Finding] {
        var findings = Findings(facts)
        register.forEach(for: facts, heedsTriggers: heedsTriggers) { findings.run($0, of: $1) }
        let list = findings.list.count <= Findings.few ? findings.list : sorted(findings.list)
        return RepeatedFields.settled(list, facts)
    }

    private static func sorted(_ findings: [Finding]) -> [Finding] {
        findings.enumerated().sorted { left, right in
            let (first, second) = (left.element.rank, right.element.rank)
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }

    private static let register = CheckRegister(all)

    /// What is found in an exchange, without words. A response is judged that was the server's answer to this request.
    package static func findings(of record: FlowRecord) -> [Finding] {
        guard let origin = record.responseOrigin else { return findings(in: Facts(record)) }
        let request = findings(in: Facts(record, answered: false))
        return origin.isServers ? request + findings(in: Facts(answerOf: record)) : request
    }

    /// What is found in an exchange, in words.
    @Sendable package static func notes(about record: FlowRecord) -> [Note] { findings(of: record).map(\.note) }
}
