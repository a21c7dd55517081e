import Bytes
import Filter
import Store

extension PostgresFilter.Schema {
    /// The tables of version 1, the rows of `flow` called `f`.
    static let fleet: PostgresFilter.Schema = {
        var values = ["id": "f.id", "run": "lpad(to_hex(f.run), 16, '0')"]
        for column in FleetColumn.all {
            // Filters take flags for numbers.
            values[column.name] = column.kind == .flag ? "f.\(column.name)::integer" : "f.\(column.name)"
        }
        values["proxy"] = "f.proxy"
        values["tenant"] = "f.tenant"
        values["trace"] = "encode(f.trace, 'hex')"
        // Marks of a person come before those that were shipped.
        values["pinned"] = "\(FleetSchema.isPinned)::integer"
        values["comment"] = FleetRow.comment
        return PostgresFilter.Schema(
            values: values,
            lists: (
                from: "(SELECT facts AS list, kind, value FROM hark.fact) AS facts", list: "f.facts",
                // Tags may be a person's marks.
                names: Set(FleetColumn.lists).subtracting(["tag"])
            ),
            time: (start: "f.started", day: "f.day"), words: words, label: label)
    }()

    /// Runs are few, and so their labels say at once which flows may match.
    @Sendable private static func label(_ name: String) -> (before: String, value: String, behind: String)? {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard isPlain, !name.isEmpty else { return nil }
        return (
            "(f.tenant, f.run) IN (SELECT r.tenant, r.run FROM hark.run r WHERE ",
            "((r.labels ->> '\(name)') COLLATE \"C\")", ")"
        )
    }

    /// The packs whose sets have all three-byte sequences of the word, or that have no set.
    @Sendable private static func words(_ word: Bytes) -> String {
        // Many letters of a long word say no more than the first of them.
        let bits = GramSet.hashes(of: word).prefix(64).map { hash in
            "get_bit(p.grams, \(hash) & (octet_length(p.grams) * 8 - 1)) = 1"
        }
        return """
            (f.tenant, f.run, f.pack, f.day) IN (SELECT p.tenant, p.run, p.pack, p.day FROM hark.pack p
            WHERE p.grams IS NULL OR (\(bits.joined(separator: " AND "))))
            """
    }
}
