import Bytes
import Filter
import FilterTestKit
import Flow
import Formats
import Foundation
import HTTPModel
import Judge
import TestKit
import Testing

@testable import Fleet

extension PostgresServer {
    /// An empty database; its name.
    func makeDatabase() throws -> String {
        let name = newName()
        try connect("postgres", "postgres").run("CREATE DATABASE \(name)")
        return name
    }

    func connect(_ role: String, _ database: String) throws -> PostgresConnection {
        try PostgresConnection([("dbname", url(role, database))])
    }
}

/// A database of one test with the schema in it.
struct FleetDatabase {
    let server: PostgresServer
    let name: String
    let owner: PostgresConnection

    /// As `hark` asks the checks.
    static let reader = FilterReader(
        judge: { flow in
            _ = flow.findings
            return flow.judgement?.codes ?? []
        })
    static let noon = FilterClock(now: MadeFlow.noon, utcOffset: 0)

    init(_ layout: FleetLayout = .partitioned, today: Int64 = MadeFlow.noon) throws {
        server = try PostgresServer.shared.get()
        name = try server.makeDatabase()
        owner = try server.connect("postgres", name)
        try FleetAdministrator(owner).create(layout, today: FleetDay(of: today))
    }

    func count(_ rows: String) throws -> Int64 { try owner.run("SELECT count(*) FROM \(rows)").first?.integer(0) ?? -1 }

    @discardableResult func ship(
        _ source: MemorySource, _ policy: ShippingPolicy = ShippingPolicy(bodies: .all, bodyLimit: .max),
        tenant: String = "default", over link: PostgresConnection? = nil
    ) throws -> ShippingTotals {
        try Self.ship(source, policy, tenant: tenant, over: link ?? server.connect("postgres", name))
    }

    /// What readers know of who recorded these flows.
    static let origin = FlowContext.Origin(proxy: "p", tenant: "default", labels: ["env": "a \"b\""])

    static func ship(
        _ source: MemorySource, _ policy: ShippingPolicy, tenant: String, over link: PostgresConnection
    ) throws -> ShippingTotals {
        let shipper = FleetShipper(source, policy, redactor: nil, reader: reader, clock: { MadeFlow.noon })
        try shipper.use(link)
        let run = FleetRun(
            tenant: tenant, id: MemorySource.run, proxy: origin.proxy, version: "0.1", started: MadeFlow.noon,
            labels: origin.labels)
        while try shipper.ship(MemorySource.run, as: run) {}
        return shipper.totals
    }

    func read(_ filter: String = "", over link: PostgresConnection? = nil) throws -> [FlowRecord] {
        var found: [FlowRecord] = []
        let query = FleetQuery(try FlowFilter(filter), Self.noon)
        try FleetReader(link ?? owner, reader: Self.reader).forEach(query) { record, _ in
            found.append(record)
            return true
        }
        return found
    }

    /// A login role, unlike any other of the server.
    func makeRole() throws -> String {
        let role = "\(name)_\(Int.random(in: 0..<1_000_000))"
        try owner.run("CREATE ROLE \(role) LOGIN")
        return role
    }
}

