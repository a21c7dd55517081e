import Bytes
import Flow
import HTTPModel
import RecordTestKit
import Synchronization
import Testing

@testable import Store

/// Messages inside of all open flows together are kept within bounds; beyond, they are counted.
@Suite struct InnerBoundsTests {
    private final class Keeper: FlowSink, Sendable {
        let needs: SinkNeeds = [.events, .messages]
        let finished = Mutex<[FlowRecord]>([])
        let heard = Mutex(0)

        func happened(_ event: FlowEvent, to record: FlowRecord) {
            if case .innerMessage = event.fact { heard.withLock { $0 += 1 } }
        }
        func finished(_ flow: JudgedFlow) { finished.withLock { $0.append(flow.record) } }
        func batchEnded() {}
        func close() {}
    }

    private func event(_ flow: UInt64, _ fact: FlowEvent.Fact) -> FlowEvent {
        FlowEvent(flow: FlowID(flow), time: Instant(nanoseconds: 5), fact: fact)
    }

    /// A server says so many times hello.
    private func socket(_ flow: UInt64, messages: Int) -> [FlowEvent] {
        let hello: [UInt8] = [0x81, 5] + Array("hello".utf8)
        let bytes = Bytes(Array([[UInt8]](repeating: hello, count: messages).joined()))
        return [event(flow, .tunnelOpened(protocol: "websocket")), event(flow, .tunnelBytes(.response, bytes))]
    }

    private func assembler(_ sink: Keeper, innerLimit: Int) -> FlowAssembler {
        FlowAssembler(
            sinks: [sink], keeper: BodyKeeper(limit: 1 << 20) { _ in }, numbering: Numbering(run: RunID(0)),
            innerLimit: innerLimit)
    }

    @Test func beyondTheBoundTheyAreCountedAndToldAllTheSame() throws {
        let sink = Keeper()
        var assembler = assembler(sink, innerLimit: 10_000)
        assembler.consume(socket(1, messages: 100))
        // One more than fits, at most.
        #expect(assembler.openCost < 11_000)
        assembler.consume(socket(2, messages: 50))
        #expect(assembler.openCost < 11_000)
        let over = Outcome.complete
        assembler.consume([event(1, .finished(over)), event(2, .finished(over))])
        #expect(assembler.openCost == 0)
        let records = sink.finished.withLock { $0 }
        #expect(records.map(\.inner.count) == [100, 50])
        #expect((10..<40).contains(records[0].inner.list.count) && records[1].inner.list.count < 2)
        #expect(records.allSatisfy { $0.inner.last?.bytes == "hello" })
        #expect(sink.heard.withLock { $0 } == 150)
    }

    @Test func withinItAllAreKept() throws {
        let sink = Keeper()
        var assembler = assembler(sink, innerLimit: 1 << 20)
        assembler.consume(socket(1, messages: 100))
        assembler.consume([event(1, .finished(.complete))])
        let inner = try #require(sink.finished.withLock { $0.first }?.inner)
        #expect(inner.list.count == 100 && inner.omitted == 0)
    }

    /// Messages that never end are not kept for ever.
    @Test func whatIsUnderWayCountsToo() {
        let sink = Keeper()
        var assembler = assembler(sink, innerLimit: 10_000)
        // The beginnings of texts of a GiB, from many servers.
        let start: [UInt8] = [0x01, 127, 0, 0, 0, 0, 0x40, 0, 0, 0] + [UInt8](repeating: 0x61, count: 3_000)
        for flow in 1...10 {
            assembler.consume([
                event(UInt64(flow), .tunnelOpened(protocol: "websocket")),
                event(UInt64(flow), .tunnelBytes(.response, Bytes(start))),
            ])
            #expect(assembler.openCost < 14_000)
        }
        for flow in 1...10 { assembler.consume([event(UInt64(flow), .finished(.complete))]) }
        #expect(assembler.openCost == 0)
    }

    /// Its size is told, and of its bytes nothing: a middle is no beginning.
    @Test func ofOneThatWasLetGoTheSizeIsTold() throws {
        let sink = Keeper()
        var assembler = assembler(sink, innerLimit: 5_000)
        let piece = [UInt8](repeating: 0x61, count: 3_000)
        assembler.consume([
            event(1, .tunnelOpened(protocol: "websocket")),
            event(1, .tunnelBytes(.response, Bytes([0x01, 126, 0x0B, 0xB8] + piece))),
            event(1, .tunnelBytes(.response, Bytes([0x00, 126, 0x0B, 0xB8] + piece))),
            event(1, .tunnelBytes(.response, Bytes([0x80, 1, 0x62, 0x81, 1, 0x63]))), event(1, .finished(.complete)),
        ])
        let inner = try #require(sink.finished.withLock { $0.first }?.inner)
        #expect(inner.list.map(\.size) == [6_001, 1] && inner.list.map(\.bytes) == ["", "c"])
        #expect(inner.ends.isEmpty)
    }

    /// One that goes on for days does not use up the room of the others.
    @Test func whatIsBeyondARecordTakesNoRoom() {
        let sink = Keeper()
        var assembler = assembler(sink, innerLimit: 128 << 20)
        assembler.consume(socket(1, messages: 100_000))
        let full = assembler.openCost
        assembler.consume([socket(1, messages: 1_000)[1]])
        #expect(assembler.openCost == full)
        #expect(full < 64 << 20)
    }

    /// Events, parts and messages of calls that never end count like messages of WebSockets.
    @Test(arguments: [
        ("text/event-stream", "data: "), ("multipart/mixed; boundary=x", "--x\r\n\r\n"), ("application/x-ndjson", "1"),
        ("application/json-seq", "\u{1E}["), ("application/grpc", "\u{0}\u{0}\u{10}\u{0}\u{0}"),
    ])
    func whatNeverEndsInAContentCountsToo(type: String, start: String) {
        let sink = Keeper()
        var assembler = assembler(sink, innerLimit: 40_000)
        let head = responseHead("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n")
        let content = Bytes(Array(start.utf8) + [UInt8](repeating: 0x61, count: 9_000))
        for flow in 1...20 {
            assembler.consume([
                event(UInt64(flow), .responseHeadReceived(head, Framing(.close, rule: 8))),
                event(UInt64(flow), .contentReceived(.response, count: content.count, bytes: content)),
            ])
            // Heads cost something, and are no messages.
            #expect(assembler.openCost < 40_000 + flow * 1_500)
        }
        for flow in 1...20 { assembler.consume([event(UInt64(flow), .finished(.complete))]) }
        #expect(assembler.openCost == 0)
    }
}
