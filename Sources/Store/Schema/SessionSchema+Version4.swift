extension SessionSchema {
    /// Connections of HTTP/2: what passed on stream 0 of each, as a HAR has it (docs/http2.md).
    static let version4 = """
        CREATE TABLE connection(
            run TEXT NOT NULL, leg TEXT NOT NULL, number INTEGER NOT NULL, text BLOB NOT NULL,
            PRIMARY KEY(run, leg, number)) WITHOUT ROWID;
        """
}
