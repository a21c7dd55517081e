package import Bytes

/// The sessions beside the one that is shown, and files that a person opens on the page. Each is served on a page of
/// its own. Safe to use from anywhere; calls may take long and block.
package protocol PageSessions: Sendable {
    /// Those of the sessions folder, the newest first.
    func list() -> PageSessionList
    /// Serves the session of this name; `done` hears once, from any thread, the URL with its key. A name that `list`
    /// does not have is refused: no path is made of it.
    func open(_ name: String, _ done: @escaping @Sendable (Result<String, PageError>) -> Void)
    /// What a session of this name has, read for one question.
    func source(_ name: String) throws(PageError) -> any PageSource
    /// Gives a session another name. One that is shown on a page, or in use, is refused.
    func rename(_ name: String, to other: String) throws(PageError)
    /// Removes a session for good; refused as a new name is.
    func remove(_ name: String) throws(PageError)
    /// Makes room for a file of this size; what it is called afterwards.
    ///
    /// - Parameter name: shown to people, no path.
    func receive(_ name: String, size: Int64) throws(PageError) -> String
    /// Adds to such a file, at its end; how many bytes it has then.
    func add(_ bytes: Bytes, at offset: Int64, to file: String) throws(PageError) -> Int64
    /// Serves such a file once it is complete, as `open` serves a session.
    func serve(_ file: String, _ done: @escaping @Sendable (Result<String, PageError>) -> Void)
}

/// Sessions for a person to choose from.
package struct PageSessionList: Sendable {
    package struct Entry: Sendable {
        package var name: String
        /// Seconds since 1970.
        package var start: Int64
        package var size: Int
        /// nil when the file cannot be read.
        package var flowCount: Int?
        /// Somebody writes to it.
        package var isRunning: Bool

        package init(name: String, start: Int64, size: Int, flowCount: Int?, isRunning: Bool) {
            self.name = name
            self.start = start
            self.size = size
            self.flowCount = flowCount
            self.isRunning = isRunning
        }
    }

    package var entries: [Entry]
    /// How many older ones were left out.
    package var omitted: Int

    package init(entries: [Entry], omitted: Int) {
        self.entries = entries
        self.omitted = omitted
    }
}
