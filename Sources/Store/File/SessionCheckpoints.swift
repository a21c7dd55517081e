import Dispatch
import Synchronization

/// When the log beside a session goes into its file, and who brings it there. A value.
struct CheckpointPlan: Equatable {
    enum Step: Equatable {
        case wait
        /// On another connection: nobody waits for the disk.
        case beside
        /// The writer itself, which waits for it.
        case here
    }

    /// So many pages, of 4 KiB, gather in the log before.
    static let first = 4_000
    /// How many more come before it is tried again: what is written meanwhile stays in the log, which begins anew only
    /// once all of it is in the file (sqlite.org/wal.html, "Avoiding Excessively Large WAL Files").
    static let next = 1_000
    /// A GB. A disk that takes flows more slowly than they come would have the log grow without end: from here on the
    /// writer waits for it. Sooner it would wait in vain where somebody reads for long, as an export does: the log
    /// cannot begin anew before the reader is done, whoever makes the checkpoint.
    static let limit = 256_000

    private var due = first

    /// - Parameter pages: how many the log has after a transaction.
    mutating func step(pages: Int) -> Step {
        if pages < Self.first { due = Self.first }
        guard pages >= due else { return .wait }
        due = pages + Self.next
        return pages >= Self.limit ? .here : .beside
    }
}

/// Brings the log beside a session into the file. It has a queue and a connection of its own: a disk that is busy can
/// take longer than what was recorded may be missing after a crash of Hark.
final class SessionCheckpoints: Sendable {
    private let place: SessionLocation
    private let queue = DispatchQueue(label: "hark.store.checkpoints")
    /// Opened for the first checkpoint.
    private let connection = Mutex<SessionConnection?>(nil)
    private let plan = Mutex(CheckpointPlan())

    init(_ place: SessionLocation) {
        self.place = place
    }

    /// Looks after each transaction of the writer's connection, which makes no checkpoint by itself any more.
    func watch(_ database: Database) {
        database.onCommit { [unowned database] pages in
            switch self.plan.withLock({ $0.step(pages: pages) }) {
            case .wait: break
            case .beside: self.queue.async { self.checkpoint() }
            case .here: try? database.checkpoint(.passive)
            }
        }
    }

    private func checkpoint() {
        connection.withLock { connection in
            connection = connection ?? (try? SessionConnection(place, patience: 0) { try SQLiteSettings.harden($0) })
            // Where it fails the log grows, and the writer makes one.
            try? connection?.use { try $0.checkpoint(.passive) }
        }
    }

    /// After the last transaction, and before the writer's connection is closed.
    func close() {
        queue.sync {
            connection.withLock {
                try? $0?.close()
                $0 = nil
            }
        }
    }
}
