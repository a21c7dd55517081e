import Fleet
import JSON

/// What was shipped, in words and as JSON.
enum ShipReport {
    static func sentence(_ totals: ShippingTotals) -> String {
        let counts: [(Int, String)] = [
            (totals.already, "already there"), (totals.filtered, "not matching"), (totals.sampled, "not sampled"),
            (totals.conflicts, "stored without refused values"), (totals.lost, "lost"),
        ]
        let rest = counts.filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
        return "shipped \(totals.shipped) flow\(totals.shipped == 1 ? "" : "s")\(rest)"
    }

    static func write(_ totals: ShippingTotals, micros: Int64, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("shipped")
        writer.integer(totals.shipped)
        writer.key("already")
        writer.integer(totals.already)
        writer.key("filtered")
        writer.integer(totals.filtered)
        writer.key("sampled")
        writer.integer(totals.sampled)
        writer.key("conflicts")
        writer.integer(totals.conflicts)
        writer.key("lost")
        writer.integer(totals.lost)
        writer.key("bodies")
        writer.integer(totals.bodies)
        writer.key("bytes")
        writer.integer(totals.bytes)
        writer.key("seconds")
        // A thousandth of a thousandth: the writer divides by a thousand.
        writer.milliseconds(micro: micros / 1_000)
        writer.endObject()
    }
}
