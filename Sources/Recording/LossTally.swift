import Platform

/// Says when a file can no longer be written, and when it can again: once each, with the count of what was not kept.
struct LossTally {
    let path: String
    let diagnostics: @Sendable (String) -> Void
    /// Entries not kept since writing last worked.
    private(set) var pending = 0
    private(set) var isFailing = false

    init(path: String, diagnostics: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.diagnostics = diagnostics
    }

    mutating func lost(_ entries: Int, _ failure: Int32) {
        pending += entries
        guard !isFailing else { return }
        isFailing = true
        diagnostics(
            "\(path) cannot be written: \(SystemText.of(failure)). "
                + "The proxy goes on; exchanges are not kept there until it can.")
    }

    mutating func wrote() {
        guard isFailing else { return }
        isFailing = false
        diagnostics("\(path) can be written again; \(Self.count(pending)) not kept in between")
        pending = 0
    }

    func finish() {
        if pending > 0 { diagnostics("\(Self.count(pending)) not kept in \(path)") }
    }

    private static func count(_ entries: Int) -> String {
        entries == 1 ? "1 exchange was" : "\(entries) exchanges were"
    }
}
