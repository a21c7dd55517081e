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
            << connect at once a:80
            >> connected
            << PUT / HTTP/1.1 | Host: a | Content-Length: 5
            << ask about the request body
            >> request body
            << body waits
            >> request body: pass
            << request goes on
            >> request body
            << body to server
            >> request ends
            >> \(Self.length)
            << ask about the response head
            >> response body
            << body waits
            >> response head: pass
            << \(Self.length)
            << ask about the response body
            >> response body
            << body waits
            >> response body: pass
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
            (
                [put, "connected"], .requestBody,
                ["release", "answer 403", "finish refused by proxy: refusedByRule", "close"]
            ),
            (
                [get, "connected", length], .responseHead,
                ["release", "answer 403", "finish refused by proxy: refusedByRule", "close"]
            ),
            (
                [get, "connected", length], .responseBody,
                ["release", "finish refused by proxy: refusedByRule", "truncate"]
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
}