/// The schema, the statements and the reader against a real PostgreSQL.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetDatabaseTests {
    /// A record as a log keeps it: one that no proxy made may have what a log does not say.
    private func logged(_ record: FlowRecord) throws -> FlowRecord {
        var found: FlowRecord?
        _ = try RecordingReader(line(record), .log).forEachFlow { record, _ in
            found = record
            return false
        }
        return try #require(found)
    }

    private func line(_ record: FlowRecord) -> Bytes {
        var writer = JSONWriter()
        HAREntry.write(record, to: &writer)
        return writer.withBytes { Bytes(Array($0)) }
    }

    private func state(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let error as PostgresError {
            return error.state ?? "none"
        } catch FleetError.database(let error) {
            return error.state ?? "none"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [FleetLayout.partitioned, .plain])
    func theSchemaIsMadeOnceAndWhole(layout: FleetLayout) throws {
        let database = try FleetDatabase(layout)
        #expect(try FleetMeta(database.owner).layout == layout)
        let again = state { try FleetAdministrator(database.owner).create(layout, today: FleetDay(of: 0)) }
        #expect(again == "42P06")
        // What failed left nothing, and the connection is usable.
        #expect(try database.count("hark.meta") == 4)
        let tables = try database.count("pg_class WHERE relnamespace = 'hark'::regnamespace AND relkind = 'r'")
        #expect(tables == (layout == .plain ? 8 : 5 + 3 * 9))
    }

    /// Without the extension the layout is refused by a sentence, and nothing is made.
    @Test func citusNeedsItsExtension() throws {
        let server = try PostgresServer.shared.get()
        let link = try server.connect("postgres", server.makeDatabase())
        do {
            try FleetAdministrator(link).create(.citus, today: FleetDay(of: MadeFlow.noon))
            Issue.record("the layout was made without the extension")
        } catch {
            #expect(error.kind == .missing && error.text.contains("CREATE EXTENSION citus"))
        }
        #expect(try link.run("SELECT 1 FROM pg_namespace WHERE nspname = 'hark'").count == 0)
    }

    // MARK: Shipping and reading back

    @Test(arguments: [FleetLayout.partitioned, .plain])
    func everyFlowComesBackByteForByte(layout: FleetLayout) throws {
        let database = try FleetDatabase(layout)
        var random = SeededGenerator(seed: 31)
        let source = MemorySource()
        for number in 1...100 as ClosedRange<Int64> {
            source.flows[number] = RandomFlow.make(number: UInt64(number), &random)
        }
        let large = String(repeating: "<p>large \u{e9}</p>", count: 100_000)
        source.add(101, content: large)
        source.add(102, content: String(large.prefix(5_000)), body: String(large.prefix(9_000)))
        source.flows[103] = MadeFlow.make(content: "x", number: 103) {
            $0.response.content.kept = .inline(Bytes((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
        }
        let totals = try database.ship(source)
        #expect(totals.shipped == 103 && totals.conflicts == 0 && totals.lost == 0 && totals.already == 0)
        // 1,300,000 bytes are two parts.
        #expect(try database.count("hark.body WHERE part > 0") >= 1)
        #expect(try database.count("hark.pack") >= 2)
        let found = try database.read()
        #expect(found.count == 103)
        for record in found {
            let number = Int64(record.id.number)
            let original = try logged(#require(source.flows[number]))
            #expect(line(record) == line(original), "\(number)")
            #expect(
                FilterReader.whole(record.response.content.kept) == FilterReader.whole(original.response.content.kept))
        }
        let starts = found.compactMap(\.startedAt)
        #expect(starts == starts.sorted())
    }

    /// The second fence: a run whose row came from an older backup.
    @Test func whatIsThereIsNotInsertedAgain() throws {
        let database = try FleetDatabase()
        let source = MemorySource(100)
        try database.ship(source)
        try database.owner.run("UPDATE hark.run SET through = 0, gaps = '{}', last = NULL")
        source.add(101)
        let totals = try database.ship(source)
        #expect(totals.shipped == 1 && totals.already == 100)
        #expect(try database.count("hark.flow") == 101)
        #expect(try database.read().count == 101)
    }

    /// Filters: what the database finds is what the evaluator finds.
    @Test(arguments: [
        "status = 200", "status != 200", "not status = 404", "status in (4xx, 502)", "status.class = 2xx",
        "method != GET", "host ~ \"*.example.com\"", "host !~ \"shop*\"", "path =~ \"1$\"", "path contains \"1\"",
        "type = plain", "type in (html, json, text)", "type != html", "outcome = complete", "error", "not error",
        "time > -1d", "time = 2026-11-21", "time != 2026-11-21", "pinned", "not pinned", "tag = x", "comment",
        "request.header.host contains shop", "body contains hello", "\"hello\"", "\"zzzz\"", "not \"hello\"",
        "id in (3, 4)", "not open", "port = 80", "worst", "note", "(path = /7 or path = /8) and not id = 8",
    ])
    func aFilterFindsTheSameInTheDatabase(text: String) throws {
        let database = try Self.filtered.get()
        let filter = try FlowFilter(text)
        let matcher = FilterMatcher(filter, FleetDatabase.noon)
        let expected = Set(
            Self.flows.flows.values.filter { matcher.matches(FilterSubject($0, reader: FleetDatabase.reader)) }
                .map(\.id.number))
        let link = try PostgresServer.shared.get().connect("postgres", database)
        let reader = try FleetReader(link, reader: FleetDatabase.reader)
        let query = FleetQuery(filter, FleetDatabase.noon)
        var found: Set<UInt64> = []
        try reader.forEach(query) { record, _ in
            found.insert(record.id.number)
            return true
        }
        #expect(found == expected)
        #expect(try reader.count(query) == expected.count)
    }

    private static var flows: MemorySource { MemorySource(20) }

    /// The name of a database with these flows.
    private static let filtered = Result { () -> String in
        let database = try FleetDatabase()
        try database.ship(flows)
        return database.name
    }

    @Test func orderLimitAndRunAreKept() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(700))
        let reader = try FleetReader(database.owner, reader: FleetDatabase.reader)
        var query = FleetQuery(.everything, FleetDatabase.noon, run: MemorySource.run)
        (query.isNewestFirst, query.limit) = (true, 600)
        var numbers: [UInt64] = []
        try reader.forEach(query) { record, _ in
            numbers.append(record.id.number)
            return true
        }
        #expect(numbers == (101...700).reversed())
        #expect(try reader.newest(2, run: nil).map(\.number) == [700, 699])
        query.run = RunID(99)
        #expect(try reader.count(query) == 0)
        #expect(try reader.runs(beginningWith: "0000").map(\.value) == [1])
        #expect(try reader.runs(beginningWith: "00%1") == [])
        #expect(try reader.runs(having: [5...5]) == [MemorySource.run])
        #expect(try reader.runs(having: [701...900]) == [])
    }

    // MARK: Trouble

    @Test func aRowThatTheDatabaseRefusesIsFoundByHalving() throws {
        let database = try FleetDatabase()
        try database.owner.run("ALTER TABLE hark.flow ADD CONSTRAINT t CHECK (path <> '/13' AND path <> '/77')")
        let source = MemorySource(100)
        let totals = try database.ship(source)
        #expect(totals.shipped == 100 && totals.conflicts == 2 && totals.lost == 0)
        #expect(try database.count("hark.flow WHERE lossy") == 2)
        #expect(try database.count("hark.run WHERE conflicts = 2 AND through = 100 AND gaps = '{}'") == 1)
        // The record has what the row has not.
        #expect(try database.read("path = /13").map(\.id.number) == [13])
        #expect(try database.read("path != /13").count == 99)
    }

    @Test func twoShippersAtOnceShipEachFlowOnce() async throws {
        let database = try FleetDatabase()
        let results = try await withThrowingTaskGroup(of: ShippingTotals.self) { group in
            for _ in 1...3 {
                group.addTask { [server = database.server, name = database.name] in
                    try FleetDatabase.ship(
                        MemorySource(3_000), ShippingPolicy(), tenant: "default",
                        over: server.connect("postgres", name))
                }
            }
            return try await group.reduce(into: [ShippingTotals]()) { $0.append($1) }
        }
        #expect(results.reduce(0) { $0 + $1.shipped } == 3_000)
        #expect(results.allSatisfy { $0.already == 0 })
        #expect(try database.count("hark.flow") == 3_000)
        #expect(try database.count("hark.run WHERE flows = 3000 AND through = 3000") == 1)
    }

    @Test func aDatabaseWithoutTheSchemaSaysSo() throws {
        let server = try PostgresServer.shared.get()
        let link = try server.connect("postgres", try server.makeDatabase())
        #expect(throws: FleetError.noSchema) { try FleetMeta(link) }
        #expect(state { _ = try server.connect("postgres", "nothing") } == "3D000")
        #expect(state { _ = try server.connect("nobody_at_all", "postgres") } == "28000")
        #expect(state { _ = try PostgresConnection([("dbname", "postgres://127.0.0.1:1/x")]) } == "none")
    }

    // MARK: Rights

    @Test func aWriterReadsNothingAndWritesForItsTenantOnly() throws {
        let database = try FleetDatabase()
        let role = try database.makeRole()
        try FleetAdministrator(database.owner).grant(.writer, to: role, tenant: "shop")
        let link = try database.server.connect(role, database.name)
        let totals = try database.ship(MemorySource(100), tenant: "shop", over: link)
        #expect(totals.shipped == 100)
        let writer = try database.server.connect(role, database.name)
        for table in ["flow", "pack", "body", "fact", "mark", "member", "flow_default", "flow_20261121"] {
            #expect(state { try writer.run("SELECT count(*) FROM hark.\(table)") } == "42501", "\(table)")
            #expect(state { try writer.run("DELETE FROM hark.\(table)") } == "42501", "\(table)")
            #expect(state { try writer.run("TRUNCATE hark.\(table)") } == "42501", "\(table)")
        }
        #expect(state { try writer.run("UPDATE hark.flow SET host = 'x'") } == "42501")
        #expect(state { try writer.run("INSERT INTO hark.member VALUES ('\(role)', 'other')") } == "42501")
        #expect(state { try writer.run("DELETE FROM hark.run") } == "42501")
        #expect(state { try database.ship(MemorySource(1), tenant: "other", over: writer) } == "42501")
        #expect(try database.count("hark.flow WHERE tenant <> 'shop'") == 0)
        // The cursors of others are not there for it.
        try database.owner.run("UPDATE hark.run SET tenant = 'other'")
        #expect(try database.server.connect(role, database.name).run("SELECT * FROM hark.run").count == 0)
    }

    @Test func aReaderSeesItsTenantsUntilTheyAreTakenAway() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(10), tenant: "a")
        try database.ship(MemorySource(20), tenant: "b")
        let role = try database.makeRole()
        let administrator = FleetAdministrator(database.owner)
        try administrator.grant(.reader, to: role, tenant: "a")
        let reader = try database.server.connect(role, database.name)
        #expect(try database.read(over: reader).count == 10)
        #expect(state { try reader.run("DELETE FROM hark.flow") } == "42501")
        #expect(state { try database.ship(MemorySource(30), tenant: "a", over: reader) } == "42501")
        #expect(state { try reader.run("INSERT INTO hark.mark(tenant, run, id) VALUES ('b', 1, 1)") } == "42501")
        try reader.run("INSERT INTO hark.mark(tenant, run, id, comment) VALUES ('a', 1, 1, 'seen')")
        #expect(try database.read("comment = seen").map(\.id.number) == [1])
        try administrator.grant(.reader, to: role, tenant: "b")
        #expect(try database.read(over: database.server.connect(role, database.name)).count == 30)
        #expect(try administrator.revoke(from: role, tenant: "a"))
        #expect(try administrator.revoke(from: role, tenant: "a") == false)
        #expect(try administrator.revoke(from: role, tenant: "b"))
        let gone = try database.server.connect(role, database.name)
        #expect(state { _ = try FleetReader(gone, reader: FleetDatabase.reader) } == "42501")
        #expect(state { try administrator.grant(.writer, to: "no such role", tenant: "a") } == "42704")
    }

    // MARK: Maintenance

    @Test func daysExpireButPinnedFlowsStay() throws {
        let database = try FleetDatabase()
        let source = MemorySource(100)
        let large = String(repeating: "0123456789", count: 1_000)
        source.add(101, content: large)
        try database.ship(source)
        try database.owner.run("UPDATE hark.flow SET pinned = true WHERE id = 101")
        try database.owner.run("INSERT INTO hark.mark(tenant, run, id, pinned) VALUES ('default', 1, 7, true)")
        let later = FleetDay(of: MadeFlow.noon).advanced(by: 30)
        let result = try FleetMaintenance(database.owner, today: later, keep: 30).run(.partitioned)
        #expect(result.dropped == ["20261121"] && result.created.count == 8 && result.created.last == "20261228")
        let left = try database.read()
        #expect(left.map(\.id.number).sorted() == [7, 101])
        #expect(left.last.map { FilterReader.whole($0.response.content.kept) } == Bytes(large))
        #expect(try database.count("hark.flow_default") == 2)
        // Once more changes nothing; another day without pins goes whole.
        let again = try FleetMaintenance(database.owner, today: later, keep: 30).run(.partitioned)
        #expect(again == FleetMaintenance.Result())
        try database.owner.run("UPDATE hark.flow SET pinned = false")
        try database.owner.run("DELETE FROM hark.mark")
        let end = try FleetMaintenance(database.owner, today: later, keep: 30).run(.partitioned)
        #expect(end.deleted >= 4)
        for table in ["flow", "pack", "body"] { #expect(try database.count("hark.\(table)") == 0) }
    }

    /// What a person unpinned is no longer kept, whatever it was shipped with; what is shown as pinned is kept.
    @Test(arguments: [FleetLayout.partitioned, .plain])
    func whatIsShownAsPinnedIsWhatIsKept(layout: FleetLayout) throws {
        let database = try FleetDatabase(layout)
        let source = MemorySource(60)
        let large = String(repeating: "0123456789", count: 1_000)
        for number in [Int64(61), 62] { source.add(number, content: large + "\(number)") }
        var pinned = FlowContext()
        pinned.isPinned = true
        for number in [Int64(3), 5, 61, 62] { source.contexts[number] = pinned }
        try database.ship(source)
        try database.ship(source, tenant: "other")
        let mark = "INSERT INTO hark.mark(tenant, run, id, pinned) VALUES"
        try database.owner.run("\(mark) ('default', 1, 3, false), ('default', 1, 61, false), ('default', 1, 9, true)")
        // Marked, but not as far as pins go; and another tenant's flow of the same run and number.
        try database.owner.run("\(mark) ('default', 1, 10, false), ('other', 1, 5, false)")
        func shown(_ tenant: String) throws -> [UInt64] {
            try database.read("pinned and tenant = \(tenant)").map(\.id.number).sorted()
        }
        let before = (try shown("default"), try shown("other"))
        #expect(before == ([5, 9, 62], [3, 61, 62]))
        let later = FleetDay(of: MadeFlow.noon).advanced(by: 30)
        for _ in 1...2 { _ = try FleetMaintenance(database.owner, today: later, keep: 30).run(layout) }
        for (tenant, kept) in [("default", before.0), ("other", before.1)] {
            #expect(try database.read("tenant = \(tenant)").map(\.id.number).sorted() == kept)
        }
        // Nor is a body kept of what went.
        #expect(try database.count("hark.body WHERE tenant = 'default'") == 1)
        #expect(try database.count("hark.body WHERE tenant = 'other'") == 2)
        // Unpinned later, it goes with the next day's work.
        try database.owner.run("\(mark) ('default', 1, 5, false), ('default', 1, 62, false)")
        try database.owner.run("UPDATE hark.mark SET pinned = false")
        try database.owner.run("\(mark) ('other', 1, 3, false), ('other', 1, 61, false), ('other', 1, 62, false)")
        _ = try FleetMaintenance(database.owner, today: later, keep: 30).run(layout)
        for table in ["flow", "pack", "body"] { #expect(try database.count("hark.\(table)") == 0) }
    }

    @Test func flowsOfADayWithoutAPartitionGetOne() throws {
        let database = try FleetDatabase(today: MadeFlow.noon + 86_400_000_000)
        try database.ship(MemorySource(10))
        #expect(try database.count("hark.flow_default") == 10)
        let today = FleetDay(of: MadeFlow.noon).advanced(by: 1)
        let result = try FleetMaintenance(database.owner, today: today, keep: 7).run(.partitioned)
        #expect(result.created == ["20261121"] && result.moved == 11)
        #expect(try database.count("hark.flow_default") == 0 && database.read().count == 10)
        let kept = try FleetMaintenance(database.owner, today: today, keep: 1).run(.partitioned)
        #expect(kept.dropped == ["20261121"])
    }

    @Test func aPlainLayoutExpiresByRows() throws {
        let database = try FleetDatabase(.plain)
        try database.ship(MemorySource(10))
        try database.owner.run("UPDATE hark.flow SET pinned = true WHERE id = 3")
        let later = FleetDay(of: MadeFlow.noon).advanced(by: 30)
        let result = try FleetMaintenance(database.owner, today: later, keep: 30).run(.plain)
        #expect(result.deleted > 0 && result.created.isEmpty)
        #expect(try database.read().map(\.id.number) == [3])
    }

    @Test func theStatusShowsWhoShippedWhat() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(10))
        let status = try FleetStatus(database.owner)
        let run = try #require(status.runs.first)
        #expect(status.runs.count == 1 && run.run == MemorySource.run && run.flows == 10 && run.proxy == "p")
        #expect(run.labels.contains("a \\\"b\\\"") && run.gaps == 0 && run.lost == 0)
        // The shipper's clock stood at noon.
        #expect(abs(run.skew) > 1_000_000)
        #expect(status.bytes > 100_000 && status.partitions.contains { $0.name == "flow_20261121" })
    }
}

