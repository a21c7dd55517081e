import Explain
package import Flow

/// What checks found in one exchange, as a flow carries it to all that record, show or count it.
package struct Judgement: FlowJudgement {
    package let findings: [Finding]

    package init(_ findings: [Finding]) {
        self.findings = findings
    }

    package var codes: [(code: String, level: String)] { findings.map { ($0.check.code, $0.level.rawValue) } }
}

extension JudgedFlow {
    /// What checks find in it. This is the one place where the checks look at a flow on its way to files and views.
    package var findings: [Finding] {
        if let known = judgement as? Judgement { return known.findings }
        let made = Judgement(snapshot.withRecord { Checks.findings(of: $0) })
        judgement = made
        return made.findings
    }
}
