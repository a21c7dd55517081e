extension SessionSchema {
    /// What was changed on the way and what checks find, as lists that many flows share; what figures ask of flows.
    static let version3 = """
        ALTER TABLE flow ADD COLUMN send INTEGER;
        ALTER TABLE flow ADD COLUMN cacheable INTEGER;
        ALTER TABLE flow ADD COLUMN changed INTEGER;
        ALTER TABLE flow ADD COLUMN replayed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE flow ADD COLUMN redirect_hop INTEGER;
        ALTER TABLE flow ADD COLUMN changes INTEGER;
        ALTER TABLE flow ADD COLUMN unjudged INTEGER DEFAULT 0;
        ALTER TABLE flow ADD COLUMN worst TEXT;
        ALTER TABLE flow ADD COLUMN notes INTEGER;
        ALTER TABLE flow ADD COLUMN messages INTEGER;
        CREATE TABLE listed(
            list INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY(list, kind, value)) WITHOUT ROWID;
        """

    /// Made when the columns are filled.
    static let version3Indices = """
        DROP INDEX flow_pinned;
        CREATE INDEX flow_pinned ON flow(pinned) WHERE pinned > 0;
        CREATE INDEX flow_replayed ON flow(replayed) WHERE replayed > 0;
        CREATE INDEX flow_redirect_hop ON flow(redirect_hop) WHERE redirect_hop IS NOT NULL;
        CREATE INDEX flow_changes ON flow(changes) WHERE changes IS NOT NULL;
        CREATE INDEX flow_unjudged ON flow(unjudged, state) WHERE unjudged IS NOT NULL;
        CREATE INDEX flow_worst ON flow(worst) WHERE worst IS NOT NULL;
        CREATE INDEX flow_notes ON flow(notes) WHERE notes IS NOT NULL;
        CREATE INDEX flow_messages ON flow(messages) WHERE messages IS NOT NULL;
        """
}
