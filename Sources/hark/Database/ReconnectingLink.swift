import Fleet

/// A connection for a command that only reads, and runs for long: after a connection was lost, the next statement is
/// asked over another one. Used by one thread.
final class ReconnectingLink: PostgresLink {
    private let connect: () throws -> PostgresConnection
    private var connection: PostgresConnection?

    /// Connects.
    init(_ connect: @escaping () throws -> PostgresConnection) throws {
        self.connect = connect
        connection = try connect()
    }

    func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        if let connection {
            do throws(PostgresError) {
                return try connection.run(statement)
            } catch {
                guard error.isLost else { throw error }
                close()
            }
        }
        // Nothing is changed, so that a statement of which no answer came may be asked again.
        return try again().run(statement)
    }

    func run(script: String) throws(PostgresError) {
        if let connection { return try connection.run(script: script) }
        try again().run(script: script)
    }

    func close() {
        connection?.close()
        connection = nil
    }

    private func again() throws(PostgresError) -> PostgresConnection {
        do {
            let made = try connect()
            connection = made
            return made
        } catch let error as PostgresError {
            throw error
        } catch FleetError.database(let error) {
            throw error
        } catch {
            throw PostgresError(state: nil, "\(error)")
        }
    }
}
