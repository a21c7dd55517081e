import Bytes
import Filter
import Flow
import Formats
import Judge
import Library
import Synchronization

/// Replaces credentials in everything that an agent sees: one for a server process, so that equal secrets have equal
/// tags in all its results. Safe to use from anywhere.
final class AgentRedaction: Sendable {
    private let state: Mutex<State>

    private struct State {
        let redactor: Redactor
        /// Flows whose secrets are known, by session.
        var known: Set<String> = []
        /// The one with a large body that was asked for last: its windows are asked for one after the other.
        var large: (flow: LargeFlow, shown: Redactor.Remembered)?
    }

    /// What tells a flow that has ended from any other.
    private struct LargeFlow: Equatable {
        /// Smaller ones are soon redacted again.
        private static let least = 256 << 10

        let (id, run, start): (UInt64, RunID?, Int64?)
        let (url, outcome, sizes): (Bytes, Outcome?, [Int])

        init?(_ record: FlowRecord) {
            sizes = [record.request, record.response].map { $0.content.kept.count ?? $0.content.decoded?.count ?? 0 }
            guard record.outcome != nil, sizes.reduce(0, +) >= Self.least else { return nil }
            (id, run, start) = (record.id.number, record.run, record.startedAt)
            (url, outcome) = (record.url, record.outcome)
        }
    }

    /// So many flows before one that is shown are looked through for what it may repeat.
    private static let reach: UInt64 = 100

    init(key: Bytes) { state = Mutex(State(redactor: Redactor(key: key))) }

    /// What commands see of sessions in place of what was recorded.
    var view: FlowView.Change { FlowView.Change { RedactedLibrary($0, self) } }

    /// The flow without its credentials. Checks and notes judge what was recorded: of tags they would say what is not
    /// so.
    func subject(_ subject: FilterSubject) -> FilterSubject {
        let original = subject.flow.snapshot
        let redacted = redacted(original.record)
        var reader = FilterReader.standard
        reader.judge = { _ in FilterReader.standard.judge(JudgedFlow(original)) }
        return FilterSubject(redacted, subject.context, reader: reader)
    }

    private func redacted(_ record: FlowRecord) -> FlowRecord {
        let large = LargeFlow(record)
        return state.withLock { state in
            if let large, let known = state.large, known.flow == large, let again = state.redactor.again(known.shown) {
                return again
            }
            let redacted = state.redactor.redacted(record).record
            if let large { state.large = (large, state.redactor.remembered(redacted)) }
            return redacted
        }
    }

    /// Text about flows that were read, line by line: no credential has a line end in it.
    func text(_ text: String) -> String {
        state.withLock { state in
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { state.redactor.redacted(text: Bytes(String($0))).text }.joined(separator: "\n")
        }
    }

    /// Learns the secrets of the flows shortly before this one: a URL may repeat what a response of theirs gave.
    func learn(before number: UInt64, in source: any FlowLibrary, called name: String) throws {
        let first = number > Self.reach ? number - Self.reach : 1
        let wanted = (first...max(first, number)).filter { flow in
            state.withLock { $0.known.insert("\(name):\(flow)").inserted }
        }
        guard let lowest = wanted.min(), let highest = wanted.max() else { return }
        try source.forEach(try FlowFilter("id >= \(lowest) and id <= \(highest)"), .here) { subject in
            _ = state.withLock { $0.redactor.redacted(subject.record) }
            return true
        }
    }
}
