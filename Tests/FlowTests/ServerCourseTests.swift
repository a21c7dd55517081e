import Flow
import HTTPModel
import Testing

/// The course to a server: what is tried, in which order, and when it is given up.
@Suite struct ServerCourseTests {
    private func play(
        _ script: String, isTunnel: Bool = false, asksScript: Bool = false, decided: Destination? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var playbook = CoursePlaybook(isTunnel: isTunnel, asksScript: asksScript, decided: decided)
        let expected = script.split(separator: "\n").map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
        #expect(playbook.play(script) == expected, sourceLocation: sourceLocation)
    }

    @Test func whatIsThereIsTakenBeforeOneIsMade() {
        play(
            """
            >> wants
            << take direct from shared, bound, pool
            >> none
            << dial direct
            >> found, old
            >> released
            """)
    }

    @Test(arguments: ["wants a new one"])
    func aNewOneIsNoneOfThoseThatAreThere(event: String) {
        play(
            """
            >> \(event)
            << take direct from pool, new
            >> none
            << dial direct
            """)
    }

    @Test func aTunnelSharesNothing() {
        play(
            """
            >> wants
            << take direct from pool
            >> none, others could share
            << dial direct
            """, isTunnel: true)
    }

    // MARK: - Many at once

    @Test func theFirstFindsForOthers() {
        play(
            """
            >> wants
            << take direct from shared, bound, pool
            >> none, others could share
            << join direct
            >> is first
            << dial direct
            >> found
            << tell others: found
            >> released
            """)
    }

    @Test(arguments: [("found, old", ": it is old"), ("released", "")])
    func othersHearOfWhatTheyCannotUse(event: String, told: String) {
        play(
            """
            >> wants
            << take direct from shared, bound, pool
            >> none, others could share
            << join direct
            >> is first
            << dial direct
            >> \(event)
            << tell others\(told)
            >> \(event)
            """)
    }

    @Test func whoIsNotFirstMakesNone() {
        play(
            """
            >> wants
            << take direct from shared, bound, pool
            >> none, others could share
            << join direct
            >> is not first
            >> others found one elsewhere
            >> others found one
            << lease theirs
            >> others found one
            """)
    }

    @Test func whatOthersFoundNoUseOfIsLookedForAgain() {
        play(
            """
            >> wants a recent one
            << take direct from shared, bound, pool, recent
            >> none, others could share
            << join direct
            >> is not first
            >> others found none
            << take direct from shared, bound, pool, recent
            >> none
            << dial direct
            """)
    }

    @Test func whoHasGoneIsNotTold() {
        play(
            """
            >> wants
            << take direct from shared, bound, pool
            >> none, others could share
            << join direct
            >> is not first
            >> released
            >> others found one
            """)
    }

    // MARK: - Other routes

    @Test func aRuleNamesTheProxyOfATunnel() {
        play(
            """
            >> wants, and a rule names p
            << go through p
            << take through p from pool
            """, isTunnel: true, asksScript: true)
    }

    @Test func theNextRouteIsTakenAfterOneThatLedNowhere() {
        play(
            """
            >> wants
            << ask the script for a:80
            >> script names p q direct
            << go through p
            << take through p from shared, bound, pool
            >> none
            << dial through p
            >> refused
            << blame p
            << go through q
            << take through q from shared, bound, pool
            >> none
            << dial through q
            >> time passes
            << cancel
            << blame q
            << go direct
            << take direct from shared, bound, pool
            >> none
            << dial direct
            >> refused
            << give up: connectionRefused
            """, asksScript: true)
    }

    /// The server was reached: another way to it would find the same.
    @Test func whatTheServerItselfDoesNoOtherRouteMends() {
        play(
            """
            >> wants
            << ask the script for a:80
            >> script names p q
            << go through p
            << take through p from shared, bound, pool
            >> none
            << dial through p
            >> bad certificate
            << give up: handshakeTimedOut
            """, asksScript: true)
    }

    @Test func aRouteThatWasTakenIsNotAskedForAgain() {
        play(
            """
            >> wants
            << ask the script for a:80
            >> script names direct
            << go direct
            << take direct from shared, bound, pool
            >> wants a new one
            << take direct from pool, new
            """, asksScript: true)
    }

    @Test func whereAProxyIsNamedNoScriptIsAsked() {
        play(
            """
            >> wants it through p
            << take through p from shared, bound, pool
            """, asksScript: true)
        play(
            """
            >> wants
            << take direct from shared, bound, pool
            """, asksScript: true, decided: CoursePlaybook.route("direct").destination)
    }

    @Test(arguments: ["script fails", "time passes"])
    func withoutAnAnswerOfTheScriptItIsGivenUp(event: String) {
        let text = event == "time passes" ? "the script did not answer in time" : "it threw"
        play(
            """
            >> wants
            << ask the script for a:80
            >> \(event)
            << give up: upstreamProxyFailed --pac: \(text)
            >> script names p
            """, asksScript: true)
    }

    @Test func whoNeedsNoServerGoesWithoutOne() {
        for (start, event) in [
            (">> wants\n<< take direct from pool\n>> none\n<< dial direct", "refused, but it can be spared")
        ] {
            play("\(start)\n>> \(event)\n<< go without", isTunnel: true)
        }
        var playbook = CoursePlaybook(isTunnel: true, asksScript: true)
        playbook.happen("wants")
        #expect(playbook.happen("script fails, but it can be spared") == ["<< go without"])
        #expect(playbook.course.missingServer?.detail == "--pac: it threw")
    }

    @Test func timeAloneChangesNothing() {
        play(
            """
            >> wants
            << take direct from shared, bound, pool
            >> none
            << dial direct
            >> time passes
            """)
        var playbook = CoursePlaybook(asksScript: true)
        #expect(!playbook.course.triesMore)
        playbook.happen("wants")
        #expect(playbook.course.triesMore)
        playbook.happen("script names p q")
        #expect(playbook.course.triesMore)
        playbook.happen("refused")
        #expect(!playbook.course.triesMore)
    }

    // MARK: - Extended CONNECT

    @Test func webSocketsHaveAWayByHTTP1() {
        var playbook = CoursePlaybook()
        playbook.happen("wants")
        #expect(playbook.happen("no WebSockets there") == ["<< take direct from pool, new"])
        #expect(playbook.course.needsHTTP1)
        #expect(playbook.happen("none") == ["<< dial direct"])
    }

    @Test func otherProtocolsHaveNone() {
        var playbook = CoursePlaybook()
        playbook.happen("wants")
        #expect(playbook.happen("no such protocol there").first?.hasPrefix("<< give up: unsupportedMethod ") == true)
        #expect(!playbook.course.needsHTTP1)
    }

    // MARK: - What comes too late

    @Test(arguments: ["script names p", "none", "is first", "is not first", "others found one", "found", "released"])
    func whatNobodyWaitsForChangesNothing(event: String) {
        var playbook = CoursePlaybook()
        #expect(playbook.happen(event) == [])
    }
}
