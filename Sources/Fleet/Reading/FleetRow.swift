import Bytes
import Filter
import Flow

/// A row of `flow` as far as a reader needs it to find the record. A value.
struct FleetRow: Sendable, FleetPlacedRow {
    static let columns = """
        f.tenant, f.run, f.id, f.pack, (f.day - DATE '1970-01-01')::bigint, f.started, f.lossy, f.request_body,
        f.response_body, f.decoded, \(FleetSchema.isPinned), \(comment),
        array_to_string(m.tags, E'\\x1f'), f.facts, \(weight),
        \(FleetColumn.all.map { "f." + $0.name }.joined(separator: ", "))
        """
    static let tables = FleetSchema.marked()

    /// A flow's row of `mark` has all of its marks: what is not in it was removed.
    static let comment = "CASE WHEN m.id IS NULL THEN f.comment ELSE m.comment END"

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
    /// The list of values that it shares with others.
    let facts: Int64?
    let weight: Double
    /// What filters ask, in the order of `FleetColumn.all`; of a text perhaps less than there was, when it is lossy.
    private let row: PostgresRow

    /// In thousandths: of a `real` every engine gives a whole number in the same way.
    static let weight = "round(f.weight * 1000)::bigint"
    private static let first = 15
    /// Set in every row but one of which the database refused a value.
    private static let always = ["truncated", "tls"]

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
        facts = row.integer(13)
        weight = row.weight(14)
        self.row = row
    }

    var place: FleetRowPlace {
        FleetRowPlace(started: started, run: key.run, id: id, tenant: key.tenant, day: key.day)
    }

    var flowKey: FleetKey {
        FleetKey(
            tenant: key.tenant, run: RunID(UInt64(bitPattern: key.run)), number: UInt64(bitPattern: id),
            day: FleetDay(key.day))
    }

    /// The database refused a value, and so it has none but the key.
    var isBare: Bool { Self.always.allSatisfy { self[$0] == .null } }

    /// The value of a column.
    subscript(name: String) -> FilterValue {
        Self.places[name].map { value($0) } ?? .null
    }

    private static let places = Dictionary(
        uniqueKeysWithValues: FleetColumn.all.enumerated().map { ($1.name, $0) })

    private func value(_ place: Int) -> FilterValue {
        let column = Self.first + place
        switch FleetColumn.all[place].kind {
        case .text: return row.bytes(column).map { .text($0) } ?? .null
        case .integer: return row.integer(column).map { .integer($0) } ?? .null
        case .flag: return row.boolean(column).map { .integer($0 ? 1 : 0) } ?? .null
        }
    }

    /// What filters ask, by columns: where the record, which was written down and read back, says something else, it
    /// is wrong. Marks are not among them: a person may have set others since.
    ///
    /// - Parameter subject: the record as it was read back.
    func values(beside subject: FilterSubject) -> [String: FilterValue] {
        guard !isBare else { return [:] }
        var values: [String: FilterValue] = [:]
        for (place, column) in FleetColumn.all.enumerated() where !["pinned", "comment"].contains(column.name) {
            let value = value(place)
            // Of a text that the database could not keep as it was, the record has all.
            if isLossy, case .text(let kept) = value,
                case .text(let whole)? = FilterFields.column(column.name)?.value(of: subject),
                StorableText.cut(StorableText(whole).nearest, column.limit) == kept
            {
                continue
            }
            values[column.name] = value
        }
        return values
    }

    /// Puts into a record what lines of a log do not have: the server's port, and that something was not there.
    func mend(_ record: inout FlowRecord) {
        guard !isBare else { return }
        if self["url"] == .null, record.requestHead == nil, record.refusedRequest == nil { record.toldURL = nil }
        if self["request_size"] == .null { record.request.content.size = nil }
        if self["response_size"] == .null { record.response.content.size = nil }
        if case .text(let address) = self["upstream"], let lease = record.upstream {
            record.upstream = FlowEvent.UpstreamLease(
                connection: lease.connection, address: address.text, reused: lease.reused, isLocal: lease.isLocal,
                through: lease.through)
        }
    }
}

extension PostgresRow {
    /// Of a weight in thousandths.
    func weight(_ column: Int) -> Double { integer(column).map { Double($0) / 1_000 } ?? 1 }
}
