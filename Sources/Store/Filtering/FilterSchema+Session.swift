package import Filter
import HTTPModel

extension FilterSchema {
    /// Where a session file of this schema keeps what filters ask. Only what a column says exactly as a filter reads it
    /// is here: the rest is asked of the flows themselves.
    ///
    /// - Parameter hasNotes: what was found by checks was found by those that are asked now.
    package static func session(version: Int64, hasNotes: Bool = true) -> FilterSchema {
        if version < 2 { return FilterSchema(columns: [:]) }
        var columns = plain.merging(computed) { _, computed in computed }
        if version < 3 { for name in since3 { columns[name] = nil } }
        if version < 3 || !hasNotes { for name in ["note", "worst", "messages"] { columns[name] = nil } }
        if version < 5 {
            for name in ["host", "type", "method"] { columns[name] = .value("flow.\(name)", among: indexed(name)) }
            return FilterSchema(columns: columns, search: words, narrow: narrow.union(indexedBefore5))
        }
        return FilterSchema(columns: columns, search: words, narrow: narrow, summary: hasNotes ? judged : summary)
    }

    private static let since3 = ["changed", "change", "rule", "replayed", "redirect_hop"]

    private static let words = FilterSchema.Search(
        match: "flow.search IN (\(mayHold))",
        // What is coded, in parts or decoded by somebody else is left to whoever reads the flow.
        closer: """
            (EXISTS (SELECT 1 FROM head WHERE head.flow = flow.id AND (\(holds("flow.url")) OR \(holds("head.request"))
            OR \(holds("head.response")) OR \(isCoded("head.request")) OR \(isCoded("head.response"))))
            OR EXISTS (SELECT 1 FROM body WHERE body.id IN (flow.request_body, flow.response_body)
            AND (body.size > length(body.bytes) OR \(holds("body.bytes"))))
            OR EXISTS (SELECT 1 FROM extra WHERE extra.flow = flow.id
            AND extra.name IN ('request_decoded', 'response_decoded')))
            """)

    /// The sets of grams that flows have in which a text may occur; 0 is that of flows without one.
    private static let mayHold = """
        SELECT 0 UNION ALL
        SELECT id FROM search WHERE grams IS NULL OR \(SessionFunctions.mayHold)(grams, ?)
        """

    private static func holds(_ value: String) -> String { "\(SessionFunctions.holds)(\(value), ?)" }

    private static func isCoded(_ head: String) -> String {
        "\(SessionFunctions.holds)(\(head), 'content-encoding')"
    }

    private static let narrow: Set = [
        "id", "error", "redirect_to", "comment", "pinned", "replayed", "redirect_hop",
    ]
    private static let indexedBefore5: Set = ["status", "duration", "time", "path"]

    /// What blocks of flows have; of notes, too.
    private static let judged = blocks(notes: [
        "note": .values(
            from: FlowBlock.values(.notes, joining: lists) + " AND listed.kind = 'note'", value: "listed.value",
            isExact: false, unless: someUnjudged),
        "worst": .values(
            from: FlowBlock.values(.worst), value: FlowBlock.value, isExact: false, unless: someUnjudged),
        "messages": .bounds(from: FlowBlock.values(.messages), value: FlowBlock.value, unless: someUnjudged),
    ])
    private static let summary = blocks(notes: [:])

    private static func blocks(notes: [String: Column]) -> Summary {
        var columns = notes
        for column in [FlowBlock.status, .host, .method, .type] {
            columns[column.rawValue] = .values(
                from: FlowBlock.values(column), value: FlowBlock.value, isExact: false)
        }
        for column in [FlowBlock.duration, .time] {
            columns[column.rawValue] = .bounds(from: FlowBlock.values(column), value: FlowBlock.value)
        }
        for kind in ["change", "rule"] {
            columns[kind] = .values(
                from: FlowBlock.values(.changes, joining: lists) + " AND listed.kind = '\(kind)'",
                value: "listed.value", isExact: false)
        }
        let search = Search(
            match: "EXISTS (SELECT 1 FROM \(FlowBlock.values(.search)) AND \(FlowBlock.value) IN (\(mayHold)))")
        return Summary(columns: columns, search: search, searched: ["path", "url"])
    }

    private static let lists = "JOIN listed ON listed.list = block_value.value"
    private static let someUnjudged = "EXISTS (SELECT 1 FROM \(FlowBlock.values(.unjudged)))"

