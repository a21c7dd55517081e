import Bytes
import Explain
import Flow
import HTTPModel
import TestKit
import Testing
import Views

@Suite struct RedirectFollowerTests {
    private func exchange(
        _ url: String, to location: String? = nil, client: String = "127.0.0.1:1000", at time: Double = 0
    ) -> FlowRecord {
        var maker = Story(client: client, at: time)
        maker.request(Samples.get(Bytes(url)), at: time)
        let head = location.map { "HTTP/1.1 302 Found\nLocation: " + $0 } ?? "HTTP/1.1 200 OK"
        maker.response(Bytes(head), at: time + 1)
        return maker.record
    }

    private func place(_ record: FlowRecord, in chains: inout RedirectFollower) -> RedirectFollower.Place {
        chains.place(record)
    }

    @Test func hopsAreCountedUntilTheAnswer() {
        var chains = RedirectFollower()
        #expect(place(exchange("http://a/1", to: "/2"), in: &chains) == .hop(1))
        // Another connection of the same client, and an absolute Location with a fragment.
        #expect(place(exchange("http://a/2", to: "http://b/3#x", client: "127.0.0.1:2", at: 5), in: &chains) == .hop(2))
        #expect(place(exchange("http://b/3", to: "http://c", at: 10), in: &chains) == .hop(3))
        #expect(place(exchange("http://c/", at: 15), in: &chains) == .end(after: 3))
        #expect(place(exchange("http://d/", at: 15), in: &chains) == .alone)
    }

    @Test func anotherClientBeginsAnew() {
        var chains = RedirectFollower()
        _ = place(exchange("http://a/1", to: "/2"), in: &chains)
        #expect(place(exchange("http://a/2", to: "/3", client: "10.0.0.9:1"), in: &chains) == .hop(1))
    }

    @Test func aTargetIsForgottenAfterAWhile() {
        var chains = RedirectFollower(window: 1_000_000_000)
        _ = place(exchange("http://a/1", to: "/2"), in: &chains)
        #expect(place(exchange("http://a/2", at: 900), in: &chains) == .end(after: 1))
        #expect(place(exchange("http://a/2", at: 2000), in: &chains) == .alone)
    }

    @Test func theOldestTargetsMakeRoom() {
        var chains = RedirectFollower(limit: 3)
        for number in 0..<10 { _ = place(exchange("http://a/x", to: "/\(number)"), in: &chains) }
        #expect(place(exchange("http://a/6"), in: &chains) == .alone)
        #expect(place(exchange("http://a/7"), in: &chains) == .end(after: 1))
        #expect(place(exchange("http://a/9"), in: &chains) == .end(after: 1))
    }
}
