import Bytes
import Flow
import Foundation
import HTTPModel
import RecordTestKit
import Synchronization
import TestKit
import Testing

@testable import Formats
@testable import Store

/// Remembers what a sink is given; a lock in front of it lets a test hold the recorder up.
private final class Memory: FlowSink, Sendable {
    struct Seen: Sendable {
        var finished: [(id: UInt64, outcome: Outcome?, response: Int)] = []
        var batches = 0
        var isClosed = false
    }

    let needs: SinkNeeds
    let seen = Mutex(Seen())
    private let gate = DispatchSemaphore(value: 0)
    private let isGated: Bool

    init(wantsBodies: Bool = true, isGated: Bool = false) {
        needs = wantsBodies ? .bodies : []
        self.isGated = isGated
    }

    func open() { gate.signal() }

    func finished(_ flow: JudgedFlow) {
        let record = flow.record
        if isGated { gate.wait() }
        let size = record.response.content.kept.count ?? 0
        seen.withLock { $0.finished.append((record.id.number, record.outcome, size)) }
    }

    func batchEnded() { seen.withLock { $0.batches += 1 } }
    func close() { seen.withLock { $0.isClosed = true } }
}

/// Writes down what it is told, a word and a number each.
private final class Watcher: FlowSink, Sendable {
    let needs: SinkNeeds
    private let told = Mutex<[String]>([])

    init(_ needs: SinkNeeds) {
        self.needs = needs
    }

    var all: [String] { told.withLock { $0 } }

    private func say(_ text: String) { told.withLock { $0.append(text) } }

    func began(_ record: FlowRecord) {
        say("began #\(record.id.number) with \(record.opening?.wallClock ?? -1)")
    }

    func happened(_ event: FlowEvent, to record: FlowRecord) {
        say("event of #\(record.id.number), \(record.response.contentSize)")
    }

    func progressed(_ record: FlowRecord) {
        say("progressed #\(record.id.number) to \(record.response.contentSize)")
    }

    func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {
        say("\(kind) #\(record.id.number) \(bytes.text) at \(offset)")
    }

    func finished(_ flow: JudgedFlow) {
        let record = flow.record
        say("finished #\(record.id.number) \(record.response.content.kept.count.map { "\($0) kept" } ?? "none kept")")
    }

    func batchEnded() {}
    func close() { say("closed") }
}

/// Says that it has fallen behind.
private final class BehindSink: FlowSink, Sendable {
    let isBehind = Mutex(false)

    var needs: SinkNeeds { [] }
    var isFull: (@Sendable () -> Bool)? { { self.isBehind.withLock { $0 } } }
    func finished(_ flow: JudgedFlow) {}
    func batchEnded() {}
    func close() {}
}

@Suite struct RecorderTests {
    @Test func eventsOfInterleavedFlowsAreFoldedApart() {
        let memory = Memory()
        let recorder = Recorder(sinks: [memory]) { _ in }
        let first = Story.get("HTTP/1.1 200 OK\r\n\r\n", "abc", id: 1).events
        let second = Story.get("HTTP/1.1 404 Not Found\r\n\r\n", "defgh", id: 2).events
        recorder.submit(zip(first, second).flatMap { [$0, $1] })
        recorder.finish()
        let seen = memory.seen.withLock { $0 }
        #expect(seen.finished.map { $0.id } == [1, 2])
        #expect(seen.finished.map { $0.response } == [3, 5])
        #expect(seen.finished.allSatisfy { $0.outcome == .complete })
        #expect(seen.isClosed)
    }

    @Test func flowsStillOpenAreEndedByTheShutdownInTheirOrder() {
        let memory = Memory()
        let recorder = Recorder(sinks: [memory]) { _ in }
        for id in [3, 1, 2] as [UInt64] {
            recorder.submit(Array(Story.get("HTTP/1.1 200 OK\r\n\r\n", id: id).events.dropLast()))
        }
        recorder.finish()
        recorder.finish()
        let seen = memory.seen.withLock { $0 }
        #expect(seen.finished.map { $0.id } == [1, 2, 3])
        #expect(seen.finished.allSatisfy { $0.outcome == Outcome(.aborted, by: .proxy, .shuttingDown) })
    }

