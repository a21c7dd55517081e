import Bytes
import FilterTestKit
import Flow
import HTTPModel
import HTTPSemantics
import Messages
import Testing

@testable import Fleet

/// What waits for a collector, what becomes of a request that failed, and how requests are written.
@Suite struct ExportTests {
    // MARK: The queue

    @Test func aBatchGoesWhenItIsFullOrOldEnough() {
        var queue = ExportQueue()
        #expect(!queue.isDue(now: 0))
        queue.add([[1], [2]], now: 10)
        #expect(!queue.isDue(now: 999_999 + 10 - 1))
        #expect(queue.isDue(now: 1_000_010))
        for number in 0..<255 { queue.add([[UInt8(number)], [0]], now: 20) }
        #expect(queue.isDue(now: 20))
        let (flows, items) = queue.take()
        #expect(flows == 256 && items.count == 512 && items[0] == [1])
        #expect(queue.count == 0 && !queue.isDue(now: .max / 2))
    }

    @Test func whatDoesNotFitIsDroppedAndCountedAndTheOldStays() {
        var queue = ExportQueue()
        for number in 0..<ExportQueue.flowLimit + 7 {
            queue.add([[UInt8(truncatingIfNeeded: number)]], now: 0)
        }
        #expect(queue.count == ExportQueue.flowLimit && queue.dropped == 7)
        #expect(queue.take().items[0] == [0])
        var large = ExportQueue()
        for _ in 0..<40 { large.add([[UInt8](repeating: 0, count: 1 << 20)], now: 0) }
        #expect(large.count == 32 && large.dropped == 8)
        // What goes makes room again.
        _ = large.take()
        large.add([[1]], now: 0)
        #expect(large.dropped == 8)
    }

    @Test func aFlowIsNeverParted() {
        var queue = ExportQueue()
        queue.add([[UInt8]](repeating: [1], count: 511), now: 0)
        queue.add([[2], [2]], now: 0)
        #expect(queue.take().items.count == 511)
        #expect(queue.take().items == [[2], [2]])
        // A flow of more than a batch goes by itself.
        queue.add([[UInt8]](repeating: [3], count: 600), now: 0)
        #expect(queue.take().items.count == 600)
    }

    // MARK: Trying again

    @Test(arguments: [200, 202, 204])
    func aSuccessIsTheEnd(status: Int) {
        var retry = ExportRetry(now: 0)
        #expect(retry.decide(.status(status, retryAfter: 5), now: 1, jitter: 1) == .done)
    }

    @Test(arguments: [400, 401, 403, 404, 413, 500, 501, 301])
    func otherFailuresAreNotTriedAgain(status: Int) {
        var retry = ExportRetry(now: 0)
        #expect(retry.decide(.status(status, retryAfter: 5), now: 1, jitter: 1) == .drop(reason: "status-\(status)"))
    }

    @Test(arguments: [429, 502, 503, 504])
    func whatPassesIsTriedAgainAsAsked(status: Int) {
        var retry = ExportRetry(now: 0)
        #expect(retry.decide(.status(status, retryAfter: 7), now: 1, jitter: 0) == .again(after: 7_000_000))
    }

    @Test func pausesGrowAndEnd() {
        var retry = ExportRetry(now: 0)
        var (now, pauses): (Int64, [Int64]) = (0, [])
        while case .again(let pause) = retry.decide(.lost, now: now, jitter: 1) {
            pauses.append(pause)
            now += pause
        }
        #expect(pauses.prefix(6) == [1, 2, 4, 8, 16, 30].map { $0 * 1_000_000 }[...])
        #expect(pauses.allSatisfy { $0 <= 30_000_000 } && now < 300_000_000 && now > 240_000_000)
        // It is given up, however long the collector asks to wait.
        var asked = ExportRetry(now: 0)
        #expect(asked.decide(.status(503, retryAfter: 4_000), now: 0, jitter: 0) == .drop(reason: "status-503"))
    }

    @Test func jitterSpreadsThePauses() {
        var (early, late) = (ExportRetry(now: 0), ExportRetry(now: 0))
        #expect(early.decide(.lost, now: 0, jitter: 0) == .again(after: 500_000))
        #expect(late.decide(.lost, now: 0, jitter: 1) == .again(after: 1_000_000))
    }

