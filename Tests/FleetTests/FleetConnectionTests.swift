import Bytes
import Filter
import FilterTestKit
import Flow
import Formats
import Messages
import TestKit
import Testing

@testable import Fleet

/// Connections of HTTP/2 beside the flows of a fleet, and the order of pages, against a real PostgreSQL.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetConnectionTests {
    private func connection(_ leg: ConnectionRecord.Leg, _ number: UInt64, debug: String = "") -> ConnectionRecord {
        var connection = ConnectionRecord(
            leg, number: number, wallClock: MadeFlow.noon, openedAt: Instant(nanoseconds: 0))
        connection.run = MemorySource.run
        connection.add([ConnectionRecord.Setting(number: 3, value: UInt32(number))], isSent: false)
        connection.add(ConnectionRecord.GoAway(isSent: false, last: 5, code: 0, debug: Bytes(debug)))
        connection.streams = 3
        connection.endedAt = Instant(nanoseconds: 5_000_000)
        return connection
    }

    private func line(_ connection: ConnectionRecord) -> Bytes {
        var writer = JSONWriter()
        writer.connection(connection)
        return writer.withBytes { Bytes(Array($0)) }
    }

    private func read(_ database: FleetDatabase, _ run: RunID? = nil) throws -> [Bytes] {
        try FleetReader(database.owner, reader: FleetDatabase.reader).connections(of: run).map(line)
    }

    private func shipper(
        _ source: MemorySource, _ database: FleetDatabase, policy: ShippingPolicy = ShippingPolicy(),
        redactor: Redactor? = nil
    ) throws -> FleetShipper {
        let shipper = FleetShipper(
            source, policy, redactor: redactor, reader: FleetDatabase.reader, clock: { MadeFlow.noon })
        try shipper.use(database.server.connect("postgres", database.name))
        return shipper
    }

    private let run = FleetRun(
        tenant: "default", id: MemorySource.run, proxy: "p", version: "0.1", started: MadeFlow.noon)

    @Test func connectionsComeBackAsTheyWereRecordedAndOnce() throws {
        let database = try FleetDatabase()
        let source = MemorySource(3)
        let all = [connection(.client, 1, debug: "x"), connection(.client, 12), connection(.upstream, 1)]
        source.ended = [all[2], all[1]]
        let first = try shipper(source, database)
        while try first.ship(MemorySource.run, as: run) {}
        #expect(try read(database) == [all[1], all[2]].map(line))
        // One that began earlier ended later; the same shipper and another one send what is missing.
        source.ended = all
        while try first.ship(MemorySource.run, as: run) {}
        let second = try shipper(source, database)
        while try second.ship(MemorySource.run, as: run) {}
        #expect(try read(database) == all.map(line))
        #expect(try read(database, MemorySource.run) == all.map(line) && read(database, RunID(2)).isEmpty)
        #expect(try database.count("hark.pack WHERE flows = 0") == 3)
        // No flow came of it.
        #expect(try database.read().count == 3)
        #expect(try database.owner.run("SELECT flows FROM hark.run").first?.integer(0) == 3)
    }

    /// What the other side wrote into a GOAWAY frame is a text like any other.
    @Test func theWordsOfAGoAwayAreNotShippedWhenCredentialsAreNot() throws {
        let database = try FleetDatabase()
        let source = MemorySource(1)
        source.ended = [connection(.upstream, 1, debug: "token=abcdefghijklmnop")]
        let redactor = Redactor(key: Bytes([UInt8](repeating: 1, count: 32)), isShared: true)
        let shipper = try shipper(source, database, redactor: redactor)
        while try shipper.ship(MemorySource.run, as: run) {}
        let found = try read(database)
        #expect(found.count == 1 && !(found.first?.text.contains("abcdefghijklmnop") ?? true))
        #expect(found.first?.text.contains("goAway") == true)
    }

    /// Of a connection none of whose flows is shipped nothing is.
    @Test func aFilterLeavesConnectionsOut() throws {
        let database = try FleetDatabase()
        let source = MemorySource(2)
        source.ended = [connection(.client, 1)]
        let policy = ShippingPolicy(matcher: FilterMatcher(try FlowFilter("id = 2"), FleetDatabase.noon))
        let shipper = try shipper(source, database, policy: policy)
        while try shipper.ship(MemorySource.run, as: run) {}
        #expect(try read(database).isEmpty && database.read().count == 1)
    }

    @Test func theLastFlowOfADayTakesItsConnectionsWithIt() throws {
        let database = try FleetDatabase()
        let source = MemorySource(2)
        source.ended = [connection(.client, 1)]
        let shipper = try shipper(source, database)
        while try shipper.ship(MemorySource.run, as: run) {}
        var keys: [FleetKey] = []
        try FleetReader(database.owner, reader: FleetDatabase.reader).forEachKey(
            FleetQuery(try FlowFilter(""), FleetDatabase.noon)
        ) { key, _, _ in
            keys.append(key)
            return true
        }
        #expect(try FleetDeletion(database.owner).delete([keys[0]]) == 1)
        #expect(try read(database).count == 1)
        #expect(try FleetDeletion(database.owner).delete([keys[1]]) == 1)
        #expect(try read(database).isEmpty && database.count("hark.pack") == 0)
    }

    // MARK: Pages

    /// Two tenants have flows with one start and one number: each is found once, wherever a page ends.
    @Test(arguments: [false, true])
    func flowsOfTenantsThatAreEqualAreAllFoundOnce(isNewestFirst: Bool) throws {
        let database = try FleetDatabase()
        let source = MemorySource(700)
        for tenant in ["a", "b", "c"] { try database.ship(source, tenant: tenant) }
        var query = FleetQuery(try FlowFilter(""), FleetDatabase.noon)
        query.hasContent = false
        query.isNewestFirst = isNewestFirst
        var keys: [FleetKey] = []
        var starts: [Int64] = []
        try FleetReader(database.owner, reader: FleetDatabase.reader).forEachKey(query) { key, record, _ in
            keys.append(key)
            starts.append(record.startedAt ?? 0)
            return true
        }
        #expect(keys.count == 2_100 && Set(keys).count == 2_100)
        #expect(starts == (isNewestFirst ? starts.sorted(by: >) : starts.sorted()))
        query.limit = 5
        var some: [FleetKey] = []
        try FleetReader(database.owner, reader: FleetDatabase.reader).forEachKey(query) { key, _, _ in
            some.append(key)
            return true
        }
        #expect(some == Array(keys.prefix(5)))
        let newest = try FleetReader(database.owner, reader: FleetDatabase.reader).newest(4, run: nil)
        #expect(newest.map(\.number) == (isNewestFirst ? keys.prefix(4).map(\.number) : [700, 700, 700, 699]))
    }

    /// However many flows there are, the server reads those of a page: by an index, and none to sort them. Of a few
    /// flows it would sort all, which is cheaper; so it is told not to.
    @Test func aPageIsReadByAnIndex() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(3_000))
        try database.owner.run("ANALYZE hark.flow")
        for setting in ["enable_seqscan", "enable_bitmapscan", "enable_sort"] {
            try database.owner.run("SET \(setting) = off")
        }
        var query = FleetQuery(try FlowFilter(""), FleetDatabase.noon)
        query.isNewestFirst = true
        let link = RecordingLink(database.owner)
        var pages = try FleetPages<FleetRow>(
            link, PostgresFilter(query.filter, query.clock, .fleet), query, size: 50)
        for _ in 1...60 { #expect(try pages.next() != nil) }
        let asked = link.statements.filter { $0.sql.contains("hark.flow f") }
        #expect(asked.count == 2)
        for statement in asked {
            let plan = try database.owner.run(
                PostgresStatement("EXPLAIN \(statement.sql)", statement.values)
            ).map { $0.text(0) ?? "" }.joined(separator: "\n")
            #expect(plan.contains("tenant_started") && !plan.contains("Seq Scan on flow_2026"), "\(plan)")
            #expect(!plan.contains("Sort Key: f.started") || plan.contains("Merge Append"), "\(plan)")
        }
    }

    /// Of lossy rows the record decides, and their figures are those of the record.
    @Test func factsAreThoseOfTheFlowsThatAFilterFinds() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(120))
        try database.owner.run("UPDATE hark.flow SET lossy = true, status = 500 WHERE id IN (7, 8)")
        let reader = try FleetReader(database.owner, reader: FleetDatabase.reader)
        var found: [UInt64] = []
        let query = FleetQuery(try FlowFilter("status = 200 and id > 5"), FleetDatabase.noon)
        let isAnswered = try reader.forEachFacts(query) { page in
            found += page.map { UInt64(bitPattern: $0.place.id) }
            let records = try reader.records(of: page)
            for facts in page {
                let record = records[facts.key]
                #expect(record?.url == facts.bytes(.url))
                #expect(record.map { Int64($0.response.contentSize) } == facts.integer(.responseSize))
            }
            return true
        }
        #expect(isAnswered)
        #expect(found == [6] + Array(9...120))
        // A word that may be anywhere is no matter of columns.
        let words = FleetQuery(try FlowFilter("'shop.example.com/12'"), FleetDatabase.noon)
        let isOfColumns = try reader.forEachFacts(words) { _ in true }
        #expect(!isOfColumns)
    }
}

/// A link of a test that keeps what it was asked.
private final class RecordingLink: PostgresLink {
    private let link: PostgresConnection
    private(set) var statements: [PostgresStatement] = []

    init(_ link: PostgresConnection) { self.link = link }

    func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        statements.append(statement)
        return try link.run(statement)
    }

    func run(script: String) throws(PostgresError) { try link.run(script: script) }

    func close() { link.close() }
}
