import Fleet

/// A connection for the time of one command.
struct PostgresConnectionLease {
    let link: any PostgresLink
    /// Of the database, for people.
    let name: String
}
