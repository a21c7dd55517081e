import Bytes
import Flow
import TestKit
import Testing

/// Somebody is asked before an exchange goes on, and answers at once, later, or never.
@Suite struct QuestionTests {
    private static let get = "GET http://a/ HTTP/1.1 | Host: a"
    private static let put = "PUT http://a/ HTTP/1.1 | Host: a | Content-Length: 5"
    private static let length = "HTTP/1.1 200 OK | Content-Length: 5"

    private func play(_ script: String, asks: Question.Stages, sourceLocation: SourceLocation = #_sourceLocation) {
        var playbook = Playbook(asks: asks, answers: false)
        let expected = Playbook.lines(script).joined(separator: "\n")
        #expect(playbook.play(script) == expected, sourceLocation: sourceLocation)
    }

    private static func last(_ events: [String], asks: Question.Stages) -> [String] {
        var playbook = Playbook(asks: asks, answers: false)
        var orders: [String] = []
        for event in events { orders = playbook.happen(event) }
        return orders
    }

    @Test func anExchangeStandsStillAtEachStageUntilItIsAnswered() {
        play(
            """
            >> \(Self.put)
            << ask about the request head
            >> request body
            << body waits
            >> request head: pass
            << ask about the request body
            >> request body
            << body waits
            >> request body: pass
            << connect at once a:80
            >> connected
            << PUT / HTTP/1.1 | Host: a | Content-Length: 5
            >> request body
            << body to server
            >> request ends
            >> \(Self.length)
            << ask about the response head
            >> response body
            << body waits
            >> response head: pass
            << ask about the response body
            >> response body
            << body waits
            >> response body: pass
            << \(Self.length)
            << response goes on
            >> response body
            << body to client
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """, asks: [.requestHead, .requestBody, .responseHead, .responseBody])
    }

