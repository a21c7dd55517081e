/// Where a running proxy records, and how it goes on in another session. Safe to use from anywhere.
package protocol PageRecording: Sendable {
    /// Begins a session: exchanges that begin from then on are recorded in it, and those that are open end in the one
    /// before.
    ///
    /// - Parameters:
    ///   - name: of its file; nil for the usual one.
    ///   - done: hears once, from any thread.
    func begin(_ name: String?, _ done: @escaping @Sendable (Result<PageNewSession, PageError>) -> Void)
}

/// A session that has just begun.
package struct PageNewSession: Sendable {
    package let name: String
    /// The one before.
    package let before: String
    /// When it began, in microseconds since 1970.
    package let start: Int64

    package init(name: String, before: String, start: Int64) {
        (self.name, self.before, self.start) = (name, before, start)
    }
}
