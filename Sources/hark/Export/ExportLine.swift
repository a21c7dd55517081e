import Dispatch
import Filter
import Flow
import Synchronization

/// Writes flows on a queue of its own, in the order they come, while the next ones are read. Made for one command; all
/// of it is called by one thread.
///
/// Sendable unchecked, as the compiler cannot see that `run` and `failure` are touched on the queue alone, and at the
/// end, when nothing is on it any more.
final class ExportLine: @unchecked Sendable {
    /// So many flows are handed over at once, or so many bytes of content.
    private static let batch = 16
    private static let batchSize = 1 << 20
    /// So many batches wait at most.
    private static let depth = 4

    private var run: ExportRun
    private var failure: (any Error)?
    private let hasEnded = Atomic(false)
    private let queue = DispatchQueue(label: "hark.export")
    private let room = DispatchSemaphore(value: depth)
    private var gathered: [FilterSubject] = []
    private var size = 0

    /// Sendable unchecked: flows are handed over whole, whoever gathered them keeps none, and the queue alone has them.
    private struct Batch: @unchecked Sendable {
        let flows: [FilterSubject]
    }

    init(_ run: ExportRun) {
        self.run = run
    }

    /// Takes one flow; says whether to go on.
    func take(_ subject: FilterSubject) -> Bool {
        gathered.append(subject)
        for content in [subject.record.request.content, subject.record.response.content] {
            size += content.bytes?.count ?? 0
        }
        if gathered.count >= Self.batch || size >= Self.batchSize { handOver() }
        return !hasEnded.load(ordering: .relaxed)
    }

    private func handOver() {
        let batch = Batch(flows: gathered)
        (gathered, size) = ([], 0)
        room.wait()
        queue.async {
            for subject in batch.flows where !self.hasEnded.load(ordering: .relaxed) { self.write(subject) }
            self.room.signal()
        }
    }

    private func write(_ subject: FilterSubject) {
        do {
            guard try !run.take(subject) else { return }
        } catch {
            failure = error
        }
        hasEnded.store(true, ordering: .relaxed)
    }

    /// Writes what is left, and the end of it; the run, for what it has to say. Nothing stays of one that failed.
    ///
    /// - Parameter connections: those that are recorded beside the flows.
    func finish(_ connections: [ConnectionRecord] = []) throws -> ExportRun {
        handOver()
        queue.sync {}
        do {
            if let failure { throw failure }
            try run.finish(connections)
        } catch {
            run.abandon()
            throw error
        }
        return run
    }

    /// Leaves nothing behind.
    func abandon() {
        queue.sync {}
        run.abandon()
    }
}
