package import Bytes
internal import CSQLite

/// A prepared statement: bound, stepped, its rows read. Valid as long as its connection is, and used where that is used
/// alone.
@safe package struct Prepared {
    /// Keeps the statement alive.
    private let statement: Statement
    private var pointer: OpaquePointer { unsafe statement.pointer }
    /// Where bound values are until the statement has run; nil: SQLite makes a copy of each.
    private let room: BindingRoom?
    /// Which places it takes; nil: all.
    private var choice: ColumnChoice?

    /// The connection prepares a text once and keeps the statement.
    ///
    /// - Parameter room: for a statement that one owner alone uses, again and again.
    package init(_ database: Database, _ sql: String, room: BindingRoom? = nil) throws(DatabaseError) {
        self.room = room
        statement = try database.statement(sql)
        reset()
    }

    /// The same statement, that takes some of the places that are bound.
    package func taking(_ choice: ColumnChoice) -> Prepared {
        var other = self
        other.choice = choice
        return other
    }

    /// The parameter for a place; nil: it has none.
    private func parameter(_ place: Int32) -> Int32? { choice.map { $0.parameter(place) } ?? place + 1 }

    // MARK: Binding; places count from 0, and what is not bound is NULL

    package func bind(_ place: Int32, _ value: Int64?) {
        guard let value, let place = parameter(place) else { return }
        unsafe sqlite3_bind_int64(pointer, place, value)
    }

    package func bind(_ place: Int32, _ value: String?) {
        guard var value else { return }
        unsafe value.withUTF8 { unsafe bind(place, text: UnsafeRawBufferPointer($0)) }
    }

    package func bind(_ place: Int32, _ value: Bytes?) {
        unsafe value?.withUnsafeBytes { unsafe bind(place, bytes: $0) }
    }

    /// Binds bytes as text: SQLite compares them byte by byte, whatever they are.
    package func bind(_ place: Int32, text: Bytes) {
        unsafe text.withUnsafeBytes { unsafe bind(place, text: $0) }
    }

    private func bind(_ place: Int32, text: UnsafeRawBufferPointer) {
        guard let place = parameter(place) else { return }
        guard let start = unsafe text.bindMemory(to: CChar.self).baseAddress, unsafe !text.isEmpty else {
            unsafe sqlite3_bind_text(pointer, place, "", 0, nil)
            return
        }
        if let kept = unsafe room?.keep(text) {
            // It stays where it is until the statement is reset (`SQLITE_STATIC`).
            unsafe sqlite3_bind_text64(
                pointer, place, kept.assumingMemoryBound(to: CChar.self), UInt64(text.count), nil,
                UInt8(SQLITE_UTF8))
        } else {
            unsafe sqlite3_bind_text64(
                pointer, place, start, UInt64(text.count), Self.copies, UInt8(SQLITE_UTF8))
        }
    }

    package func bind(_ place: Int32, bytes: UnsafeRawBufferPointer) {
        guard let place = parameter(place) else { return }
        if unsafe bytes.isEmpty {
            // Without an address it would be NULL.
            unsafe sqlite3_bind_zeroblob(pointer, place, 0)
        } else if let kept = unsafe room?.keep(bytes) {
            unsafe sqlite3_bind_blob64(pointer, place, kept, UInt64(bytes.count), nil)
        } else {
            unsafe sqlite3_bind_blob64(pointer, place, bytes.baseAddress, UInt64(bytes.count), Self.copies)
        }
    }

    package func bind(_ place: Int32, real value: Double) {
        guard let place = parameter(place) else { return }
        unsafe sqlite3_bind_double(pointer, place, value)
    }

    // MARK: Stepping

    /// For statements that give no rows.
    package func run() throws(DatabaseError) {
        defer { reset() }
        guard unsafe sqlite3_step(pointer) == SQLITE_DONE else { throw failure }
    }

    /// Goes through the rows; `body` says whether to go on.
    package func forEachRow(_ body: (Prepared) throws -> Bool) throws {
        defer { reset() }
        while true {
            switch unsafe sqlite3_step(pointer) {
            case SQLITE_ROW:
                guard try body(self) else { return }
            case SQLITE_DONE:
                return
            default:
                throw failure
            }
        }
    }

    /// The first row, made into something; nil when there is none.
    @inlinable
    package func first<Result>(_ body: (Prepared) throws -> Result) throws -> Result? {
        var result: Result?
        try forEachRow { row in
            result = try body(row)
            return false
        }
        return result
    }

    /// Also the first step of every use: a statement that failed in a batch before has to be fit again.
    package func reset() {
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
        room?.clear()
    }

    private var failure: DatabaseError { unsafe .last(of: sqlite3_db_handle(pointer)) }

    // MARK: Reading; places count from 0

    package func isNull(_ place: Int32) -> Bool { unsafe sqlite3_column_type(pointer, place) == SQLITE_NULL }

    package func integer(_ place: Int32) -> Int64? {
        let number = unsafe sqlite3_column_int64(pointer, place)
        // Most are none of these: NULL is read as 0.
        return number == 0 && isNull(place) ? nil : number
    }

    package func text(_ place: Int32) -> String? {
        guard !isNull(place) else { return nil }
        guard let start = unsafe sqlite3_column_text(pointer, place) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(pointer, place))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func bytes(_ place: Int32) -> Bytes? {
        guard !isNull(place) else { return nil }
        return unsafe withBytes(place) { unsafe Bytes(Array($0)) }
    }

    /// Lends what a column has, without a copy.
    @inlinable
    package func withBytes<Result>(
        _ place: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try unsafe body(lent(place))
    }

    /// Valid until the next step, or until the column is read as another type.
    @usableFromInline
    func lent(_ place: Int32) -> UnsafeRawBufferPointer {
        let start = unsafe sqlite3_column_blob(pointer, place)
        let count = unsafe Int(sqlite3_column_bytes(pointer, place))
        return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    /// What a column has in one row.
    package enum Kind {
        case null, integer, real, text, blob
    }

    package func kind(_ place: Int32) -> Kind {
        switch unsafe sqlite3_column_type(pointer, place) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    package func real(_ place: Int32) -> Double { unsafe sqlite3_column_double(pointer, place) }

    /// `SQLITE_TRANSIENT`: SQLite takes a copy before the call ends. The header's macro is a cast of -1, which Swift
    /// does not import.
    static var copies: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
