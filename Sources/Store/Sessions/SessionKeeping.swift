/// What the folder of sessions may hold: `2GiB,30d`. The oldest files go first, whole; none that is being written, and
/// none with a pinned flow.
package struct SessionKeeping: Sendable, Hashable {
    /// Bytes of all files; nil: as many as there are.
    package var bytes: Int?
    /// Seconds since a session began; nil: however old.
    package var age: Int64?

    package init(bytes: Int? = nil, age: Int64? = nil) {
        self.bytes = bytes
        self.age = age
    }

    /// Removes what is too much or too old, and gives what went.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - waits: another place is still to get flows of this file, so that it goes after all others.
    package func apply(
        to folder: SessionFolder, now: Int64, waits: (SessionEntry) -> Bool = { _ in false }
    ) -> [SessionEntry] {
        let files = folder.files()
        let waiting = Set(files.filter(waits).map(\.path))
        var total = files.reduce(0) { $0 + $1.size }
        var removed: [SessionEntry] = []
        for file in files.filter({ !waiting.contains($0.path) }) + files.filter({ waiting.contains($0.path) }) {
            let isOld = age.map { now - file.start > $0 } ?? false
            let isTooMuch = bytes.map { total > $0 } ?? false
            guard isOld || isTooMuch else { continue }
            // One that cannot be read may be somebody's last copy: it stays.
            guard !file.isRunning, let summary = try? file.summary(), !summary.hasPins else { continue }
            guard (try? file.remove()) != nil else { continue }
            total -= file.size
            removed.append(file)
        }
        return removed
    }
}
