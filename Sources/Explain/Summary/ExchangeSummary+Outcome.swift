import Bytes
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
        let answered = answeredBy(record)
        add(label, tone) { out in
            out.string(answered ?? outcome.text, limit: 400)
            guard let error = outcome.error, !error.bytes.isEmpty else { return }
            out.text(" There: \"")
            // Nobody understood them, so they may be any line: one that holds a secret among them.
            let lines = error.bytes.split(separator: ASCII.lineFeed, maxSplits: 3, omittingEmptySubsequences: false)
            for (place, line) in lines.enumerated() {
                if place > 0 { out.wire("\n") }
                out.line(Bytes(Array(line)), limit: 40)
            }
            out.text("\"")
        }
    }
}
