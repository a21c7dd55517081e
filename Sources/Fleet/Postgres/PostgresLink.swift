/// What runs statements, one after the other: a connection to a server, or the script of a test. Used by one thread.
package protocol PostgresLink: AnyObject {
    /// Runs one statement and gives all of its rows.
    @discardableResult func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows

    /// Runs several statements without parameters; as one transaction, unless they say otherwise.
    func run(script: String) throws(PostgresError)

    /// Ends it; what is open is rolled back.
    func close()
}

extension PostgresLink {
    /// Runs one statement and gives all of its rows.
    @discardableResult
    package func run(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
        try run(PostgresStatement(sql, values))
    }

    /// Everything that `body` does, or nothing. An error of the commit leaves open which.
    package func transaction<Result>(
        _ body: () throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        try run("BEGIN")
        let result: Result
        do {
            result = try body()
        } catch {
            // On a connection that is lost there is nothing to roll back.
            if !error.isLost { _ = try? run("ROLLBACK") }
            throw error
        }
        try run("COMMIT")
        return result
    }
}

/// A statement with the values of its parameters `$1`, `$2`, …
package struct PostgresStatement: Sendable {
    package let sql: String
    package let values: [PostgresValue]

    package init(_ sql: String, _ values: [PostgresValue] = []) {
        self.sql = sql
        self.values = values
    }
}
