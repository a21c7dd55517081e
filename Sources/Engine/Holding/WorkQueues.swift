internal import Dispatch
internal import Synchronization

/// Threads for work that takes long or blocks, a bounded number of them: what waits for a slow disk or a large body
/// keeps the others from nothing, and no more is worked on at once than there are queues. Safe to use from anywhere.
final class WorkQueues: Sendable {
    private let queues: [DispatchQueue]
    private let next = Atomic<Int>(0)

    init(_ label: String, count: Int = 4) {
        queues = (0..<max(1, count)).map { DispatchQueue(label: "\(label).\($0)") }
    }

    /// Has this done, in turn with what else there is.
    func run(_ work: @escaping @Sendable () -> Void) {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        queues[Int(UInt(bitPattern: number) % UInt(queues.count))].async(execute: work)
    }
}
