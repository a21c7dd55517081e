import Bytes
import Filter
import Flow
import Page
import Rules

// What the screen asks of rules and held messages.
extension ScreenLibrary {
    func answerRules(_ order: ScreenOrder) throws(PageError) -> ScreenAnswer? {
        if case .tryRule(let line, let number) = order { return .tried(line, try tried(line, number)) }
        guard let rules = tools.rules else {
            throw PageError(409, .readOnly, "No proxy is running here: no rules, no held messages.")
        }
        switch order {
        case .changeRules(let change, let revision): _ = try rules.change(change, at: revision)
        case .decide(let number, let verdict): try rules.decide(number, verdict)
        case .decideAll(let numbers, let verdict):
            for number in numbers {
                do throws(PageError) {
                    try rules.decide(number, verdict)
                } catch {
                    // Somebody else decided meanwhile.
                    guard error.code == .held else { throw error }
                }
            }
        case .makeRule(let kind, let number): try make(kind, of: number, rules)
        case .rules, .tryRule, .editHeld, .readRequest, .editRequest, .send, .find, .match, .values, .rows, .tab, .lens,
            .page, .story, .ghosts, .seek,
            .resend, .copy, .save, .openPage, .newSession:
            break
        }
        return .rules(ScreenRules(rules.state(), rules.held(), now: tools.steady()))
    }

    private func make(_ kind: RuleMaker.Kind, of number: UInt64, _ rules: any PageRules) throws(PageError) {
        let record = try subject(number).record
        let state = rules.state()
        let made = RuleMaker.rule(
            kind, from: record, content: tools.reader.content(record, .response), taken: Set(state.rules.map(\.name)))
        guard let line = made.line else { throw PageError(422, .rules, made.reason ?? "No rule can be made from it.") }
        let page = PageRuleSource.page
        let text = ScreenRules(state, [], now: 0).text(of: page, replacing: nil, by: line)
        _ = try rules.change(.text(source: page, text), at: state.revision)
    }

    /// What a rule would have changed in a flow, in lines.
    private func tried(_ line: String, _ number: UInt64) throws(PageError) -> [String] {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in throw RuleLoader.Unreadable("is ignored here") }
        do throws(RuleError) {
            try loader.add(text: line, named: PageRuleSource.page)
        } catch {
            return []
        }
        let record = try subject(number).record
        let trial = RuleTrial(
            loader.book(tools.clock()), record, counting: FirstTime(), seed: 0, reader: tools.reader,
            files: tools.ruleFile)
        guard !trial.matched.isEmpty else { return ["It does not match #\(number), which is selected."] }
        return ["What it would do with #\(number) (nothing is sent):"] + trial.acts.map { "\($0.action). \($0.text)" }
            + (trial.request + trial.response).map { ($0.isNew ? "+ " : "- ") + $0.text.text }
    }
}
