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

    /// Refuses what is no session, or one that is too new; the number of its schema.
    @discardableResult
    static func check(_ bytes: [UInt8], path: String) throws(SessionError) -> Int64 {
        guard let header = FileHeader(bytes), header.applicationID == SessionSchema.applicationID else {
            throw SessionError(.notOurs, path: path)
        }
        guard header.version <= SessionSchema.version else { throw SessionError(.newer(header.version), path: path) }
        return header.version
    }
}
