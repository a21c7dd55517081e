/// What the first 100 bytes of a file say of it (sqlite.org/fileformat2.html §1.3).
struct FileHeader {
    /// "Hark", when it is a session.
    let applicationID: Int64
    /// The schema's number.
    let version: Int64

    /// Nil when it is no file of SQLite's.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 100, bytes.starts(with: Array("SQLite format 3\u{0}".utf8)) else { return nil }
        func number(_ offset: Int) -> Int64 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
        }
        version = number(60)
        applicationID = number(68)
    }

    /// As a connection sees it, its log included.
    init(_ database: Database) throws {
        func number(_ name: String) throws -> Int64 {
            // SQLite gives the four bytes a sign, which the file does not.
            try Prepared(database, "PRAGMA \(name)").first { ($0.integer(0) ?? 0) & Int64(UInt32.max) } ?? 0
        }
        applicationID = try number("application_id")
        version = try number("user_version")
    }

    /// Refuses what is no session, or one that is too new.
    static func check(_ bytes: [UInt8], path: String) throws(SessionError) {
        guard let header = FileHeader(bytes) else { throw SessionError(.notOurs, path: path) }
        try header.check(path)
    }

    func check(_ path: String) throws(SessionError) {
        guard applicationID == SessionSchema.applicationID else { throw SessionError(.notOurs, path: path) }
        guard version <= SessionSchema.version else { throw SessionError(.newer(version), path: path) }
    }
}
