import Bytes
import Filter
import FilterTestKit
import Flow
import Formats
import HTTPModel
import TestKit
import Testing
import Workbench

@testable import Fleet

/// What the database adds up is what is counted flow by flow.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetStatisticsTests {
    private static let dimensions: [StatDimension] = [.endpoint, .host, .status, .type]

    /// As JSON: every figure is in it.
    private func text(_ statistics: FlowStatistics) -> String {
        var statistics = statistics
        let rows = statistics.rows()
        var writer = JSONWriter()
        writer.statistics(statistics, rows[...], of: rows.count)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Counts both ways; nil when columns do not decide which flows there are.
    private func figures(
        _ reader: FleetReader, _ filter: String, _ dimension: StatDimension
    ) throws -> (added: String, counted: String)? {
        let query = FleetQuery(try FlowFilter(filter), FleetDatabase.noon)
        var added = FleetStatistics(reader, by: dimension)
        guard try added.count(query) else { return nil }
        var counted = FleetStatistics(reader, by: dimension)
        #expect(try counted.countRows(query))
        return (text(added.statistics), text(counted.statistics))
    }

    /// Flows of some minutes, most of them of a few endpoints; some that caches keep, some lossy, some that failed.
    private static func source(_ count: Int) -> MemorySource {
        var random = SeededGenerator(seed: 9)
        let source = MemorySource()
        for number in 1...Int64(count) {
            let path = ["", "users/\(number)", "users/\(number)/posts?x=1", "a.css", "b"].randomElement(using: &random)
            let host = ["shop.example", "10.0.0.1:8080", "API.example"].randomElement(using: &random) ?? ""
            let method = ["GET", "GET", "GET", "POST"].randomElement(using: &random) ?? ""
            let status = [200, 200, 200, 304, 404, 500].randomElement(using: &random) ?? 200
            let isCached = Int.random(in: 0..<8, using: &random) == 0
            let record = MadeFlow.make(
                "\(method) http://\(host)/\(path ?? "") HTTP/1.1\nHost: \(host)",
                "HTTP/1.1 \(status) X\nContent-Type: text/\(["html", "css"].randomElement(using: &random) ?? "")"
                    + (isCached ? "\nCache-Control: max-age=60" : ""),
                content: String(repeating: "x", count: Int.random(in: 0..<3_000, using: &random)),
                number: UInt64(number), at: MadeFlow.noon + number * Int64.random(in: 10_000...900_000, using: &random))
            source.flows[number] = record
            var context = FlowContext()
            if number.isMultiple(of: 50) { context.comment = "one\u{0}two" }
            source.contexts[number] = context
        }
        return source
    }

    private func shipped(_ source: MemorySource, sample: Double = 1) throws -> (FleetDatabase, FleetReader) {
        let database = try FleetDatabase()
        try database.ship(source, ShippingPolicy(sample: sample, bodies: .none, bodyLimit: 0))
        // Times of all lengths, of which some were not measured.
        try database.owner.run(
            """
            UPDATE hark.flow SET duration = id * id * 7919 % 30000000, wait = CASE WHEN id % 3 > 0 THEN id * 31 END,
            connect = CASE WHEN id % 40 = 0 THEN id END, send = id % 5, receive = -1, reused = id % 4 > 0
            """)
        return (database, try FleetReader(database.owner, reader: FleetDatabase.reader))
    }

    private static let filters = [
        "", "status = 200", "status >= 400", "method = POST", "host = shop.example", "id < 40", "id < 33", "id = 5",
        "id > 9999999", "not status = 200", "path ~ '/users/*'",
    ]

    @Test(arguments: dimensions)
    func whatIsAddedUpIsWhatIsCounted(dimension: StatDimension) throws {
        let (_, reader) = try shipped(Self.source(700))
        for filter in Self.filters {
            let both = try #require(try figures(reader, filter, dimension), "\(filter)")
            #expect(both.added == both.counted, "\(dimension) \(filter)")
        }
    }

    @Test(arguments: dimensions)
    func flowsOfASampleCountForThoseThatWereLeftOut(dimension: StatDimension) throws {
        let (_, reader) = try shipped(Self.source(700), sample: 0.3)
        for filter in ["", "status = 200", "host = shop.example"] {
            let both = try #require(try figures(reader, filter, dimension), "\(filter)")
            #expect(both.added == both.counted && both.added.contains("\"about\""), "\(dimension) \(filter)")
        }
    }

    @Test func flowsMadeByChanceAreAddedUpTheSame() throws {
        var random = SeededGenerator(seed: 5)
        let source = MemorySource()
        for number in 1...UInt64(150) {
            var record = RandomFlow.make(number: number, &random)
            if record.outcome == nil { record.outcome = HAREntry.unfinished }
            source.flows[Int64(number)] = record
            var context = RandomFlow.context(&random)
            if number.isMultiple(of: 10) { context.comment = "one\u{0}two" }
            source.contexts[Int64(number)] = context
        }
        let (_, reader) = try shipped(source)
        var exact = 0
        for turn in 0..<24 {
            let text = turn == 0 ? "" : RandomFilter.text(&random)
            for dimension in Self.dimensions {
                guard let both = try figures(reader, text, dimension) else { continue }
                exact += 1
                #expect(both.added == both.counted, "\(dimension) \(text)")
            }
        }
        #expect(exact > 16, "\(exact)")
    }

    /// Where nothing could have come from a cache, and columns say all, no row of a flow crosses the wire.
    @Test func noRowOfAFlowIsAsked() throws {
        let source = MemorySource()
        for number in Int64(1)...40 {
            source.flows[number] = MadeFlow.make(
                "POST http://api.example/\(number) HTTP/1.1\nHost: api.example", "HTTP/1.1 200 OK\nContent-Length: 2",
                content: "{}", number: UInt64(number))
        }
        let database = try FleetDatabase()
        try database.ship(source)
        let link = CountingLink(database.owner)
        let reader = try FleetReader(link, reader: FleetDatabase.reader)
        link.rows = 0
        var added = FleetStatistics(reader, by: .endpoint)
        #expect(try added.count(FleetQuery(.everything, FleetDatabase.noon)))
        #expect(added.statistics.total.count == 40 && added.statistics.series.all.steps.count == 1)
        #expect(link.rows < 20, "\(link.rows) rows")
    }

    /// More groups than figures keep are counted flow by flow, whose order decides which of them are others.
    @Test func manyGroupsAreCountedOneByOne() throws {
        let source = MemorySource()
        for number in Int64(1)...2_100 {
            source.flows[number] = MadeFlow.make(
                "GET http://h\(number).example/ HTTP/1.1\nHost: h\(number).example", number: UInt64(number))
        }
        let (_, reader) = try shipped(source)
        let both = try #require(try figures(reader, "", .host))
        #expect(both.added == both.counted && both.added.contains("(others)"))
    }
}

/// A connection that counts the rows that come.
private final class CountingLink: PostgresLink {
    private let link: PostgresConnection
    var rows = 0

    init(_ link: PostgresConnection) { self.link = link }

    func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        let found = try link.run(statement)
        rows += found.count
        return found
    }

    func run(script: String) throws(PostgresError) { try link.run(script: script) }

    func close() { link.close() }
}
