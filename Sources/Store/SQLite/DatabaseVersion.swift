internal import CSQLite

/// The version of SQLite that this process runs with.
package enum DatabaseVersion {
    package static var text: String { unsafe String(cString: sqlite3_libversion()) }
}
