import Bytes
import CSQLite
import Explain
import Filter
import Flow
import Formats
import Foundation
import Judge
import Library
import Store
import Testing
import Workbench

@testable import hark

/// Each column of a session file may have any value: whoever lists, shows, counts or exports it goes on.
@Suite struct HostileNumbersTests {
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "StoreTests/Fixtures/version-3.hark").path

    /// Numbers with which sums and products have no room, and what is no number at all.
    private static let extremes = [
        "-9223372036854775808", "9223372036854775807", "-1", "4611686018427387904", "'text'", "x'00FF'", "NULL",
        "1e300",
    ]

    private struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Changes a file past Hark.
    private static func change(_ path: String, _ sql: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK
        else { throw Failed(description: "\(sql): \(String(cString: sqlite3_errmsg(connection)))") }
    }

    /// The columns of a file, by table; those that are numbers alone, where that is wanted.
    private static func columns(_ path: String, ofNumbers: Bool) throws -> [(table: String, name: String)] {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let sql = """
            SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'grdb%'
            AND (NOT \(ofNumbers ? 1 : 0) OR c.type = 'INTEGER')
            """
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK
        else { throw Failed(description: "no columns") }
        var found: [(String, String)] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            guard let table = sqlite3_column_text(statement, 0), let name = sqlite3_column_text(statement, 1) else {
                break
            }
            found.append((String(cString: table), String(cString: name)))
        }
        return found
    }

    private static let listed = FilterFields.all.compactMap { FlowColumn($0.name) }
    private static let filters = [
        "status >= 400", "time < 0s", "duration > 1s", "response.size > 0", "demo", "age > 1", "port = 443",
        "connection > 1", "id > 3",
    ]

    /// What commands and pages ask of a session. What cannot be read is said; that is no failure here.
    private static func examine(_ path: String) {
        guard let source = try? SessionLibrary.open(path) else { return }
        defer { source.reader.close() }
        let clock = FilterClock(now: 1_800_000_000_000_000, utcOffset: 7200)
        try? source.forEach(.everything, clock) { subject in
            for column in listed {
                _ = column.text(column.value(subject), limit: 200, now: 1_800_000_000, utcOffset: { _ in 7200 })
            }
            var row = JSONWriter()
            row.row(subject)
            var entry = JSONWriter()
            HAREntry.write(subject.record, HARAdditions(), to: &entry)
            return true
        }
        for dimension in StatDimension.allCases { _ = try? source.statistics(.everything, clock, by: dimension) }
        for text in filters {
            guard let filter = try? FlowFilter(text) else { continue }
            _ = try? source.count(filter, clock)
            try? source.forEach(filter, clock, FlowReading(hasContent: true)) { _ in true }
        }
        if let number = try? source.reader.lastNumber(), let flow = try? source.flow(number) {
            _ = Checks.notes(about: flow.record)
            _ = try? FlowsAround(flow.record, in: source).story
        }
    }

    private static func changed(_ sql: String) throws {
        let path = NSTemporaryDirectory() + "hark-numbers-" + UUID().uuidString + ".hark"
        try FileManager.default.copyItem(atPath: fixture, toPath: path)
        defer { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
        try change(path, sql)
        examine(path)
    }

    @Test func theFixtureIsReadWhole() throws {
        var count = 0
        let source = try SessionLibrary.open(Self.fixture)
        try source.forEach(.everything, .here) { _ in
            count += 1
            return true
        }
        #expect(count == 14)
        #expect(Self.listed.count > 40)
        source.reader.close()
    }

    /// All numbers of a table at once; the least and the greatest also in each column by itself.
    @Test(arguments: extremes) func anyNumberIsRead(value: String) throws {
        let columns = try Self.columns(Self.fixture, ofNumbers: true)
        #expect(columns.count > 60)
        for (table, group) in Dictionary(grouping: columns, by: \.table) {
            // SQLite itself takes nothing but integers for these.
            let isInteger = value.allSatisfy { $0.isNumber || $0 == "-" }
            let changes = group.filter { isInteger || !["id", "flow"].contains($0.name) }
                .map { "\($0.name) = \(value)" }.joined(separator: ", ")
            guard !changes.isEmpty else { continue }
            try Self.changed("UPDATE OR IGNORE \(table) SET \(changes)")
        }
        guard Self.extremes[..<2].contains(value) else { return }
        for (table, name) in columns where (table == "flow" || table == "body") && name != "id" {
            try Self.changed("UPDATE OR IGNORE \(table) SET \(name) = \(value)")
        }
    }

    /// Numbers in the place of texts and bytes.
    @Test func aNumberIsReadWhereNoneIs() throws {
        let numbers = Set(try Self.columns(Self.fixture, ofNumbers: true).map { "\($0.table).\($0.name)" })
        for (table, name) in try Self.columns(Self.fixture, ofNumbers: false)
        where !numbers.contains("\(table).\(name)") {
            try Self.changed("UPDATE OR IGNORE \(table) SET \(name) = -9223372036854775808")
        }
    }

    @Test func timesBeyondAllDatesAreShown() {
        let column = FlowColumn("start")
        for number in [Int64.min, .max, -1, 0, Int64.min + 999_999] {
            #expect(column?.text(.integer(number), limit: 100, utcOffset: { _ in 0 }).isEmpty == false)
        }
        #expect(
            column?.text(.integer(-1), limit: 100, utcOffset: { _ in 0 }) == "1969-12-31 23:59:59.999")
    }
}
