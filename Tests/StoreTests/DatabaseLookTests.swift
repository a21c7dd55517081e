import Testing

@testable import Store

/// One look at a session sees one state of it, and cannot change it.
@Suite struct DatabaseLookTests {
    private struct Failed: Error {}

    private func counted(_ reader: SessionReader) throws -> Int64 {
        try reader.database.look { try Prepared($0, "SELECT count(*) FROM flow").first { $0.integer(0) ?? 0 } ?? 0 }
    }

    @Test func whatIsWrittenMeanwhileIsSeenByTheNextLook() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        func save(_ number: UInt64) {
            // With a tag, it is in the file when this returns.
            writer.save(StoredFlow(record: MadeFlow.plain(number).record, tags: ["a"]))
        }
        save(1)
        let reader = try SessionReader(session.path)
        let counts = try reader.database.look { database in
            let count = "SELECT count(*) FROM flow"
            let before = try Prepared(database, count).first { $0.integer(0) }
            save(2)
            return [before, try Prepared(database, count).first { $0.integer(0) }]
        }
        #expect(counts == [1, 1])
        #expect(try counted(reader) == 2)
        writer.finish()
    }

    @Test func aLookThatFailsDoesNotKeepTheFileAsItWas() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let reader = try SessionReader(session.path)
        #expect(throws: Failed.self) {
            try reader.database.look { database in
                _ = try Prepared(database, "SELECT count(*) FROM flow").first { $0.integer(0) }
                throw Failed()
            }
        }
        let writer = try session.writer()
        writer.submit(MadeFlow.plain(2).changes)
        writer.finish()
        #expect(try counted(reader) == 2)
    }

    @Test(
        arguments: [
            "DELETE FROM flow", "UPDATE flow SET comment = 'x'", "CREATE TABLE other(a)", "PRAGMA user_version = 9",
        ])
    func nothingIsChangedByALook(sql: String) throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let reader = try SessionReader(session.path)
        #expect(throws: (any Error).self) { try reader.database.look { try Prepared($0, sql).run() } }
        #expect(try counted(reader) == 1)
        #expect(try session.sqlite("PRAGMA user_version; SELECT count(*) FROM flow WHERE comment = 'x'") == "5\n0\n")
    }
}
