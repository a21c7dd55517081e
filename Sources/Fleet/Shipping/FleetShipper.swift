import Bytes
package import Filter
package import Flow
package import Formats

/// Ships the finished flows of runs: batch by batch, each one transaction that inserts the flows and moves the cursor,
/// so that each flow is in the database once, whatever fails between. Used by one thread.
///
/// What it knows of the database it reads from the database: after an error, a new link begins anew.
package final class FleetShipper {
    private let source: any ShippingSource
    private let policy: ShippingPolicy
    private let redactor: Redactor?
    private let reader: FilterReader
    /// Microseconds since 1970.
    private let clock: () -> Int64
    private var link: (any PostgresLink)?
    /// The server's clock minus this machine's, in microseconds.
    private var skew: Int64 = 0
    /// Lists of facts that this link inserted.
    private var knownFacts: Set<Int64> = []
    /// Runs whose rows are there, each with the cursor up to which the last shipped flow is known to be the file's.
    private var known: [RunID: ShippingCursor] = [:]
    /// The cursor of each run that was read or moved last, on whatever link.
    private var cursors: [RunID: ShippingCursor] = [:]
    /// When the row of each run was changed last, as far as this shipper knows: a deletion changes it, and may have
    /// removed a body that was just sent.
    private var seen: [RunID: Int64] = [:]
    /// What was sent before an answer was lost: whether it counts, the cursor tells.
    private var unanswered: (run: RunID, after: ShippingCursor, totals: ShippingTotals)?

    /// Connections of each run and leg that were shipped: what was shipped earlier is sent once more, and changes
    /// nothing.
    private var connections: [ConnectionPlace: ShippingCursor] = [:]
    /// Connections of flows that were shipped, where not all flows are.
    private var carried: Set<ConnectionRecord.Name> = []

    private struct ConnectionPlace: Hashable {
        let run: RunID
        let leg: ConnectionRecord.Leg
    }

    package private(set) var totals = ShippingTotals()

    package init(
        _ source: any ShippingSource, _ policy: ShippingPolicy, redactor: Redactor?, reader: FilterReader,
        clock: @escaping () -> Int64
    ) {
        self.source = source
        self.policy = policy
        self.redactor = redactor
        self.reader = reader
        self.clock = clock
    }

    /// Takes a link to a database, and checks its schema.
    package func use(_ link: any PostgresLink) throws(FleetError) {
        self.link = link
        (knownFacts, known) = ([], [:])
        try FleetMeta(link).check()
        let before = clock()
        let server = try Self.ask(link, ShippingStatements.clock).first?.time(0)
        skew = server.map { $0 - (before + clock()) / 2 } ?? 0
    }

    package var isLinked: Bool { link != nil }

    /// Ends the link.
    package func close() {
        link?.close()
        link = nil
    }

    /// Ships the next batch of a run.
    ///
    /// - Parameter name: the run as it is shipped; its flows are of `run` in the file.
    /// - Returns: whether there was something to ship.
    package func ship(_ run: RunID, as name: FleetRun) throws -> Bool {
        guard let link else { throw FleetError.database(PostgresError(state: nil, "there is no connection")) }
        // Asked first: what is written until the end is known to be the end is found below.
        let isOver = source.isOver
        let (cursor, last) = try begin(name, link)
        try check(cursor, last, run, name)
        let (left, lost) = cursor.losing(try source.evicted(run))
        if left != cursor {
            var totals = ShippingTotals()
            totals.lost = lost
            let gone = FleetBatch(before: cursor, after: left, flows: [], last: last, totals: totals)
            try send(gone, name, link)
            return true
        }
        let limit = cursor.gaps.count >= ShippingCursor.gapLimit ? cursor.gaps : cursor.missing
        let numbers = try source.ended(run, in: limit, limit: FleetBatch.flowLimit, isOver: isOver)
        guard !numbers.isEmpty || isOver && !cursor.gaps.isEmpty else { return try shipConnections(run, name, link) }
        let batch = try gather(numbers, cursor, last, isOver: isOver)
        try send(batch, name, link)
        // Flows come first, while many wait.
        if numbers.count < FleetBatch.flowLimit { _ = try shipConnections(run, name, link) }
        return true
    }

    /// Ships connections that ended since, some at a time.
    ///
    /// - Returns: whether there were any.
    private func shipConnections(_ run: RunID, _ name: FleetRun, _ link: any PostgresLink) throws -> Bool {
        var isMore = false
        for leg in ConnectionRecord.Leg.allCases {
            let place = ConnectionPlace(run: name.id, leg: leg)
            let cursor = connections[place] ?? ShippingCursor()
            guard cursor.gaps.count < ShippingCursor.gapLimit else { continue }
            let found = try source.connections(of: run, leg, in: cursor.missing, limit: Self.connectionLimit)
            guard !found.isEmpty else { continue }
            let packs = found.filter { !policy.leavesOut || carried.contains($0.name) }.map {
                ConnectionPack($0, run: name.id, isRedacted: redactor != nil)
            }
            if !packs.isEmpty {
                _ = try Self.ask(link, ShippingStatements.connections(packs, name))
                totals.bytes += packs.reduce(0) { $0 + $1.records.count }
            }
            carried.subtract(found.map(\.name))
            connections[place] = cursor.taking(found.map { Int64(bitPattern: $0.number) }, isOver: false)
            isMore = true
        }
        return isMore
    }

    /// So many are sent at once: each has up to 1,000 frames.
    private static let connectionLimit = 64

    /// How many flows of a run wait, as far as this shipper knows (all of a run whose cursor it never read), and when
    /// the first of them began, in microseconds since 1970.
    ///
    /// - Parameter name: the run as it is shipped.
    package func backlog(_ run: RunID, as name: RunID) throws -> (count: Int, start: Int64?) {
        let cursor = cursors[name] ?? ShippingCursor()
        let (count, first) = try source.tally(run, in: cursor.missing, isOver: source.isOver)
        return (count, try first.flatMap { try source.flow($0)?.startedAt })
    }

    private static func ask(
        _ link: any PostgresLink, _ statement: PostgresStatement
    ) throws(FleetError) -> PostgresRows {
        try FleetError.wrapping { () throws(PostgresError) in try link.run(statement) }
    }

    // MARK: The cursor

    private func begin(
        _ name: FleetRun, _ link: any PostgresLink
    ) throws(FleetError) -> (cursor: ShippingCursor, last: Bytes?) {
        if known[name.id] == nil { _ = try Self.ask(link, ShippingStatements.run(name)) }
        let rows = try Self.ask(link, ShippingStatements.cursor(name, isLocked: false))
        let found = try Self.cursor(in: rows, name)
        cursors[name.id] = found.cursor
        seen[name.id] = rows.first?.integer(3)
        if let sent = unanswered, sent.run == name.id {
            // The commit whose answer was lost had been made.
            if sent.after == found.cursor { totals.add(sent.totals) }
            unanswered = nil
        }
        return found
    }

    private static func cursor(
        in rows: PostgresRows, _ name: FleetRun
    ) throws(FleetError) -> (cursor: ShippingCursor, last: Bytes?) {
        guard let row = rows.first, let through = row.integer(0), let gaps = row.integers(1),
            let cursor = ShippingCursor(through: through, flat: gaps)
        else { throw .conflict(run: name.id.text) }
        return (cursor, row.bytes(2))
    }

    /// Refuses to go on with a run whose flows in the database are not those of the file: those of a copied machine
    /// have the same numbers. A flow that was deleted since tells nothing.
    private func check(_ cursor: ShippingCursor, _ last: Bytes?, _ run: RunID, _ name: FleetRun) throws {
        guard known[name.id] != cursor else { return }
        if let last, let flow = try source.flow(cursor.through) {
            guard flow.run == run, FleetDigest.of(flow) == last else { throw FleetError.conflict(run: name.id.text) }
        }
        known[name.id] = cursor
    }

    // MARK: A batch

    private func gather(
        _ numbers: [Int64], _ cursor: ShippingCursor, _ last: Bytes?, isOver: Bool
    ) throws -> FleetBatch {
        var flows: [FleetFlow] = []
        var totals = ShippingTotals()
        var (taken, size) = (0, 0)
        var digest = last
        let start = clock()
        // Some at a time, so that what is in memory does not grow with the file, and the first ones arrive soon.
        while taken < numbers.count, size < FleetBatch.sizeLimit,
            taken == 0 || (0..<FleetBatch.timeLimit).contains(clock() - start)
        {
            let some = Array(numbers[taken..<min(taken + 64, numbers.count)])
            taken += some.count
            var found = 0
            try source.forEach(some) { flow, context in
                found += 1
                if Int64(bitPattern: flow.record.id.number) > cursor.through { digest = FleetDigest.of(flow.record) }
                do throws(FleetFlow.Omission) {
                    let made = try FleetFlow(flow, context, policy, redactor: redactor, reader: reader)
                    size += made.line.count + (made.request?.bytes.count ?? 0) + (made.response?.bytes.count ?? 0)
                    flows.append(made)
                    if policy.leavesOut, carried.count < 100_000 {
                        carried.formUnion(ConnectionRecord.names(of: flow.record))
                    }
                } catch {
                    switch error {
                    case .filtered: totals.filtered += 1
                    case .sampled: totals.sampled += 1
                    }
                }
            }
            totals.lost += some.count - found
        }
        let shipped = Array(numbers.prefix(taken))
        return FleetBatch(
            before: cursor, after: cursor.taking(shipped, isOver: isOver), flows: flows, last: digest, totals: totals)
    }

    /// One that the database refuses is halved until the flow is found that it refuses; of that only the key and the
    /// record are shipped.
    private func send(_ batch: FleetBatch, _ name: FleetRun, _ link: any PostgresLink) throws(FleetError) {
        do throws(PostgresError) {
            try commit(batch, name, link)
        } catch {
            guard error.kind == .rejected else { throw FleetError(error) }
            switch batch.flows.count {
            case 0: throw FleetError(error)
            case 1:
                var bare = batch
                bare.flows = [batch.flows[0].bare]
                bare.totals.conflicts += 1
                do throws(PostgresError) {
                    try commit(bare, name, link)
                } catch {
                    guard error.kind == .rejected else { throw FleetError(error) }
                    bare.flows = []
                    bare.totals.lost += 1
                    try FleetError.wrapping { () throws(PostgresError) in try commit(bare, name, link) }
                }
            default:
                let middle = batch.flows.count / 2
                let first = batch.part(0..<middle, takesOmitted: true)
                try send(first, name, link)
                var second = batch.part(middle..<batch.flows.count, takesOmitted: false)
                // The first half is shipped now: what stays missing is only what this half has.
                second = FleetBatch(
                    before: first.after, after: batch.after, flows: second.flows, last: batch.last,
                    totals: second.totals)
                try send(second, name, link)
            }
        }
    }

    private func commit(_ batch: FleetBatch, _ name: FleetRun, _ link: any PostgresLink) throws(PostgresError) {
        var totals = batch.totals
        let bodies = batch.bodies
        if !bodies.isEmpty {
            // A transaction of its own, so that no row that others wait for is held while flows are inserted.
            totals.bodies += try link.run(ShippingStatements.bodies(bodies, tenant: name.tenant)).changed
            totals.bytes += bodies.reduce(0) { $0 + $1.body.bytes.count }
        }
        let packs = RecordPack.packs(of: batch.flows)
        var lists: [Int64: FactList] = [:]
        for flow in batch.flows {
            if let list = flow.facts, let id = list.id, !knownFacts.contains(id) { lists[id] = list }
        }
        var moved: Int64?
        try link.run("BEGIN")
        do throws(PostgresError) {
            let rows = try link.run(ShippingStatements.cursor(name, isLocked: true))
            let now = rows.first.flatMap { row in
                row.integer(0).flatMap { ShippingCursor(through: $0, flat: row.integers(1) ?? []) }
            }
            // Another shipper was here meanwhile, or a deletion: what is left is asked anew.
            guard now == batch.before, rows.first?.integer(3) == seen[name.id] else {
                try link.run("ROLLBACK")
                return
            }
            if !lists.isEmpty {
                let sorted = lists.sorted { $0.key < $1.key }.map { (id: $0.key, list: $0.value) }
                try link.run(ShippingStatements.facts(sorted, tenant: name.tenant))
            }
            if !packs.isEmpty {
                try link.run(ShippingStatements.packs(packs, name))
                totals.bytes += packs.reduce(0) { $0 + $1.records.count + ($1.grams?.count ?? 0) }
                let inserted = try link.run(ShippingStatements.flows(packs, name)).changed
                totals.shipped += inserted
                totals.already += batch.flows.count - inserted
            }
            moved = try link.run(
                ShippingStatements.move(
                    name, to: batch.after, last: batch.last, newest: batch.flows.map(\.started).max(), totals,
                    skew: skew)
            ).first?.integer(0)
        } catch {
            if !error.isLost { _ = try? link.run("ROLLBACK") }
            throw error
        }
        unanswered = (name.id, batch.after, totals)
        try link.run("COMMIT")
        unanswered = nil
        known[name.id] = batch.after
        cursors[name.id] = batch.after
        seen[name.id] = moved
        self.totals.add(totals)
        if knownFacts.count > 100_000 { knownFacts = [] }
        knownFacts.formUnion(lists.keys)
    }
}
