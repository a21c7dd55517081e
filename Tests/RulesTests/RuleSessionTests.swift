import Bytes
import FilterTestKit
import Flow
import HTTPModel
import TestKit
import Testing

@testable import Rules

/// What rules, scripts and people have one exchange do, as playbooks: no proxy, no time that passes.
@Suite struct RuleSessionTests {
    @Test func aMessageThatNoRuleMatchesPasses() throws {
        var play = try RulePlaybook("a: when host = other.example do delay request 1s, break both, respond 204")
        #expect(play.request() == ["requestHead: pass"])
        #expect(play.response() == ["responseHead: pass"])
    }

    @Test func aHeadIsAlteredAtOnce() throws {
        var play = try RulePlaybook("a: do set-request-header \"X: y\", connect-to 127.0.0.1:81")
        #expect(play.request().last == "requestHead: alter +X to 127.0.0.1")
        #expect(play.response() == ["responseHead: pass"])
    }

    // MARK: - Time

    @Test func aDelayComesBeforeTheAnswer() throws {
        var play = try RulePlaybook("a: do delay request 2s, set-request-header \"X: y\"")
        #expect(play.request().last == "wait 2000000")
        #expect(play.happen(.timeCame) == ["requestHead: alter +X"])
        #expect(play.happen(.timeCame).isEmpty)
    }

    @Test func aResponseWaitsForItsDelayAndForLatency() throws {
        var play = try RulePlaybook("a: do delay response 1s, throttle 3g")
        _ = play.request()
        #expect(play.response().last == "wait 1200000")
        #expect(play.happen(.timeCame) == ["shape response of 11", "responseHead: pass"])
    }

    @Test func aConnectionIsDelayedOnce() throws {
        var play = try RulePlaybook("a: do delay connect 1s\nb: do delay connect 500ms")
        #expect(play.request() == ["requestHead: pass"])
        #expect(play.delaysConnection && !play.isDelayingConnection)
        #expect(play.happen(.connecting).last == "wait 1500000")
        #expect(!play.delaysConnection && play.isDelayingConnection)
        #expect(play.happen(.timeCame) == ["connect"])
        #expect(!play.delaysConnection && !play.isDelayingConnection)
        // The next one is made at once.
        #expect(play.happen(.connecting) == ["connect"])
    }

    // MARK: - Answers

    @Test func anAnswerOfARuleNeedsNoServer() throws {
        var play = try RulePlaybook("a: do respond 503 text \"busy\", delay response 3s")
        #expect(play.request().last == "wait 3000000")
        #expect(play.happen(.timeCame) == ["drop shape", "requestHead: HTTP/1.1 503 Service Unavailable busy"])
    }

    @Test func aFileIsReadFirst() throws {
        var play = try RulePlaybook("a: do respond 200 file \"/x/file.json\"")
        #expect(play.request().last == "read /x/file.json")
        let answer = play.happen(.contentRead(.bytes("{}")))
        #expect(answer == ["drop shape", "requestHead: HTTP/1.1 200 OK {}"])
        #expect(play.happen(.contentRead(.bytes("again"))).isEmpty)
    }

    @Test func aFileThatCannotBeReadIsSaid() throws {
        var play = try RulePlaybook("a: do respond 200 file \"/x/file.json\"")
        _ = play.request()
        let text = "requestHead: HTTP/1.1 502 Bad Gateway The rule cannot read its file /x/file.json.\n"
        #expect(play.happen(.contentRead(nil)).last == text)
    }

    @Test func aFolderIsSearchedForThePath() throws {
        var play = try RulePlaybook("a: do map-file /srv/, set-response-header \"X: y\"")
        #expect(play.request().last == "find /a/b in /srv/")
        let found = RuleAnswer(status: 404, fields: [])
        #expect(play.happen(.fileFound(found, .bytes("none"))).last == "requestHead: HTTP/1.1 404 Not Found none")
    }

