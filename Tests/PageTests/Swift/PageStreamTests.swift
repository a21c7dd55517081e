import FilterTestKit
import Flow
import Foundation
import Library
import PageTestKit
import TestKit
import Testing

@testable import Page

/// What streams are told, and that nothing grows with a tab that does not read.
@Suite struct PageStreamTests {
    private static func flow(_ number: UInt64, outcome: Outcome? = .complete) -> FlowRecord {
        MadeFlow.make("GET http://shop.test/\(number) HTTP/1.1\nHost: shop.test", number: number, outcome: outcome)
    }

    @Test func whatPassesIsTold() async throws {
        try await withPage { page async throws in
            let stream = try await page.stream()
            _ = try stream.raw.receive(through: "event: state")
            page.pass([Self.flow(1)])
            let told = try stream.raw.receive(through: "\"flows\":1,")
            #expect(
                told.contains("event: rows") && told.contains("http://shop.test/1") && told.contains("\"position\":0"))
        }
    }

    @Test func heldMessagesAndRulesThatCannotBeReadAreTold() async throws {
        let rules = try MemoryRules("look: do break request")
        try await withPage([], rules: rules) { page async throws in
            let stream = try await page.stream()
            _ = try stream.raw.receive(through: "\"rules\":1,\"held\":0")
            rules.put([MemoryRules.held(Self.flow(1), since: 1, until: 2)])
            #expect(try stream.raw.receive(through: "\"held\":1,\"ended\":0").contains("event: held"))
            // That its client may have left is news, though as many are held as before.
            var left = MemoryRules.held(Self.flow(1), since: 1, until: 2)
            left.clientEndedAt = 1
            rules.put([left])
            #expect(try stream.raw.receive(through: "\"held\":1,\"ended\":1").contains("event: held"))
            rules.fail(with: "look: do brek request")
            let told = try stream.raw.receive(through: "'break'")
            #expect(told.contains("event: note") && told.contains("\"code\":\"rules\"") && told.contains("'break'"))
            try rules.decide(1, .send)
            #expect(!(try stream.raw.receive(through: "\"held\":0").contains("event: note")))
        }
    }

    /// Bodies that another sink wants are not held here thousandfold.
    @Test func whatEndedIsHeldWithoutItsContent() throws {
        let live = LiveFlows()
        live.watch {}
        defer { live.watch(nil) }
        let sink = live.sink
        sink.finished(JudgedFlow(MadeFlow.make(content: "0123456789", number: 1)))
        sink.batchEnded()
        let held = try #require(live.record(1))
        #expect(held.response.content.kept.count == nil && held.response.content.decoded == nil)
        #expect(held.status == 200)
    }

    /// An exchange is told when it begins, and again when it has ended.
    @Test func anOpenFlowIsToldTwice() async throws {
        try await withPage { page async throws in
            let stream = try await page.stream()
            _ = try stream.raw.receive(through: "event: state")
            page.begin(Self.flow(1, outcome: nil))
            #expect(try stream.raw.receive(through: "\"open\":1").contains("\"end\":\"open\""))
            page.end(Self.flow(1))
            #expect(try stream.raw.receive(through: "\"open\":0").contains("\"end\":\"done\""))
        }
    }

    @Test func theFifthStreamEndsTheOldest() async throws {
        try await withPage { page async throws in
            let token = try await page.token()
            var streams: [PageClient] = []
            for _ in 0..<5 {
                let stream = try page.stream(token)
                _ = try stream.raw.receive(through: "event: state")
                streams.append(stream)
            }
            #expect(try streams[0].raw.receive(through: "0\r\n\r\n").contains("event: superseded"))
            page.pass([Self.flow(1)])
            for stream in streams.dropFirst() { _ = try stream.raw.receive(through: "\"flows\":1,") }
        }
    }

    /// What waits for a tab is thrown away at 256 KiB; it is told so, and goes on.
    @Test func aTabThatDoesNotReadIsToldToReadAnew() async throws {
        try await withPage { page async throws in
            let token = try await page.token()
            let slow = try page.stream(token, receiveBuffer: 4_096)
            let quick = try page.stream(token)
            _ = try quick.raw.receive(through: "event: state")
            let url = "http://shop.test/" + String(repeating: "x", count: 2_000)
            // Much more than the systems' buffers and the outbox hold, a tick at a time.
            for round in 0..<30 {
                let flows = (0..<100).map { place in
                    MadeFlow.make("GET \(url) HTTP/1.1\nHost: shop.test", number: UInt64(round * 100 + place + 1))
                }
                page.pass(flows)
                _ = try quick.raw.receive(through: "\"flows\":\((round + 1) * 100),")
            }
            var received = 0
            var told = ""
            while !told.contains("event: resync") {
                page.pass([Self.flow(UInt64(100_000 + received))])
                guard let bytes = try slow.raw.receive() else { break }
                received += bytes.count
                told = String(told.suffix(20)) + String(decoding: bytes, as: UTF8.self)
            }
            #expect(told.contains("event: resync"))
            #expect(received < 30 * 100 * 2_000, "\(received)")
        }
    }

    @Test func aSessionThatIsGoneIsTold() async throws {
        try await withPage { page async throws in
            let stream = try await page.stream()
            _ = try stream.raw.receive(through: "event: state")
            page.source.with { $0.change = .deleted }
            _ = try stream.raw.receive(through: "event: note")
            #expect(try stream.raw.receive(through: "\n\n").contains("\"code\":\"deleted\""))
        }
    }

    /// Without a tab that watches, nothing of what passes is held on to.
    @Test func nobodyWatchingMeansNothingIsKept() async throws {
        try await withPage { page async throws in
            page.pass([Self.flow(1)])
            #expect(page.live.record(1) == nil && page.live.count == 1)
            let stream = try await page.stream()
            _ = try stream.raw.receive(through: "event: state")
            page.pass([Self.flow(2)])
            #expect(page.live.record(2) != nil)
            stream.raw.close()
            try eventually("the watcher is gone") {
                page.pass([Self.flow(3)])
                return page.live.record(3) == nil
            }
        }
    }

    /// A tab that comes back has in its list what came while nobody watched.
    @Test func whatPassedUnwatchedIsNotLost() async throws {
        try await withPage([Self.flow(1)]) { page async throws in
            let token = try await page.token()
            let authorization = "Authorization: Bearer \(token)"
            _ = try page.connect().ask("POST /api/views HTTP/1.1", [authorization], body: "{}")
            page.source.with { $0.flows += [Self.flow(2), Self.flow(3)] }
            let client = try page.connect()
            try client.send("GET /api/stream?view=1 HTTP/1.1", [authorization])
            #expect(try client.raw.receive(through: "\"matched\":3").contains("\"added\":2"))
            let rows = try page.connect().ask("GET /api/views/1/rows HTTP/1.1", [authorization])
            #expect(rows.body.contains("http://shop.test/3"))
        }
    }

    /// Of what ended a moment ago the file may know nothing yet: it is told, and counted, once.
    @Test func whatTheFileHasNotYetIsNotLost() async throws {
        try await withPage([Self.flow(1)]) { page async throws in
            page.pass([Self.flow(1), Self.flow(2)])
            let stream = try await page.stream()
            let told = try stream.raw.receive(through: "\"matched\":2")
            #expect(told.contains("\"added\":1") && !told.contains("\"flows\":3"))
            page.source.with { $0.flows += [Self.flow(2)] }
            page.pass([Self.flow(3)])
            let after = try stream.raw.receive(through: "\"matched\":3")
            #expect(after.contains("\"flows\":3"))
        }
    }

    /// Flows that one tab deletes are gone from the lists of the others.
    @Test func aDeletionIsToldToEveryTab() async throws {
        try await withPage([Self.flow(1), Self.flow(2)]) { page async throws in
            let token = try await page.token()
            let stream = try page.stream(token)
            _ = try stream.raw.receive(through: "event: state")
            let authorization = "Authorization: Bearer \(token)"
            _ = try page.connect().ask(
                "POST /api/views HTTP/1.1", [authorization], body: #"{"filter": "id = 2"}"#)
            let deleted = try page.connect().ask(
                "DELETE /api/views/2/flows HTTP/1.1", [authorization], body: #"{"matched": 1}"#)
            #expect(deleted.body.contains("\"deleted\":1"))
            #expect(try stream.raw.receive(through: "event: state").contains("event: view"))
        }
    }

    /// So many that ended are kept, and no more.
    @Test func endedFlowsAreBounded() async throws {
        try await withPage { page async throws in
            let stream = try await page.stream()
            _ = try stream.raw.receive(through: "event: state")
            page.pass((1...5_000).map { Self.flow($0) })
            #expect(page.live.record(1) == nil && page.live.record(4_488) == nil && page.live.record(4_489) != nil)
        }
    }
}
