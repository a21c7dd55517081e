import ArgumentParser
import Fleet

/// `hark fleet`: the database in which flows of many proxies come together.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Set up and maintain a database for the flows of many proxies.",
        discussion: """
            The database is PostgreSQL. URL is postgres://ROLE@HOST/DATABASE, or 'fleet' for the one in HARK_FLEET. \
            Passwords come from PGPASSWORD, PGPASSFILE or --password-file.

            Examples:
              hark fleet init postgres://postgres@localhost/hark
              hark fleet status postgres://postgres@localhost/hark
            """,
        subcommands: [
            FleetInitCommand.self, FleetSQLCommand.self, FleetGrantCommand.self, FleetRevokeCommand.self,
            FleetStatusCommand.self, FleetMaintainCommand.self, FleetMigrateCommand.self,
        ])
}

/// The database that a subcommand is about.
struct FleetPlace: ParsableArguments {
    @Argument(help: ArgumentHelp("Database, or 'fleet' for the one in HARK_FLEET.", valueName: "url"))
    var url: String

    @OptionGroup var options: FleetOptions

    /// Connects to it as its owner does, lends the connection, and says what failed.
    func with<Result>(_ body: (PostgresConnectionLease) throws -> Result) throws -> Result {
        let connector = options.connector
        let address = try connector.address(url, of: "URL")
        return try FleetConnector.saying {
            let connection = try connector.open(address)
            defer { connection.close() }
            return try body(PostgresConnectionLease(link: connection, name: address.name))
        }
    }
}
