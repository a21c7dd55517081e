import Bytes
import Explain
import Judge
import Testing

/// What holds of every check of sessions, from the list alone.
@Suite struct SessionChecksTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let check: Check
        let session: [Example]
        let place: Int
        var testDescription: String { "\(check.code) \(place)" }
    }

    static let bad = Checks.ofSessions.flatMap { check in
        check.badSessions.enumerated().map { Case(check: check, session: $0.element, place: $0.offset) }
    }
    static let good = Checks.ofSessions.flatMap { check in
        check.goodSessions.enumerated().map { Case(check: check, session: $0.element, place: $0.offset) }
    }

    /// - Parameter client: of each exchange by its place.
    private func found(_ session: [Example], client: (Int) -> String? = { _ in nil }) throws -> [SessionFinding] {
        var judge = SessionJudge()
        for (place, example) in session.enumerated() {
            let facts = try example.facts()
            let moment = facts.clock.arrived.map { $0 * 1_000_000 }
            let trace = SessionVisit.Trace(
                number: UInt64(place) + 1, client: client(place), start: moment, end: moment, finish: moment)
            let taken = judge.take(facts, trace)
            #expect(taken == place)
        }
        return judge.findings()
    }

    @Test func codesAreUniqueAmongAll() {
        let codes = (Checks.all + WireChecks.all + Checks.ofSessions + Checks.ofConnections).map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(Checks.ofSessions.count > 20)
    }

    @Test func everyCheckHasSessionsOfBothKindsAndASection() {
        for check in Checks.ofSessions {
            #expect(!check.badSessions.isEmpty && !check.goodSessions.isEmpty, "\(check.code)")
            #expect(check.spec.url != nil || check.spec.text == "practice", "\(check.code)")
            #expect(check.scope.word == "session")
        }
    }

    @Test(arguments: bad)
    func aBadSessionYieldsItsCheckOnce(made: Case) throws {
        let all = try found(made.session)
        let findings = all.filter { $0.check.code == made.check.code }
        #expect(findings.count == 1, "yields \(all.map(\.check.code))")
        let finding = try #require(findings.first)
        #expect(finding.visits.allSatisfy(made.session.indices.contains))
        let given = Set(finding.arguments.map(\.slot))
        #expect(made.check.summary.slots.union(made.check.text.slots).subtracting(given).isEmpty)
        #expect(finding.finding.note.text.text.hasSuffix("."))
    }

    @Test(arguments: good)
    func aGoodSessionDoesNot(made: Case) throws {
        let findings = try found(made.session).filter { $0.check.code == made.check.code }
        #expect(findings.isEmpty, "\(findings.map { $0.finding.note.text.text })")
    }

    /// No example has a fault of another check that breaks a MUST.
    @Test(arguments: bad + good)
    func noSessionHasAnotherBadFault(made: Case) throws {
        let others = try found(made.session).filter { $0.check.level == .bad && $0.check.code != made.check.code }
        #expect(others.map(\.check.code) == [])
    }

    /// What one client did says nothing about another.
    @Test(arguments: bad.filter { $0.session.count > 1 })
    func severalClientsAreToldApart(made: Case) throws {
        let ofAll: Set = ["cors-origin-echoed", "csp-nonce-reused", "created-location-broken", "cache-vary-wrong-hit"]
        guard !ofAll.contains(made.check.code) else { return }
        let findings = try found(made.session) { "10.0.0.\($0)" }
        #expect(!findings.contains { $0.check.code == made.check.code })
    }

    @Test func flowsAreJudgedInTheOrderInWhichTheyBegan() throws {
        // The second ended first, so that it was taken first.
        let session = [
            Example("> PUT /a || x < 204", delay: 9),
            Example("> GET /a < 200 | Content-Type: image/x-raw | ETag: \"1\" || abc", delay: 1),
        ]
        let finding = try #require(try found(session).first { $0.check.code == "update-unguarded" })
        #expect(finding.visits == [1, 0])
        #expect(finding.finding.note.text.text.contains("#2"))
    }

    @Test func aSessionOfManyIsBounded() throws {
        let facts = try Example("> GET /a < 200 | Content-Type: image/x-raw || abc").facts()
        var judge = SessionJudge()
        for number in 0..<20_000 { _ = judge.take(facts, SessionVisit.Trace(number: UInt64(number))) }
        #expect(judge.findings().count < 2_000)
    }
}
