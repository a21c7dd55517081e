import Platform

/// Says when a file can no longer be written, and when it can again: once each, with the count of what was not kept.
/// Says too, once, when a file that is written has been removed.
struct LossTally {
    let path: String
    let diagnostics: @Sendable (String) -> Void
    /// Entries not kept since writing last worked.
    private(set) var pending = 0
    private(set) var isFailing = false
    private var isSaidToBeRemoved = false

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
                + "The proxy continues; exchanges are not recorded there until writing works again.")
    }

    /// - Parameter file: a file with a name of its own; -1 for what has none. One that was removed goes on taking what
    ///   is written, and nobody will read it.
    mutating func wrote(to file: Int32 = -1) {
        var status = stat()
        if !isSaidToBeRemoved, file >= 0, unsafe fstat(file, &status) == 0, status.st_nlink == 0 {
            isSaidToBeRemoved = true
            diagnostics("\(path) was deleted while Hark writes to it; its data is lost when Hark exits")
        }
        guard isFailing else { return }
        isFailing = false
        diagnostics("\(path) can be written again; \(Self.count(pending)) not recorded in between")
        pending = 0
    }

    /// Another file is written from here on.
    mutating func reopened() {
        isSaidToBeRemoved = false
    }

    func finish() {
        if pending > 0 { diagnostics("\(Self.count(pending)) not recorded in \(path)") }
    }

    private static func count(_ entries: Int) -> String {
        entries == 1 ? "1 exchange was" : "\(entries) exchanges were"
    }
}