    @Test func aResetAnswersNothing() throws {
        var play = try RulePlaybook("a: do reset, set-request-header \"X: y\"")
        #expect(play.request().last?.hasPrefix("requestHead: reset") == true)
    }

    @Test func anAnswerToHEADHasNoContent() throws {
        let head = "HEAD http://shop.example.com/ HTTP/1.1\nHost: shop.example.com"
        var play = try RulePlaybook("a: do respond 200 text \"busy\", throttle 3g", head)
        _ = play.request()
        #expect(play.happen(.timeCame) == ["drop shape", "requestHead: HTTP/1.1 200 OK "])
    }

    // MARK: - Bodies

    @Test func aBodyIsGatheredForTheRuleThatChangesIt() throws {
        var play = try RulePlaybook("a: do substitute-response-body /two/2/g, break response")
        _ = play.request()
        #expect(play.response().last == "hold response for a, body unread")
        #expect(play.happen(.decided(.send)) == ["tell Forwarded by hand.", "responseHead: pass"])
        #expect(play.happen(.asked(.responseBody(nil))) == ["responseBody: gather"])
        #expect(play.happen(.asked(.responseBody("one two two"))) == ["work on 11 bytes of the response"])
        let made = play.work(.response, "one two two")
        #expect(made.first == "settle shape")
        #expect(made.last == "responseBody: remake ~ETag with one 2 2")
    }

    /// What is empty is gathered for rules; scripts get the event of a body where there is one.
    @Test func anEmptyBodyIsReplaced() throws {
        var play = try RulePlaybook("a: do replace-response-body text new", scripts: [.response])
        _ = play.request()
        _ = play.happen(.scriptsEnded(.proceed(Alteration(), content: nil), response: nil))
        _ = play.response(body: 0)
        let passed = play.happen(.scriptsEnded(.proceed(Alteration(), content: nil), response: nil))
        #expect(passed.last == "responseHead: pass")
        #expect(play.happen(.asked(.responseBody(nil))) == ["responseBody: gather"])
        #expect(play.happen(.asked(.responseBody(""))) == ["work on 0 bytes of the response"])
        let made = play.work(.response, "")
        #expect(made.last?.hasPrefix("responseBody: remake") == true && made.last?.hasSuffix("with new") == true)
        #expect(!made.contains { $0.hasPrefix("ask scripts") })
    }

    @Test func anEmptyBodyThatNoRuleChangesIsNotGathered() throws {
        var play = try RulePlaybook("a: do tag x", scripts: [.response])
        _ = play.request()
        _ = play.happen(.scriptsEnded(.proceed(Alteration(), content: nil), response: nil))
        _ = play.response(body: 0)
        _ = play.happen(.scriptsEnded(.proceed(Alteration(), content: nil), response: nil))
        #expect(play.happen(.asked(.responseBody(nil))) == ["responseBody: pass"])
    }

    @Test func aBodyThatNobodyWantsPasses() throws {
        var play = try RulePlaybook("a: do set-response-header \"X: y\"", body: 5)
        _ = play.request()
        #expect(play.happen(.asked(.requestBody(nil))) == ["requestBody: pass"])
    }

    @Test func aBodyForWhichThereIsNoRoomPassesAndTheRuleSaysSo() throws {
        var play = try RulePlaybook("a: do substitute-response-body /two/2/g", room: 5)
        _ = play.request()
        _ = play.response()
        let passed = play.happen(.asked(.responseBody(nil)))
        let text = "tell Hark already holds 256 MiB of bodies: the content passes unchanged."
        #expect(passed == ["settle shape", text, "responseBody: pass"])
    }

    @Test func aBodyThatBecomesTooLongIsSaidOnceForEachThatWantedIt() throws {
        var play = try RulePlaybook("a: do break request\nb: do substitute-request-body /a/b/", body: nil)
        _ = play.request()
        var longer = try RulePlaybook("a: do break request", body: 900_000)
        _ = longer.request()
        #expect(longer.happen(.decided(.readBody)) == ["requestHead: pass"])
        let text = "tell The content is longer than 1 MiB and passes unchanged."
        #expect(longer.happen(.bodyWasTooLong(.request, room: nil)) == [text])
        #expect(longer.happen(.bodyWasTooLong(.request, room: nil)).isEmpty)
    }

