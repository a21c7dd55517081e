extension SessionSchema {
    /// What filters and lists ask of flows, so that they are found without being read; where a told change stands.
    static let version2 = """
        ALTER TABLE flow ADD COLUMN scheme TEXT;
        ALTER TABLE flow ADD COLUMN host TEXT;
        ALTER TABLE flow ADD COLUMN port INTEGER;
        ALTER TABLE flow ADD COLUMN path TEXT;
        ALTER TABLE flow ADD COLUMN query TEXT;
        ALTER TABLE flow ADD COLUMN fragment TEXT;
        ALTER TABLE flow ADD COLUMN version TEXT;
        ALTER TABLE flow ADD COLUMN reason TEXT;
        ALTER TABLE flow ADD COLUMN type TEXT;
        ALTER TABLE flow ADD COLUMN request_type TEXT;
        ALTER TABLE flow ADD COLUMN redirect INTEGER;
        ALTER TABLE flow ADD COLUMN redirect_to TEXT;
        ALTER TABLE flow ADD COLUMN cache TEXT;
        ALTER TABLE flow ADD COLUMN age INTEGER;
        ALTER TABLE flow ADD COLUMN lifetime INTEGER;
        ALTER TABLE flow ADD COLUMN stream INTEGER;
        ALTER TABLE flow ADD COLUMN tls INTEGER;
        ALTER TABLE flow ADD COLUMN error TEXT;
        ALTER TABLE flow ADD COLUMN time INTEGER;
        ALTER TABLE flow ADD COLUMN dns INTEGER;
        ALTER TABLE flow ADD COLUMN connect INTEGER;
        ALTER TABLE flow ADD COLUMN handshake INTEGER;
        ALTER TABLE flow ADD COLUMN wait INTEGER;
        ALTER TABLE flow ADD COLUMN receive INTEGER;
        ALTER TABLE flow ADD COLUMN search INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE change ADD COLUMN part TEXT;
        CREATE TABLE coding(flow INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY(flow, name)) WITHOUT ROWID;
        CREATE TABLE search(id INTEGER PRIMARY KEY, grams BLOB);
        """

    /// Made when the columns are filled.
    static let version2Indices = """
        DROP INDEX flow_started;
        DROP INDEX flow_outcome;
        CREATE INDEX flow_time ON flow(time);
        CREATE INDEX flow_host ON flow(host);
        CREATE INDEX flow_path ON flow(path);
        CREATE INDEX flow_method ON flow(method);
        CREATE INDEX flow_type ON flow(type);
        CREATE INDEX flow_search ON flow(search);
        CREATE INDEX flow_error ON flow(error) WHERE error IS NOT NULL;
        CREATE INDEX flow_redirect_to ON flow(redirect_to) WHERE redirect_to IS NOT NULL;
        CREATE INDEX flow_pinned ON flow(pinned) WHERE pinned = 1;
        CREATE INDEX flow_comment ON flow(comment) WHERE comment IS NOT NULL;
        CREATE INDEX flow_client_tls ON flow(client_tls) WHERE client_tls IS NOT NULL;
        CREATE INDEX flow_upstream_tls ON flow(upstream_tls) WHERE upstream_tls IS NOT NULL;
        CREATE INDEX coding_name ON coding(name, flow);
        """
}
