import Bytes

/// The statements of shipping. Each inserts all rows of a batch at once: `INSERT … SELECT … FROM unnest(…)`, one array
/// a column, as COPY is refused under row-level security. `ON CONFLICT DO NOTHING` names no columns: that would take
/// the right to read them. Pure.
enum ShippingStatements {
    static let clock = PostgresStatement("SELECT clock_timestamp()")

    static func run(_ run: FleetRun) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO hark.run(tenant, run, proxy, version, started, labels)
            VALUES ($1, $2, $3, $4, $5, $6::jsonb) ON CONFLICT DO NOTHING
            """,
            [
                .text(run.tenant), .integer(run.number), .text(run.proxy), .text(run.version), .time(run.started),
                .written(labels(run.labels)),
            ])
    }

    static func labels(_ labels: [String: String]) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in labels.sorted(by: { $0.key < $1.key }) {
            writer.key(escaping: Bytes(name))
            writer.string(value)
        }
        writer.endObject()
        return unsafe writer.withBytes { unsafe Bytes(Array($0)) }.text
    }

    /// - Parameter isLocked: nobody else moves the cursor until the transaction ends.
    static func cursor(_ run: FleetRun, isLocked: Bool) -> PostgresStatement {
        PostgresStatement(
            "SELECT through, gaps, last, seen FROM hark.run WHERE tenant = $1 AND run = $2"
                + (isLocked ? " FOR UPDATE" : ""), [.text(run.tenant), .integer(run.number)])
    }

    static func move(
        _ run: FleetRun, to cursor: ShippingCursor, last: Bytes?, newest: Int64?, _ totals: ShippingTotals, skew: Int64
    ) -> PostgresStatement {
        PostgresStatement(
            """
            UPDATE hark.run SET through = $3, gaps = $4, last = $5, newest = coalesce($6, newest), flows = flows + $7,
                lost = lost + $8, conflicts = conflicts + $9, skew = $10, seen = now()
            WHERE tenant = $1 AND run = $2 RETURNING seen
            """,
            [
                .text(run.tenant), .integer(run.number), .integer(cursor.through), .integers(cursor.flat), .bytes(last),
                .time(newest), .integer(Int64(totals.shipped)), .integer(Int64(totals.lost)),
                .integer(Int64(totals.conflicts)), .integer(skew),
            ])
    }

    // MARK: Rows

    static func bodies(_ bodies: [(day: FleetDay, body: FleetBody)], tenant: String) -> PostgresStatement {
        var (hashes, numbers, days, parts): ([Bytes], [Int64], [Int64], [Bytes]) = ([], [], [], [])
        for (day, body) in bodies {
            for (number, part) in body.parts.enumerated() {
                hashes.append(body.sha256)
                numbers.append(Int64(number))
                days.append(day.number)
                parts.append(part)
            }
        }
        return PostgresStatement(
            """
            INSERT INTO hark.body(tenant, sha256, part, day, bytes)
            SELECT $1, u.* FROM unnest($2, $3, $4, $5) AS u ON CONFLICT DO NOTHING
            """,
            [.text(tenant), .byteStrings(hashes), .integers(numbers), .days(days), .byteStrings(parts)])
    }

    static func packs(_ packs: [RecordPack], _ run: FleetRun) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO hark.pack(tenant, run, pack, day, flows, grams, records)
            SELECT $1, $2, u.* FROM unnest($3, $4, $5, $6, $7) AS u ON CONFLICT DO NOTHING
            """,
            [
                .text(run.tenant), .integer(run.number), .integers(packs.map(\.number)),
                .days(packs.map(\.day.number)), .integers(packs.map { Int64($0.flows.count) }),
                .byteStrings(packs.map(\.grams)), .byteStrings(packs.map(\.records)),
            ])
    }

    /// Records of connections, each in a pack of its own without flows: what it has is its number, so that it is there
    /// once however often it is sent.
    static func connections(_ packs: [ConnectionPack], _ run: FleetRun) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO hark.pack(tenant, run, pack, day, flows, records)
            SELECT $1, $2, u.* FROM unnest($3, $4, $5, $6) AS u ON CONFLICT DO NOTHING
            """,
            [
                .text(run.tenant), .integer(run.number), .integers(packs.map(\.number)),
                .days(packs.map(\.day.number)), .integers(packs.map { _ in 0 }), .byteStrings(packs.map(\.records)),
            ])
    }

    static func facts(_ lists: [(id: Int64, list: FactList)], tenant: String) -> PostgresStatement {
        let facts = lists.flatMap { id, list in list.facts.map { (id, $0) } }
        return PostgresStatement(
            """
            INSERT INTO hark.fact(tenant, facts, kind, value)
            SELECT $1, u.* FROM unnest($2, $3, $4) AS u ON CONFLICT DO NOTHING
            """,
            [
                .text(tenant), .integers(facts.map(\.0)), .texts(facts.map { Bytes($0.1.kind) }),
                .texts(facts.map(\.1.value)),
            ])
    }

    static func flows(_ packs: [RecordPack], _ run: FleetRun) -> PostgresStatement {
        let flows = packs.flatMap { pack in pack.flows.map { (pack: pack.number, flow: $0) } }
        var names = ["day", "started", "id", "pack", "facts"]
        var values: [PostgresValue] = [
            .days(flows.map(\.flow.day.number)), .times(flows.map(\.flow.started)), .integers(flows.map(\.flow.id)),
            .integers(flows.map(\.pack)), .integers(flows.map { $0.flow.facts?.id }),
        ]
        var (text, integer, flag) = (0, 0, 0)
        for column in FleetColumn.all {
            names.append(column.name)
            switch column.kind {
            case .text:
                values.append(.texts(flows.map { $0.flow.texts[text] }))
                text += 1
            case .integer:
                values.append(.integers(flows.map { $0.flow.integers[integer] }))
                integer += 1
            case .flag:
                values.append(.booleans(flows.map { $0.flow.flags[flag] }))
                flag += 1
            }
        }
        names += ["send", "cacheable", "trace", "weight", "lossy", "request_body", "response_body", "decoded"]
        values += [
            // NULL takes no room, and of most flows there is nothing to keep.
            .integers(flows.map(\.flow.send)), .booleans(flows.map { $0.flow.isCacheable ? true : nil }),
            .byteStrings(flows.map(\.flow.trace)), .floats(flows.map(\.flow.weight)),
            .booleans(flows.map(\.flow.isLossy)), .byteStrings(flows.map { $0.flow.request?.sha256 }),
            .byteStrings(flows.map { $0.flow.response?.sha256 }), .integers(flows.map(\.flow.decoded)),
        ]
        let places = values.indices.map { "$\($0 + 4)" }.joined(separator: ", ")
        return PostgresStatement(
            """
            INSERT INTO hark.flow(tenant, run, proxy, \(names.joined(separator: ", ")))
            SELECT $1, $2, $3, u.* FROM unnest(\(places)) AS u ON CONFLICT DO NOTHING
            """,
            [.text(run.tenant), .integer(run.number), .text(run.proxy)] + values)
    }
}
