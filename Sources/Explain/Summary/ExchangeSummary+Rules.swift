import Bytes
import Flow

extension ExchangeSummary {
    /// Columns of what one rule did.
    private static let actColumns = 200
    /// Rules that are told one by one.
    private static let ruleLimit = 8

    /// What rules did that no line of a changed head tells, a row a rule: who looks at the exchange has not to guess.
    mutating func rules(_ record: FlowRecord) {
        guard !record.ruleActs.isEmpty else { return }
        let answering = record.outcome?.code == .answeredLocally ? record.answeringAct : nil
        var told: [(rule: String, clauses: [String])] = []
        for act in record.ruleActs where act != answering && !RuleAct.toldByLines.contains(act.text) {
            let clause = RuleActWords.clause(act)
            let name = act.rule.isEmpty ? "" : act.script == nil ? "'\(act.rule)'" : act.whose
            guard let place = told.firstIndex(where: { $0.rule == name }) else {
                told.append((name, [clause]))
                continue
            }
            if !told[place].clauses.contains(clause) { told[place].clauses.append(clause) }
        }
        for (rule, clauses) in told.prefix(Self.ruleLimit) {
            add(.rule) { out in
                if !rule.isEmpty {
                    out.string(rule, limit: 60)
                    out.text(": ")
                }
                // A sentence may have a URL in it.
                out.content(Bytes(clauses.joined(separator: "; ")), limit: Self.actColumns)
            }
        }
        if told.count > Self.ruleLimit {
            add(.rule) { out in
                out.number(told.count - Self.ruleLimit)
                out.text(" more rules matched")
            }
        }
    }

    /// Who answered in the server's place; nil where the outcome says it better.
    func answeredBy(_ record: FlowRecord) -> String? {
        guard record.outcome?.code == .answeredLocally, let act = record.answeringAct else { return nil }
        let whose = act.text == RuleAct.answeredByHand ? "by you (held by \(act.whose))" : "by \(act.whose)"
        let server =
            record.responseHead != nil
            ? "in place of the server's response"
            : record.upstream == nil ? "the server was not contacted" : "no response of the server was forwarded"
        return record.responseHead == nil ? "Answered \(whose); \(server)." : "Answered \(whose) \(server)."
    }
}

extension FlowRecord {
    /// The last act that answered.
    fileprivate var answeringAct: RuleAct? { ruleActs.last { RuleActWords.answers($0) && !$0.rule.isEmpty } }
}
