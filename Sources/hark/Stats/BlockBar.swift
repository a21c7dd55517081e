/// Bars of block characters (Unicode Block Elements), an eighth of a column exact.
enum BlockBar {
    private static let across: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let up: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A bar of `value` where `greatest` fills `width` columns; what is not nothing is seen.
    static func across(_ value: UInt64, of greatest: UInt64, width: Int) -> String {
        guard value > 0, greatest > 0, width > 0 else { return "" }
        let eighths = max(1, Int((Double(value) / Double(greatest) * Double(width * 8)).rounded()))
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(across[rest - 1]) : "")
    }

    /// One column for each value; an empty one for 0.
    static func up(_ values: [UInt64]) -> String {
        let greatest = values.max() ?? 0
        return String(
            values.map { value in
                guard value > 0 else { return " " }
                return up[min(7, Int(Double(value) / Double(greatest) * 8))]
            })
    }
}