    // MARK: Answers

    @Test func aPartialSuccessIsRead() {
        var writer = ProtobufWriter()
        writer.message(1) { partial in
            partial.number(1, 3)
            partial.text(2, "too old")
        }
        let answer = ExportAnswer(Bytes(writer.bytes))
        #expect(answer?.rejected == 3 && answer?.text == "too old")
        #expect(ExportAnswer(Bytes()) == nil)
        #expect(ExportAnswer(Bytes([0x0A, 0x00])) == nil)
        #expect(ExportAnswer(Bytes("{\"partialSuccess\":{}}")) == nil)
        // At every split of it nothing is made up.
        for end in 1..<writer.bytes.count { #expect(ExportAnswer(Bytes(Array(writer.bytes[..<end]))) == nil) }
    }

    // MARK: Requests

    @Test func aRequestSaysWhoSends() throws {
        let resource = ExportedResource(
            version: "1.2.3", run: "00ff", host: "box",
            others: [("team", "red"), ("service.name", "gateway")])
        var item = ProtobufWriter()
        item.message(2) { $0.text(5, "GET") }
        let request = try #require(ReadMessage(resource.request([item.bytes]))?.message(1))
        #expect(
            request.message(1)?.attributes(1) == [
                "service.name": "gateway", "service.version": "1.2.3", "service.instance.id": "00ff",
                "host.name": "box", "team": "red",
            ])
        let scoped = try #require(request.message(2))
        #expect(scoped.message(1)?.text(1) == "hark" && scoped.message(1)?.text(2) == "1.2.3")
        #expect(scoped.message(2)?.text(5) == "GET")
        #expect(
            request.text(3) == scoped.text(3) && request.text(3)?.hasPrefix("https://opentelemetry.io/schemas/") == true
        )
    }

    @Test(arguments: [0, 1, 100, 70_000])
    func gzipIsRemovedAgain(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let small = try #require(Gzip.compressed(bytes))
        #expect(small.starts(with: [0x1F, 0x8B]))
        var decoded: [UInt8] = []
        let result = ContentDecoder.decode(ContentRef.inline(Bytes(small)), [.gzip]) { decoded += Array($0) }
        #expect(result.fault == nil && decoded == bytes)
    }

    // MARK: Metrics

    @Test func metricsAreCountedFromTheStart() throws {
        var metrics = FlowMetrics()
        for status in [200, 200, 500] {
            metrics.begin()
            metrics.end(
                MadeFlow.make(
                    "GET http://a.test/secret HTTP/1.1\nHost: a.test", "HTTP/1.1 \(status) X", content: "12345"))
        }
        metrics.begin()
        let all = try MetricWriter.metrics(metrics, start: 5, now: 9).map { try #require(ReadMessage($0)?.message(2)) }
        let size = try #require(all.first { $0.text(1) == "http.server.response.body.size" })
        #expect(size.text(3) == "By")
        let points = try #require(size.message(9)).messages(1)
        let good = try #require(points.first { $0.attributes(9)["http.response.status_code"] == "200" })
        #expect(good.number(2) == 5_000 && good.number(3) == 9_000 && good.number(4) == 2)
        #expect(good.number(5) == 10.0.bitPattern)
        #expect(good.run(7)?.count == 7 * 8 && good.run(6)?.count == 8 * 8)
        #expect(size.message(9)?.number(2) == 2)
        let bad = try #require(points.first { $0.attributes(9)["http.response.status_code"] == "500" })
        #expect(bad.attributes(9)["error.type"] == "500" && good.attributes(9)["error.type"] == nil)
        let active = try #require(all.first { $0.text(1) == "http.server.active_requests" }?.message(7))
        #expect(active.messages(1).first?.number(6) == 1 && active.number(3) == nil)
        #expect(!all.contains { "\($0.fields)".contains("secret") })
        #expect(points.allSatisfy { !$0.attributes(9).values.contains { $0.contains("secret") } })
    }

    @Test func zeroIsANumber() throws {
        let all = MetricWriter.metrics(FlowMetrics(), start: 0, now: 1)
        let active = try #require(ReadMessage(all[0])?.message(2)?.message(7)?.messages(1).first)
        #expect(active.number(6) == 0)
    }
}
