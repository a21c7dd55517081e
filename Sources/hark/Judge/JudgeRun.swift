import Bytes
import Explain
import Filter
import Flow
import Judge
import Platform
import Views

/// One run of the judge, from its first flow to its result. Used by one thread at a time.
final class JudgeRun {
    private var collector: JudgeCollector
    private let showsSecrets: Bool
    private let needsAsked: Bool
    private var session = SessionJudge()
    /// Those that the session's judge has, by their places.
    private var flows: [JudgeCollector.SessionFlow] = []

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

    func begin(_ input: JudgeResult.Input) {
        endSession()
        collector.begin(input)
    }

    /// Judges the flows of one input together.
    private func endSession() {
        collector.take(session.findings(), in: flows)
        session = SessionJudge()
        flows = []
    }

    /// Nothing could be read of the input that began last, or of one that is only named.
    func fail(_ name: String) { collector.fail(name) }

    /// Some flows of the input that began last could not be read.
    func cut() { collector.cut() }

    /// Judges a flow, with what the decoder of the wire found in it.
    ///
    /// - Parameters:
    ///   - index: the place in the file, from 0; nil in a session.
    ///   - line: where the exchange is in the file; nil where there is none to name.
    ///   - wire: what it found, when the record does not have it.
    ///   - place: where in the input a finding is; nil: on the exchange's line.
    @discardableResult
    func judge(
        _ subject: FilterSubject, number: UInt64, index: Int? = nil, line: Int? = nil, wire: [Finding]? = nil,
        place: ((Finding) -> InputPlace?)? = nil
    ) -> [(finding: Finding, level: Note.Level)] {
        let record = subject.record
        let facts = Facts(record)
        // What a rule or a browser's cache answered is no answer of the server.
        let isServers = record.responseOrigin == nil
        if isServers, session.take(facts, SessionVisit.Trace(record, number: number)) != nil {
            let hidden = HiddenValues(inURL: record.url)
            flows.append(
                collector.sessionFlow(subject, number: number, index: index, line: line) { hidden.hide($0) })
        }
        if isServers, needsAsked { Checks.asked(of: facts) { collector.ask($0) } }
        let findings = subject.flow.findings + (wire ?? WireChecks.findings(of: record))
        let onLine = line.map { InputPlace(line: $0) }
        return collector.take(
            JudgeCollector.Judged(
                subject, number: number, index: index, findings: findings, place: place ?? { _ in onLine },
                showsSecrets: showsSecrets
            ) {
                let hidden = HiddenValues(in: [record])
                return { hidden.hide($0) }
            })
    }

    func result() -> JudgeResult {
        endSession()
        return collector.result()
    }
}
