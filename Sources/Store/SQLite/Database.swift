internal import CSQLite
import Dispatch
import Platform

/// A connection to one file, and the statements that it has prepared. Used by one thread at a time: `DatabaseQueue`
/// sees to that.
@safe package final class Database {
    /// How a file is opened.
    package struct Options {
        /// Nothing is written to it; it has to be there.
        package var isReadOnly = false
        /// How long the locks of others are waited for, in seconds.
        package var patience: Double = 0

        package init() {}
    }

    /// Nil once it is closed.
    private(set) var connection: OpaquePointer?
    /// By their texts.
    private var statements: [String: Statement] = [:]
    /// What the progress handler asks.
    private var goesOn: (() -> Bool)?
    /// What is told of each transaction.
    private var committed: ((Int) -> Void)?
    /// How long the locks of others are waited for, in seconds.
    package var patience: Double
    /// When that began, on the steady clock in nanoseconds.
    private var waitsSince: UInt64 = 0

    /// Before the first connection of the process: what SQLite is told of all of them.
    private static let isConfigured = csqlite_configure() == SQLITE_OK

    /// Opens a file; makes it when it is not there and may be written to.
    init(path: String, _ options: Options) throws(DatabaseError) {
        _ = Self.isConfigured
        patience = options.patience
        let access = options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        // No lock of SQLite's own around each call: one thread at a time calls (sqlite.org/threadsafe.html).
        let code = unsafe sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK else {
            unsafe sqlite3_close(opened)
            throw DatabaseError(result: code)
        }
        unsafe connection = unsafe opened
        unsafe sqlite3_extended_result_codes(opened, 1)
        unsafe sqlite3_busy_handler(
            opened,
            { pointer, tries in
                guard let pointer = unsafe pointer else { return 0 }
                return unsafe Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue().waits(after: tries) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Waits a little for another's lock; false when that was for long enough. SQLite's own waiting sleeps for up to
    /// 100 ms at a time (sqlite.org/c3ref/busy_timeout.html): so much later would a batch be in the file.
    ///
    /// - Parameter tries: how often this lock was waited for already.
    private func waits(after tries: Int32) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        if tries == 0 { waitsSince = now }
        guard Double(now &- waitsSince) < patience * 1e9 else { return false }
        usleep(2_000)
        return true
    }

    /// One that is nowhere but in memory.
    package static func inMemory() throws(DatabaseError) -> Database { try Database(path: ":memory:", Options()) }

    deinit {
        statements = [:]
        guard let connection = unsafe connection else { return }
        // Where somebody still has a statement, the connection ends with that, and must not ask what is gone.
        unsafe sqlite3_busy_handler(connection, nil, nil)
        unsafe sqlite3_progress_handler(connection, 0, nil, nil)
        unsafe sqlite3_wal_hook(connection, nil, nil)
        unsafe sqlite3_close_v2(connection)
    }

    /// Closes the file; throws when somebody else still has a statement, and the file stays open.
    func close() throws(DatabaseError) {
        guard let connection = unsafe connection else { return }
        statements = [:]
        let code = unsafe sqlite3_close(connection)
        guard code == SQLITE_OK else { throw unsafe .last(of: connection) }
        unsafe self.connection = nil
    }

    // MARK: What a connection is told

    /// For a file that somebody else may have made: nothing in its schema runs, nothing reaches its inner tables, and
    /// no value is longer than so many bytes.
    package func harden(longestValue: Int32) throws(DatabaseError) {
        let code = unsafe csqlite_harden(connection, longestValue)
        guard code == SQLITE_OK else { throw DatabaseError(result: code) }
    }

    /// Has SQLite ask after so many steps of its machine, again and again, whether a statement may go on; one that may
    /// not fails as `.interrupted`.
    package func askWhetherToGoOn(every steps: Int32, _ goesOn: @escaping () -> Bool) {
        self.goesOn = goesOn
        unsafe sqlite3_progress_handler(
            connection, steps,
            { pointer in
                guard let pointer = unsafe pointer else { return 0 }
                let database = unsafe Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue()
                return database.goesOn?() == false ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Has SQLite tell after each transaction how many pages the log has (sqlite.org/c3ref/wal_hook.html). It makes no
    /// checkpoint by itself then.
    func onCommit(_ body: @escaping (_ pages: Int) -> Void) {
        committed = body
        unsafe sqlite3_wal_hook(
            connection,
            { pointer, _, _, pages in
                guard let pointer = unsafe pointer else { return SQLITE_OK }
                unsafe Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue().committed?(Int(pages))
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: Statements

    /// Runs statements once, one after the other; rows that they give are left out.
    package func execute(sql: String) throws(DatabaseError) {
        guard let connection = unsafe connection else { throw .closed }
        guard unsafe sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
            throw unsafe .last(of: connection)
        }
    }

    /// The statement for a text, compiled when it is asked for first.
    func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let known = statements[sql] { return known }
        guard let connection = unsafe connection else { throw .closed }
        var pointer: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK else { throw unsafe .last(of: connection) }
        guard let pointer = unsafe pointer else { throw DatabaseError(.misused, "there is no statement in the text") }
        let statement = unsafe Statement(owning: pointer)
        statements[sql] = statement
        return statement
    }

    /// The key of the row that was inserted last.
    package var lastInsertedRowID: Int64 { unsafe connection.map { unsafe sqlite3_last_insert_rowid($0) } ?? 0 }

    /// How many rows the last statement changed.
    package var changesCount: Int { unsafe connection.map { unsafe Int(sqlite3_changes($0)) } ?? 0 }

    /// How many rows all statements of the connection have changed.
    var totalChangesCount: Int { unsafe connection.map { unsafe Int(sqlite3_total_changes($0)) } ?? 0 }

    // MARK: Transactions

    /// Runs `body` as one transaction, beside which nobody else writes. When it throws, nothing of it is in the file.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try execute(sql: "BEGIN IMMEDIATE")
        do {
            let value = try body()
            // Some errors end a transaction by themselves (sqlite.org/lang_transaction.html): whoever went on after
            // one must not take for written what is not.
            guard isInTransaction else { throw DatabaseError(.aborted, "Transaction was aborted") }
            try execute(sql: "COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` on one state of the file: what others write meanwhile is not seen.
    package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try execute(sql: "BEGIN DEFERRED")
        defer {
            // Whoever only reads has nothing to lose.
            do { try execute(sql: "COMMIT") } catch { rollBack() }
        }
        return try body()
    }

    private var isInTransaction: Bool { unsafe connection.map { unsafe sqlite3_get_autocommit($0) == 0 } ?? false }

    private func rollBack() {
        if isInTransaction { try? execute(sql: "ROLLBACK") }
    }

    /// What happens to the log beside the file.
    package enum Checkpoint {
        /// It goes into the file, as far as nobody is in the way, and nobody waits for it.
        case passive
        /// All of it goes into the file, and it is emptied; throws when somebody else is in the way.
        case truncate

        fileprivate var mode: Int32 { self == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE }
    }

    /// - Returns: whether all that the log has is in the file now.
    @discardableResult
    package func checkpoint(_ kind: Checkpoint = .truncate) throws(DatabaseError) -> Bool {
        guard let connection = unsafe connection else { throw .closed }
        var (pages, copied): (Int32, Int32) = (0, 0)
        let code = unsafe sqlite3_wal_checkpoint_v2(connection, "main", kind.mode, &pages, &copied)
        guard code == SQLITE_OK else { throw unsafe .last(of: connection) }
        return pages == copied
    }
}
