/// The schema `hark` of the fleet's database, as the statements that make it. Pure text: `hark fleet sql` prints it.
package enum FleetSchema {
    /// Of the tables that this Hark writes.
    package static let version = 1
    /// The oldest version of Hark's statements that may write to them.
    static let compatible = 1
    /// Partitions are made for today and so many days after it.
    static let daysAhead: Int64 = 7
    /// The large tables, which expire by day.
    static let dated = ["flow", "pack", "body"]

    /// Flows, called `f`, with their marks, called `m`.
    ///
    /// - Parameter flows: the table, or a partition of it.
    static func marked(_ flows: String = "hark.flow") -> String {
        "\(flows) f LEFT JOIN hark.mark m ON m.tenant = f.tenant AND m.run = f.run AND m.id = f.id"
    }

    /// Of these: a flow's row of `mark` has all of its marks, and comes before what was shipped with the flow. What is
    /// shown as pinned and what is kept for it is the same.
    static let isPinned = "coalesce(m.pinned, f.pinned)"

    /// Everything, in order, as one script.
    ///
    /// - Parameter today: partitions begin with it.
    package static func statements(_ layout: FleetLayout, today: FleetDay) -> String {
        var parts = roles + ["CREATE SCHEMA hark;"]
        parts += tables(layout)
        if layout.isPartitioned { parts += firstPartitions(today) }
        parts += [indices, access]
        if layout == .citus { parts.append(distribution) }
        parts.append(
            """
            INSERT INTO hark.meta(name, value) VALUES
                ('version', '\(version)'), ('compatible', '\(compatible)'), ('layout', '\(layout.rawValue)'),
                ('id', md5(random()::text || clock_timestamp()::text));

            """)
        return parts.joined(separator: "\n")
    }

    /// Roles belong to the server, so that another database may have made them, at this moment, too.
    private static let roles = ["hark_writer", "hark_reader"].map { role in
        """
        DO $$ BEGIN
            CREATE ROLE \(role);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END $$;
        """
    }

    private static func tables(_ layout: FleetLayout) -> [String] {
        let text = FleetColumn.text
        let columns = FleetColumn.all.map { "    \($0.name) \($0.type)" }.joined(separator: ",\n")
        let dated = layout.isPartitioned ? " PARTITION BY RANGE (day)" : ""
        return [
            "CREATE TABLE hark.meta(name \(text) PRIMARY KEY, value \(text) NOT NULL);",
            """
            CREATE TABLE hark.run(
                tenant \(text) NOT NULL, run bigint NOT NULL, proxy \(text) NOT NULL, version \(text) NOT NULL,
                started timestamptz, labels jsonb NOT NULL, through bigint NOT NULL DEFAULT 0,
                gaps bigint[] NOT NULL DEFAULT '{}', last bytea, flows bigint NOT NULL DEFAULT 0,
                lost bigint NOT NULL DEFAULT 0, conflicts bigint NOT NULL DEFAULT 0, skew bigint NOT NULL DEFAULT 0,
                newest timestamptz, seen timestamptz NOT NULL DEFAULT now(), PRIMARY KEY(tenant, run));
            """,
            """
            CREATE TABLE hark.flow(
                day date NOT NULL, started timestamptz NOT NULL, tenant \(text) NOT NULL, run bigint NOT NULL,
                id bigint NOT NULL, pack bigint NOT NULL, facts bigint, proxy \(text) NOT NULL,
            \(columns),
                send bigint, cacheable boolean,
                trace bytea, weight real NOT NULL, lossy boolean NOT NULL, request_body bytea, response_body bytea,
                decoded smallint NOT NULL DEFAULT 0, PRIMARY KEY(tenant, run, id, day))\(dated);
            """,
            """
            CREATE TABLE hark.pack(
                tenant \(text) NOT NULL, run bigint NOT NULL, pack bigint NOT NULL, day date NOT NULL,
                flows integer NOT NULL, arrived timestamptz NOT NULL DEFAULT now(), grams bytea,
                records bytea NOT NULL, PRIMARY KEY(tenant, run, pack, day))\(dated);
            """,
            """
            CREATE TABLE hark.body(
                tenant \(text) NOT NULL, sha256 bytea NOT NULL, part integer NOT NULL, day date NOT NULL,
                bytes bytea NOT NULL, PRIMARY KEY(tenant, sha256, part, day))\(dated);
            """,
            """
            CREATE TABLE hark.fact(
                tenant \(text) NOT NULL, facts bigint NOT NULL, kind \(text) NOT NULL, value \(text) NOT NULL,
                PRIMARY KEY(tenant, facts, kind, value));
            """,
            """
            CREATE TABLE hark.mark(
                tenant \(text) NOT NULL, run bigint NOT NULL, id bigint NOT NULL,
                pinned boolean NOT NULL DEFAULT false, comment \(text), tags text[] NOT NULL DEFAULT '{}',
                PRIMARY KEY(tenant, run, id));
            """,
            "CREATE TABLE hark.member(role \(text) NOT NULL, tenant \(text) NOT NULL, PRIMARY KEY(role, tenant));",
        ]
    }

    private static func firstPartitions(_ today: FleetDay) -> [String] {
        dated.flatMap { table in
            ["CREATE TABLE hark.\(table)_default PARTITION OF hark.\(table) DEFAULT;"]
                + (0...daysAhead).map { partition(of: table, today.advanced(by: $0)) }
        }
    }

    static func partition(of table: String, _ day: FleetDay) -> String {
        """
        CREATE TABLE hark.\(table)_\(day.suffix) PARTITION OF hark.\(table)
            FOR VALUES FROM ('\(day.text)') TO ('\(day.advanced(by: 1).text)');
        """
    }

    private static let indices = """
        CREATE INDEX flow_started ON hark.flow(tenant, started);
        CREATE INDEX flow_host ON hark.flow(tenant, host, started);
        CREATE INDEX flow_status ON hark.flow(tenant, status, started);
        CREATE INDEX flow_error ON hark.flow(tenant, error, started) WHERE error IS NOT NULL;
        CREATE INDEX pack_arrived ON hark.pack(tenant, arrived);
        CREATE INDEX flow_trace ON hark.flow(tenant, trace) WHERE trace IS NOT NULL;
        """

    /// Lists that many runs share are on each node. Bodies have no run: they are asked for one by one.
    private static let distribution: String = {
        let shared = ["meta", "fact", "member"].map { "SELECT create_reference_table('hark.\($0)');" }
        let others = ["flow", "pack", "mark"].map {
            "SELECT create_distributed_table('hark.\($0)', 'run', colocate_with => 'hark.run');"
        }
        return
            (shared + ["SELECT create_distributed_table('hark.run', 'run');"] + others
            + ["SELECT create_distributed_table('hark.body', 'sha256', colocate_with => 'none');", ""])
            .joined(separator: "\n")
    }()

    /// Who may do what: a writer adds rows and moves its cursors, and reads nothing else; a reader reads, and marks
    /// flows. Both only of their tenants. Nobody has rights on partitions.
    private static let access: String = {
        let isOwn = "tenant = ANY((SELECT hark.tenants())::text[])"
        let shared = ["run", "flow", "pack", "body", "fact", "mark"]
        let locked = (shared + ["member"]).map { "ALTER TABLE hark.\($0) ENABLE ROW LEVEL SECURITY;" }
        let reading = shared.map {
            "CREATE POLICY reading ON hark.\($0) FOR SELECT TO hark_reader USING (\(isOwn));"
        }
        let writing = ["run", "flow", "pack", "body", "fact"].map {
            "CREATE POLICY writing ON hark.\($0) FOR INSERT TO hark_writer WITH CHECK (\(isOwn));"
        }
        let rights = """
            CREATE FUNCTION hark.tenants() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
                SET search_path = pg_catalog, pg_temp AS $$
                SELECT coalesce(array_agg(DISTINCT member.tenant), '{}') FROM hark.member
                JOIN pg_roles ON pg_roles.rolname = member.role
                WHERE pg_has_role(session_user, pg_roles.oid, 'MEMBER') $$;
            REVOKE ALL ON FUNCTION hark.tenants() FROM PUBLIC;
            GRANT EXECUTE ON FUNCTION hark.tenants() TO hark_writer, hark_reader;
            GRANT USAGE ON SCHEMA hark TO hark_writer, hark_reader;
            GRANT SELECT ON hark.meta TO hark_writer, hark_reader;
            GRANT INSERT ON hark.run, hark.flow, hark.pack, hark.body, hark.fact TO hark_writer;
            GRANT SELECT, UPDATE ON hark.run TO hark_writer;
            GRANT SELECT ON hark.run, hark.flow, hark.pack, hark.body, hark.fact, hark.mark TO hark_reader;
            GRANT INSERT, UPDATE, DELETE ON hark.mark TO hark_reader;
            """
        let others = """
            CREATE POLICY cursor ON hark.run FOR SELECT TO hark_writer USING (\(isOwn));
            CREATE POLICY moving ON hark.run FOR UPDATE TO hark_writer USING (\(isOwn)) WITH CHECK (\(isOwn));
            CREATE POLICY marking ON hark.mark FOR ALL TO hark_reader USING (\(isOwn)) WITH CHECK (\(isOwn));
            """
        return ([rights] + locked + reading + writing + [others]).joined(separator: "\n")
    }()
}
