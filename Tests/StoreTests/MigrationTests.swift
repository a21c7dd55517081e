import Filter
import Flow
import Foundation
import Testing

@testable import Store

/// Files of each schema before the newest, made by the Hark that had it, are read as they are and brought up to it.
@Suite struct MigrationTests {
    private static let newest: Int64 = 5
    private static let clock = FilterClock(now: 1_800_000_000_000_000)

    /// A copy of the file of a version: 14 exchanges with the demo site, one pinned, one tagged, one commented.
    private func copy(_ version: Int64) throws -> TemporarySession {
        let session = try TemporarySession()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/version-\(version).hark")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: session.path)
        return session
    }

    @Test(arguments: 1..<newest)
    func aFileOfAnOlderHarkIsReadAsItIs(version: Int64) throws {
        let session = try copy(version)
        let before = try Data(contentsOf: URL(fileURLWithPath: session.path))
        let reader = try SessionReader(session.path)
        #expect(reader.schemaVersion == version)
        let flows = try reader.flows(FlowQuery())
        #expect(flows.map(\.record.id.number) == Array(1...14))
        let sql = FilterSQL(try FlowFilter("host = demo.hark.test"), Self.clock, .session(version: version))
        // What has no column yet is asked of the flows.
        let found = try Set(reader.numbers(FlowQuery(sql)))
        let matcher = FilterMatcher(try FlowFilter("host = demo.hark.test"), Self.clock)
        let meant = flows.filter { matcher.matches(FilterSubject($0.record)) }.map(\.record.id.number)
        #expect(meant.count > 10 && found.isSuperset(of: meant))
        reader.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: session.path)) == before)
    }

    @Test(arguments: 1..<newest)
    func nothingIsLostOnTheWayToTheNewest(version: Int64) throws {
        let session = try copy(version)
        let before = try SessionReader(session.path).flows(FlowQuery())
        let writer = try session.writer()
        writer.submit(MadeFlow.plain(15).changes)
        writer.finish()
        #expect(try session.sqlite("PRAGMA user_version") == "\(Self.newest)\n")
        let after = try SessionReader(session.path).flows(FlowQuery())
        #expect(after.count == 15)
        for (old, new) in zip(before, after) {
            #expect(old.record.everything == new.record.everything, "flow \(old.record.id.number)")
            #expect(old.isPinned == new.isPinned && old.comment == new.comment && old.tags == new.tags)
        }
        #expect(after.filter(\.isPinned).map(\.record.id.number) == [2])
        #expect(try session.sqlite("PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok\n")
    }

    @Test(arguments: 1..<newest)
    func flowsOfAnOlderFileAreMarkedAndDeleted(version: Int64) throws {
        let session = try copy(version)
        let editor = try SessionEditor(session.path)
        #expect(try editor.tag([5], "new") == 1)
        #expect(try editor.delete([3, 99]).count == 1)
        editor.close()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map(\.record.id.number) == [1, 2] + Array(4...14))
        #expect(flows.filter { $0.tags == ["new"] }.map(\.record.id.number) == [5])
    }

    /// What a newer schema drops is in no free page: a deletion could not overwrite it there.
    @Test(arguments: 1..<newest)
    func pagesThatAMigrationFreesAreEmpty(version: Int64) throws {
        let session = try copy(version)
        try session.writer().finish()
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: session.path)))
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        // The list of free pages (SQLite's file format, section 1.5): trunks, each naming the next and its leaves.
        var (trunk, free) = (number(32), 0)
        while trunk != 0, free < number(36) {
            let start = (trunk - 1) * 4096
            let count = number(start + 4)
            free += 1 + count
            #expect(bytes[(start + 8 + 4 * count)..<(start + 4096)].allSatisfy { $0 == 0 }, "trunk \(trunk)")
            for place in 0..<count {
                let leaf = (number(start + 8 + 4 * place) - 1) * 4096
                #expect(bytes[leaf..<leaf + 4096].allSatisfy { $0 == 0 }, "page \(leaf / 4096 + 1)")
            }
            trunk = number(start)
        }
        #expect(free == number(36))
        if version == 4 { #expect(free > 0, "a migration that frees nothing shows nothing") }
    }

    private static let schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"

    /// A new file gets one script, and is what the steps make of one: to the letter, or a Hark would refuse it.
    @Test func aNewFileHasTheSchemaThatStepsLeave() throws {
        func objects(_ database: Database) throws -> [String] {
            var found: [String] = []
            for question in [Self.schema, "SELECT identifier, '', '', '' FROM grdb_migrations ORDER BY 1"] {
                try Prepared(database, question).forEachRow { row in
                    found.append((0..<4).map { row.text($0) ?? "-" }.joined(separator: "|"))
                    return true
                }
            }
            for setting in ["user_version", "application_id"] {
                found.append("\(try Prepared(database, "PRAGMA \(setting)").first { $0.integer(0) ?? 0 } ?? -1)")
            }
            return found
        }
        let (new, grown) = (try Database.inMemory(), try Database.inMemory())
        var filled: [Int64] = []
        try SessionSchema.migrate(new) { _, version in filled.append(version) }
        #expect(filled.isEmpty)
        for version in 1...Self.newest {
            try SessionSchema.migrate(grown, upTo: version) { _, version in filled.append(version) }
        }
        #expect(filled == [2, 3, 5])
        let made = try objects(new)
        #expect(made == (try objects(grown)))
        #expect(made.count > 40 && made.last == "\(SessionSchema.applicationID)")
        // Once more: nothing is to be done.
        try SessionSchema.migrate(new) { _, version in filled.append(version) }
        #expect(try objects(new) == made && filled == [2, 3, 5])
    }

    @Test(arguments: 1..<newest)
    func anOlderFileGetsTheSchemaOfANewOne(version: Int64) throws {
        let (old, new) = (try copy(version), try TemporarySession())
        #expect(try old.sqlite(Self.schema) != "")
        for session in [old, new] {
            let writer = try session.writer()
            writer.submit(MadeFlow.plain(15).changes)
            writer.finish()
        }
        let schema = try new.sqlite(Self.schema)
        #expect(try old.sqlite(Self.schema) == schema && schema.contains("block_value"))
    }

    /// Flows from before are found by columns that they had not.
    @Test(
        arguments: [
            "host = demo.hark.test", "method = POST", "path = /gzip", "type = json", "encoding = gzip", "redirect",
            "error = nameNotFound", "scheme = https", "cache", "time < 2100-01-01", "status >= 400", "Welcome",
            "changed", "not changed", "change = x-kept", "rule contains --set-request-header", "replayed",
            "not replayed", "redirect.hop > 1",
        ])
    func oldFlowsAreFoundAsNewOnesAre(text: String) throws {
        for version in 1..<Self.newest {
            let session = try copy(version)
            try session.writer().finish()
            let reader = try SessionReader(session.path)
            let filter = try FlowFilter(text)
            let matcher = FilterMatcher(filter, Self.clock)
            func meant(_ flows: [StoredFlow]) -> [UInt64] {
                flows.filter { matcher.matches(FilterSubject($0.record, $0.context)) }.map(\.record.id.number)
            }
            let sql = FilterSQL(filter, Self.clock, .session(version: Self.newest))
            let found = try reader.flows(FlowQuery(sql))
            let all = try reader.flows(FlowQuery())
            #expect(meant(found) == meant(all))
            if sql.isExact { #expect(found.map(\.record.id.number) == meant(all)) }
        }
    }

    /// A page may be open on the file while a command brings it to the newest schema.
    @Test func aReaderNoticesThatTheFileWasBroughtUp() throws {
        let session = try copy(4)
        let reader = try SessionReader(session.path)
        let filter = try FlowFilter("host ~ \"demo.*\"")
        func sql() -> FilterSQL { FilterSQL(filter, Self.clock, reader.schema(judgedBy: "")) }
        #expect(sql().blocks == nil)
        let before = try reader.numbers(FlowQuery(sql()))
        try session.writer().finish()
        #expect(sql().blocks != nil)
        #expect(try reader.numbers(FlowQuery(sql())) == before && before.count > 10)
    }
}
