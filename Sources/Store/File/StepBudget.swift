import Platform
import Synchronization

/// Ends a question that a file makes endless: where a page of a damaged tree is reached by many ways, a walk through a
/// small file takes for ever. What a walk through all of a sound file takes is a fraction of what is allowed.
final class StepBudget: Sendable {
    private let path: String
    /// Instructions of SQLite's machine since the question began.
    private let spent = Atomic(0)
    /// So many are allowed for this question; 0: as many as the file's size says.
    private let limit = Atomic(0)
    /// It is asked after so many.
    private static let interval: Int32 = 100_000
    /// So many are allowed for any file: some seconds.
    private static let base = 200_000_000
    /// And for each byte of it: the smallest row has some ten bytes, and takes some hundred instructions.
    private static let perByte = 256

    init(_ path: String) {
        self.path = path
    }

    func install(_ database: Database) {
        database.askWhetherToGoOn(every: Self.interval) { self.takeSome() }
    }

    /// A new question begins.
    ///
    /// - Parameter limit: the instructions that it may take, about; 0: as many as the file's size says.
    func begin(limit: Int = 0) {
        self.limit.store(limit, ordering: .relaxed)
        spent.store(0, ordering: .relaxed)
    }

    private func takeSome() -> Bool {
        let spent = spent.wrappingAdd(Int(Self.interval), ordering: .relaxed).newValue
        let limit = limit.load(ordering: .relaxed)
        if limit > 0, spent > limit { return false }
        guard spent > Self.base else { return true }
        return (spent - Self.base) / Self.perByte < size(path) + size(path + "-wal")
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