    // MARK: - Breakpoints

    @Test func whoHoldsAMessageDecides() throws {
        func decided(_ decision: HeldDecision) throws -> [String] {
            var play = try RulePlaybook("a: do break request, set-request-header \"X: y\"")
            #expect(play.request().last == "hold request for a, no body")
            let actions = play.happen(.decided(decision))
            // Nobody decides twice.
            #expect(play.happen(.decided(.drop)).isEmpty)
            return actions
        }
        #expect(try decided(.send) == ["tell Forwarded by hand.", "requestHead: alter +X"])
        #expect(try decided(.proceed("Too late.")) == ["tell Too late.", "requestHead: alter +X"])
        #expect(try decided(.drop) == ["tell Dropped by hand.", "requestHead: close: dropped by hand"])
        #expect(try decided(.stop) == ["tell The proxy was stopped before a decision.", "end"])
        let made = RuleAnswer(status: 204, fields: [])
        let answer = ["tell Answered by hand.", "drop shape", "requestHead: HTTP/1.1 204 No Content "]
        #expect(try decided(.respond(made)) == answer)
        var edit = Alteration()
        edit.headers = [HeaderRule(.set(value: "1"), "Z", source: "edited by hand")]
        #expect(try decided(.edit(edit)) == ["tell Edited by hand.", "requestHead: alter +X +Z"])
    }

