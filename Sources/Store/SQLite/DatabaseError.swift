internal import CSQLite

/// What SQLite answers when it cannot do what it was asked.
package struct DatabaseError: Error, CustomStringConvertible {
    /// A result code of SQLite's (sqlite.org/rescode.html), without what an extended one adds.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int32

        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Another connection has a lock.
        package static let busy = Code(rawValue: SQLITE_BUSY)
        /// The file is not as SQLite makes files.
        package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        /// A value is longer than the limit.
        static let tooBig = Code(rawValue: SQLITE_TOOBIG)
        /// The progress handler ended a statement.
        package static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
        /// A row is there already, or lacks something.
        package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
        /// The disk has no room.
        package static let full = Code(rawValue: SQLITE_FULL)
        package static let readOnly = Code(rawValue: SQLITE_READONLY)
        static let noPermission = Code(rawValue: SQLITE_PERM)
        static let aborted = Code(rawValue: SQLITE_ABORT)
        static let misused = Code(rawValue: SQLITE_MISUSE)
    }

    package let code: Code
    /// SQLite's own words.
    package let message: String

    /// - Parameter message: nil for what SQLite says of such a code.
    package init(_ code: Code, _ message: String? = nil) {
        self.init(result: code.rawValue, message)
    }

    /// - Parameter result: a result code, maybe an extended one.
    init(result: Int32, _ message: String? = nil) {
        code = Code(rawValue: result & 0xFF)
        self.message = unsafe message ?? sqlite3_errstr(result).map { unsafe String(cString: $0) } ?? ""
    }

    /// Why the last call for a connection failed.
    static func last(of connection: OpaquePointer?) -> DatabaseError {
        let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
        return unsafe DatabaseError(result: sqlite3_extended_errcode(connection), message)
    }

    /// The connection was closed.
    static let closed = DatabaseError(.misused, "the connection is closed")

    package var description: String { "SQLite error \(code.rawValue): \(message)" }
}
