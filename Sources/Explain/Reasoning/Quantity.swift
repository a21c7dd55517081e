/// Numbers and times as people read them.
enum Quantity {
    /// `1 byte`, `512 bytes`, `14.2 kB`: decimal, as everywhere in Hark.
    static func size(_ bytes: UInt64) -> String {
        if bytes == 1 { return "1 byte" }
        if bytes < 1000 { return "\(bytes) bytes" }
        var unit = 0
        var divisor: UInt64 = 1000
        while unit < units.count - 1, bytes / divisor >= 1000 {
            unit += 1
            divisor *= 1000
        }
        let tenths = bytes / divisor * 10 + bytes % divisor / (divisor / 10)
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    static func size(_ bytes: Int) -> String { size(UInt64(max(0, bytes))) }

    /// Of microseconds: `340 µs`, `12.3 ms`, `2.50 s`.
    static func duration(_ microseconds: Int64) -> String {
        if microseconds < 1000 { return "\(max(0, microseconds)) µs" }
        if microseconds < 1_000_000 { return "\(microseconds / 1000).\(microseconds / 100 % 10) ms" }
        let hundredths = microseconds / 10_000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }

    /// Of seconds: `45 seconds`, `3 minutes`, `2 hours`, `5 days`.
    static func span(_ seconds: Int64) -> String {
        let (count, unit): (Int64, String) =
            switch seconds.magnitude {
            case ..<120: (seconds, "second")
            case ..<7200: (seconds / 60, "minute")
            case ..<172_800: (seconds / 3600, "hour")
            default: (seconds / 86_400, "day")
            }
        return "\(count.magnitude) \(unit)\(count.magnitude == 1 ? "" : "s")"
    }

    /// A part of a whole in per cent, held within 0 to 999.
    static func percent(_ part: UInt64, of whole: UInt64) -> Int {
        guard whole > 0 else { return 0 }
        let (product, overflow) = part.multipliedReportingOverflow(by: 100)
        return Int(min(overflow ? part / max(1, whole / 100) : product / whole, 999))
    }
}
