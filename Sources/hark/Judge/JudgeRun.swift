import Bytes
import Explain
import Filter
import Flow
import Judge
import JudgeReport
import Platform
import TOML
import Views

/// One run of the judge, from its first flow to its result. Used by one thread at a time.
final class JudgeRun {
    private var collector: JudgeCollector
    private let showsSecrets: Bool
    private let needsAsked: Bool
    /// Of an input nothing could be read.
    var hasUnreadableInput = false

    /// Reads configuration and baseline; fails with a sentence and an exit code.
    convenience init(_ asked: JudgeAskOptions, _ output: JudgeOutputOptions) throws {
        let baseline = try asked.baseline.map {
            try JudgeFiles.baseline($0, mayBeMissing: asked.updateBaseline) ?? Baseline.none
        }
        self.init(
            try asked.policy(), baseline: baseline, details: output.needsDetails ? .good : .warning,
            showsSecrets: output.withSecrets, needsAsked: output.needsAsked)
    }

    init(_ policy: JudgePolicy, baseline: Baseline?, details: Note.Level, showsSecrets: Bool, needsAsked: Bool) {
        let today = TOMLDate(secondsSince1970: WallTime.seconds)
        collector = JudgeCollector(policy, baseline: baseline, today: today, details: details)
        self.showsSecrets = showsSecrets
        self.needsAsked = needsAsked
    }

    func begin(_ input: JudgeResult.Input) { collector.begin(input) }

    /// Judges a flow, with what the decoder of the wire found in it.
    ///
    /// - Parameters:
    ///   - wire: what it found, when the record does not have it.
    ///   - place: where in the input a finding is.
    @discardableResult
    func judge(
        _ subject: FilterSubject, number: UInt64, wire: [Finding]? = nil,
        place: @escaping (Finding) -> InputPlace? = { _ in nil }
    ) -> [(finding: Finding, level: Note.Level)] {
        let record = subject.record
        let facts = Facts(record)
        var findings: [Finding]
        if needsAsked {
            var asked: [Check] = []
            findings = Checks.findings(in: facts) { asked.append($0) }
            for check in asked { collector.ask(check) }
        } else {
            findings = Checks.findings(in: facts)
        }
        findings += wire ?? WireChecks.findings(of: record)
        let showsSecrets = showsSecrets
        return collector.take(
            JudgeCollector.Judged(subject, number: number, findings: findings, place: place) {
                guard !showsSecrets else { return { $0 } }
                let hidden = HiddenValues(in: [record])
                return { hidden.hide($0) }
            })
    }

    func result() -> JudgeResult { collector.result() }
}
