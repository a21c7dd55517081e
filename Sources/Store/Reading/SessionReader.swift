package import Filter
package import Flow
import HTTPModel

/// Reads a session file, which anybody may have made. It holds up nobody who writes to it, and changes nothing.
package final class SessionReader: Sendable {
    package let path: String
    /// The number of the file's schema.
    package let schemaVersion: Int64
    let database: SessionConnection
    /// The file is taken for one that does not change.
    private let isStill: Bool

    /// Opens a session that is there.
    ///
    /// - Parameter isDamaged: it may lack something.
    package init(_ path: String, isDamaged: Bool = false) throws(SessionError) {
        if let head = try FileHead.read(path) { try FileHeader.check(head, path: path) }
        let place = SessionLocation(path)
        try place.refuseJournal()
        let reading = place.reading(isDamaged: isDamaged)
        let budget = StepBudget(path)
        do {
            database = try SessionConnection(place, reading, patience: 5, budget) { database in
                try SQLiteSettings.harden(database)
                budget.install(database)
                // Scans gain nothing from a larger cache, and a proxy with its page reads by three of these.
                try database.execute(
                    sql: "PRAGMA query_only = 1; PRAGMA cell_size_check = 1; PRAGMA cache_size = -2048")
                try SessionFunctions.install(database)
            }
            schemaVersion = try database.checkedVersion(path, isDamaged: isDamaged)
        } catch {
            throw SessionError(error, path: path)
        }
        self.path = path
        isStill = reading == .still
    }

    /// Where the file keeps what filters ask.
    ///
    /// - Parameter checks: those that judge flows now; what others found is not asked.
    package func schema(judgedBy checks: String) -> FilterSchema {
        let kept = try? database.look { database in
            let row = try Prepared(database, "SELECT value FROM state WHERE name = 'checks'")
            return try row.first { $0.text(0) } ?? nil
        }
        // Whoever wrote to it since has brought it to the newest schema.
        let version = (try? version("user_version")).map { min($0, SessionSchema.version) } ?? schemaVersion
        return .session(version: version, hasNotes: kept == checks)
    }

    /// The connections of HTTP/2, those of clients first, each run's in the order they were made.
    package func connections() throws(SessionError) -> [ConnectionRecord] {
        guard schemaVersion >= 4 else { return [] }
        do {
            return try database.look { try ConnectionRows.read($0) }
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// Those that a flow went over, that of the client first.
    package func connections(of record: FlowRecord) throws(SessionError) -> [ConnectionRecord] {
        let names = ConnectionRecord.names(of: record)
        guard schemaVersion >= 4, !names.isEmpty else { return [] }
        do {
            return try database.look { database in try names.compactMap { try ConnectionRows.read($0, in: database) } }
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// Of the library that reads session files.
    package static var databaseVersion: String { DatabaseVersion.text }

    package func close() {
        try? database.close()
    }

    /// How much of a body a record is given at once; what is larger is read from the file when it is asked for.
    package static let inlineLimit = 1 << 20

    /// The flow of this number; nil when there is none.
    package func flow(_ number: UInt64) throws(SessionError) -> StoredFlow? {
        try flows(FlowQuery(where: "flow.id = ?", [.integer(Int64(bitPattern: number))], limit: 1)).first
    }

    /// What a query finds, in its order. For answers of bounded size: else `forEachFlow`.
    package func flows(_ query: FlowQuery) throws(SessionError) -> [StoredFlow] {
        var found: [StoredFlow] = []
        try forEachFlow(query) { flow in
            found.append(flow)
            return true
        }
        return found
    }

    /// Hands out what a query finds, a page at a time, so that memory does not grow with it; `body` says whether to go
    /// on. Flows that come or go meanwhile are seen or not.
    package func forEachFlow(
        _ query: FlowQuery, _ body: (StoredFlow) throws -> Bool
    ) throws(SessionError) {
        do {
            if query.isForAll { return try forEachOfAll(query, body) }
            var left = query.limit ?? .max
            var order = NumberOrder(query)
            let version = try version()
            var bound = try bound(query)
            for range in query.ranges {
                // Whoever wants the newest hardly wants all: some at first, then more at once.
                var size = query.isFoundByBlocks(in: range) ? Self.firstNumbers : .max
                while true {
                    let wanted = min(left, size)
                    let numbers = try self.numbers(query, in: range, bound, limit: wanted)
                    try order.check(numbers)
                    left -= numbers.count
                    guard try forEach(of: numbers, in: version, query, body), left > 0 else { return }
                    guard range == .older, numbers.count == wanted, let last = numbers.last, last > .min else { break }
                    bound = last - 1
                    size *= 8
                }
            }
        } catch let error as SessionError {
            throw error
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// So many flows are looked for at first, behind the most recent ones.
    private static let firstNumbers = 2_000

    /// Hands out the flows of these numbers that are there, in the order of the numbers; `body` says whether to go on.
    package func forEachFlow(
        numbered numbers: [UInt64], omitsBodies: Bool, _ body: (StoredFlow) throws -> Bool
    ) throws(SessionError) {
        do {
            let query = FlowQuery(omitsBodies: omitsBodies)
            _ = try forEach(of: numbers.map { Int64(bitPattern: $0) }, in: nil, query, body)
        } catch {
            throw SessionError(error, path: path)
        }
    }

    private func forEachOfAll(_ query: FlowQuery, _ body: (StoredFlow) throws -> Bool) throws {
        var rest = query
        var order = NumberOrder(query)
        let reading = self.reading(query)
        while true {
            let page = try database.look { try FlowPage.read(rest, reading, $0) }
            for flow in page {
                try order.step(to: Int64(bitPattern: flow.record.id.number))
                guard try body(flow) else { return }
            }
            guard page.count == reading.pageSize, let last = page.last,
                try rest.goOn(behind: last, page.count)
            else { return }
        }
    }

    private func reading(_ query: FlowQuery) -> FlowPage.Reading {
        FlowPage.Reading(
            hasBodies: !query.omitsBodies, bodies: query.omitsBodies ? nil : self, version: schemaVersion)
    }

    /// Whether `body` wants more.
    ///
    /// - Parameter version: the file's, when the numbers were found in it; nil: they come from elsewhere.
    private func forEach(
        of numbers: [Int64], in version: Int64?, _ query: FlowQuery, _ body: (StoredFlow) throws -> Bool
    ) throws -> Bool {
        let reading = self.reading(query)
        var place = 0
        while place < numbers.count {
            let size = query.closer == nil ? reading.pageSize : Self.closePageSize
            let some = numbers[place..<min(place + size, numbers.count)]
            place = some.endIndex
            guard try forEach(ofPages: try closer(some, query, version), in: version, reading, body) else {
                return false
            }
        }
        return true
    }

    private func forEach(
        ofPages numbers: [Int64], in version: Int64?, _ reading: FlowPage.Reading,
        _ body: (StoredFlow) throws -> Bool
    ) throws -> Bool {
        var place = 0
        while place < numbers.count {
            let some = numbers[place..<min(place + reading.pageSize, numbers.count)]
            place = some.endIndex
            let page = try database.look { try FlowPage.read(some, reading, $0) }
            try expect(some.count, page.count, in: version)
            for flow in page {
                guard try body(flow) else { return false }
            }
        }
        return true
    }

    /// So many flows are asked more closely at once.
    private static let closePageSize = 500

    /// Those of the numbers whose flows a closer look does not rule out, in their order.
    private func closer(_ numbers: ArraySlice<Int64>, _ query: FlowQuery, _ version: Int64?) throws -> [Int64] {
        guard let closer = query.closer else { return Array(numbers) }
        var count = 0
        let found = try database.look { database in
            let row = try Prepared(database, "SELECT \(closer.condition) FROM flow WHERE flow.id = ?")
            return try numbers.filter { number in
                row.bind(closer.bindings + [.integer(number)])
                let isMeant = try row.first { $0.integer(0) ?? 0 != 0 }
                if isMeant != nil { count += 1 }
                return isMeant == true
            }
        }
        try expect(numbers.count, count, in: version)
        return found
    }

    /// Rows that were found and are gone were deleted meanwhile; where nothing was changed, the file is damaged.
    private func expect(_ found: Int, _ read: Int, in version: Int64?) throws {
        // A connection that looks for no changes (immutable) cannot tell one from the other.
        guard let version, read < found, !isStill else { return }
        if try self.version() == version { throw DatabaseError.notThere }
    }

    /// Where the ranges of a query meet: read once, as flows that come between two looks would move it, and those that
    /// it passes would be in both.
    func bound(_ query: FlowQuery) throws -> Int64 {
        guard query.ranges.contains(.recent) else { return 0 }
        return FlowQuery.bound(last: try number("SELECT max(id) FROM flow"))
    }

    /// The numbers of the flows that a condition holds for, in the order of the query: eight bytes each.
    ///
    /// - Parameter steps: the instructions of SQLite's machine that it may take; 0: as many as the file's size says.
    func numbers(
        _ query: FlowQuery, in range: FlowQuery.Range, _ bound: Int64, limit: Int, steps: Int = 0
    ) throws -> [Int64] {
        try database.look(steps: steps) { database in
            let isSorted = !query.isSortedByReader(in: range, limit: limit)
            let rows = try Prepared(database, query.numbersText(in: range, isSorted: isSorted))
            rows.bind(query.numbersBindings(in: range, bound: bound, limit: limit))
            var numbers: [Int64] = []
            try rows.forEachRow { row in
                numbers.append(row.integer(0) ?? 0)
                return true
            }
            if !isSorted { numbers.sort(by: query.isNewestFirst ? { $0 > $1 } : { $0 < $1 }) }
            return numbers
        }
    }

    /// How many flows a condition holds for, without reading them.
    package func count(_ query: FlowQuery) throws(SessionError) -> Int {
        let all = FlowBlock.count(version: schemaVersion)
        let whole = query.isForAll ? all : "SELECT count(*) FROM \(query.whole)"
        return Int(clamping: try number(whole, query.wholeBindings))
    }

    /// The highest number of a flow; 0 when there is none.
    package func lastNumber() throws(SessionError) -> UInt64 {
        UInt64(bitPattern: try number("SELECT max(id) FROM flow"))
    }

    /// The numbers of the flows that a query finds, in its order, without reading them: eight bytes each.
    package func numbers(_ query: FlowQuery) throws(SessionError) -> [UInt64] {
        do {
            var left = query.limit ?? .max
            var found: [UInt64] = []
            var order = NumberOrder(query)
            let bound = try bound(query)
            for range in query.ranges where left > 0 {
                let numbers = try self.numbers(query, in: range, bound, limit: left)
                try order.check(numbers)
                left -= numbers.count
                for number in numbers { found.append(UInt64(bitPattern: number)) }
            }
            return found
        } catch let error as SessionError {
            throw error
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// Another number when the file was changed since.
    package func version() throws(SessionError) -> Int64 { try version("data_version") }

    private func version(_ name: String) throws(SessionError) -> Int64 { try number("PRAGMA \(name)") }

    private func number(_ sql: String, _ bindings: [SQLValue] = []) throws(SessionError) -> Int64 {
        do {
            return try database.look { database in
                let row = try Prepared(database, sql)
                row.bind(bindings)
                return try row.first { $0.integer(0) ?? 0 } ?? 0
            }
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// How SQLite goes about a query, for tests: one line a step.
    package func plan(_ query: FlowQuery) throws(SessionError) -> [String] {
        do {
            return try database.look { database in
                try query.ranges.flatMap { range in
                    let rows = try Prepared(database, "EXPLAIN QUERY PLAN " + query.numbersText(in: range))
                    rows.bind(query.numbersBindings(in: range, bound: 0, limit: 100))
                    var steps: [String] = []
                    try rows.forEachRow { row in
                        steps.append(row.text(3) ?? "")
                        return true
                    }
                    return steps
                }
            }
        } catch {
            throw SessionError(error, path: path)
        }
    }
}
