import Foundation
import Store

/// A file of SQLite's in a folder of its own, which goes away with it.
final class TemporaryDatabase {
    let folder: String
    var path: String { folder + "/file.db" }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "hark-sqlite-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func open(
        isReadOnly: Bool = false, patience: Double = 0, prepare: (Database) throws -> Void = { _ in }
    ) throws -> DatabaseQueue {
        var options = Database.Options()
        options.isReadOnly = isReadOnly
        options.patience = patience
        return try DatabaseQueue(path: path, options, prepare: prepare)
    }

    /// A file that logs ahead, with a table of numbers.
    func numbers(_ numbers: ClosedRange<Int64> = 1...3) throws -> DatabaseQueue {
        let queue = try open { try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA user_version = 1") }
        try queue.use { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE number(value INTEGER)")
            let row = try Prepared(database, "INSERT INTO number VALUES(?)")
            for number in numbers {
                row.bind(0, number)
                try row.run()
            }
        }
        return queue
    }
}

extension Database {
    /// The first column of the first row.
    func integer(_ sql: String) throws -> Int64? { try Prepared(self, sql).first { $0.integer(0) } ?? nil }
}