    @Test func nobodyIsWaitedForForEver() throws {
        var play = try RulePlaybook("a: do break request")
        _ = play.request()
        #expect(play.happen(.timeCame) == ["decide"])
        #expect(
            play.happen(.decided(.proceed("No decision in time: forwarded unchanged."))).last == "requestHead: pass")
    }

    @Test func aHeldBodyIsEditedWithWhatWasSaidOfIt() throws {
        let request = "POST http://shop.example.com/ HTTP/1.1\nHost: shop.example.com\nContent-Encoding: gzip"
        var play = try RulePlaybook("a: do break request", request, body: 3)
        #expect(play.request().last == "hold request for a, body unread")
        #expect(play.happen(.decided(.readBody)) == ["requestHead: pass"])
        #expect(play.happen(.asked(.requestBody(nil))) == ["requestBody: gather"])
        #expect(play.happen(.asked(.requestBody("abc"))) == ["work on 3 bytes of the request, decoded"])
        #expect(play.work(.request, "abc") == ["hold request for a, body abc"])
        let edited = play.happen(.decided(.edit(Alteration(), content: "new")))
        #expect(edited.last == "requestBody: remake -Content-Encoding with new")
    }

    @Test func aRawEditGoesOutInHTTP1() throws {
        var play = try RulePlaybook("a: do raw break request")
        #expect(play.request().last == "hold request for a, body passes, raw")
        var edit = Alteration()
        edit.head = "GET  / HTTP/1.1\n\n"
        #expect(play.happen(.decided(.edit(edit))).last?.hasPrefix("requestHead: alter raw GET") == true)
    }

    // MARK: - Scripts

    @Test func scriptsComeAfterRulesAndBeforePeople() throws {
        var play = try RulePlaybook("a: do set-request-header \"X: y\", break request", scripts: [])
        #expect(play.request().last == "ask scripts about the request")
        var alteration = Alteration()
        alteration.headers = [HeaderRule(.set(value: "1"), "Z", source: "script s")]
        let after = play.happen(.scriptsEnded(.proceed(alteration, content: nil), response: nil))
        #expect(after == ["hold request for a, no body"])
        // What scripts leave has what rules wanted in it, or not any more.
        #expect(play.happen(.decided(.send)).last == "requestHead: alter +Z")
    }

    @Test func whatScriptsDecideTwiceIsDecidedOnce() throws {
        var play = try RulePlaybook("", scripts: [])
        _ = play.request()
        #expect(play.happen(.scriptsEnded(.drop(reason: "script s: drop"), response: nil)).count == 1)
        #expect(play.happen(.scriptsEnded(.drop(reason: "script s: drop"), response: nil)).isEmpty)
    }

    @Test func scriptsSeeWhatARuleAnswers() throws {
        var play = try RulePlaybook("a: do respond 200 text \"busy\"", scripts: [])
        #expect(play.request().last == "ask scripts about the answer")
        let same = play.happen(.scriptsEnded(.proceed(Alteration(), content: nil), response: nil))
        #expect(same.last == "requestHead: HTTP/1.1 200 OK busy")
    }

    @Test func scriptsGetABodyAsRulesLeftIt() throws {
        var play = try RulePlaybook("a: do substitute-request-body /a/b/", body: 3, scripts: [.request])
        _ = play.request()
        _ = play.happen(.scriptsEnded(.proceed(Alteration(), content: nil), response: nil))
        #expect(play.happen(.asked(.requestBody(nil))) == ["requestBody: gather"])
        #expect(play.happen(.asked(.requestBody("aaa"))) == ["work on 3 bytes of the request, decoded"])
        #expect(play.work(.request, "aaa").last == "ask scripts about the request body")
        let end = play.happen(.scriptsEnded(.proceed(Alteration(), content: "ccc"), response: nil))
        #expect(end == ["requestBody: remake nothing with ccc"])
    }

    // MARK: - HTTP/2

    @Test func anInterimAnswerEndsNoStream() throws {
        let request = ":method: GET\r\n:scheme: http\r\n:authority: shop.example.com\r\n:path: /\r\n\r\n"
        var play = try RulePlaybook("a: do raw respond 103", request)
        #expect(play.request().last == "requestHead: refuse: 103 ends no HTTP/2 exchange (RFC 9113 §8.1)")
    }

    // MARK: - Any order

    /// Whatever comes, and in whatever order: one question has one answer, and what was not asked has none.
    @Test(arguments: [
        "a: do set-request-header \"X: y\"", "a: do delay request 1s, delay response 1s",
        "a: do break both, delay connect 1s",
        "a: do respond 200 file \"f\"", "a: do map-file /srv/", "a: do substitute-response-body /a/b/, break response",
        "a: do throttle 3g, corrupt-response 3", "a: do reset", "a: do delay request 1s, respond 204, throttle 3g",
    ])
    func aQuestionHasOneAnswer(rules: String) throws {
        for seed in 0..<200 {
            var chance = SeededGenerator(seed: UInt64(seed))
            var play = try RulePlaybook(rules, body: 3, scripts: seed % 3 == 0 ? [] : nil)
            var open = 0
            for _ in 0..<30 {
                let actions: [String]
                switch Int.random(in: 0..<10, using: &chance) {
                case 0 where open == 0:
                    open += 1
                    actions = play.request()
                case 1 where open == 0:
                    open += 1
                    actions = play.response()
                case 2 where open == 0:
                    open += 1
                    actions = play.happen(.asked(.responseBody("abc")))
                case 3: actions = play.happen(.timeCame)
                case 4:
                    actions = play.happen(.decided([.send, .drop, .readBody].randomElement(using: &chance) ?? .send))
                case 5: actions = play.happen(.scriptsEnded(.proceed(Alteration(), content: nil), response: nil))
                case 6: actions = play.happen(.contentRead(seed % 2 == 0 ? nil : .bytes("abc")))
                case 7: actions = play.happen(.fileFound(RuleAnswer(status: 200, fields: []), .bytes("abc")))
                case 8: actions = play.work(.response, "abc")
                default: actions = play.happen(.bodyWasTooLong(.response, room: nil))
                }
                let answers = actions.count { $0.contains("Head: ") || $0.contains("Body: ") }
                #expect(answers <= open, "\(rules), seed \(seed): \(actions)")
                open -= answers
            }
        }
    }
}
