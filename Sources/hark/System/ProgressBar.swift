import Platform

/// How far a command has come, on a terminal alone, for what takes longer than half a second. Owned by the command.
struct ProgressBar {
    private let what: String
    private let total: Int
    private let start = Clock.microseconds()
    private var drawnAt: Int64?
    private let isShown = isatty(STDERR_FILENO) == 1

    private static let patience: Int64 = 500_000
    private static let interval: Int64 = 100_000
    private static let width = 20

    /// - Parameter what: `reading tour.har`.
    init(_ what: String, of total: Int) {
        self.what = what.terminalEscaped
        self.total = max(1, total)
    }

    mutating func show(_ done: Int) {
        guard isShown else { return }
        let now = Clock.microseconds()
        guard now - start >= Self.patience, now - (drawnAt ?? 0) >= Self.interval else { return }
        drawnAt = now
        let share = min(1, Double(done) / Double(total))
        let filled = Int(share * Double(Self.width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        put("\r\u{1B}[K\(what)  \(bar)  \(Int(share * 100)) %")
    }

    /// Takes the line away.
    mutating func end() {
        if drawnAt != nil { put("\r\u{1B}[K") }
        drawnAt = nil
    }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
