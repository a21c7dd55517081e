import Flow
import TestKit
import Testing

/// An exchange is complete when the client's system has taken the last byte, not when Hark has read it.
@Suite struct ExchangeDeliveryTests {
    private static let slow = [
        "GET http://a/ HTTP/1.1 | Host: a", "client is slow", "connected", "HTTP/1.1 200 OK | Content-Length: 5",
    ]

    private static func last(_ events: [String]) -> [String] {
        var playbook = Playbook()
        var orders: [String] = []
        for event in events { orders = playbook.happen(event) }
        return orders
    }

    @Test func theServerIsFreeWhileTheClientStillReads() {
        #expect(Self.last(Self.slow + ["response ends"]) == ["release for reuse", "deliver"])
        #expect(
            Self.last(Self.slow + ["response ends", "client took all"]) == ["finish complete by upstream: ok", "keep"])
    }

    @Test(arguments: [
        ("client leaves", ["finish aborted by client: clientClosed", "reset"]),
        ("time passes", ["finish aborted by client: receiverStalled", "reset"]),
        ("proxy stops", ["finish aborted by proxy: shuttingDown", "truncate"]),
        ("client closes its side", []), ("server leaves", []), ("response ends", []), ("request breaks", []),
    ])
    func whatIsOwedIsNotCalledComplete(event: String, orders: [String]) {
        #expect(Self.last(Self.slow + ["response ends", event]) == orders)
    }

    @Test func theRecordSaysHowMuchWasNotTaken() throws {
        var playbook = Playbook()
        for event in Self.slow + ["response ends"] { playbook.happen(event) }
        #expect(playbook.exchange?.waiting == .delivery)
        var actions: [Exchange.Action] = []
        var exchange = try #require(playbook.exchange)
        exchange.handle(.clientLeft(detail: "reset", owed: 12), &actions)
        guard case .finish(let outcome) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(outcome.detail == "reset; the client did not read 12 bytes of the response")
    }

    @Test func aClientThatEndedItsSideMeanwhileIsClosed() {
        #expect(
            Self.last(Self.slow + ["response ends", "client closes its side", "client took all"]) == [
                "finish complete by upstream: ok", "close",
            ])
    }

    @Test func aBodyThatEndsWithTheConnectionIsCutOffByAReset() {
        let slow = [
            "GET http://a/ HTTP/1.1 | Host: a", "client is slow", "connected", "HTTP/1.1 200 OK", "response ends",
        ]
        #expect(Self.last(slow) == ["release", "deliver"])
        #expect(Self.last(slow + ["proxy stops"]) == ["finish aborted by proxy: shuttingDown", "breakOff"])
    }
}
