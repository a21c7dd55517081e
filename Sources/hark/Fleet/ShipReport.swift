import Bytes
import Fleet

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
        writer.member("shipped", totals.shipped)
        writer.member("already", totals.already)
        writer.member("filtered", totals.filtered)
        writer.member("sampled", totals.sampled)
        writer.member("conflicts", totals.conflicts)
        writer.member("lost", totals.lost)
        writer.member("bodies", totals.bodies)
        writer.member("bytes", totals.bytes)
        writer.key("seconds")
        // A thousandth of a thousandth: the writer divides by a thousand.
        writer.milliseconds(micro: micros / 1_000)
        writer.endObject()
    }
}
