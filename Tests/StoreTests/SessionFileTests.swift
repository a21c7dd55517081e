import Bytes
import Flow
import Foundation
import Store
import Testing

/// Which files are opened, which are refused, and that those are left alone.
@Suite struct SessionFileTests {
    @Test func onlyItsOwnerMayReadASession() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        writer.submit(MadeFlow.plain(1).changes)
        try session.flow(1)
        for end in ["", "-wal", "-shm"] {
            let mode = try FileManager.default.attributesOfItem(atPath: session.path + end)[.posixPermissions] as? Int
            #expect(mode == 0o600, "session.hark\(end)")
        }
        writer.finish()
    }

    @Test func aSecondWriterIsRefused() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        let error = #expect(throws: SessionError.self) { _ = try SessionFile(session.path) }
        #expect(error?.code == .inUse)
        writer.finish()
    }

    @Test func theNextMayWriteWhenTheFirstIsThrough() throws {
        let session = try TemporarySession()
        try session.writer().finish()
        #expect(throws: Never.self) { try session.writer().finish() }
    }

    @Test(arguments: ["{\"log\":{}}", String(repeating: "x", count: 5_000), "SQLite format 3\u{0}"])
    func aFileThatIsNoSessionIsLeftAlone(content: String) throws {
        let session = try TemporarySession()
        try Data(content.utf8).write(to: URL(fileURLWithPath: session.path))
        for attempt in [{ _ = try SessionFile(session.path) }, { _ = try SessionReader(session.path) }] {
            let error = #expect(throws: SessionError.self) { try attempt() }
            #expect(error?.code == .notOurs)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: session.path)) == Data(content.utf8))
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        let session = try TemporarySession()
        _ = try session.sqlite("CREATE TABLE flow(id); INSERT INTO flow VALUES(7)")
        let before = try Data(contentsOf: URL(fileURLWithPath: session.path))
        let error = #expect(throws: SessionError.self) { _ = try SessionFile(session.path) }
        #expect(error?.code == .notOurs)
        #expect(try Data(contentsOf: URL(fileURLWithPath: session.path)) == before)
    }

    @Test func aSessionOfALaterHarkIsRefusedWithItsVersion() throws {
        let session = try TemporarySession()
        try session.writer().finish()
        _ = try session.sqlite("PRAGMA user_version = 9")
        for attempt in [{ _ = try SessionFile(session.path) }, { _ = try SessionReader(session.path) }] {
            let error = #expect(throws: SessionError.self) { try attempt() }
            #expect(error?.code == .newer(9))
            #expect(error?.text.contains("schema is 9") == true)
        }
    }

    @Test func whatIsNotThereIsNotMadeByReading() throws {
        let session = try TemporarySession()
        let error = #expect(throws: SessionError.self) { _ = try SessionReader(session.path) }
        #expect(error?.code == .notFound)
        #expect(!FileManager.default.fileExists(atPath: session.path))
    }

    @Test func aFolderIsNoSession() throws {
        let session = try TemporarySession()
        #expect(throws: SessionError.self) { _ = try SessionFile(session.folder) }
        #expect(throws: SessionError.self) { _ = try SessionReader(session.folder) }
    }

    @Test func aFolderThatIsNotThereIsNotMade() throws {
        let session = try TemporarySession()
        let error = #expect(throws: SessionError.self) { _ = try SessionFile(session.folder + "/no/session.hark") }
        #expect(error?.code == .noSuchFolder)
        #expect(!FileManager.default.fileExists(atPath: session.folder + "/no"))
    }

    /// Whoever reads does not hold up whoever writes.
    @Test func aReaderInTheMiddleOfReadingDoesNotBlockTheWriter() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...10).flatMap { MadeFlow.plain($0).changes })
        let writer = try session.writer()
        let reader = try SessionReader(session.path)
        var seen = 0
        try reader.forEachFlow(FlowQuery()) { _ in
            seen += 1
            guard seen == 1 else { return true }
            writer.submit((11...20).flatMap { MadeFlow.plain($0).changes })
            writer.finish()
            return true
        }
        #expect(seen >= 10)
        #expect(session.said.isEmpty)
        #expect(try SessionReader(session.path).count(FlowQuery()) == 20)
    }
}
