import Bytes
import TestKit

@testable import Fleet

/// A database of a test: it keeps what the statements of shipping insert, and fails where the test says so. What is in
/// a transaction counts once that is committed.
final class ScriptedDatabase {
    struct State: Equatable {
        var through: Int64 = 0
        var gaps: [Int64] = []
        var last: Bytes?
        var hasRun = false
        /// By number; how often each was inserted.
        var flows: [Int64: Int] = [:]
        var lossy: Set<Int64> = []
        var packs = 0
        var counted: Int64 = 0
        var lost: Int64 = 0
        var conflicts: Int64 = 0
    }

    enum Trouble {
        /// The statement has no effect, and the connection is lost.
        case before
        /// It has its effect, and the answer is lost.
        case after
    }

    private(set) var state = State()
    private(set) var statements = 0
    var version = "1"
    var compatible = "1"
    /// Fails at the statement of this number, counted from 1 over all links.
    var trouble: (at: Int, Trouble)?
    /// Flows of these numbers are refused, unless they are bare; those of these in any form.
    var refused: Set<Int64> = []
    var banned: Set<Int64> = []

    func link() -> Link { Link(self) }

    final class Link: PostgresLink {
        private let database: ScriptedDatabase
        private var open: State?
        private var isLost = false

        init(_ database: ScriptedDatabase) { self.database = database }

        func run(script: String) throws(PostgresError) { throw PostgresError(state: "42601", script) }

        func close() { (open, isLost) = (nil, true) }

        func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
            let lost = PostgresError(state: nil, "the connection was lost")
            guard !isLost else { throw lost }
            database.statements += 1
            let trouble = database.trouble.flatMap { $0.at == database.statements ? $0.1 : nil }
            if case .before? = trouble {
                close()
                throw lost
            }
            let rows = try effect(statement)
            if case .after? = trouble {
                close()
                throw lost
            }
            return rows
        }

        private func effect(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
            let sql = statement.sql
            let values = PostgresRow(values: statement.values.map(\.bytes))
            switch sql {
            case "BEGIN": open = database.state
            case "ROLLBACK": open = nil
            case "COMMIT":
                if let open { database.state = open }
                open = nil
            case "SELECT clock_timestamp()": return PostgresRows([[PostgresValue.time(0).bytes]])
            case "SELECT name, value FROM hark.meta":
                return PostgresRows([
                    ["version", Bytes(database.version)], ["compatible", Bytes(database.compatible)],
                ])
            default: return try change(sql, values)
            }
            return PostgresRows()
        }

        private func change(_ sql: String, _ values: PostgresRow) throws(PostgresError) -> PostgresRows {
            var state = open ?? database.state
            defer { if open != nil { open = state } else { database.state = state } }
            if sql.hasPrefix("SELECT through") {
                guard state.hasRun else { return PostgresRows() }
                return PostgresRows([
                    [PostgresValue.integer(state.through).bytes, PostgresValue.integers(state.gaps).bytes, state.last]
                ])
            } else if sql.hasPrefix("INSERT INTO hark.run") {
                state.hasRun = true
            } else if sql.hasPrefix("INSERT INTO hark.pack") {
                state.packs += values.integers(2)?.count ?? 0
            } else if sql.hasPrefix("INSERT INTO hark.flow") {
                // Tenant, run and proxy, day and start come first; `lossy` is fourth from the end.
                let numbers = values.integers(5) ?? []
                let lossy = values.booleans(values.values.count - 4)
                for (place, number) in numbers.enumerated() {
                    let isBare = lossy[place]
                    if database.banned.contains(number) || database.refused.contains(number) && !isBare {
                        throw PostgresError(state: "23514", "refused")
                    }
                }
                var inserted = 0
                for (place, number) in numbers.enumerated() {
                    if state.flows[number] == nil { inserted += 1 }
                    state.flows[number, default: 0] += 1
                    if lossy[place] { state.lossy.insert(number) }
                }
                return PostgresRows([], changed: inserted)
            } else if sql.hasPrefix("UPDATE hark.run") {
                state.through = values.integer(2) ?? 0
                state.gaps = values.integers(3) ?? []
                state.last = values.bytes(4)
                state.counted += values.integer(6) ?? 0
                state.lost += values.integer(7) ?? 0
                state.conflicts += values.integer(8) ?? 0
            } else if !sql.hasPrefix("INSERT INTO hark.body") && !sql.hasPrefix("INSERT INTO hark.fact") {
                throw PostgresError(state: "42601", "not scripted: \(sql)")
            }
            return PostgresRows()
        }
    }
}

extension PostgresRow {
    /// Of an array of booleans without NULLs: each element is its length and a byte.
    fileprivate func booleans(_ column: Int) -> [Bool] {
        guard let bytes = bytes(column), bytes.count > 20 else { return [] }
        return stride(from: 24, to: bytes.count, by: 5).map { bytes[$0] == 1 }
    }
}
