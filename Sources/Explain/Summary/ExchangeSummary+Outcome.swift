import Flow
import HTTPModel

extension ExchangeSummary {
    /// How it ended, when it did not end as it should.
    mutating func outcome(_ record: FlowRecord) {
        guard let outcome = record.outcome else { return }
        let (label, tone): (Label, Tone)
        switch outcome.kind {
        case .complete, .tunnel:
            if outcome.code == .ok || outcome.code == .opened { return }
            (label, tone) = (.note, .warning)
        case .aborted: (label, tone) = (.aborted, .bad)
        case .refused: (label, tone) = (.refused, .bad)
        case .failed: (label, tone) = (.failed, .bad)
        }
        add(label, tone) { out in
            out.string(outcome.text, limit: 400)
            guard let error = outcome.error, !error.bytes.isEmpty else { return }
            out.text(" There: \"")
            out.wire(error.bytes, limit: 40)
            out.text("\"")
        }
    }
}
