import Bytes
import Foundation
import Store
import Testing

@Suite struct DatabaseTests {
    private struct Failed: Error {}

    // MARK: Transactions

    @Test func aTransactionIsThereAsAWholeOrNotAtAll() throws {
        let file = try TemporaryDatabase()
        let queue = try file.numbers()
        let sum = try queue.use { database in
            try database.transaction {
                try database.execute(sql: "INSERT INTO number VALUES(10)")
                return try database.integer("SELECT sum(value) FROM number")
            }
        }
        #expect(sum == 16)
        #expect(throws: Failed.self) {
            try queue.use { database in
                try database.transaction {
                    try database.execute(sql: "DELETE FROM number")
                    throw Failed()
                }
            }
        }
        #expect(try queue.use { try $0.integer("SELECT sum(value) FROM number") } == 16)
        // The next one begins as if nothing had been.
        try queue.use { database in try database.transaction { try database.execute(sql: "DELETE FROM number") } }
        #expect(try queue.use { try $0.integer("SELECT count(*) FROM number") } == 0)
    }

    /// Whoever goes on after it ended must not take what follows for a part of it.
    @Test func aTransactionThatEndedByItselfFails() throws {
        let file = try TemporaryDatabase()
        let queue = try file.numbers()
        let error = #expect(throws: DatabaseError.self) {
            try queue.use { database in
                try database.transaction {
                    try database.execute(sql: "INSERT INTO number VALUES(4)")
                    try database.execute(sql: "ROLLBACK")
                }
            }
        }
        #expect(error?.message == "Transaction was aborted")
        #expect(try queue.use { try $0.integer("SELECT count(*) FROM number") } == 3)
    }

    @Test func nobodyWritesBesideATransaction() throws {
        let file = try TemporaryDatabase()
        let one = try file.numbers()
        let other = try file.open()
        try one.use { database in
            try database.transaction {
                let error = #expect(throws: DatabaseError.self) {
                    try other.use { try $0.transaction {} }
                }
                #expect(error?.code == .busy && error?.message == "database is locked")
            }
        }
        try other.use { database in try database.transaction { try database.execute(sql: "DELETE FROM number") } }
        #expect(try one.use { try $0.integer("SELECT count(*) FROM number") } == 0)
    }

    @Test func theLocksOfOthersAreWaitedForAsLongAsWasSaid() throws {
        let file = try TemporaryDatabase()
        let one = try file.numbers()
        let other = try file.open(patience: 0.3)
        try one.use { database in
            try database.transaction {
                let start = ContinuousClock.now
                #expect(throws: DatabaseError.self) { try other.use { try $0.transaction {} } }
                #expect(ContinuousClock.now - start > .milliseconds(250))
            }
        }
    }

    @Test func aSnapshotSeesOneStateAndKeepsNothing() throws {
        let file = try TemporaryDatabase()
        let writer = try file.numbers()
        let reader = try file.open(isReadOnly: true)
        let count = "SELECT count(*) FROM number"
        let counts = try reader.use { database in
            try database.snapshot {
                let before = try database.integer(count)
                try writer.use { try $0.execute(sql: "INSERT INTO number VALUES(4)") }
                return [before, try database.integer(count)]
            }
        }
        #expect(counts == [3, 3])
        #expect(throws: Failed.self) { try reader.use { try $0.snapshot { throw Failed() } } }
        #expect(try reader.use { database in try database.snapshot { try database.integer(count) } } == 4)
        // Nobody reads any more: the log can go.
        try writer.use { try $0.checkpoint() }
        let log = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
        #expect(log == 0)
    }

    @Test func aLogThatIsReadIsNotEmptied() throws {
        let file = try TemporaryDatabase()
        let writer = try file.numbers()
        let reader = try file.open(isReadOnly: true)
        try reader.use { database in
            try database.snapshot {
                _ = try database.integer("SELECT count(*) FROM number")
                try writer.use { try $0.execute(sql: "INSERT INTO number VALUES(4)") }
                let error = #expect(throws: DatabaseError.self) { try writer.use { try $0.checkpoint() } }
                #expect(error?.code == .busy)
            }
        }
        try writer.use { try $0.checkpoint() }
    }

    // MARK: Opening and closing

    @Test func aFileThatIsOnlyReadIsNotMadeAndNotChanged() throws {
        let file = try TemporaryDatabase()
        let missing = #expect(throws: DatabaseError.self) { _ = try file.open(isReadOnly: true) }
        #expect(missing?.code == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let writer = try file.numbers()
        let reader = try file.open(isReadOnly: true)
        let error = #expect(throws: DatabaseError.self) { try reader.use { try $0.execute(sql: "DELETE FROM number") } }
        #expect(error?.code == .readOnly)
        #expect(try writer.use { try $0.integer("SELECT count(*) FROM number") } == 3)
    }

    @Test func whatIsNoDatabaseIsToldWhenItIsOpened() throws {
        let file = try TemporaryDatabase()
        try Data(repeating: 0x61, count: 4_096).write(to: URL(filePath: file.path))
        let error = #expect(throws: DatabaseError.self) { _ = try file.open() }
        #expect(error?.code == .notADatabase)
        #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(repeating: 0x61, count: 4_096))
    }

    @Test func whatFailsToBePreparedIsNotOpen() throws {
        let file = try TemporaryDatabase()
        _ = try file.numbers()
        weak var opened: Database?
        #expect(throws: Failed.self) {
            _ = try file.open { database in
                opened = database
                throw Failed()
            }
        }
        #expect(opened == nil)
    }

    @Test func aClosedConnectionSaysSo() throws {
        let file = try TemporaryDatabase()
        let queue = try file.numbers()
        try queue.close()
        try queue.close()
        #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
        let uses: [(Database) throws -> Void] = [
            { try $0.execute(sql: "SELECT 1") }, { _ = try Prepared($0, "SELECT count(*) FROM number") },
            { try $0.transaction {} }, { try $0.checkpoint() },
        ]
        for use in uses {
            let error = #expect(throws: DatabaseError.self) { try queue.use(use) }
            #expect(error?.message == "the connection is closed")
        }
        #expect(queue.use { $0.changesCount } == 0)
    }

    /// Closing the file then would end what the other still reads.
    @Test func aFileStaysOpenWhileSomebodyHasAStatement() throws {
        let file = try TemporaryDatabase()
        let queue = try file.numbers()
        var kept: Prepared? = try queue.use { try Prepared($0, "SELECT count(*) FROM number") }
        let error = #expect(throws: DatabaseError.self) { try queue.close() }
        #expect(error?.code == .busy)
        #expect(try queue.use { _ in try kept?.first { $0.integer(0) } } == 3)
        kept = nil
        try queue.close()
        #expect(throws: DatabaseError.self) { try queue.use { try $0.execute(sql: "SELECT 1") } }
    }

    @Test func threadsTakeTurns() async throws {
        let file = try TemporaryDatabase()
        let queue = try file.numbers(0...0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        try? queue.use { database in
                            let known = try database.integer("SELECT value FROM number") ?? 0
                            try database.execute(sql: "UPDATE number SET value = \(known + 1)")
                        }
                    }
                }
            }
        }
        #expect(try queue.use { try $0.integer("SELECT value FROM number") } == 400)
    }

    // MARK: What a connection is told

    @Test func aHardenedConnectionRunsNothingOfTheFile() throws {
        let file = try TemporaryDatabase()
        try file.numbers().use { database in
            try database.execute(
                sql: """
                    CREATE VIEW v AS SELECT 1;
                    CREATE TRIGGER t AFTER INSERT ON number BEGIN DELETE FROM number; END;
                    """)
        }
        let queue = try file.open { try $0.harden(longestValue: 1_000) }
        func refuses(_ sql: String) -> Bool { (try? queue.use { try $0.execute(sql: sql) }) == nil }
        #expect(refuses("SELECT * FROM v"))
        #expect(refuses("ATTACH ':memory:' AS other"))
        #expect(refuses("SELECT zeroblob(1001)"))
        #expect(refuses("INSERT INTO sqlite_master(name) VALUES('x')"))
        // In double quotes is a name, never a text.
        #expect(refuses("SELECT \"nothing\""))
        #expect(!refuses("SELECT zeroblob(1000)"))
        #expect(!refuses("INSERT INTO number VALUES(4)"))
        #expect(try queue.use { try $0.integer("SELECT count(*) FROM number") } == 4)
    }

    @Test func aStatementEndsWhenItIsNotToGoOn() throws {
        let database = try Database.inMemory()
        var asked = 0
        database.askWhetherToGoOn(every: 1_000) {
            asked += 1
            return asked < 5
        }
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let error = #expect(throws: DatabaseError.self) { _ = try database.integer(endless) }
        #expect(error?.code == .interrupted && asked == 5)
        #expect(try database.integer("SELECT 1") == 1)
    }

    // MARK: Functions

    private final class Wanted {
        let bytes: Bytes

        init(_ bytes: Bytes) {
            self.bytes = bytes
        }
    }

    @Test func aFunctionIsCalledForEachRowAndMakesItsArgumentOnce() throws {
        let database = try Database.inMemory()
        var made = 0
        try database.define("same", argumentCount: 2) { call in
            guard !call.isNull(0) else { return }
            let wanted = call.kept(1) {
                made += 1
                return Wanted(call.bytes(1))
            }
            call.answer(call.bytes(0) == wanted.bytes)
        }
        try database.execute(sql: "CREATE TABLE t(a); INSERT INTO t VALUES('x'), (NULL), ('y'), (x'78'), (7)")
        var answers: [Int64?] = []
        let rows = try Prepared(database, "SELECT same(a, ?) FROM t ORDER BY rowid")
        rows.bind(0, "x")
        try rows.forEachRow { row in
            answers.append(row.integer(0))
            return true
        }
        #expect(answers == [1, nil, 0, 1, 0])
        #expect(made == 1)
    }

    @Test func aFunctionAnswersWithAnyBytes() throws {
        let database = try Database.inMemory()
        try database.define("whole", argumentCount: 1) { call in call.answer(text: call.bytes(0)) }
        for bytes in [[], [0], [0xFF, 0, 0x61], Array(repeating: 0x62, count: 5_000)] as [[UInt8]] {
            let row = try Prepared(database, "SELECT whole(?)")
            row.bind(0, Bytes(bytes))
            #expect(try row.first { [$0.kind(0) == .text, $0.bytes(0) == Bytes(bytes)] } == [true, true])
        }
    }

    /// What a function holds on to goes with its connection.
    @Test func aFunctionGoesWithItsConnection() throws {
        weak var held: Wanted?
        do {
            let database = try Database.inMemory()
            let wanted = Wanted(Bytes("x"))
            held = wanted
            try database.define("held", argumentCount: 0) { call in call.answer(wanted.bytes.count == 1) }
            #expect(try database.integer("SELECT held()") == 1)
        }
        #expect(held == nil)
    }
}