    /// A stream that is open for a day is known from its first event, long before it ends.
    @Test func aSinkHearsOfAFlowFromItsFirstEventToItsLast() throws {
        let watcher = Watcher([.events, .progress, .pieces])
        let recorder = Recorder(sinks: [watcher], numbering: Numbering(run: RunID(1), after: 40)) { _ in }
        #expect(recorder.wantsContent)
        var story = Story(2, wallClock: 77)
        story.content(1, .response, "abc")
        story.at(2, .contentReceived(.response, count: 4, bytes: nil))
        story.content(3, .response, "de")
        recorder.submit(story.events)
        let open = [
            "began #42 with 77", "event of #42, 3", "response #42 abc at 0", "event of #42, 7", "event of #42, 9",
            "response #42 de at 7", "progressed #42 to 9",
        ]
        try eventually("what is open is told") { watcher.all.count >= open.count }
        #expect(watcher.all == open)
        // Then the end that the shutdown makes.
        recorder.finish()
        recorder.finish()
        #expect(watcher.all == open + ["finished #42 none kept", "closed"])
    }

    @Test func aSinkIsToldOnlyWhatItNeeds() {
        let (plain, keeper) = (Watcher([]), Watcher(.bodies))
        let recorder = Recorder(sinks: [plain, keeper], bodyLimit: 4) { _ in }
        recorder.submit(Story.get("HTTP/1.1 200 OK\r\n\r\n", "abcdef").events)
        recorder.finish()
        let all = ["began #1 with 1700000000123456", "finished #1 4 kept", "closed"]
        #expect(plain.all == all)
        #expect(keeper.all == all)
        #expect(!Recorder(sinks: [Watcher([.events, .progress])]) { _ in }.wantsContent)
    }

    @Test func aFlowOfWhichOnlyTheEndIsKnownBeginsAndEnds() {
        let watcher = Watcher([.events, .progress, .pieces])
        let recorder = Recorder(sinks: [watcher]) { _ in }
        recorder.submit([FlowEvent(flow: FlowID(5), time: Instant(nanoseconds: 1), fact: .finished(.complete))])
        recorder.finish()
        #expect(watcher.all == ["began #5 with -1", "finished #5 none kept", "closed"])
    }

    @Test func whatWaitsIsCountedUntilItIsKept() {
        let memory = Memory(isGated: true)
        let recorder = Recorder(sinks: [memory], loadLimit: 100_000) { _ in }
        #expect(!recorder.isFull)
        let content = Bytes([UInt8](repeating: 0x61, count: 50_000))
        for id in 1...3 as ClosedRange<UInt64> {
            recorder.submit(Story.get("HTTP/1.1 200 OK\r\n\r\n", content, id: id).events)
        }
        #expect(recorder.isFull)
        for _ in 1...3 { memory.open() }
        recorder.finish()
        #expect(!recorder.isFull)
        #expect(memory.seen.withLock { $0.finished.map { $0.response } } == [50_000, 50_000, 50_000])
    }

    /// What open flows hold counts, and never stops reading by itself: they could not end.
    @Test func openFlowsCountForHalfOfWhatMayBeAtHand() throws {
        let memory = Memory(isGated: true)
        let watcher = Watcher([])
        let recorder = Recorder(sinks: [watcher, memory], loadLimit: 100_000) { _ in }
        let head = "GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + String(repeating: "x", count: 200_000) + "\r\n\r\n"
        var story = Story(1)
        story.at(0, .requestHeadReceived(requestHead(head), Framing(.none, rule: 7)))
        recorder.submit(story.events)
        try eventually("the recorder has folded it") { !watcher.all.isEmpty && !recorder.isFull }
        let content = Bytes([UInt8](repeating: 0x61, count: 60_000))
        recorder.submit(Story.get("HTTP/1.1 200 OK\r\n\r\n", content, id: 2).events)
        #expect(recorder.isFull, "60,000 and half of 100,000")
        memory.open()
        memory.open()
        recorder.finish()
        #expect(!recorder.isFull)
    }

