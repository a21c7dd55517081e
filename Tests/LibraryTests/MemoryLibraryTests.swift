import Bytes
import Filter
import FilterTestKit
import Flow
import Testing

@testable import Library

/// What is shown of a proxy that keeps nothing.
@Suite struct MemoryLibraryTests {
    private static func flow(_ number: UInt64, content: String = "", outcome: Outcome? = .complete) -> FlowRecord {
        MadeFlow.make(
            "GET http://shop.test/\(number) HTTP/1.1\nHost: shop.test",
            outcome == nil ? nil : "HTTP/1.1 200 OK\nContent-Length: \(content.utf8.count)", content: content,
            number: number, outcome: outcome)
    }

    private static let clock = FilterClock(now: 1_800_000_000_000_000, utcOffset: 0)

    private static func filter(_ text: String) throws -> FlowFilter { try FlowFilter(text) }

    private func numbers(_ flows: MemoryLibrary, _ text: String = "") throws -> [UInt64] {
        try flows.numbers(text.isEmpty ? .everything : try Self.filter(text), Self.clock, .recorded)
    }

    private func pass(_ flow: FlowRecord, _ sink: any FlowSink) {
        sink.began(Self.flow(flow.id.number, outcome: nil))
        sink.finished(JudgedFlow(flow))
    }

    @Test func whatPassedIsFound() throws {
        let flows = MemoryLibrary(reader: FilterReader())
        let sink = flows.sink
        for number in 1...UInt64(3) { pass(Self.flow(number, content: "abc"), sink) }
        #expect(try numbers(flows) == [1, 2, 3])
        #expect(try numbers(flows, "id = 2") == [2])
        var contents: [String] = []
        try flows.subjects([3, 9], hasContent: true) { subject in
            contents.append(subject.record.response.content.bytes?.text ?? "none")
            return true
        }
        #expect(contents == ["abc"])
        #expect(try flows.count(.everything, Self.clock) == 3)
    }

    @Test func whatIsOpenIsThereOnce() throws {
        let flows = MemoryLibrary(reader: FilterReader())
        let sink = flows.sink
        sink.began(Self.flow(1, outcome: nil))
        #expect(try numbers(flows) == [1])
        sink.finished(JudgedFlow(Self.flow(1)))
        #expect(try numbers(flows) == [1])
        #expect(try flows.count(.everything, Self.clock) == 1)
    }

    @Test func theOldestMakeRoom() throws {
        var limits = MemoryLibrary.Limits()
        limits.flows = 3
        let flows = MemoryLibrary(reader: FilterReader(), limits: limits)
        let sink = flows.sink
        sink.began(Self.flow(1, outcome: nil))
        for number in 2...UInt64(20) { pass(Self.flow(number), sink) }
        // It was open for so long that it is gone; its end does not bring it back.
        sink.finished(JudgedFlow(Self.flow(1)))
        #expect(try numbers(flows) == [18, 19, 20])
    }

    @Test func bytesAreBoundedToo() throws {
        var limits = MemoryLibrary.Limits()
        limits.bytes = 40_000
        let flows = MemoryLibrary(reader: FilterReader(), limits: limits)
        let sink = flows.sink
        let content = String(repeating: "x", count: 10_000)
        for number in 1...UInt64(10) { pass(Self.flow(number, content: content), sink) }
        let left = try numbers(flows)
        #expect(left.last == 10 && (1...4).contains(left.count))
    }

    @Test func aLargeContentIsLeftOutAndItsExchangeStays() throws {
        var limits = MemoryLibrary.Limits()
        limits.content = 100
        let flows = MemoryLibrary(reader: FilterReader(), limits: limits)
        let sink = flows.sink
        pass(Self.flow(1, content: String(repeating: "x", count: 101)), sink)
        pass(Self.flow(2, content: String(repeating: "x", count: 100)), sink)
        var counts: [Int] = []
        try flows.subjects([1, 2], hasContent: true) { subject in
            counts.append(subject.record.response.content.bytes?.count ?? 0)
            return true
        }
        #expect(counts == [0, 100])
    }

    @Test func nothingCanBeMarked() {
        let flows = MemoryLibrary(reader: FilterReader())
        #expect(throws: ReadOnlyLibrary.self) { try flows.mark([1], FlowMarks(pin: true)) }
        #expect(throws: ReadOnlyLibrary.self) { try flows.delete([1]) }
    }
}
