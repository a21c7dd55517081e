package import Bytes
import Flow

/// What figures ask of a flow, by columns. A value.
package struct FleetFacts: Sendable, FleetPlacedRow {
    package enum Fact: String, CaseIterable, Sendable {
        case method, url, status, error, outcome, type, redirect
        case requestSize = "request_size"
        case responseSize = "response_size"
        case reused, dns, connect, handshake, send, wait, receive, duration, cacheable
    }

    let place: FleetRowPlace
    /// Columns say less than the record.
    package let isLossy: Bool
    private let row: PostgresRow

    static let columns =
        "f.tenant, f.run, f.id, (f.day - DATE '1970-01-01')::bigint, f.started, f.lossy, "
        + Fact.allCases.map { "f." + $0.rawValue }.joined(separator: ", ") + ", " + FleetRow.weight
    /// Marks take no part in it, and filters may ask them.
    static let tables = FleetRow.tables
    private static let first = 6
    private static let places = Dictionary(
        uniqueKeysWithValues: Fact.allCases.enumerated().map { ($1, first + $0) })

    init?(_ row: PostgresRow) {
        guard let tenant = row.text(0), let run = row.integer(1), let id = row.integer(2), let day = row.integer(3),
            let started = row.time(4)
        else { return nil }
        place = FleetRowPlace(started: started, run: run, id: id, tenant: tenant, day: day)
        isLossy = row.boolean(5) ?? true
        self.row = row
    }

    /// What no other flow has.
    package var key: FleetKey {
        FleetKey(
            tenant: place.tenant, run: RunID(UInt64(bitPattern: place.run)), number: UInt64(bitPattern: place.id),
            day: FleetDay(place.day))
    }

    /// For so many flows it stands, as others of its kind were not shipped.
    package var weight: Double { row.weight(Self.first + Fact.allCases.count) }

    /// When it began, in microseconds since 1970.
    package var started: Int64 { place.started }

    package func integer(_ fact: Fact) -> Int64? { Self.places[fact].flatMap { row.integer($0) } }
    package func bytes(_ fact: Fact) -> Bytes? { Self.places[fact].flatMap { row.bytes($0) } }
    package func boolean(_ fact: Fact) -> Bool? { Self.places[fact].flatMap { row.boolean($0) } }
}
