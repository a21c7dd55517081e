import Flow
import Synchronization

/// The records of flows that were sent, each for the one who waits for it. Safe to use from anywhere.
final class SentRecords: Sendable {
    private struct State {
        var records: [FlowID: FlowRecord] = [:]
        var waiting: [FlowID: CheckedContinuation<FlowRecord, Never>] = [:]
    }

    private let state = Mutex(State())

    /// The record of a flow that has ended or will; to be asked for once.
    func record(of flow: FlowID) async -> FlowRecord {
        await withCheckedContinuation { continuation in
            let record = state.withLock { state -> FlowRecord? in
                if let record = state.records.removeValue(forKey: flow) { return record }
                state.waiting[flow] = continuation
                return nil
            }
            if let record { continuation.resume(returning: record) }
        }
    }

    fileprivate func put(_ record: FlowRecord) {
        let continuation = state.withLock { state -> CheckedContinuation<FlowRecord, Never>? in
            let continuation = state.waiting.removeValue(forKey: record.id)
            if continuation == nil { state.records[record.id] = record }
            return continuation
        }
        continuation?.resume(returning: record)
    }
}

/// Gives finished records to who waits for them.
final class SentRecordSink: FlowSink {
    private let records: SentRecords

    init(_ records: SentRecords) {
        self.records = records
    }

    var needs: SinkNeeds { .bodies }

    func finished(_ flow: JudgedFlow) {
        records.put(flow.record)
    }

    func batchEnded() {}
    func close() {}
}