    @Test func aSinkThatIsBehindStopsReading() {
        let sink = BehindSink()
        let recorder = Recorder(sinks: [sink]) { _ in }
        #expect(!recorder.isFull)
        sink.isBehind.withLock { $0 = true }
        #expect(recorder.isFull)
    }

    @Test func submittingFromManyThreadsLosesNothing() {
        let memory = Memory(wantsBodies: false)
        let recorder = Recorder(sinks: [memory]) { _ in }
        DispatchQueue.concurrentPerform(iterations: 4) { shard in
            for index in 0..<200 {
                recorder.submit(Story.get("HTTP/1.1 200 OK\r\n\r\n", id: UInt64(shard * 1000 + index + 1)).events)
            }
        }
        recorder.finish()
        #expect(Set(memory.seen.withLock { $0.finished.map { $0.id } }).count == 800)
    }

    @Test func oneRenderingGoesToBothFiles() throws {
        let folder = try Folder()
        let sayings = Sayings()
        let har = try HARFile(path: folder.file("a.har"), version: "1", diagnostics: sayings.say)
        let log = try LogFile(path: folder.file("a.log"), diagnostics: sayings.say)
        let recorder = Recorder(sinks: [EntryWriter(outputs: [har, log])], bodyLimit: 4, diagnostics: sayings.say)
        #expect(recorder.wantsContent)
        for id in 1...3 as ClosedRange<UInt64> {
            recorder.submit(Story.get("HTTP/1.1 200 OK\r\n\r\n", "12345", id: id).events)
        }
        recorder.finish()
        let lines = try folder.read("a.log").split(separator: 0x0A).map { Array($0) }
        #expect(lines.count == 3)
        let entries = try JSONTree(folder.read("a.har"))["log"]["entries"]
        #expect(entries.array.map { $0["_id"].int } == [1, 2, 3])
        #expect(entries[2]["response"]["content"]["text"].string == "1234")
        #expect(entries[2]["response"]["_truncated"].bool == true)
        #expect(try folder.read("a.har").split(separator: 0x0A).count == 5)
        #expect(sayings.all.isEmpty)
    }

    /// Flows that are open when a run ends are written last; the next run goes on behind the highest all the same.
    @Test func numbersGoOnBehindTheHighestWhereverItStands() throws {
        let folder = try Folder()
        let made = LogFixture.lines([7, 120, 3])
        try folder.write("a.log", made)
        #expect(try LogFile(path: folder.file("a.log")) { _ in }.lastNumber == 120)
        // What no run can have counted to is not believed.
        try folder.write("b.log", LogFixture.lines([UInt64.max, 5, 4]))
        #expect(try LogFile(path: folder.file("b.log")) { _ in }.lastNumber == 5)
    }

    private enum LogFixture {
        static func lines(_ ids: [UInt64]) -> [UInt8] {
            ids.flatMap { Story.get("HTTP/1.1 204 No Content\r\n\r\n", id: $0).line() + [0x0A] }
        }
    }

    /// Two runs that go on with one file have no number twice, and do not pass for one another.
    @Test func numbersGoOnBehindTheLastOneOfTheFile() throws {
        let folder = try Folder()
        for run in [1, 2] as [UInt64] {
            let file = try HARFile(path: folder.file("a.har"), version: "1") { _ in }
            let log = try LogFile(path: folder.file("a.log")) { _ in }
            #expect(file.lastNumber == (run == 1 ? nil : 2) && log.lastNumber == file.lastNumber)
            let recorder = Recorder(
                sinks: [EntryWriter(outputs: [file, log])],
                numbering: Numbering(run: RunID(run), after: file.lastNumber)
            ) { _ in }
            for id in [1, 2] as [UInt64] { recorder.submit(Story.get("HTTP/1.1 200 OK\r\n\r\n", id: id).events) }
            recorder.finish()
        }
        let recording = HARReader.read(Bytes(try folder.read("a.har")))
        #expect(recording.flows.map(\.id.number) == [1, 2, 3, 4])
        #expect(
            recording.flows.map(\.run?.text) == ["0000000000000001", "0000000000000001"] + [
                "0000000000000002", "0000000000000002",
            ])
        #expect(LogReader.read(Bytes(try folder.read("a.log"))).flows.map(\.id.number) == [1, 2, 3, 4])
    }
}
