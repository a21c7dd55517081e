import CSQLite
import Flow
import Foundation
import Testing

@testable import Store

/// A session file that somebody else made: reading it changes nothing, and nothing that it brings along is run.
@Suite struct UntrustedSessionTests {
    private func session(_ count: UInt64 = 5) throws -> TemporarySession {
        let session = try TemporarySession()
        _ = try session.kept((1...count).flatMap { MadeFlow.plain($0).changes })
        return session
    }

    /// What lies in the folder of a session: names, contents, and when each was changed.
    private func state(_ session: TemporarySession, leavingOut ending: String = "-none") throws -> [String: String] {
        var state: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: session.folder) where !name.hasSuffix(ending) {
            let path = session.folder + "/" + name
            let changed = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            let content = try Data(contentsOf: URL(filePath: path))
            state[name] = "\(content.hashValue) \(content.count) \(changed?.timeIntervalSince1970 ?? 0)"
        }
        return state
    }

    private func readAll(_ path: String) throws -> Int {
        let reader = try SessionReader(path)
        defer { reader.close() }
        _ = try reader.count(FlowQuery())
        _ = try SessionEntry(path: path).summary()
        return try reader.flows(FlowQuery()).count
    }

    // MARK: Nothing is changed

    @Test func readingASessionLeavesEverythingAsItWas() throws {
        let session = try session()
        let before = try state(session)
        #expect(try readAll(session.path) == 5)
        #expect(try state(session) == before)
    }

    /// The log of a Hark that was killed is read, and left for whoever writes to the session next.
    @Test func aLogThatWasLeftBehindIsReadAndKept() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        writer.submit((1...4).flatMap { MadeFlow.plain($0).changes })
        try session.holds(4)
        let left = try TemporarySession()
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: session.path + end, toPath: left.path + end)
        }
        writer.finish()
        #expect(try Data(contentsOf: URL(filePath: left.path + "-wal")).count > 0)
        // The index of the log is SQLite's own, and made anew by each who finds none.
        let before = try state(left, leavingOut: "-shm")
        #expect(try readAll(left.path) == 4)
        #expect(try readAll(left.path) == 4)
        #expect(try state(left, leavingOut: "-shm") == before)
        let editor = try SessionEditor(left.path)
        #expect(try editor.pin([1]) == 1)
        editor.close()
        #expect(try SessionReader(left.path).flow(1)?.isPinned == true)
    }

    @Test func aFileInAnotherJournalModeIsReadAndWrittenTo() throws {
        let session = try session()
        #expect(try session.sqlite("PRAGMA journal_mode = DELETE; VACUUM").contains("delete"))
        let before = try state(session)
        #expect(try readAll(session.path) == 5)
        #expect(try state(session) == before)
        let editor = try SessionEditor(session.path)
        #expect(try editor.pin([2]) == 1)
        editor.close()
        let writer = try session.writer(run: 2)
        writer.submit(MadeFlow.plain(6).changes)
        writer.finish()
        #expect(try readAll(session.path) == 6)
        #expect(try session.sqlite("PRAGMA journal_mode; PRAGMA integrity_check") == "wal\nok\n")
        #expect(!FileManager.default.fileExists(atPath: session.path + "-journal"))
    }

    @Test func aStillFileIsNamedByAURIThatMeansIt() throws {
        let session = try session()
        let odd = session.folder + "/a b%20?mode=rwc#ü.hark"
        try FileManager.default.moveItem(atPath: session.path, toPath: odd)
        let reader = try SessionReader(odd, isDamaged: true)
        #expect(SessionLocation(odd).reading(isDamaged: true) == .still)
        #expect(try reader.count(FlowQuery()) == 5)
        reader.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder).count == 1)
        #expect(SessionLocation("file:x.hark").name(nil) == "./file:x.hark")
    }

    // MARK: Journals

    /// A rollback journal that names a file to be deleted with it (sqlite.org/fileformat2.html §3; pager.c).
    private func journal(naming victim: String) -> Data {
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        func four(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        let name = Array(victim.utf8)
        let header = magic + four(0) + four(1) + four(1) + four(512) + four(4096)
        let sum = name.reduce(UInt32(0)) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
        return Data(header + name + four(UInt32(name.count)) + four(sum) + magic)
    }

    @Test func aJournalBesideASessionIsRefusedAndNothingItNamesDeleted() throws {
        let session = try session()
        let victim = session.folder + "/precious"
        try Data("mine".utf8).write(to: URL(filePath: victim))
        let link = session.folder + "/link.hark"
        symlink(session.path, link)
        try journal(naming: victim).write(to: URL(filePath: session.path + "-journal"))
        let before = try state(session)
        let run = SessionRun(id: RunID(9), started: 0, version: "0", command: "hark")
        for path in [session.path, link] {
            let attempts: [() throws -> Void] = [
                { _ = try SessionReader(path) }, { _ = try SessionEditor(path) }, { _ = try SessionFile(path) },
                { _ = try SessionRescue(path, into: session.folder + "/new.hark", run: run) },
                { _ = try SessionEntry(path: session.path).summary() },
            ]
            for attempt in attempts {
                let error = #expect(throws: SessionError.self) { try attempt() }
                #expect(error?.code == .journal)
                #expect(error?.text.contains(session.path + "-journal") == true)
            }
        }
        #expect(try state(session) == before)
        try FileManager.default.removeItem(atPath: session.path + "-journal")
        #expect(try readAll(session.path) == 5)
    }

    /// Also when it is put there after Hark has looked.
    @Test func noConnectionOfTheProcessRollsAJournalBack() throws {
        let session = try session()
        #expect(try readAll(session.path) == 5)
        let victim = session.folder + "/precious"
        try Data("mine".utf8).write(to: URL(filePath: victim))
        try journal(naming: victim).write(to: URL(filePath: session.path + "-journal"))
        var connection: OpaquePointer?
        #expect(sqlite3_open(session.path, &connection) == SQLITE_OK)
        #expect(sqlite3_exec(connection, "UPDATE flow SET pinned = 1", nil, nil, nil) == SQLITE_OK)
        sqlite3_close(connection)
        #expect(FileManager.default.fileExists(atPath: victim))
        #expect(FileManager.default.fileExists(atPath: session.path + "-journal"))
    }

    // MARK: Schemas

    private static let strange = [
        "CREATE VIEW v AS SELECT 1", "CREATE TABLE extra_table(a)", "CREATE INDEX i ON flow(abs(id))",
        "CREATE TRIGGER t BEFORE DELETE ON flow BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM flow; END",
        "ALTER TABLE flow ADD COLUMN more TEXT", "ALTER TABLE body ADD COLUMN made AS (zeroblob(900000000))",
        """
        DROP TABLE flow; CREATE VIEW flow AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
        SELECT id FROM n
        """,
        "DROP TABLE head; CREATE VIEW head AS SELECT 1 AS flow, zeroblob(900000000) AS request",
        "DROP INDEX flow_error; CREATE INDEX flow_error ON flow(path)",
        "CREATE VIRTUAL TABLE f USING fts5(a)", "ANALYZE",
    ]

    @Test(arguments: strange)
    func whatNoVersionMakesIsRefusedBeforeItIsAsked(sql: String) throws {
        let session = try session()
        _ = try session.sqlite(sql)
        let before = try Data(contentsOf: URL(filePath: session.path))
        let run = SessionRun(id: RunID(9), started: 0, version: "0", command: "hark")
        let attempts: [() throws -> Void] = [
            { _ = try SessionReader(session.path) }, { _ = try SessionEditor(session.path) },
            { _ = try SessionFile(session.path) },
            { _ = try SessionRescue(session.path, into: session.folder + "/new.hark", run: run) },
        ]
        for attempt in attempts {
            let error = #expect(throws: SessionError.self) { try attempt() }
            #expect(error?.code == .strange, "\(error?.text ?? "")")
        }
        #expect(try Data(contentsOf: URL(filePath: session.path)) == before)
    }

    @Test func aNameInASchemaIsNoTextForATerminal() throws {
        let session = try session()
        _ = try session.sqlite("CREATE VIEW \"a\u{1B}[31m\u{202E}b\" AS SELECT 1")
        let error = #expect(throws: SessionError.self) { _ = try SessionReader(session.path) }
        #expect(error?.text.contains("a view named 'a?[31m?b'") == true, "\(error?.text ?? "")")
    }

    @Test func whatIsMissingIsDamageAndCanBeRescued() throws {
        let session = try session()
        _ = try session.sqlite("DROP INDEX flow_error")
        let error = #expect(throws: SessionError.self) { _ = try SessionReader(session.path) }
        #expect(error?.code == .damaged)
        #expect(error?.text.contains("an index 'flow_error' is missing") == true, "\(error?.text ?? "")")
        let run = SessionRun(id: RunID(9), started: 0, version: "0", command: "hark")
        #expect(try SessionRescue(session.path, into: session.folder + "/new.hark", run: run).saved == 5)
    }

    @Test(arguments: 1...3)
    func sessionsOfOlderVersionsAreAsTheirVersionsMadeThem(version: Int64) throws {
        let session = try TemporarySession()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/version-\(version).hark")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: session.path)
        #expect(try SessionReader(session.path).schemaVersion == version)
        // What says it is older than it is, is refused as well.
        _ = try session.sqlite("PRAGMA user_version = \(version + 1)")
        #expect(throws: SessionError.self) { _ = try SessionReader(session.path) }
    }

    // MARK: Limits

    @Test func aConnectionIsHardened() throws {
        let session = try session()
        let reader = try SessionReader(session.path)
        func refuses(_ sql: String) -> Bool {
            (try? reader.database.look { try Prepared($0, sql).first { _ in true } }) == nil
        }
        #expect(refuses("PRAGMA writable_schema = 1") || !refuses("SELECT 1 FROM flow"))
        #expect(refuses("ATTACH ':memory:' AS other"))
        #expect(refuses("SELECT zeroblob(600000000)"))
        #expect(refuses("UPDATE flow SET pinned = 1"))
        #expect(refuses("SELECT load_extension('x')"))
        #expect(!refuses("SELECT count(*) FROM flow"))
    }

    @Test func aQuestionWithoutAnEndEnds() throws {
        let session = try session()
        let reader = try SessionReader(session.path)
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let error = #expect(throws: (any Error).self) {
            try reader.database.look { try Prepared($0, endless).first { _ in true } }
        }
        let said = error.map { SessionError($0, path: session.path) }
        #expect(said?.code == .damaged && said?.detail == "reading it does not end")
        // The next question has the whole time again.
        #expect(try reader.count(FlowQuery()) == 5)
    }
}
