import Bytes
import Store
import Testing

@Suite struct PreparedTests {
    @discardableResult
    private func row<Result>(_ sql: String, _ body: (Prepared) throws -> Result) throws -> Result? {
        let database = try Database.inMemory()
        return try withExtendedLifetime(database) { try Prepared(database, sql).first(body) }
    }

    @Test func eachKindIsReadAsItIs() throws {
        let kinds = try row("SELECT NULL, 7, 1.5, 'a', x'00FF'") { row in (0..<5).map { row.kind($0) } }
        #expect(kinds == [.null, .integer, .real, .text, .blob])
        try row("SELECT NULL, 7, 1.5, 'a', x'00FF'") { row in
            #expect(row.integer(0) == nil && row.text(0) == nil && row.bytes(0) == nil && row.isNull(0))
            #expect(row.integer(1) == 7 && !row.isNull(1))
            #expect(row.real(2) == 1.5)
            #expect(row.text(3) == "a" && row.bytes(3) == Bytes("a"))
            #expect(row.bytes(4) == Bytes([0, 0xFF]))
        }
    }

    @Test func zeroAndEmptyAreNotNull() throws {
        try row("SELECT 0, '', x''") { row in
            #expect(row.integer(0) == 0)
            #expect(row.text(1) == "")
            #expect(row.bytes(2) == Bytes() && !row.isNull(2))
        }
    }

    /// With a room of its own and without, larger than the room, empty, with a zero byte, and no UTF-8.
    @Test(arguments: [nil, 4, 64])
    func whatIsBoundComesBack(size: Int?) throws {
        let database = try Database.inMemory()
        let room = size.map { BindingRoom($0) }
        let row = try Prepared(database, "SELECT ?, ?, ?, ?, ?, ?", room: room)
        for text in ["", "a\0b", String(repeating: "x", count: 200)] {
            row.bind(0, text)
            row.bind(1, Bytes(text))
            row.bind(2, text: Bytes([0xFF, 0, 0x80]))
            row.bind(3, Int64.min)
            row.bind(4, real: -0.5)
            try row.forEachRow { row in
                #expect(row.text(0) == text && row.kind(0) == .text)
                #expect(row.bytes(1) == Bytes(text) && row.kind(1) == .blob)
                #expect(row.bytes(2) == Bytes([0xFF, 0, 0x80]) && row.kind(2) == .text)
                #expect(row.integer(3) == .min && row.real(4) == -0.5)
                #expect(row.isNull(5))
                return true
            }
        }
        // What was bound for one use is not there for the next.
        #expect(try row.first { row in (0..<6).allSatisfy { row.isNull($0) } } == true)
    }

    @Test func rowsEndWhereTheReaderEnds() throws {
        let database = try Database.inMemory()
        let count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT i FROM n"
        let rows = try Prepared(database, count)
        var seen: [Int64] = []
        try rows.forEachRow { row in
            seen.append(row.integer(0) ?? 0)
            return seen.count < 3
        }
        #expect(seen == [1, 2, 3])
        // The next use begins anew, also after an error of the reader's.
        struct Stop: Error {}
        #expect(throws: Stop.self) { try rows.forEachRow { _ in throw Stop() } }
        #expect(try rows.first { $0.integer(0) } == 1)
        #expect(try Prepared(database, "SELECT 1 WHERE 0").first { $0.integer(0) } == nil)
    }

    @Test func bytesAreLentWithoutACopyOfMore() throws {
        let lent = try row("SELECT x'010203', NULL") { row in
            (row.withBytes(0) { Array($0) }, row.withBytes(1) { Array($0) })
        }
        #expect(lent?.0 == [1, 2, 3] && lent?.1 == [])
    }

    @Test func whatCannotBeCompiledIsSaid() throws {
        let database = try Database.inMemory()
        let wrong = [
            ("SELECT 1 FROM absent", "no such table: absent"), ("SELEC", "syntax error"), ("", "no statement"),
        ]
        for (sql, words) in wrong {
            let error = #expect(throws: DatabaseError.self) { _ = try Prepared(database, sql) }
            #expect(error?.message.contains(words) == true)
        }
    }

    @Test func aStatementThatFailsSaysWhyAndIsFitAgain() throws {
        let database = try Database.inMemory()
        try database.execute(sql: "CREATE TABLE t(a INTEGER PRIMARY KEY)")
        let row = try Prepared(database, "INSERT INTO t VALUES(?)")
        row.bind(0, 1)
        try row.run()
        row.bind(0, 1)
        let error = #expect(throws: DatabaseError.self) { try row.run() }
        #expect(error?.code == DatabaseError.Code(rawValue: 19) && error?.message == "UNIQUE constraint failed: t.a")
        row.bind(0, 2)
        try row.run()
        #expect(database.lastInsertedRowID == 2 && database.changesCount == 1)
        #expect(try database.integer("SELECT count(*) FROM t") == 2)
    }

    /// A table that gets a column while a statement for it is kept.
    @Test func aKeptStatementFollowsTheSchema() throws {
        let database = try Database.inMemory()
        try database.execute(sql: "CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        let all = "SELECT * FROM t"
        #expect(try Prepared(database, all).first { $0.isNull(1) } == true)
        try database.execute(sql: "ALTER TABLE t ADD COLUMN b DEFAULT 5")
        #expect(try Prepared(database, all).first { $0.integer(1) } == 5)
    }
}
