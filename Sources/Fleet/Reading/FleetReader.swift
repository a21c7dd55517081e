import Bytes
package import Filter
package import Flow
import Formats
import HTTPModel

/// Reads the flows of a fleet: rows by a filter's clause, records out of packs, contents from beside them. Used by one
/// thread.
package final class FleetReader {
    let link: any PostgresLink
    private let reader: FilterReader
    /// Lines of packs that were read last, by the numbers of their flows.
    private var packs: [FleetRow.PackKey: [Int64: Bytes]] = [:]
    /// Lists of values that flows share, read last: by kind.
    private var lists: [ListKey: [String: [Bytes]]] = [:]

    /// Who recorded the runs that were read last.
    private var origins: [RunKey: FlowContext.Origin] = [:]

    private struct RunKey: Hashable {
        let tenant: String
        let run: Int64
    }

    private struct ListKey: Hashable {
        let tenant: String
        let facts: Int64
    }

    /// So many rows are asked for at once: fewer where contents are wanted.
    private static let pageSize = 500
    private static let contentPageSize = 64
    static let factsPageSize = 5_000
    private static let packLimit = 64
    /// So many connections are read: as many as a session keeps.
    private static let connectionLimit = 20_000
    private static let listLimit = 4_096

    package init(_ link: any PostgresLink, reader: FilterReader) throws(FleetError) {
        try FleetMeta(link).checkReadable()
        self.link = link
        self.reader = reader
    }

    /// Hands out what a query finds, ordered by start, run and number; `body` says whether to go on.
    package func forEach(
        _ query: FleetQuery, _ body: (FlowRecord, FlowContext) throws -> Bool
    ) throws {
        try forEachRow(query) { try body($1, $2) }
    }

    /// The same, with what tells each flow from all others.
    package func forEachKey(
        _ query: FleetQuery, _ body: (FleetKey, FlowRecord, FlowContext) throws -> Bool
    ) throws {
        try forEachRow(query) { try body($0.flowKey, $1, $2) }
    }

    /// - Parameter start: those after it in the query's order; nil: all.
    func forEachRow(
        _ query: FleetQuery, after start: FleetRowPlace? = nil,
        _ body: (FleetRow, FlowRecord, FlowContext) throws -> Bool
    ) throws {
        let clause = PostgresFilter(query.filter, query.clock, .fleet)
        let matcher = FilterMatcher(query.filter, query.clock)
        var left = query.limit ?? .max
        guard left > 0 else { return }
        let size = query.hasContent ? Self.contentPageSize : Self.pageSize
        let readsContent = query.hasContent || query.filter.expression.readsContent
        var pages = try FleetPages<FleetRow>(link, clause, query, size: min(size, max(left, 16)), after: start)
        while let row = try pages.next() {
            guard let (record, context) = try flow(row, readsContent: readsContent) else { continue }
            if !clause.isExact || row.isLossy {
                guard try matcher.matches(subject(row, record, context, query.filter)) else { continue }
            }
            left -= 1
            guard try body(row, record, context), left > 0 else { return }
        }
    }

    /// Hands out what figures ask of the flows that a query finds, some at a time and in the order of their starts;
    /// `body` says whether to go on. False when columns do not decide which these are: then nothing was handed out.
    package func forEachFacts(_ query: FleetQuery, _ body: ([FleetFacts]) throws -> Bool) throws -> Bool {
        let clause = PostgresFilter(query.filter, query.clock, .fleet)
        guard clause.isExact else { return false }
        let matcher = FilterMatcher(query.filter, query.clock)
        var pages = try FleetPages<FleetFacts>(link, clause, query, size: Self.factsPageSize)
        var page: [FleetFacts] = []
        while let facts = try pages.next() {
            page.append(facts)
            guard page.count >= Self.factsPageSize else { continue }
            guard try body(matching(page, matcher, query.filter)) else { return true }
            page = []
        }
        _ = try body(matching(page, matcher, query.filter))
        return true
    }

    /// Of lossy rows the record says whether a filter matches.
    private func matching(
        _ page: [FleetFacts], _ matcher: FilterMatcher, _ filter: FlowFilter
    ) throws -> [FleetFacts] {
        let lossy = page.filter(\.isLossy)
        guard !lossy.isEmpty else { return page }
        var matches: Set<FleetRowPlace> = []
        for row in try rows(at: lossy.map(\.place)) {
            guard let (record, context) = try flow(row, readsContent: filter.expression.readsContent) else { continue }
            if try matcher.matches(subject(row, record, context, filter)) { matches.insert(row.place) }
        }
        return page.filter { !$0.isLossy || matches.contains($0.place) }
    }

    /// The records of these flows, without contents.
    package func records(of facts: [FleetFacts]) throws -> [FleetKey: FlowRecord] {
        var records: [FleetKey: FlowRecord] = [:]
        for row in try rows(at: facts.map(\.place)) {
            records[row.flowKey] = try flow(row, readsContent: false)?.record
        }
        return records
    }

    /// How many flows a filter means.
    package func count(_ query: FleetQuery) throws -> Int {
        let clause = PostgresFilter(query.filter, query.clock, .fleet)
        guard clause.isExact else {
            var (count, query) = (0, query)
            query.hasContent = false
            try forEach(query) { _, _ in
                count += 1
                return true
            }
            return count
        }
        var values = clause.bindings.map { $0.postgres }
        let (scope, added) = Self.scope(query, from: values.count)
        values += added
        let exact = try ask(
            "SELECT count(*) FROM \(FleetRow.tables) WHERE (\(clause.where)) AND NOT f.lossy\(scope)", values
        ).first?.integer(0)
        let matcher = FilterMatcher(query.filter, query.clock)
        var lossy = 0
        let rows = try ask(
            "SELECT \(FleetRow.columns) FROM \(FleetRow.tables) WHERE f.lossy\(Self.scope(query, from: 0).clause)",
            added)
        for row in rows.map({ FleetRow($0) }) {
            guard let row, let (record, context) = try flow(row, readsContent: false) else { continue }
            if try matcher.matches(subject(row, record, context, query.filter)) { lossy += 1 }
        }
        return Int(clamping: exact ?? 0) + lossy
    }

    /// When the database has taken its newest pack, in microseconds since 1970 by its own clock.
    package func now() throws -> Int64 {
        try ask("SELECT now()", []).first?.time(0) ?? 0
    }

    /// The packs that have arrived since then, the oldest first, without those that are known.
    package func packs(since time: Int64, of run: RunID?, known: Set<FleetArrival>) throws -> [FleetArrival] {
        let tenants = try FleetPages<FleetRow>.tenants(link, run?.value)
        var found: [FleetArrival] = []
        for tenant in tenants {
            let scope = run.map { " AND run = \(Int64(bitPattern: $0.value))" } ?? ""
            found += try ask(
                """
                SELECT tenant, run, pack, (day - DATE '1970-01-01')::bigint, arrived FROM hark.pack
                WHERE tenant = $1 AND arrived >= $2 AND flows > 0\(scope)
                """, [.text(tenant), .time(time)]
            ).map { FleetArrival($0) }.compactMap { $0 }
        }
        return found.filter { !known.contains($0) }.sorted { ($0.arrived, $0.key.pack) < ($1.arrived, $1.key.pack) }
    }

    /// Hands out the flows of a pack that a filter means, in the order of their starts.
    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, in arrival: FleetArrival, hasContent: Bool,
        _ body: (FlowRecord, FlowContext) throws -> Void
    ) throws {
        let keys = try keys(of: arrival)
        guard !keys.isEmpty else { return }
        let matcher = FilterMatcher(filter, clock)
        let rows = try rows(at: keys)
        for row in rows.sorted(by: { $0.place < $1.place }) {
            let readsContent = hasContent || filter.expression.readsContent
            guard let (record, context) = try flow(row, readsContent: readsContent),
                try matcher.matches(subject(row, record, context, filter))
            else { continue }
            try body(record, context)
        }
    }

    /// The connections of HTTP/2 of a run, or of all: those of clients first, each run's in the order they were made.
    package func connections(of run: RunID?) throws -> [ConnectionRecord] {
        let (scope, values): (String, [PostgresValue]) =
            run.map { (" AND run = $1", [.integer(Int64(bitPattern: $0.value))]) } ?? ("", [])
        let rows = try ask(
            "SELECT records FROM hark.pack WHERE flows = 0\(scope) ORDER BY arrived DESC LIMIT \(Self.connectionLimit)",
            values)
        var found: [ConnectionRecord] = []
        for row in rows.map({ $0 }) {
            guard let lines = row.bytes(0).flatMap({ ZstdFrame.decompress($0) }) else { continue }
            found += RecordingReader(lines, .log).connections()
        }
        func rank(_ one: ConnectionRecord) -> (String, Int, UInt64) {
            (one.run?.text ?? "", one.leg == .client ? 0 : 1, one.number)
        }
        return found.sorted { rank($0) < rank($1) }
    }

    @discardableResult func ask(_ sql: String, _ values: [PostgresValue]) throws -> PostgresRows {
        try FleetError.wrapping { () throws(PostgresError) in try link.run(sql, values) }
    }

    // MARK: Rows

    private static func scope(_ query: FleetQuery, from count: Int) -> (clause: String, values: [PostgresValue]) {
        guard let run = query.run else { return ("", []) }
        return (" AND f.run = $\(count + 1)", [.integer(Int64(bitPattern: run.value))])
    }

    // MARK: Records

    /// A flow as a filter looks at it: by its columns where it has some, as the database does.
    func subject(
        _ row: FleetRow, _ record: FlowRecord, _ context: FlowContext, _ filter: FlowFilter
    ) throws -> FilterSubject {
        let subject = FilterSubject(record, context, reader: reader)
        let values = row.values(beside: FilterSubject(record, context, reader: reader))
        var lists: [String: [Bytes]] = [:]
        if !row.isLossy, filter.expression.tests.contains(where: { $0.field.hasList }) { lists = try self.lists(row) }
        subject.kept = FilterSubject.KeptValues(values: values, lists: lists)
        return subject
    }

    private func lists(_ row: FleetRow) throws -> [String: [Bytes]] {
        let kinds = FleetColumn.lists.filter { $0 != "tag" }
        var found = Dictionary(uniqueKeysWithValues: kinds.map { ($0, [Bytes]()) })
        guard let facts = row.facts else { return found }
        let key = ListKey(tenant: row.key.tenant, facts: facts)
        if let known = lists[key] { return known }
        let rows = try ask(
            "SELECT kind, value FROM hark.fact WHERE tenant = $1 AND facts = $2", [.text(key.tenant), .integer(facts)])
        for (kind, value) in rows.map({ ($0.text(0), $0.bytes(1)) }) {
            if let kind, let value { found[kind]?.append(value) }
        }
        if lists.count >= Self.listLimit { lists.removeAll() }
        lists[key] = found
        return found
    }

    func flow(
        _ row: FleetRow, readsContent: Bool
    ) throws -> (record: FlowRecord, context: FlowContext)? {
        // Of a pack often one flow is wanted, so that only its line is read.
        guard let line = try pack(row.key)[row.id], var record = try Self.record(line) else { return nil }
        if readsContent {
            if let sha256 = row.requestBody {
                try restore(sha256, row, isDecoded: row.decoded & 1 != 0, &record.request.content)
            }
            if let sha256 = row.responseBody {
                try restore(sha256, row, isDecoded: row.decoded & 2 != 0, &record.response.content)
            }
        }
        var context = FlowContext()
        context.isPinned = row.isPinned
        context.comment = row.comment
        context.tags = row.tags ?? record.remarks?.tags ?? []
        if case .integer(let hop) = row["redirect_hop"] { context.redirectHop = hop }
        context.origin = try origin(row.key)
        context.weight = row.weight
        row.mend(&record)
        if let members = record.remarks?.members {
            record.remarks = FileRemarks(members: members)
        } else {
            record.remarks = nil
        }
        return (record, context)
    }

    private func origin(_ key: FleetRow.PackKey) throws -> FlowContext.Origin {
        let run = RunKey(tenant: key.tenant, run: key.run)
        if let known = origins[run] { return known }
        let rows = try ask(
            """
            SELECT r.proxy, l.name, l.value
            FROM hark.run r LEFT JOIN jsonb_each_text(r.labels) AS l(name, value) ON TRUE
            WHERE r.tenant = $1 AND r.run = $2
            """, [.text(key.tenant), .integer(key.run)])
        var labels: [String: String] = [:]
        for (name, value) in rows.map({ ($0.text(1), $0.text(2)) }) { if let name, let value { labels[name] = value } }
        let origin = FlowContext.Origin(proxy: rows.first?.text(0) ?? "", tenant: key.tenant, labels: labels)
        if origins.count >= Self.packLimit { origins.removeAll() }
        origins[run] = origin
        return origin
    }

    func pack(_ key: FleetRow.PackKey) throws -> [Int64: Bytes] {
        if let known = packs[key] { return known }
        let rows = try ask(
            """
            SELECT records FROM hark.pack
            WHERE tenant = $1 AND run = $2 AND pack = $3 AND day = DATE '1970-01-01' + \(key.day)
            """, [.text(key.tenant), .integer(key.run), .integer(key.pack)])
        let lines = rows.first?.bytes(0).flatMap { ZstdFrame.decompress($0) }.map { RecordLines($0).lines } ?? [:]
        if packs.count >= Self.packLimit { packs.removeAll() }
        packs[key] = lines
        return lines
    }

    private static func record(_ line: Bytes) throws -> FlowRecord? {
        var found: FlowRecord?
        _ = try RecordingReader(line, .log).forEachFlow { record, _ in
            found = record
            return false
        }
        return found
    }

    /// Puts content back that stands beside the record.
    private func restore(
        _ sha256: Bytes, _ row: FleetRow, isDecoded: Bool, _ content: inout FlowRecord.Content
    ) throws {
        let parts = try ask(
            """
            SELECT bytes FROM hark.body
            WHERE tenant = $1 AND sha256 = $2 AND day = DATE '1970-01-01' + \(row.key.day) ORDER BY part
            """, [.text(row.key.tenant), .bytes(sha256)]
        ).map { $0.bytes(0) ?? Bytes() }
        guard !parts.isEmpty else { return }
        var bytes: [UInt8] = []
        for part in parts { bytes.append(contentsOf: part) }
        // Written without its content, a record says that it lacks some.
        let whole = isDecoded ? content.decodedSize : content.size
        if let whole, UInt64(bytes.count) >= whole { content.isTruncated = false }
        guard !isDecoded else {
            content.decoded = Bytes(bytes)
            return
        }
        content.kept = .inline(Bytes(bytes))
        content.decoded = nil
        content.decodedSize = nil
        // Of a content that was never counted the record says nothing; the bytes know better.
        if content.size ?? 0 == 0, !content.isTruncated { content.size = UInt64(bytes.count) }
    }
}

extension FilterField {
    fileprivate var hasList: Bool { if case .list = reading { true } else { false } }
}
