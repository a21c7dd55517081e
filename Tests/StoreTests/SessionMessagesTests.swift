import Bytes
import Flow
import Foundation
import TestKit
import Testing

@testable import Store

/// Flows whose messages come over a long time: each is written once, however often the flow is.
@Suite struct SessionMessagesTests {
    private static func flow(_ count: Int) -> FlowRecord {
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        for place in 0..<count {
            let message = InnerMessage(
                from: place % 3 == 0 ? .request : .response, .text, at: record.openedAt, offset: UInt64(place) * 8,
                bytes: Bytes("message \(place)"))
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: .innerMessage(message)))
        }
        return record
    }

    private static func write(_ counts: [Int], to session: TemporarySession, on file: SessionFile) throws {
        let writer = try session.writer(on: file)
        for count in counts {
            writer.submit([.progressed(flow(count))])
            try session.flow(1) { $0.record.inner.count == count }
        }
        // What the connection has seen is gone when it is closed.
        let pieces = "SELECT name, count(*) FROM seen WHERE name GLOB 'inner_messages.*' GROUP BY name ORDER BY name"
        var seen: [String] = []
        try file.database.look { database in
            try Prepared(database, pieces).forEachRow { row in
                seen.append("\(row.text(0) ?? "")|\(row.integer(1) ?? 0)")
                return true
            }
        }
        #expect(seen == ["inner_messages.0|1", "inner_messages.1|1"])
        writer.finish()
    }

    @Test func aFullPieceIsARowThatIsNotWrittenAgain() throws {
        let session = try TemporarySession()
        // Of the connection alone: a session whose schema has a trigger is refused.
        let file = try SessionFile(session.path)
        let trigger =
            "CREATE TEMP TRIGGER seeing AFTER INSERT ON main.extra BEGIN INSERT INTO seen VALUES(new.name); END"
        for sql in ["CREATE TEMP TABLE seen(name TEXT)", trigger] {
            try file.database.look { try Prepared($0, sql).run() }
        }
        try Self.write([10, 255, 256, 600, 700], to: session, on: file)
        let record = try #require(try SessionReader(session.path).flow(1)?.record)
        #expect(record.inner.list.map(\.bytes) == (0..<700).map { Bytes("message \($0)") })
        #expect(record.inner.sent == 234 && record.inner.received == 466 && record.inner.omitted == 0)
    }

    /// What a transaction that failed was to write comes with the next one.
    @Test func piecesThatCouldNotBeWrittenComeLater() throws {
        let session = try TemporarySession()
        let disk = FaultyDisk(session.folder)
        let writer = try session.writer()
        writer.submit([.progressed(Self.flow(300))])
        try session.flow(1)
        disk.set { $0.failsToWrite = true }
        writer.submit([.progressed(Self.flow(900))])
        try eventually("something is said") { !session.said.isEmpty }
        disk.set { $0.failsToWrite = false }
        var last = Self.flow(1_000)
        last.outcome = MadeFlow.plain(1).record.outcome
        writer.submit([.finished(last)])
        #expect(writer.finish() == 0)
        disk.end()
        let record = try #require(try SessionReader(session.path).flow(1)?.record)
        #expect(record.inner.list.map(\.bytes) == (0..<1_000).map { Bytes("message \($0)") })
    }
}
