extension SessionSchema {
    /// What blocks of 256 flows have, in place of indices that each flow had an entry in: those took longer than all
    /// the rest of writing it. The columns that blocks have values of, and what closing one does: `FlowBlocks`.
    static let version5 = """
        CREATE TABLE block(
            id INTEGER PRIMARY KEY, is_closed INTEGER NOT NULL, is_judged INTEGER NOT NULL,
            flows INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE block_value(
            block INTEGER NOT NULL, name TEXT NOT NULL, value NOT NULL,
            PRIMARY KEY(block, name, value)) WITHOUT ROWID;
        CREATE INDEX block_value_name ON block_value(name, value);
        """

    /// Done when blocks have their values.
    static let version5Indices = """
        DROP INDEX flow_status;
        DROP INDEX flow_duration;
        DROP INDEX flow_time;
        DROP INDEX flow_host;
        DROP INDEX flow_path;
        DROP INDEX flow_method;
        DROP INDEX flow_type;
        DROP INDEX flow_search;
        DROP INDEX flow_client_tls;
        DROP INDEX flow_upstream_tls;
        DROP INDEX flow_changes;
        DROP INDEX flow_unjudged;
        DROP INDEX flow_worst;
        DROP INDEX flow_notes;
        DROP INDEX flow_messages;
        """
}