    /// Columns that have the value itself.
    private static let plain: [String: Column] = {
        let facts =
            FactColumn.allCases.filter { !$0.isLink }.map { SnakeCase.name("\($0)") }.filter {
                FilterFields.column($0) != nil
            } + [
                "method", "url", "status", "duration", "outcome", "outcome_by", "client", "upstream", "pinned",
                "comment",
            ]
        return Dictionary(
            uniqueKeysWithValues: facts.map { name in
                // Few different ones, each in many flows.
                let few = [FlowBlock.host, .type, .method].first { $0.rawValue == name }
                return (name, .value("flow.\(name)", among: few?.everyValue))
            })
    }()

    private static let computed: [String: Column] = [
        "id": .value("flow.id"),
        "run": .value("(SELECT name FROM run WHERE run.id = flow.run)"),
        "connection": .value(count("client_connection")),
        "request_size": .value(count("request_size")),
        "response_size": .value(count("response_size")),
        "reused": .value("flow.is_reused"),
        "retried": .value("ifnull(flow.was_retried, 0)"),
        "truncated": .value("(ifnull(flow.request_cut, 0) | ifnull(flow.response_cut, 0))"),
        "open": .value("(CASE WHEN flow.outcome IS NOT NULL THEN 0 WHEN flow.run IS NOT NULL THEN 1 END)"),
        "protocol": .value(folded("flow.tunnel")),
        "tag": .values(from: "tag WHERE tag.flow = flow.id", value: "tag.name"),
        "quirk": .values(from: "quirk WHERE quirk.flow = flow.id", value: quirkName),
        "change": listed("change", "changes"), "rule": listed("rule", "changes"),
        "note": listed("note", "notes", unless: unjudged), "worst": .value("flow.worst", unless: unjudged),
        "messages": .value("flow.messages", unless: unjudged),
        "encoding": .values(from: "coding WHERE coding.flow = flow.id", value: "coding.name"),
        "tls_version": agreed("version"), "tls_cipher": agreed("cipher"), "alpn": agreed("alpn"),
        "tls_sni": .values(
            from: """
                (SELECT \(folded("offer_name")) AS name FROM tls
                WHERE id = flow.client_tls AND offer_name IS NOT NULL UNION ALL
                SELECT \(folded("server_name")) FROM tls
                WHERE id IN (flow.client_tls, flow.upstream_tls) AND server_name IS NOT NULL) WHERE 1
                """, value: "name"),
        "certificate_subject": .values(
            from: """
                tls_certificate JOIN certificate ON certificate.id = tls_certificate.certificate
                WHERE tls_certificate.tls = flow.upstream_tls AND tls_certificate.position = 0
                """, value: "certificate.subject"),
    ]

    /// Of what was agreed on over TLS, with the client and with the server.
    private static func agreed(_ column: String) -> Column {
        .values(
            from: "tls WHERE tls.id IN (flow.client_tls, flow.upstream_tls) AND tls.\(column) IS NOT NULL",
            value: "tls.\(column)")
    }

    /// Nobody has looked at the flow behind its writing yet, or it is too large for that: it is asked itself.
    private static let unjudged = "flow.unjudged >= 0"

    private static func listed(_ kind: String, _ link: String, unless: String? = nil) -> Column {
        .listed(
            "flow.\(link)", list: "listed.list", from: "listed WHERE listed.kind = '\(kind)'", value: "listed.value",
            unless: unless)
    }

    /// Session files keep the codes as they were once spelled.
    private static let quirkName =
        "(CASE quirk.code "
        + Quirk.Code.allCases.map { "WHEN '\($0.rawValue)' THEN '\($0.name)'" }.joined(separator: " ")
        + " ELSE quirk.code END)"

    private static func folded(_ value: String) -> String { "\(SessionFunctions.fold)(\(value), 0)" }

    /// Counts keep the bits of 64 without a sign; what is above SQLite's integers is as large as can be.
    private static func count(_ column: String) -> String {
        "(CASE WHEN flow.\(column) < 0 THEN \(Int64.max) ELSE flow.\(column) END)"
    }

    /// Each value of an indexed column once, in a file without blocks: from one to the next by the index, without a
    /// look at the flows between.
    private static func indexed(_ column: String) -> String {
        """
        WITH RECURSIVE step(value) AS (SELECT min(\(column)) FROM flow UNION ALL
        SELECT (SELECT min(\(column)) FROM flow WHERE \(column) > step.value) FROM step WHERE step.value IS NOT NULL)
        SELECT value FROM step WHERE value IS NOT NULL
        """
    }
}