/// What docs/fleet.md says can be pasted.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"))
struct FleetPageTests {
    @Test func everyStatementOfThePageRuns() throws {
        let database = try FleetDatabase()
        let source = MemorySource(20)
        source.add(21, content: String(repeating: "text ", count: 2_000))
        try database.ship(source)
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/fleet.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let blocks = text.components(separatedBy: "```sql\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count == 8)
        // As if now were the day of the flows.
        for block in blocks {
            let then = block.replacing("current_date", with: "DATE '2026-11-21'").replacing(
                "now()", with: "TIMESTAMPTZ '2026-11-21 12:00:01+00'")
            for statement in [block, then] {
                #expect(throws: Never.self, "\(statement)") { try database.owner.run(statement) }
            }
            // The runs are silent or not by the real clock.
            let isEmpty =
                block.contains("status >= 500 ") || block.contains("duration > 20000")
                || block.contains("hark.run") || block.contains("kind = 'note'")
            if !isEmpty { #expect(try database.owner.run(then).count > 0, "\(block)") }
        }
    }

    @Test func everyStatementOfTheDashboardRuns() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(20))
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "examples/fleet/dashboard.sql")
        let statements = try String(contentsOf: file, encoding: .utf8).split(separator: ";").map(String.init).filter {
            $0.contains("SELECT")
        }
        #expect(statements.count == 8)
        // Grafana starts with the same ones.
        let folder = file.deletingLastPathComponent().appending(path: "grafana/dashboards")
        let board = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "hark.json")))
        let panels = (board as? [String: Any])?["panels"] as? [[String: Any]] ?? []
        let asked = panels.compactMap { (($0["targets"] as? [[String: Any]])?.first)?["rawSql"] as? String }
        func words(_ statement: String) -> String {
            statement.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
        }
        #expect(asked == statements.map(words))
        // As if now were the day of the flows.
        let found = try statements.map { statement in
            try database.owner.run(
                statement.replacing("current_date", with: "DATE '2026-11-21'").replacing(
                    "now()", with: "TIMESTAMPTZ '2026-11-21 12:00:01+00'")
            ).count
        }
        // None of these flows failed, and the proxy is not silent.
        #expect(found.prefix(4).allSatisfy { $0 > 0 } && found[5] > 0, "\(found)")
        #expect(found[6] == 0, "\(found)")
    }
}
