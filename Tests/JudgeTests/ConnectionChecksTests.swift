import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Testing

/// What holds of every check of connections, from the list of checks.
@Suite struct ConnectionChecksTests {
    /// A flow over connections with TLS.
    private func facts(_ connection: ConnectionFacts) throws -> Facts {
        var evidence = Facts.Evidence()
        if connection.tls.leg == .client {
            evidence.clientTLS = connection.tls
        } else {
            evidence.upstreamTLS = connection.tls
        }
        let host = connection.host.text
        return try Example(
            "> GET / | Host: \(host) < 204", delay: connection.time == nil ? nil : 0, evidence: evidence
        ).facts()
    }

    private func found(_ connections: [ConnectionFacts]) throws -> [SessionFinding] {
        var judge = SessionJudge()
        for (place, connection) in connections.enumerated() {
            let taken = judge.take(try facts(connection), SessionVisit.Trace(number: UInt64(place) + 1))
            #expect(taken == place)
        }
        return judge.findings().filter { $0.check.scope == .connection }
    }

    @Test func everyCheckHasConnectionsOfBothKinds() {
        #expect(Checks.ofConnections.count >= 10)
        for check in Checks.ofConnections {
            #expect(check.badConnections.count >= 2 && check.goodConnections.count >= 2, "\(check.code)")
            #expect(check.spec.url != nil && check.advice != nil, "\(check.code)")
            #expect(check.scope.word == "connection" && Checks.byCode[check.code] === check)
        }
    }

    @Test func badConnectionsYieldTheirCheckOnce() throws {
        for check in Checks.ofConnections {
            for connection in check.badConnections {
                let all = try found([connection, connection])
                let findings = all.filter { $0.check.code == check.code }
                #expect(findings.count == 1, "\(check.code) yields \(all.map(\.check.code))")
                let finding = try #require(findings.first)
                #expect(finding.visits == [0])
                let given = Set(finding.arguments.map(\.slot))
                let needed = check.summary.slots.union(check.text.slots).union(check.advice?.slots ?? [])
                #expect(needed.subtracting(given).isEmpty, "\(check.code)")
                let others = all.filter { $0.check.level == .bad && $0.check.code != check.code }
                #expect(others.map(\.check.code) == [], "\(check.code)")
            }
        }
    }

    @Test func goodConnectionsDoNot() throws {
        for check in Checks.ofConnections {
            for connection in check.goodConnections {
                let findings = try found([connection]).filter { $0.check.code == check.code }
                #expect(findings.isEmpty, "\(check.code)")
            }
        }
    }

    /// Flows of files that no proxy recorded have no handshake.
    @Test func nothingIsSaidOfConnectionsThatNobodyRecorded() throws {
        var judge = SessionJudge()
        _ = judge.take(try Example("> GET / < 204").facts(), SessionVisit.Trace(number: 1))
        #expect(!judge.findings().contains { $0.check.scope == .connection })
    }
}
