import Flow
import TestKit
import Testing

/// Exchanges that a rule ends in the middle of a body, or leaves unfinished.
@Suite struct CutExchangeTests {
    private static let get = "GET http://a/ HTTP/1.1 | Host: a"
    private static let put = "PUT http://a/ HTTP/1.1 | Host: a | Content-Length: 5"
    private static let length = "HTTP/1.1 200 OK | Content-Length: 5"

    private static func last(_ events: [String]) -> [String] {
        var playbook = Playbook(asks: [], answers: false)
        var orders: [String] = []
        for event in events { orders = playbook.happen(event) }
        return orders
    }

    @Test func aRuleCutsABodyWhereItIs() {
        let events = [Self.get, "connected", Self.length]
        #expect(
            Self.last(events + ["a rule cuts it"]) == [
                "release", "finish aborted by proxy: refusedByRule", "truncate",
            ])
        // Nobody knew where this one would end: only a reset tells that it was cut.
        #expect(
            Self.last([Self.get, "connected", "HTTP/1.1 200 OK", "a rule cuts it"]).last == "breakOff")
        // It came too late.
        #expect(Self.last(events + ["response ends", "a rule cuts it"]) == [])
    }

    /// What passed before the cut is not lost with the connection.
    @Test func aRequestThatIsCutEndsItsConnectionBehindWhatWasSent() {
        let events = [Self.put, "connected", "request body"]
        #expect(
            Self.last(events + ["a rule cuts the request"]) == [
                "cut the request off", "answer 403", "finish aborted by proxy: refusedByRule", "close",
            ])
        #expect(
            Self.last(events + [Self.length, "a rule cuts the request"]) == [
                "cut the request off", "finish aborted by proxy: refusedByRule", "truncate",
            ])
        #expect(Self.last([Self.put, "a rule cuts the request"]) == [])
    }

    @Test func aStalledResponseEndsWithItsClientsSide() {
        let events = [Self.get, "connected", Self.length, "a rule stalls it"]
        let leaves = ["release", "finish aborted by client: clientClosed", "reset"]
        #expect(Self.last(events + ["client closes its side"]) == leaves)
        #expect(Self.last(events + ["client leaves"]) == leaves)
        #expect(
            Self.last(events + ["time passes"]) == [
                "release", "finish aborted by proxy: refusedByRule", "truncate",
            ])
        // Who ended his side before waits for what is to come; and there is nothing to stall before a head.
        #expect(Self.last(events.dropLast() + ["client closes its side", "a rule stalls it"]) == [])
        #expect(Self.last([Self.get, "connected", "a rule stalls it", "client closes its side"]) == [])
    }
}
