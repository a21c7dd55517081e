import Flow
import Synchronization

/// How many flows have ended and been printed. Safe to use from anywhere.
final class FinishedCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add(_ number: Int) {
        count.withLock { $0 += number }
    }
}

/// Counts finished flows once the terminal has printed them, as it comes after the terminal.
final class FinishedSink: FlowSink {
    private let total: FinishedCount
    private var inBatch = 0

    init(_ total: FinishedCount) {
        self.total = total
    }

    var needs: SinkNeeds { [] }

    func finished(_ flow: JudgedFlow) {
        inBatch += 1
    }

    func close() {}

    func batchEnded() {
        total.add(inBatch)
        inBatch = 0
    }
}
