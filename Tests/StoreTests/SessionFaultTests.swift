import Bytes
import Flow
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Store

/// What becomes of a session when the disk, the file or another program gets in the way.
@Suite struct SessionFaultTests {
    // MARK: A disk that goes bad

    /// What is in the log beside the file is there for whoever reads, also when nothing reaches the disk for good.
    @Test func aDiskThatDoesNotSyncLosesNothing() throws {
        let session = try TemporarySession()
        let disk = FaultyDisk(session.folder)
        let writer = try session.writer()
        disk.set { $0.failsToSync = true }
        for number in UInt64(1)...20 { writer.submit(MadeFlow.plain(number, body: "body \(number)").changes) }
        #expect(writer.finish() == 0)
        #expect(disk.count > 0)
        #expect(session.said.isEmpty)
        disk.end()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map { $0.record.response.content.bytes } == (1...20).map { Bytes("body \($0)") })
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
    }

    /// A new session that could not be kept is no session: it is said at once, and nothing of it stays.
    @Test func aSessionIsNotBegunOnADiskThatDoesNotSync() throws {
        let session = try TemporarySession()
        let disk = FaultyDisk(session.folder)
        disk.set { $0.failsToSync = true }
        let error = #expect(throws: SessionError.self) { _ = try SessionFile(session.path, isNew: true) }
        #expect(error?.code == .failed && error?.text.contains("cannot use") == true)
        disk.end()
        #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder) == [])
    }

    @Test func whatCouldNotBeWrittenIsCountedAndTheRestIsKept() throws {
        let session = try TemporarySession()
        let disk = FaultyDisk(session.folder)
        let writer = try session.writer()
        writer.submit(MadeFlow.plain(1, body: "one").changes)
        try session.flow(1)
        disk.set { $0.failsToWrite = true }
        writer.submit(MadeFlow.plain(2, body: "two").changes)
        try eventually("something is said") { !session.said.isEmpty }
        disk.set { $0.failsToWrite = false }
        writer.submit(MadeFlow.plain(3, body: "three").changes)
        #expect(writer.finish() == 1)
        disk.end()
        #expect(session.said.count == 2)
        #expect(session.said.first?.contains(": disk I/O error. The proxy continues") == true)
        #expect(
            session.said.last?.hasSuffix("is writable again; 1 exchange was not recorded in between") == true,
            "\(session.said)")
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map { $0.record.response.content.bytes } == ["one", "three"])
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
    }

    /// Words are indexed so that they are found soon; what they are of is in the file already.
    @Test func wordsThatCannotBeIndexedLoseNoFlowAndThatIsSaid() throws {
        let session = try TemporarySession()
        // Of the connection alone: a session whose schema has a trigger is refused.
        let file = try SessionFile(session.path)
        let trigger = "CREATE TEMP TRIGGER broken BEFORE UPDATE OF grams ON main.search"
        try file.database.look { try Prepared($0, trigger + " BEGIN SELECT RAISE(ABORT, 'no grams'); END").run() }
        let writer = try session.writer(on: file)
        for number in UInt64(1)...5 { writer.submit(MadeFlow.plain(number, path: "/word\(number)").changes) }
        #expect(writer.finish() == 0)
        #expect(session.said.count == 1)
        let said = try #require(session.said.first)
        #expect(said.contains("no grams") && said.contains("No exchange is lost"))
        #expect(!said.contains("cannot write"))
        // Without grams any word may be in them.
        let unindexed = "SELECT count(*) FROM flow JOIN search ON search.id = search AND grams IS NULL"
        #expect(try session.sqlite(unindexed) == "5\n")
        #expect(try SessionReader(session.path).count(FlowQuery()) == 5)
    }

    // MARK: Another program

    /// `sqlite3` on the file, with a transaction that stays open until it is released.
    private struct OtherProgram {
        private let process = Process()
        private let questions = Pipe()

        init(_ path: String, holding statement: String) throws {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["sqlite3", path]
            let answers = Pipe()
            process.standardInput = questions
            process.standardOutput = answers
            try process.run()
            try questions.fileHandleForWriting.write(contentsOf: Data("\(statement); SELECT 'held';\n".utf8))
            var text = ""
            while !text.hasSuffix("held\n") {
                let piece = answers.fileHandleForReading.availableData
                guard !piece.isEmpty else { throw Failure("sqlite3 ended: \(text)") }
                text += String(decoding: piece, as: UTF8.self)
            }
        }

        func release() throws {
            try questions.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    private static func writer(_ session: TemporarySession, patience: Double) throws -> SessionWriter {
        SessionWriter(
            try SessionFile(session.path, patience: patience),
            run: SessionRun(id: RunID(1), started: 1, version: "0", command: "hark proxy"),
            options: SessionWriter.Options(), say: { session.hear($0) })
    }

    /// It is waited for (`whatWaitsForLongHoldsUp`), and that is said; not for good.
    @Test func aFileThatAnotherProgramKeepsToItselfHoldsUpNobodyForGood() throws {
        let session = try TemporarySession()
        let writer = try Self.writer(session, patience: 0.05)
        writer.submit(MadeFlow.plain(1).changes)
        try session.flow(1)
        let other = try OtherProgram(session.path, holding: "BEGIN IMMEDIATE")
        writer.submit(MadeFlow.plain(2).changes)
        try eventually("two things are said") { session.said.count >= 2 }
        #expect(session.said.first?.hasPrefix("another program is writing to \(session.path)") == true)
        #expect(session.said.last?.contains(": database is locked") == true)
        // Whoever reads is not kept out.
        #expect(try SessionReader(session.path).flows(FlowQuery()).map(\.record.id.number) == [1])
        try other.release()
        writer.submit(MadeFlow.plain(3).changes)
        #expect(writer.finish() == 1)
        #expect(session.said.count == 3)
        #expect(try SessionReader(session.path).flows(FlowQuery()).map(\.record.id.number) == [1, 3])
    }

    /// For longer than it takes to say so, nothing is lost of what came meanwhile.
    @Test func whatAnotherProgramKeepsOutIsWrittenAfterIt() throws {
        let session = try TemporarySession()
        let writer = try Self.writer(session, patience: 1)
        let other = try OtherProgram(session.path, holding: "BEGIN IMMEDIATE")
        for number in UInt64(1)...5 { writer.submit(MadeFlow.plain(number).changes) }
        try eventually("something is said") { !session.said.isEmpty }
        #expect(try SessionReader(session.path).count(FlowQuery()) == 0)
        for number in UInt64(6)...9 { writer.submit(MadeFlow.plain(number).changes) }
        try other.release()
        #expect(writer.finish() == 0)
        #expect(session.said.count == 1, "\(session.said)")
        #expect(try SessionReader(session.path).count(FlowQuery()) == 9)
    }

    /// A deletion beside somebody who reads for long cannot empty the log, and keeps nobody from writing meanwhile.
    @Test func aDeletionBesideAReaderKeepsNoWriterOut() throws {
        let session = try TemporarySession()
        let writer = try Self.writer(session, patience: 5)
        for number in UInt64(1)...20 { writer.submit(MadeFlow.plain(number).changes) }
        try session.holds(20)
        let reader = try OtherProgram(session.path, holding: "BEGIN; SELECT count(*) FROM flow")
        let isOver = Mutex(false)
        let deletion = Thread {
            let editor = try? SessionEditor(session.path)
            #expect((try? editor?.delete([3])) == SessionEditor.Deletion(count: 1, isOverwritten: false))
            editor?.close()
            isOver.withLock { $0 = true }
        }
        deletion.start()
        var number: UInt64 = 20
        try eventually("the deletion is over") {
            number += 1
            writer.submit(MadeFlow.plain(number).changes)
            return isOver.withLock { $0 }
        }
        try reader.release()
        #expect(writer.finish() == 0)
        #expect(session.said.isEmpty, "\(session.said)")
        #expect(try SessionReader(session.path).count(FlowQuery()) == Int(number) - 1)
    }

    // MARK: A file that cannot be gone on in

    @Test func aDamagedSessionIsNotWrittenToAndItsRescueIsNamed() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...300).flatMap { MadeFlow.plain($0, body: "body \($0)").changes })
        var bytes = try Data(contentsOf: URL(fileURLWithPath: session.path))
        // The first page says what the file is; of the others nothing is left.
        for place in 4096..<bytes.count { bytes[place] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: session.path))
        let attempts = [
            { _ = try SessionFile(session.path) }, { _ = try SessionReader(session.path).flows(FlowQuery()) },
            { _ = try SessionReader(session.path).count(FlowQuery(where: "status = 200")) },
        ]
        for (number, attempt) in attempts.enumerated() {
            let error = #expect(throws: SessionError.self) { try attempt() }
            #expect(error?.code == .damaged, "attempt \(number): \(String(describing: error))")
            #expect(error?.text.contains("hark sessions rescue \(session.path) NEW") == true)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: session.path)) == bytes)
    }

    /// Damage that is met while the proxy runs is said; what is beside it stays as it is.
    @Test func damageThatIsMetWhileWritingIsSaid() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...50).flatMap { MadeFlow.plain($0, body: "body \($0)").changes })
        let root = try #require(
            Int(session.sqlite("SELECT rootpage FROM sqlite_schema WHERE name = 'head'").dropLast()))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: session.path))
        for place in (root - 1) * 4096..<root * 4096 { bytes[place] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: session.path))
        let writer = try session.writer()
        for number in UInt64(51)...53 { writer.submit(MadeFlow.plain(number).changes) }
        #expect(writer.finish() == 3)
        #expect(session.said.count == 2)
        #expect(session.said.first?.contains(": database disk image is malformed") == true)
        #expect(session.said.last?.contains("3 exchanges were not recorded") == true)
        #expect(try session.sqlite("SELECT count(*), max(id) FROM flow") == "50|50\n")
    }

    @Test func nobodyTouchesASessionOfALaterHark() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        _ = try session.sqlite("PRAGMA user_version = 9")
        let before = try Data(contentsOf: URL(fileURLWithPath: session.path))
        let run = SessionRun(id: RunID(9), started: 0, version: "0", command: "hark sessions rescue")
        for attempt in [
            { _ = try SessionFile(session.path) }, { _ = try SessionEditor(session.path) },
            { _ = try SessionRescue(session.path, into: session.folder + "/saved.hark", run: run) },
        ] {
            let error = #expect(throws: SessionError.self) { try attempt() }
            #expect(error?.code == .newer(9))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: session.path)) == before)
        #expect(!FileManager.default.fileExists(atPath: session.folder + "/saved.hark"))
    }
}
