import Bytes
import Explain
import FilterTestKit
import Flow
import Formats
import Foundation
import HTTPModel
import Judge
import Store
import Testing

/// What is found in an exchange does not depend on the file that it was read from, but for what the file leaves out.
@Suite struct JudgedFormatsTests {
    private static let records = ExampleFlows.records

    /// What a finding says.
    private struct Said: Hashable {
        let code: String
        let level: Note.Level
        let message: MessageKind?
        let words: String
    }

    private static func findings(_ record: FlowRecord) -> Set<Said> {
        Set(
            Checks.findings(of: record).map {
                Said(code: $0.check.code, level: $0.level, message: $0.message, words: $0.note.text.text)
            })
    }

    /// A HAR of the flows, read again.
    private static func har(_ records: [FlowRecord]) -> [FlowRecord] {
        var bytes = Array(#"{"log":{"version":"1.2","creator":{"name":"Hark","version":"1"},"entries":["#.utf8)
        for (place, record) in records.enumerated() {
            var writer = JSONWriter()
            HAREntry.write(record, to: &writer)
            if place > 0 { bytes.append(ASCII.comma) }
            writer.withBytes { bytes.append(contentsOf: $0) }
        }
        return RecordedFile(Bytes(bytes + Array("]}}".utf8)), now: Example.moment)?.flows ?? []
    }

    /// A log of the flows: a line each, without contents.
    private static func log(_ records: [FlowRecord]) -> [FlowRecord] {
        var bytes: [UInt8] = []
        for var record in records {
            for kind in MessageKind.allCases { record[kind].content.kept = .absent }
            var writer = JSONWriter()
            HAREntry.write(record, to: &writer)
            writer.withBytes { bytes.append(contentsOf: $0) }
            bytes.append(ASCII.lineFeed)
        }
        return RecordedFile(Bytes(bytes), now: Example.moment)?.flows ?? []
    }

    private static func session(_ records: [FlowRecord]) throws -> [FlowRecord] {
        let path = NSTemporaryDirectory() + "hark-formats-" + UUID().uuidString + ".hark"
        defer { for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) } }
        let writer = SessionWriter(
            try SessionFile(path), run: SessionRun(id: RunID(1), started: 0, version: "1", command: "hark"),
            options: SessionWriter.Options(), say: { Issue.record("\($0)") })
        writer.submit(records.map { FlowChange.finished($0) })
        writer.finish()
        return try SessionReader(path).flows(FlowQuery()).map(\.record)
    }

    @Test func mostExamplesAreRecorded() {
        #expect(Self.records.count > 1_000)
    }

    /// Nothing is lost on the way into a session file, nor into a HAR.
    @Test func aSessionAndAHARGiveTheFindingsOfTheLiveExchange() throws {
        for (name, read) in [("session", try Self.session(Self.records)), ("HAR", Self.har(Self.records))] {
            try #require(read.count == Self.records.count, "\(name)")
            for (record, again) in zip(Self.records, read) {
                let (live, then) = (Self.findings(record), Self.findings(again))
                let lines = record.requestHead.map { "\($0.raw.text)" } ?? ""
                let more = "\(name) finds more: \(then.subtracting(live)) in \(lines)"
                #expect(then.isSubset(of: live), "\(more)\(record.responseHead?.raw.text ?? "")")
                let less = "\(name) misses: \(live.subtracting(then)) in \(lines)"
                #expect(live.isSubset(of: then), "\(less)\(record.responseHead?.raw.text ?? "")")
            }
        }
    }

    /// A log has no contents: what is about them is not found, and nothing is found, or found to be worse, for want of
    /// them.
    @Test func aLogGivesNothingThatTheLiveExchangeDoesNot() throws {
        let read = Self.log(Self.records)
        try #require(read.count == Self.records.count)
        for (record, again) in zip(Self.records, read) {
            let (live, then) = (Self.findings(record), Self.findings(again))
            let lines = "\(record.requestHead?.raw.text ?? "")\(record.responseHead?.raw.text ?? "")"
            #expect(then.isSubset(of: live), "\(then.subtracting(live)) in \(lines)")
        }
    }

    /// What a log lacks is contents and nothing else: without them the live exchange gives no more than the log.
    @Test func aLogGivesAllThatDoesNotNeedContents() throws {
        for (record, again) in zip(Self.records, Self.log(Self.records)) {
            var bare = record
            for kind in MessageKind.allCases { bare[kind].content.kept = .absent }
            let (live, then) = (Self.findings(bare), Self.findings(again))
            let lines = "\(record.requestHead?.raw.text ?? "")\(record.responseHead?.raw.text ?? "")"
            #expect(live == then, "\(live.symmetricDifference(then)) in \(lines)")
        }
    }
}
