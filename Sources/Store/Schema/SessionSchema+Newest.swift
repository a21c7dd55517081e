extension SessionSchema {
    /// The newest schema in one script, for a new file: the steps, with 35 `ALTER TABLE`s for each of which SQLite
    /// reads the schema again, took 6 ms of each start. The texts are to the letter those that the steps leave in
    /// `sqlite_schema`, so that every Hark of this version knows the file: what `ALTER TABLE` added is on one line,
    /// after the last column that was there. docs/store.md says what each column means.
    static let newest = """
        CREATE TABLE state(name TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;

        CREATE TABLE run(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, started INTEGER, version TEXT,
            command TEXT);

        CREATE TABLE flow(
            id INTEGER PRIMARY KEY, run INTEGER REFERENCES run(id), state INTEGER NOT NULL,
            started INTEGER, opened INTEGER NOT NULL,
            client TEXT, listener TEXT, client_connection INTEGER, request_number INTEGER,
            server_name TEXT, server_port INTEGER,
            upstream TEXT, upstream_connection INTEGER, is_reused INTEGER, is_local INTEGER,
            method TEXT, url TEXT, status INTEGER, duration INTEGER,
            outcome TEXT, outcome_by TEXT, outcome_code TEXT, outcome_detail TEXT,
            request_framing TEXT, request_size INTEGER, request_wire_size INTEGER, request_ended INTEGER,
            request_edits INTEGER, request_body INTEGER REFERENCES body(id), request_cut INTEGER,
            request_chunks INTEGER,
            response_framing TEXT, response_size INTEGER, response_wire_size INTEGER, response_ended INTEGER,
            response_edits INTEGER, response_body INTEGER REFERENCES body(id), response_cut INTEGER,
            response_chunks INTEGER,
            client_tls INTEGER REFERENCES tls(id), upstream_tls INTEGER REFERENCES tls(id),
            tunnel TEXT, relayed_sent INTEGER, relayed_received INTEGER, was_retried INTEGER,
            at_request_head INTEGER, at_upstream_sought INTEGER, at_name_resolved INTEGER,
            at_transport_connected INTEGER, at_upstream_connected INTEGER, at_request_forwarded INTEGER,
            at_request_ended INTEGER, at_response_head INTEGER, at_response_ended INTEGER, at_tunnel_opened INTEGER,
            at_finished INTEGER, at_latest INTEGER,
            parts INTEGER NOT NULL,
            pinned INTEGER NOT NULL DEFAULT 0, comment TEXT, scheme TEXT, host TEXT, port INTEGER, path TEXT, \
        query TEXT, fragment TEXT, version TEXT, reason TEXT, type TEXT, request_type TEXT, redirect INTEGER, \
        redirect_to TEXT, cache TEXT, age INTEGER, lifetime INTEGER, stream INTEGER, tls INTEGER, error TEXT, \
        time INTEGER, dns INTEGER, connect INTEGER, handshake INTEGER, wait INTEGER, receive INTEGER, \
        search INTEGER NOT NULL DEFAULT 0, send INTEGER, cacheable INTEGER, changed INTEGER, \
        replayed INTEGER NOT NULL DEFAULT 0, redirect_hop INTEGER, changes INTEGER, unjudged INTEGER DEFAULT 0, \
        worst TEXT, notes INTEGER, messages INTEGER);
        CREATE INDEX flow_open ON flow(id) WHERE state = 0;
        CREATE INDEX flow_request_body ON flow(request_body) WHERE request_body IS NOT NULL;
        CREATE INDEX flow_response_body ON flow(response_body) WHERE response_body IS NOT NULL;
        CREATE INDEX flow_error ON flow(error) WHERE error IS NOT NULL;
        CREATE INDEX flow_redirect_to ON flow(redirect_to) WHERE redirect_to IS NOT NULL;
        CREATE INDEX flow_comment ON flow(comment) WHERE comment IS NOT NULL;
        CREATE INDEX flow_pinned ON flow(pinned) WHERE pinned > 0;
        CREATE INDEX flow_replayed ON flow(replayed) WHERE replayed > 0;
        CREATE INDEX flow_redirect_hop ON flow(redirect_hop) WHERE redirect_hop IS NOT NULL;

        CREATE TABLE tag(flow INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY(flow, name)) WITHOUT ROWID;
        CREATE INDEX tag_name ON tag(name, flow);

        CREATE TABLE head(
            flow INTEGER PRIMARY KEY,
            request BLOB, request_sent BLOB, response BLOB, response_sent BLOB,
            request_trailers BLOB, request_trailers_sent BLOB, response_trailers BLOB, response_trailers_sent BLOB,
            request_malformed BLOB, response_malformed BLOB);

        CREATE TABLE edit(
            list INTEGER NOT NULL, number INTEGER NOT NULL, action TEXT NOT NULL, line INTEGER, bytes BLOB,
            spec TEXT, reason TEXT NOT NULL, PRIMARY KEY(list, number)) WITHOUT ROWID;

        CREATE TABLE interim(
            flow INTEGER NOT NULL, number INTEGER NOT NULL, head BLOB NOT NULL, sent BLOB, edits INTEGER,
            dropped_spec TEXT, dropped_reason TEXT, PRIMARY KEY(flow, number)) WITHOUT ROWID;

        CREATE TABLE chunk(
            flow INTEGER NOT NULL, message INTEGER NOT NULL, number INTEGER NOT NULL, offset INTEGER NOT NULL,
            line BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(flow, message, number)) WITHOUT ROWID;

        CREATE TABLE quirk(
            flow INTEGER NOT NULL, message INTEGER NOT NULL, part TEXT NOT NULL, number INTEGER NOT NULL,
            code TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
            PRIMARY KEY(flow, message, part, number)) WITHOUT ROWID;

        CREATE TABLE change(
            flow INTEGER NOT NULL, number INTEGER NOT NULL, message INTEGER NOT NULL, action TEXT NOT NULL,
            line BLOB NOT NULL, replacement BLOB, reason BLOB NOT NULL, part TEXT, \
        PRIMARY KEY(flow, number)) WITHOUT ROWID;

        CREATE TABLE extra(
            flow INTEGER NOT NULL, name TEXT NOT NULL, value, PRIMARY KEY(flow, name)) WITHOUT ROWID;

        CREATE TABLE body(id INTEGER PRIMARY KEY, sha256 BLOB UNIQUE, size INTEGER NOT NULL, bytes BLOB NOT NULL);

        CREATE TABLE body_part(
            body INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY(body, number));

        CREATE TABLE tls(
            id INTEGER PRIMARY KEY, leg TEXT NOT NULL, duration INTEGER NOT NULL,
            version TEXT, cipher TEXT, key_group TEXT, alpn TEXT, server_name TEXT, is_resumed INTEGER,
            is_verified INTEGER, tolerated TEXT, failure_code TEXT, failure_text TEXT, failure_alert TEXT,
            offer BLOB, offer_name BLOB, offer_name_problem TEXT, offer_protocols BLOB, offer_versions TEXT,
            offer_ciphers BLOB, offer_extensions BLOB, offer_fingerprint TEXT);

        CREATE TABLE certificate(
            id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, subject TEXT NOT NULL, issuer TEXT NOT NULL,
            names TEXT NOT NULL, not_before INTEGER NOT NULL, not_after INTEGER NOT NULL, key TEXT NOT NULL,
            signature TEXT NOT NULL, serial TEXT NOT NULL, is_authority INTEGER NOT NULL,
            is_self_issued INTEGER NOT NULL);

        CREATE TABLE tls_certificate(
            tls INTEGER NOT NULL, position INTEGER NOT NULL, certificate INTEGER NOT NULL,
            PRIMARY KEY(tls, position)) WITHOUT ROWID;

        CREATE TABLE coding(flow INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY(flow, name)) WITHOUT ROWID;
        CREATE INDEX coding_name ON coding(name, flow);

        CREATE TABLE search(id INTEGER PRIMARY KEY, grams BLOB);

        CREATE TABLE listed(
            list INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY(list, kind, value)) WITHOUT ROWID;

        CREATE TABLE connection(
            run TEXT NOT NULL, leg TEXT NOT NULL, number INTEGER NOT NULL, text BLOB NOT NULL,
            PRIMARY KEY(run, leg, number)) WITHOUT ROWID;

        CREATE TABLE block(
            id INTEGER PRIMARY KEY, is_closed INTEGER NOT NULL, is_judged INTEGER NOT NULL,
            flows INTEGER NOT NULL DEFAULT 0);

        CREATE TABLE block_value(
            block INTEGER NOT NULL, name TEXT NOT NULL, value NOT NULL,
            PRIMARY KEY(block, name, value)) WITHOUT ROWID;
        CREATE INDEX block_value_name ON block_value(name, value);
        """
}
