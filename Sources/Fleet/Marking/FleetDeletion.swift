import Bytes
import Flow

/// Deletes flows of a fleet: their rows, marks, records and bodies. Those of one day and tenant are one transaction. It
/// needs the rights of the schema's owner. Used by one thread.
///
/// Records are parts of packs, which are written again without them. Lists of values that flows share stay.
package struct FleetDeletion {
    private let link: any PostgresLink
    /// So many are deleted by one statement.
    private static let batch = 5_000

    /// A day that another transaction was in the way of is begun so often.
    private static let attempts = 8

    private struct Group: Hashable {
        let tenant: String
        let day: FleetDay
    }

    private struct Pack: Hashable {
        let run: Int64
        let number: Int64
    }

    package init(_ link: any PostgresLink) { self.link = link }

    /// Refuses a role that cannot delete, before it is asked whether it wants to. One that has only been granted DELETE
    /// is refused, too: row-level security would delete nothing for it, and say nothing.
    package func checkRights() throws(FleetError) {
        let rights = try FleetError.wrapping { () throws(PostgresError) in
            try link.run(
                """
                SELECT has_table_privilege('hark.flow', 'DELETE') AND has_table_privilege('hark.pack', 'UPDATE')
                AND has_table_privilege('hark.body', 'DELETE')
                AND (SELECT bool_and(pg_has_role(current_user, c.relowner, 'USAGE')) FROM pg_class c
                    WHERE c.oid = ANY(ARRAY[\(Self.owned)]))
                """)
        }
        guard rights.first?.boolean(0) == true else {
            throw .database(Self.refusal)
        }
    }

    private static let refusal = PostgresError(
        state: "42501", "only the owner of the schema 'hark' can delete flows")
    /// The tables that it changes.
    private static let owned = ["flow", "pack", "body", "mark", "run"].map { "'hark.\($0)'::regclass" }
        .joined(separator: ", ")

    /// - Parameter progress: hears how many are deleted so far, day by day.
    /// - Returns: how many of them there were.
    package func delete(_ keys: [FleetKey], _ progress: (Int) -> Void = { _ in }) throws(FleetError) -> Int {
        let groups = Dictionary(grouping: keys) { Group(tenant: $0.tenant, day: $0.day) }
        var count = 0
        for (group, keys) in groups.sorted(by: { ($0.key.day, $0.key.tenant) < ($1.key.day, $1.key.tenant) }) {
            count += try FleetError.wrapping { () throws(PostgresError) in try deleteWhole(keys, group) }
            progress(count)
        }
        return count
    }

    private func deleteWhole(_ keys: [FleetKey], _ group: Group) throws(PostgresError) -> Int {
        var attempt = 1
        while true {
            do throws(PostgresError) {
                return try link.transaction { () throws(PostgresError) in try delete(keys, group) }
            } catch {
                guard error.isConflictOfTransactions, attempt < Self.attempts else { throw error }
                attempt += 1
            }
        }
    }

    private func delete(_ keys: [FleetKey], _ group: Group) throws(PostgresError) -> Int {
        var (packs, bodies): ([Pack: Set<Int64>], Set<Bytes>) = ([:], [])
        var (count, runs): (Int, [Int64: Set<Int64>]) = (0, [:])
        for start in stride(from: 0, to: keys.count, by: Self.batch) {
            let some = keys[start..<min(start + Self.batch, keys.count)]
            let names: [PostgresValue] = [
                .text(group.tenant), .integers(some.map(\.runNumber)), .integers(some.map(\.id)),
            ]
            let gone = try link.run(
                """
                DELETE FROM hark.flow f USING unnest($2, $3) AS u(run, id)
                WHERE f.tenant = $1 AND f.run = u.run AND f.id = u.id AND f.day = \(Self.date(group.day))
                RETURNING f.run, f.id, f.pack, f.request_body, f.response_body
                """, names)
            for row in gone.map({ $0 }) {
                guard let run = row.integer(0), let id = row.integer(1), let pack = row.integer(2) else { continue }
                packs[Pack(run: run, number: pack), default: []].insert(id)
                runs[run, default: []].insert(id)
                for body in [row.bytes(3), row.bytes(4)] { if let body { bodies.insert(body) } }
                count += 1
            }
            if gone.count < some.count { try checkGone(names, group) }
            try link.run(
                """
                DELETE FROM hark.mark m USING unnest($2, $3) AS u(run, id)
                WHERE m.tenant = $1 AND m.run = u.run AND m.id = u.id
                """, names)
        }
        for (run, numbers) in runs.sorted(by: { $0.key < $1.key }) {
            for pack in try others(run, group, removed: numbers.count) {
                packs[Pack(run: run, number: pack), default: []].formUnion(numbers)
            }
        }
        for (pack, numbers) in packs.sorted(by: { ($0.key.run, $0.key.number) < ($1.key.run, $1.key.number) }) {
            try rewrite(pack, without: numbers, group)
        }
        for run in runs.keys.sorted() { try removeConnections(run, group) }
        if !bodies.isEmpty { try remove(bodies, group) }
        return count
    }

    /// What was not deleted had been deleted before; or the database keeps this role from it, without a word.
    private func checkGone(_ names: [PostgresValue], _ group: Group) throws(PostgresError) {
        let left = try link.run(
            """
            SELECT 1 FROM hark.flow f JOIN unnest($2, $3) AS u(run, id) ON f.run = u.run AND f.id = u.id
            WHERE f.tenant = $1 AND f.day = \(Self.date(group.day)) LIMIT 1
            """, names)
        guard left.count == 0 else { throw Self.refusal }
    }

    private static func date(_ day: FleetDay) -> String { "DATE '1970-01-01' + \(day.number)" }

    /// Connections of HTTP/2 stay while their run has flows on that day.
    private func removeConnections(_ run: Int64, _ group: Group) throws(PostgresError) {
        let place = "tenant = $1 AND run = $2 AND day = \(Self.date(group.day))"
        let names: [PostgresValue] = [.text(group.tenant), .integer(run)]
        guard try link.run("SELECT 1 FROM hark.flow WHERE \(place) LIMIT 1", names).count == 0 else { return }
        try link.run("DELETE FROM hark.pack WHERE \(place) AND flows = 0", names)
    }

    /// Packs that may have the same records once more: flows that were shipped twice, as after a backup, are in one
    /// row and perhaps in two packs.
    private func others(_ run: Int64, _ group: Group, removed: Int) throws(PostgresError) -> [Int64] {
        let place = "tenant = $1 AND run = $2 AND day = \(Self.date(group.day))"
        let names: [PostgresValue] = [.text(group.tenant), .integer(run)]
        let flows = try link.run("SELECT count(*) FROM hark.flow WHERE \(place)", names).first?.integer(0) ?? 0
        let records =
            try link.run("SELECT coalesce(sum(flows), 0)::bigint FROM hark.pack WHERE \(place)", names).first?
            .integer(0) ?? 0
        guard records > flows + Int64(removed) else { return [] }
        return try link.run("SELECT pack FROM hark.pack WHERE \(place)", names).map { $0.integer(0) ?? 0 }
    }

    private func rewrite(_ pack: Pack, without numbers: Set<Int64>, _ group: Group) throws(PostgresError) {
        let place = "tenant = $1 AND run = $2 AND pack = $3 AND day = \(Self.date(group.day))"
        let names: [PostgresValue] = [.text(group.tenant), .integer(pack.run), .integer(pack.number)]
        let rows = try link.run("SELECT records FROM hark.pack WHERE \(place) FOR UPDATE", names)
        guard let records = rows.first?.bytes(0) else { return }
        // What cannot be read cannot be told apart.
        guard let lines = ZstdFrame.decompress(records), let kept = Self.kept(lines, without: numbers),
            let smaller = ZstdFrame.compress(kept.lines)
        else {
            try link.run("DELETE FROM hark.pack WHERE \(place)", names)
            return
        }
        guard kept.lines.count < lines.count else { return }
        // Its set of three-byte sequences tells of what is gone; without one, words are looked for in the records.
        try link.run(
            "UPDATE hark.pack SET records = $4, flows = $5, grams = NULL WHERE \(place)",
            names + [.bytes(smaller), .integer(Int64(kept.flows))])
    }

    /// The lines of other flows, and what stands beside them; nil when no flow is left.
    static func kept(_ lines: Bytes, without numbers: Set<Int64>) -> (lines: Bytes, flows: Int)? {
        let all = RecordLines(lines)
        let left = all.lines.filter { !numbers.contains($0.key) }.sorted { $0.key < $1.key }
        guard !left.isEmpty else { return nil }
        var kept: [UInt8] = []
        for line in left.map(\.value) + all.others {
            kept.append(contentsOf: line)
            if line.last != ASCII.lineFeed { kept.append(ASCII.lineFeed) }
        }
        return (Bytes(kept), left.count)
    }

    /// Removes bodies that no other flow of the day has. A shipper may have sent one of them for a flow that it sends
    /// next: the rows of its runs are touched, and so it sends its batch again. One whose run is newer than that may
    /// have sent a body before it was removed here: then all is done once more.
    private func remove(_ bodies: Set<Bytes>, _ group: Group) throws(PostgresError) {
        let runs = try link.run(
            "UPDATE hark.run SET seen = seen + interval '1 microsecond' WHERE tenant = $1", [.text(group.tenant)]
        ).changed
        let sorted = bodies.sorted { $0.lexicographicallyPrecedes($1) }
        let day = Self.date(group.day)
        for start in stride(from: 0, to: sorted.count, by: Self.batch) {
            try link.run(
                """
                DELETE FROM hark.body WHERE tenant = $1 AND day = \(day) AND sha256 = ANY($2)
                AND sha256 NOT IN (SELECT request_body FROM hark.flow
                    WHERE tenant = $1 AND day = \(day) AND request_body = ANY($2))
                AND sha256 NOT IN (SELECT response_body FROM hark.flow
                    WHERE tenant = $1 AND day = \(day) AND response_body = ANY($2))
                """,
                [.text(group.tenant), .byteStrings(Array(sorted[start..<min(start + Self.batch, sorted.count)]))])
        }
        let now = try link.run("SELECT count(*) FROM hark.run WHERE tenant = $1", [.text(group.tenant)]).first?
            .integer(0)
        guard now == Int64(runs) else {
            throw PostgresError(state: "40001", "runs began while flows were deleted; run the command again")
        }
    }
}
