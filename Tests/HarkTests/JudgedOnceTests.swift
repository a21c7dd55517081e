import Bytes
import Explain
import Filter
import Flow
import Formats
import Foundation
import Judge
import RecordTestKit
import Store
import Synchronization
import TestKit
import Testing
import Views

@testable import hark

/// However many files and views ask what checks find in an exchange, the checks look at it once.
@Suite struct JudgedOnceTests {
    /// The entries that a file would have.
    private final class Entries: EntryOutput, Sendable {
        let lines = Mutex<[Bytes]>([])

        func append(_ entry: borrowing JSONWriter) {
            let line = entry.withBytes { Bytes(Array($0)) }
            lines.withLock { $0.append(line) }
        }
        func append(_ connection: ConnectionRecord) {}
        func batchEnded() {}
        func reopen() {}
        func close() {}
    }

    /// The checks of this version, counted as they look at flows.
    private final class CountedChecks: Sendable {
        private let looks = Mutex(0)

        var count: Int { looks.withLock { $0 } }

        var reader: FilterReader {
            FilterReader(
                checks: "counted",
                judge: { [self] flow in
                    if flow.judgement == nil { looks.withLock { $0 += 1 } }
                    return FilterReader.standard.judge(flow)
                }, content: FilterReader.standard.content)
        }

        /// Keeps the flows in which something was found.
        func keeping(_ sinks: [any FlowSink]) throws -> KeepingSink {
            let matcher = FilterMatcher(try FlowFilter("note"), .here)
            return KeepingSink(
                sinks,
                KeepingSink.Choice(
                    needsContent: true, isSettled: { $0.isFinished },
                    passes: { [reader] in matcher.matches(FilterSubject($0, reader: reader)) }))
        }
    }

    /// Says what was found before any check could.
    private final class Foreteller: FlowSink {
        private let judgement: Judgement

        init(_ judgement: Judgement) {
            self.judgement = judgement
        }

        var needs: SinkNeeds { .bodies }
        func finished(_ flow: JudgedFlow) { flow.judgement = judgement }
        func batchEnded() {}
        func close() {}
    }

    private struct Session {
        let path = NSTemporaryDirectory() + "hark-judged-" + UUID().uuidString + ".hark"

        func sink(_ reader: FilterReader) throws -> SessionSink {
            var options = SessionWriter.Options()
            options.reader = reader
            return SessionSink(
                SessionWriter(
                    try SessionFile(path), run: SessionRun(id: RunID(1), started: 0, version: "1", command: "hark"),
                    options: options, say: { Issue.record("\($0)") }))
        }

        /// The numbers of the flows that a filter finds by what the columns say.
        func found(_ text: String, _ reader: FilterReader) throws -> [UInt64] {
            let session = try SessionReader(path)
            let sql = FilterSQL(try FlowFilter(text), .here, session.schema(judgedBy: reader.checks))
            return try session.numbers(FlowQuery(sql))
        }

        func remove() {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        }
    }

    /// Exchanges with something to find: a cookie for a page that came over HTTP, and content of another type.
    private static func events(_ count: UInt64) -> [[FlowEvent]] {
        (1...count).map { number in
            Story.get(
                "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nSet-Cookie: a=1; Secure\r\n\r\n", "<!doctype html>",
                id: number
            ).events
        }
    }

    private func codes(_ line: Bytes) throws -> [String] {
        try JSONTree(line.array)["_notes"].array.compactMap { $0["code"].string }
    }

    @Test func whatOneAsksAllAreTold() throws {
        let checks = CountedChecks()
        let session = Session()
        defer { session.remove() }
        let entries = Entries()
        let live = LiveJudge(JudgePolicy(), shown: nil, details: .bad, showsSecrets: false)
        let kept = try checks.keeping([
            EntryWriter(outputs: [entries]), try session.sink(checks.reader), live,
        ])
        let recorder = Recorder(sinks: [kept]) { Issue.record("\($0)") }
        for events in Self.events(5) { recorder.submit(events) }
        recorder.finish()
        #expect(checks.count == 5)
        let lines = entries.lines.withLock { $0 }
        #expect(lines.count == 5)
        let found = try Set(lines.map { try codes($0) })
        let one = try #require(found.first)
        #expect(found.count == 1 && !one.isEmpty)
        for code in one { #expect(try session.found("note = \(code)", checks.reader) == [1, 2, 3, 4, 5]) }
        #expect(try session.found("worst = bad and worst = good", checks.reader).isEmpty)
    }

    /// What is known is what files get, whatever checks would find.
    @Test func nobodyLooksAgain() throws {
        let check = try #require(Checks.byCode["unknown-method"])
        let told = Judgement([Finding(check: check, message: nil, range: 0..<0, arguments: [])])
        let checks = CountedChecks()
        let session = Session()
        defer { session.remove() }
        let entries = Entries()
        let live = LiveJudge(JudgePolicy(), shown: .good, details: .good, showsSecrets: false)
        let kept = try checks.keeping([EntryWriter(outputs: [entries]), try session.sink(checks.reader), live])
        let recorder = Recorder(sinks: [Foreteller(told), kept]) { Issue.record("\($0)") }
        for events in Self.events(3) { recorder.submit(events) }
        recorder.finish()
        #expect(checks.count == 0)
        #expect(live.findings(of: FlowID(3)).count == 1)
        for line in entries.lines.withLock({ $0 }) { #expect(try codes(line) == ["unknown-method"]) }
        #expect(try session.found("note = unknown-method", checks.reader) == [1, 2, 3])
        #expect(try session.found("note and not note = unknown-method", checks.reader).isEmpty)
    }

    /// Where only a session is recorded nobody asks: the writer has it done when it rests, once.
    @Test func aSessionIsJudgedOnceWhenItRests() throws {
        let checks = CountedChecks()
        let session = Session()
        defer { session.remove() }
        let recorder = Recorder(sinks: [try session.sink(checks.reader)]) { Issue.record("\($0)") }
        for events in Self.events(4) { recorder.submit(events) }
        recorder.finish()
        // A busy machine leaves some of it for whoever writes next.
        try eventually("all are judged") {
            if checks.count < 4 { try session.sink(checks.reader).close() }
            return checks.count >= 4
        }
        try session.sink(checks.reader).close()
        #expect(checks.count == 4)
        #expect(try session.found("note", checks.reader) == [1, 2, 3, 4])
    }
}
