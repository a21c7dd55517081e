import Flow
import GRDB
import HTTPModel

/// Reads a session file. It holds up nobody who writes to it, and changes nothing.
package final class SessionReader: Sendable {
    package let path: String
    let database: DatabaseQueue

    /// Opens a session that is there.
    ///
    /// - Parameter isReadOnly: the file must not even be tidied up: it is damaged.
    package init(_ path: String, isReadOnly: Bool = false) throws(SessionError) {
        let header = try FileHead.read(path)
        try FileHeader.check(header, path: path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "hark.session.reader"
        configuration.readonly = isReadOnly
        configuration.prepareDatabase { database in
            try database.execute(
                sql: "PRAGMA query_only = 1; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768")
        }
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw SessionError(error, path: path)
        }
        self.path = path
    }

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
            var rest = query
            while true {
                let page = try database.read { database in try FlowPage.read(rest, self, database) }
                for flow in page {
                    guard try body(flow) else { return }
                }
                guard page.count == FlowPage.size, let last = page.last, rest.goOn(behind: last, page.count) else {
                    return
                }
            }
        } catch let error as SessionError {
            throw error
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// The numbers of flows that a condition holds for, without reading them.
    package func count(_ query: FlowQuery) throws(SessionError) -> Int {
        do {
            return try database.read { database in
                let row = try Prepared(database, "SELECT count(*) FROM flow WHERE \(query.condition)")
                row.bind(query.bindings)
                return try row.first { Int(clamping: $0.integer(0) ?? 0) } ?? 0
            }
        } catch {
            throw SessionError(error, path: path)
        }
    }
}
