import CSQLite

/// What SQLite is told once, before its first use in a process.
enum SQLiteSettings {
    /// Asked before each connection is opened.
    static func apply() { _ = applied }

    private static let applied: Bool = csqlite_stop_counting_memory() == 0
}
