import Bytes
import Postgres

/// A row of `flow` as far as a reader needs it to find the record. A value.
struct FleetRow: Sendable {
    static let columns = """
        f.tenant, f.run, f.id, f.pack, (f.day - DATE '1970-01-01')::bigint, f.started, f.lossy, f.request_body,
        f.response_body, f.decoded, coalesce(m.pinned, f.pinned), coalesce(m.comment, f.comment),
        array_to_string(m.tags, E'\\x1f'), f.redirect_hop
        """
    static let tables = """
        hark.flow f LEFT JOIN hark.mark m ON m.tenant = f.tenant AND m.run = f.run AND m.id = f.id
        """

    struct PackKey: Hashable {
        let tenant: String
        let run: Int64
        let pack: Int64
        let day: Int64
    }

    let key: PackKey
    let id: Int64
    /// Microseconds since 1970.
    let started: Int64
    let isLossy: Bool
    let requestBody: Bytes?
    let responseBody: Bytes?
    /// 1: the request's body has its codings removed, 2: the response's.
    let decoded: Int64
    let isPinned: Bool
    let comment: String?
    /// nil when nobody marked the flow since it was shipped.
    let tags: [String]?
    let redirectHop: Int64?

    init?(_ row: PostgresRow) {
        guard let tenant = row.text(0), let run = row.integer(1), let id = row.integer(2), let pack = row.integer(3),
            let day = row.integer(4), let started = row.time(5)
        else { return nil }
        key = PackKey(tenant: tenant, run: run, pack: pack, day: day)
        self.id = id
        self.started = started
        isLossy = row.boolean(6) ?? true
        (requestBody, responseBody, decoded) = (row.bytes(7), row.bytes(8), row.integer(9) ?? 0)
        isPinned = row.boolean(10) ?? false
        comment = row.text(11)
        tags = row.text(12).map { $0.isEmpty ? [] : $0.split(separator: "\u{1F}").map(String.init) }
        redirectHop = row.integer(13)
    }
}
