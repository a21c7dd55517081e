@testable import Fleet

/// A connection of a test that is lost at a statement, and after whose statements something happens.
final class InterruptedLink: PostgresLink {
    private let link: PostgresConnection
    private let step: Int
    private var statements = 0
    private var events: [(prefix: String, body: () -> Void)] = []
    private var beginnings: [(prefix: String, body: (PostgresStatement) -> Void)] = []

    /// - Parameter step: which of the statements never arrives, counted from 1.
    init(_ link: PostgresConnection, at step: Int) { (self.link, self.step) = (link, step) }

    /// Does something once after a statement that begins so.
    func after(_ prefix: String, _ body: @escaping () -> Void) { events.append((prefix, body)) }

    /// Does something once before a statement that begins so.
    func before(_ prefix: String, _ body: @escaping (PostgresStatement) -> Void) { beginnings.append((prefix, body)) }

    func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        if let place = beginnings.firstIndex(where: { statement.sql.hasPrefix($0.prefix) }) {
            beginnings.remove(at: place).body(statement)
        }
        statements += 1
        guard statements < step else {
            link.close()
            throw PostgresError(state: nil, "the connection was lost")
        }
        let rows = try link.run(statement)
        if let place = events.firstIndex(where: { statement.sql.hasPrefix($0.prefix) }) {
            events.remove(at: place).body()
        }
        return rows
    }

    func run(script: String) throws(PostgresError) { try link.run(script: script) }

    func close() { link.close() }
}
