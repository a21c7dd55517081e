import Synchronization

extension SessionSchema {
    /// A row of `sqlite_schema`.
    struct Object: Hashable {
        let kind: String
        let name: String
        let table: String
        let text: String
    }

    /// How a file differs from what its version is made of.
    enum Difference: Equatable {
        /// It has what no version of Hark makes.
        case has(String)
        case lacks(String)
    }

    /// - Parameter version: what the file says it is.
    static func difference(_ database: Database, version: Int64) throws -> Difference? {
        let (found, expected) = (try objects(database), try expected(version))
        if let strange = found.first(where: { !expected.contains($0) }) {
            let isKnown = expected.contains { $0.kind == strange.kind && $0.name == strange.name }
            let name = "\(kind(strange)) named '\(plain(strange.name))'"
            return .has(isKnown ? name + " that differs from Hark's" : name)
        }
        let missing = expected.subtracting(found).min { $0.name < $1.name }
        return missing.map { .lacks("\(kind($0)) '\($0.name)'") }
    }

    private static func kind(_ object: Object) -> String {
        switch object.kind {
        case "table": "a table"
        case "index": "an index"
        case "view": "a view"
        case "trigger": "a trigger"
        default: "an object"
        }
    }

    /// Names in a file may be anything.
    private static func plain(_ name: String) -> String {
        let signs = name.unicodeScalars.prefix(40).map { $0.isASCII && $0.value >= 32 && $0.value < 127 ? $0 : "?" }
        return String(String.UnicodeScalarView(signs))
    }

    /// More than any version has: a file with more has something strange among these.
    private static let most = 500

    private static func objects(_ database: Database) throws -> [Object] {
        var found: [Object] = []
        let rows = try Prepared(
            database,
            "SELECT type, name, tbl_name, substr(sql, 1, 20000) FROM sqlite_master ORDER BY type DESC LIMIT \(most)")
        try rows.forEachRow { row in
            found.append(
                Object(
                    kind: row.text(0) ?? "", name: row.text(1) ?? "", table: row.text(2) ?? "",
                    text: row.text(3) ?? ""))
            return true
        }
        return found
    }

    private static let known = Mutex<[Int64: Set<Object>]>([:])

    /// What SQLite makes of the steps up to a version.
    private static func expected(_ version: Int64) throws -> Set<Object> {
        if let known = known.withLock({ $0[version] }) { return known }
        let made = try Database.inMemory()
        if version > 0 { try migrate(made, upTo: version) { _, _ in } }
        let all = Set(try objects(made))
        known.withLock { $0[version] = all }
        return all
    }
}
