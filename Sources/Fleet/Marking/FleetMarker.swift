import Bytes
package import Filter
import Flow

/// Puts marks on flows of a fleet. A flow's row of `mark` has all of its marks: the first mark copies those with which
/// the flow was shipped, so that the others stay. Used by one thread.
package struct FleetMarker {
    /// A flow with the marks that it has.
    package struct Flow: Sendable {
        package let key: FleetKey
        let isPinned: Bool
        let comment: String?
        let tags: [String]

        package init(_ key: FleetKey, _ context: FlowContext) {
            self.key = key
            (isPinned, comment, tags) = (context.isPinned, context.comment, context.tags)
        }
    }

    private let link: any PostgresLink
    /// So many are marked by one statement.
    private static let batch = 5_000

    package init(_ link: any PostgresLink) { self.link = link }

    /// Marks all of them, or none.
    ///
    /// - Returns: how many of them there are.
    package func put(_ mark: FleetMark, on flows: [Flow]) throws(FleetError) -> Int {
        try FleetError.wrapping { () throws(PostgresError) in
            try link.transaction { () throws(PostgresError) in
                var count = 0
                for start in stride(from: 0, to: flows.count, by: Self.batch) {
                    let some = Array(flows[start..<min(start + Self.batch, flows.count)])
                    try link.run(Self.beginning(some))
                    count += try link.run(Self.change(mark, some)).changed
                }
                return count
            }
        }
    }

    private static func keys(_ flows: [Flow]) -> [PostgresValue] {
        [
            .texts(flows.map { Bytes($0.key.tenant) }), .integers(flows.map(\.key.runNumber)),
            .integers(flows.map(\.key.id)),
        ]
    }

    /// A row for each flow that has none and is there still.
    private static func beginning(_ flows: [Flow]) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO hark.mark(tenant, run, id, pinned, comment, tags)
            SELECT u.tenant, u.run, u.id, u.pinned, u.comment, string_to_array(u.tags, E'\\x1f')
            FROM unnest($1, $2, $3, $4, $5, $6, $7) AS u(tenant, run, id, day, pinned, comment, tags)
            JOIN hark.flow f ON f.tenant = u.tenant AND f.run = u.run AND f.id = u.id AND f.day = u.day
            ON CONFLICT DO NOTHING
            """,
            keys(flows) + [
                .days(flows.map(\.key.day.number)), .booleans(flows.map(\.isPinned)),
                .texts(flows.map { $0.comment.map { StorableText(Bytes($0)).nearest } }),
                .texts(flows.map { StorableText(Bytes($0.tags.joined(separator: "\u{1F}"))).nearest }),
            ])
    }

    private static func change(_ mark: FleetMark, _ flows: [Flow]) -> PostgresStatement {
        let set: String
        let value: PostgresValue?
        switch mark {
        case .pin(let isOn): (set, value) = ("pinned = \(isOn)", nil)
        case .comment(let text): (set, value) = ("comment = $4", .text(text.map { Bytes($0) }))
        case .tag(let name, true):
            set = "tags = CASE WHEN $4 = ANY(m.tags) THEN m.tags ELSE array_append(m.tags, $4) END"
            value = .text(name)
        case .tag(let name, false): (set, value) = ("tags = array_remove(m.tags, $4)", .text(name))
        }
        return PostgresStatement(
            """
            UPDATE hark.mark m SET \(set) FROM unnest($1, $2, $3) AS u(tenant, run, id)
            WHERE m.tenant = u.tenant AND m.run = u.run AND m.id = u.id
            """, keys(flows) + (value.map { [$0] } ?? []))
    }
}
