import Bytes
import GRDB
import GRDBSQLite

/// A prepared statement, bound and stepped through SQLite's own interface: for the rows that are written and read by
/// the hundred thousand. Valid as long as its connection is, and used where that is used alone.
struct Prepared {
    /// Keeps the statement alive.
    private let statement: Statement
    private let pointer: SQLiteStatement
    private let connection: SQLiteConnection?
    /// Where bound values are until the statement has run; nil: SQLite makes a copy of each.
    private let room: BindingRoom?
    /// Where places count from.
    private var offset: Int32 = 0

    /// The connection prepares a text once and keeps the statement.
    ///
    /// - Parameter room: for a statement that one owner alone uses, again and again.
    init(_ database: Database, _ sql: String, room: BindingRoom? = nil) throws {
        self.room = room
        statement = try database.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
        connection = database.sqliteConnection
        reset()
    }

    /// The same statement with other places: those behind the first ones.
    func behind(_ places: Int32) -> Prepared {
        var other = self
        other.offset = places
        return other
    }

    // MARK: Binding; places count from 0, and what is not bound is NULL

    func bind(_ place: Int32, _ value: Int64?) {
        guard let value else { return }
        sqlite3_bind_int64(pointer, offset + place + 1, value)
    }

    func bind(_ place: Int32, _ value: String?) {
        guard var value else { return }
        value.withUTF8 { bind(place, text: UnsafeRawBufferPointer($0)) }
    }

    func bind(_ place: Int32, _ value: Bytes?) {
        value?.withUnsafeBytes { bind(place, bytes: $0) }
    }

    /// Binds bytes as text: SQLite compares them byte by byte, whatever they are.
    func bind(_ place: Int32, text: Bytes) {
        text.withUnsafeBytes { bind(place, text: $0) }
    }

    private func bind(_ place: Int32, text: UnsafeRawBufferPointer) {
        guard let start = text.bindMemory(to: CChar.self).baseAddress, !text.isEmpty else {
            sqlite3_bind_text(pointer, offset + place + 1, "", 0, nil)
            return
        }
        if let kept = room?.keep(text) {
            // It stays where it is until the statement is reset (`SQLITE_STATIC`).
            sqlite3_bind_text64(
                pointer, offset + place + 1, kept.assumingMemoryBound(to: CChar.self), UInt64(text.count), nil,
                UInt8(SQLITE_UTF8))
        } else {
            sqlite3_bind_text64(pointer, offset + place + 1, start, UInt64(text.count), Self.copies, UInt8(SQLITE_UTF8))
        }
    }

    func bind(_ place: Int32, bytes: UnsafeRawBufferPointer) {
        if bytes.isEmpty {
            // Without an address it would be NULL.
            sqlite3_bind_zeroblob(pointer, offset + place + 1, 0)
        } else if let kept = room?.keep(bytes) {
            sqlite3_bind_blob64(pointer, offset + place + 1, kept, UInt64(bytes.count), nil)
        } else {
            sqlite3_bind_blob64(pointer, offset + place + 1, bytes.baseAddress, UInt64(bytes.count), Self.copies)
        }
    }

    func bind(_ place: Int32, _ value: SQLValue) {
        switch value {
        case .null: break
        case .integer(let number): bind(place, number)
        case .real(let number): sqlite3_bind_double(pointer, offset + place + 1, number)
        case .text(let text): bind(place, text)
        case .characters(let bytes): bind(place, text: bytes)
        case .blob(let bytes): bind(place, bytes)
        }
    }

    func bind(_ values: [SQLValue]) {
        for (place, value) in values.enumerated() { bind(Int32(place), value) }
    }

    // MARK: Stepping

    /// For statements that give no rows.
    func run() throws {
        defer { reset() }
        guard sqlite3_step(pointer) == SQLITE_DONE else { throw failure }
    }

    /// Goes through the rows; `body` says whether to go on.
    func forEachRow(_ body: (Prepared) throws -> Bool) throws {
        defer { reset() }
        while true {
            switch sqlite3_step(pointer) {
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
    func first<Result>(_ body: (Prepared) throws -> Result) throws -> Result? {
        var result: Result?
        try forEachRow { row in
            result = try body(row)
            return false
        }
        return result
    }

    /// Also the first step of every use: a statement that failed in a batch before has to be fit again.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
        room?.clear()
    }

    private var failure: any Error {
        let message = sqlite3_errmsg(connection).map { String(cString: $0) }
        return DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)), message: message)
    }

    // MARK: Reading; places count from 0

    func isNull(_ place: Int32) -> Bool { sqlite3_column_type(pointer, place) == SQLITE_NULL }

    func integer(_ place: Int32) -> Int64? {
        let number = sqlite3_column_int64(pointer, place)
        // Most are none of these: NULL is read as 0.
        return number == 0 && isNull(place) ? nil : number
    }

    func text(_ place: Int32) -> String? {
        guard !isNull(place) else { return nil }
        guard let start = sqlite3_column_text(pointer, place) else { return "" }
        let count = Int(sqlite3_column_bytes(pointer, place))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ place: Int32) -> Bytes? {
        guard !isNull(place) else { return nil }
        return withBytes(place) { Bytes(Array($0)) }
    }

    /// Lends what a column has, without a copy.
    func withBytes<Result>(_ place: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let start = sqlite3_column_blob(pointer, place)
        let count = Int(sqlite3_column_bytes(pointer, place))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    func value(_ place: Int32) -> SQLValue {
        switch sqlite3_column_type(pointer, place) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, place))
        case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, place))
        case SQLITE_TEXT: .text(text(place) ?? "")
        case SQLITE_BLOB: .blob(bytes(place) ?? Bytes())
        default: .null
        }
    }

    var columnCount: Int32 { sqlite3_column_count(pointer) }

    /// `SQLITE_TRANSIENT`: SQLite takes a copy before the call ends. The header's macro is a cast of -1, which Swift
    /// does not import.
    static var copies: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