    @Test func nobodyIsAskedWhereNobodyWantsToBe() {
        #expect(Self.last([Self.put], asks: [.responseBody]) == ["connect at once a:80"])
        #expect(Self.last([Self.get], asks: []) == ["connect a:80"])
        // Without a body there is nothing to ask about.
        #expect(Self.last([Self.get, "connected"], asks: [.requestBody]) == ["GET / HTTP/1.1 | Host: a"])
        #expect(
            Self.last([Self.get, "connected", "HTTP/1.1 204 No"], asks: [.responseBody]) == ["HTTP/1.1 204 No"])
    }

    @Test(
        arguments: [
            ([get], .requestHead, ["answer 403", "finish refused by proxy: refusedByRule", "close"]),
            ([put], .requestBody, ["answer 403", "finish refused by proxy: refusedByRule", "close"]),
            (
                [get, "connected", length], .responseHead,
                ["release", "answer 403", "finish refused by proxy: refusedByRule", "close"]
            ),
            (
                [get, "connected", length], .responseBody,
                ["release", "answer 403", "finish refused by proxy: refusedByRule", "close"]
            ),
        ] as [([String], Question.Stage, [String])])
    func aRefusalEndsItWhereverItComes(events: [String], stage: Question.Stage, orders: [String]) {
        let names: [Question.Stage: String] = [
            .requestHead: "request head", .requestBody: "request body", .responseHead: "response head",
            .responseBody: "response body",
        ]
        let refusal = "\(names[stage] ?? ""): refuse"
        #expect(Self.last(events + [refusal], asks: Question.Stages(stage)) == orders)
    }

    @Test func anotherAnswerTakesTheServersPlace() {
        let made = ["answer with what was made", "finish complete by proxy: answeredLocally", "close"]
        #expect(Self.last([Self.get, "request head: respond"], asks: .requestHead) == made)
        #expect(
            Self.last([Self.get, "connected", Self.length, "response head: respond"], asks: .responseHead)
                == ["release"] + made)
    }

    @Test func anAnswerOfOnesOwnIsCompleteWhenTheClientHasIt() {
        let slow = [Self.get, "client is slow", "request head: respond"]
        #expect(Self.last(slow, asks: .requestHead) == ["answer with what was made", "deliver"])
        #expect(
            Self.last(slow + ["client took all"], asks: .requestHead)
                == ["finish complete by proxy: answeredLocally", "close"])
        let left = Self.last(slow + ["client leaves"], asks: .requestHead)
        #expect(left.first?.hasPrefix("finish aborted by client") == true && left.last == "reset", "\(left)")
    }

    @Test func anAnswerWaitsForTheRequestItIsFor() {
        let answered = ["answer with what was made", "finish complete by proxy: answeredLocally", "close"]
        let asked = [Self.put, "request head: respond"]
        #expect(Self.last(asked, asks: .requestHead) == ["request goes on"])
        #expect(Self.last(asked + ["request body"], asks: .requestHead) == ["body dropped"])
        #expect(Self.last(asked + ["request body", "request ends"], asks: .requestHead) == answered)
        // It has been seen whole.
        #expect(Self.last(Self.gathered + ["request body: respond"], asks: .requestBody) == answered)
        // It breaks, or its client does.
        #expect(Self.last(asked + ["request breaks"], asks: .requestHead).first == "answer 400")
        #expect(Self.last(asked + ["client closes its side"], asks: .requestHead).first == "answer 400")
        #expect(Self.last(asked + ["client leaves"], asks: .requestHead).last == "reset")
    }

    /// Whoever sends nothing may wait for the answer; what comes afterwards is received, for a while.
    @Test(arguments: [
        ["request ends"], ["time passes"], ["client closes its side"], ["client leaves"], ["request breaks"],
        ["request body", "request body is too long"], ["proxy stops"],
    ])
    func anAnswerThatDidNotWaitIsCompleteWhateverFollows(events: [String]) {
        let asked = [Self.put, "request head: respond", "time passes"]
        #expect(Self.last(asked, asks: .requestHead) == ["answer with what was made", "request goes on"])
        #expect(
            Self.last(asked + events, asks: .requestHead) == ["finish complete by proxy: answeredLocally", "close"])
    }

    @Test func whoWaitsForA100IsToldToGoOn() {
        let put = "PUT http://a/ HTTP/1.1 | Host: a | Expect: 100-continue | Content-Length: "
        #expect(
            Self.last([put + "5", "request head: respond"], asks: .requestHead)
                == ["tell the client to go on", "request goes on"])
        // What nobody would read is not asked for.
        #expect(
            Self.last([put + "300000000", "request head: respond"], asks: .requestHead)
                == ["answer with what was made", "finish complete by proxy: answeredLocally", "close"])
        #expect(
            Self.last([put + "5", "request body: respond"], asks: .requestBody).last == "request goes on")
    }

    @Test func aRequestMayBeSentElsewhere() {
        #expect(Self.last([Self.get, "request head: reroute"], asks: .requestHead) == ["connect other:81"])
    }

    @Test func aVerdictThatComesTooLateChangesNothing() {
        #expect(Self.last([Self.get, "client leaves", "request head: pass"], asks: .requestHead) == [])
        #expect(Self.last([Self.get, "request head: pass", "request head: refuse"], asks: .requestHead) == [])
        #expect(Self.last([Self.get, "response head: pass"], asks: .requestHead) == [])
    }

    @Test func timeDoesNotPassWhileSomebodyThinks() {
        var playbook = Playbook(asks: [.requestHead, .responseHead], answers: false)
        playbook.happen(Self.get)
        #expect(playbook.exchange?.waiting == .verdict)
        #expect(playbook.happen("time passes").isEmpty)
        playbook.happen("request head: pass")
        playbook.happen("connected")
        playbook.happen(Self.length)
        #expect(playbook.exchange?.waiting == .verdict)
        #expect(playbook.happen("time passes").isEmpty)
    }

    // MARK: Whole bodies

    private static let gathered = [put, "request body: gather", "request body is gathered"]

    @Test func aRequestThatIsGatheredGoesOutWhenItWasSeenWhole() {
        play(
            """
            >> \(Self.put)
            << ask about the request body
            >> request body: gather
            << request goes on
            >> request body
            << body kept up to 5
            >> request body is gathered
            << ask about the request body: hello
            >> request ends
            >> request body
            << body waits
            >> request body: pass
            << connect at once a:80
            >> connected
            << PUT / HTTP/1.1 | Host: a | Content-Length: 5
            << send the request that was kept
            >> \(Self.length)
            << \(Self.length)
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """, asks: .requestBody)
    }

    @Test func otherContentGoesOutWithItsOwnLength() {
        let chunked = "PUT http://a/ HTTP/1.1 | Host: a | Transfer-Encoding: chunked | Trailer: X"
        let events = [
            chunked, "request body: gather", "request body is gathered", "request body: replace", "connected",
        ]
        #expect(
            Self.last(events, asks: .requestBody) == [
                "PUT / HTTP/1.1 | Host: a | Content-Length: 5", "send other content of the request: other",
            ])
        let response = "HTTP/1.1 200 OK | Transfer-Encoding: chunked"
        #expect(
            Self.last(
                [Self.get, "connected", response, "response body: gather", "response body is gathered"]
                    + ["response body: replace"], asks: .responseBody) == [
                    "HTTP/1.1 200 OK | Content-Length: 5", "send other content of the response: other",
                    "release for reuse", "finish complete by upstream: ok", "keep",
                ])
    }

    @Test func aResponseThatIsGatheredGoesOutWhenItWasSeenWhole() {
        play(
            """
            >> \(Self.get)
            << connect a:80
            >> connected
            << GET / HTTP/1.1 | Host: a
            >> \(Self.length)
            << ask about the response body
            >> response body: gather
            << response goes on
            >> response body
            << body kept up to 5
            >> response body is gathered
            << ask about the response body: hello
            >> response ends
            >> response body: pass
            << \(Self.length)
            << send the response that was kept
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """, asks: .responseBody)
    }

    @Test func whatIsTooLongToBeKeptGoesOnUnasked() {
        var playbook = Playbook(asks: [.requestBody, .responseBody], answers: false)
        for event in [Self.put, "request body: gather"] { playbook.happen(event) }
        #expect(playbook.happen("request body is too long") == ["connect at once a:80"])
        #expect(playbook.happen("request body") == ["body waits"])
        #expect(playbook.happen("connected").last == "send the request that was kept")
        #expect(playbook.happen("request body") == ["body to server"])
        #expect(playbook.happen("request ends").isEmpty)
        for event in [Self.length, "response body: gather"] { playbook.happen(event) }
        #expect(
            playbook.happen("response body is too long") == [Self.length, "send the response that was kept"])
        #expect(playbook.happen("response body") == ["body to client"])
        #expect(playbook.happen("response ends").last == "keep")
    }

    /// RFC 9110 §10.1.1: no server could tell it, as none is asked before the body is here.
    @Test func aClientThatWaitsForItsBodyToBeWantedIsTold() {
        let waits = "PUT http://a/ HTTP/1.1 | Host: a | Content-Length: 5 | Expect: 100-continue"
        #expect(
            Self.last([waits, "request body: gather"], asks: .requestBody)
                == ["tell the client to go on", "request goes on"])
    }

    @Test func aClientThatHasSentItsWholeRequestMayEndItsSide() {
        #expect(Self.last(Self.gathered + ["client closes its side"], asks: .requestBody) == [])
        #expect(
            Self.last([Self.put, "request body: gather", "client closes its side"], asks: .requestBody).last == "close")
    }

    /// An HTTP/1.0 client knows no chunks: what goes out has none, whether it was gathered or not.
    @Test func whatHasToBeDechunkedIsGatheredToo() {
        let events = [
            "GET http://a/ HTTP/1.0 | Host: a", "connected", "HTTP/1.1 200 OK | Transfer-Encoding: chunked",
            "response body: gather", "response body",
        ]
        #expect(Self.last(events, asks: .responseBody) == ["body kept up to 5"])
        #expect(
            Self.last(events + ["response body is too long", "response body"], asks: .responseBody)
                == ["content to client"])
    }

    @Test func onlyABodyCanBeGatheredAndOnlyWhatWasGatheredReplaced() {
        #expect(Self.last([Self.get, "request head: gather"], asks: .requestHead) == ["connect a:80"])
        #expect(Self.last([Self.put, "request body: replace"], asks: .requestBody) == ["connect at once a:80"])
        #expect(Self.last(Self.gathered + ["request body: gather"], asks: .requestBody) == ["connect at once a:80"])
    }

    @Test func whoLeavesIsNotWaitedFor() {
        #expect(
            Self.last([Self.get, "client leaves"], asks: .requestHead) == [
                "finish aborted by client: clientClosed", "reset",
            ])
        #expect(
            Self.last([Self.get, "connected", Self.length, "server leaves"], asks: .responseHead) == [
                "release", "answer 502", "finish aborted by upstream: upstreamClosed", "close",
            ])
    }

    // MARK: - Rules

    @Test func aRequestGoesOnOtherwiseThanItCame() {
        play(
            """
            >> \(Self.get)
            << ask about the request head
            >> request head: alter
            << connect at once other:81
            >> connected
            << POST /other HTTP/1.1 | Host: a | Content-Length: 0 | X-Rule: 1
            """, asks: .requestHead)
    }

    /// What GET could do again, the method that goes out cannot (RFC 9110 §9.2.2).
    @Test func aRequestWithAnotherMethodIsNotRepeated() {
        let events = [Self.get, "request head: alter", "connected, kept", "server leaves"]
        #expect(
            Self.last(events, asks: .requestHead) == [
                "release", "answer 502", "finish failed by upstream: emptyResponse", "close",
            ])
    }

    @Test func aBodyAndItsHeadAreChangedTogether() {
        play(
            """
            >> \(Self.put)
            << ask about the request body
            >> request body: gather
            << request goes on
            >> request body is gathered
            << ask about the request body: hello
            >> request body: rewrite
            << connect at once a:80
            >> connected
            << PUT / HTTP/1.1 | Host: a | Content-Length: 5 | X-Rule: 1
            << send other content of the request: other
            """, asks: .requestBody)
    }

    @Test(arguments: [("drop", "close"), ("reset", "reset")])
    func aConnectionEndsWithoutAWord(verdict: String, fate: String) {
        #expect(
            Self.last([Self.get, "request head: \(verdict)"], asks: .requestHead) == [
                "finish refused by proxy: refusedByRule", fate,
            ])
        #expect(
            Self.last([Self.get, "connected", Self.length, "response head: \(verdict)"], asks: .responseHead) == [
                "release", "finish refused by proxy: refusedByRule", fate,
            ])
    }

    // MARK: - What somebody means, malformed or not

    @Test func whatIsMeantHasAConnectionOfItsOwnThatEndsWithIt() {
        play(
            """
            >> GET http://a/ HTTP/1.1 | Host: a | Connection: X-One | X-One: 1
            << ask about the request head
            >> request head: mean it
            << connect afresh a:80
            >> connected
            << GET / HTTP/1.1 | Host: a | Content-Length: 3 | X: a\u{0}b
            >> \(Self.length)
            << \(Self.length)
            >> response ends
            << release
            << finish complete by upstream: ok
            << keep
            """, asks: [.requestHead])
    }

    @Test func whatIsMeantIsNotSentTwice() {
        let events = [Self.get, "request head: mean it", "connected, kept", "server leaves"]
        #expect(
            Self.last(events, asks: [.requestHead])
                == ["release", "answer 502", "finish failed by upstream: emptyResponse", "close"])
    }

    @Test func aClientThatIsSentWhatIsMeantIsAskedNoMore() {
        play(
            """
            >> \(Self.get)
            << connect a:80
            >> connected
            << GET / HTTP/1.1 | Host: a
            >> \(Self.length)
            << ask about the response head
            >> response head: mean it
            << \(Self.length) | Connection: close | Content-Length: 3 | X: a\u{0}b
            << response goes on
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << close
            """, asks: [.responseHead])
    }

    @Test func aHeadThatSomebodyWroteGoesOutByteForByte() throws {
        var playbook = Playbook(asks: [.requestHead], answers: false)
        for event in [Self.get, "request head: write it", "connected"] { playbook.happen(event) }
        #expect(playbook.sent == "G E T\n\r\n")
        #expect(playbook.changes == ["~ all => G E T\n\r\n (edited by hand, raw)"])
    }
}
