import Bytes
package import Filter
package import Flow
package import HTTPModel

/// The rules of a run, in the order they apply. It never changes; another takes its place. An object, as each exchange
/// keeps the one that it began with.
package final class RuleBook: Sendable {
    package let rules: [Rule]
    /// Every file that was read, so that changes of it can be noticed.
    package let files: [String]
    let ready: [Ready]
    let index: RuleIndex
    /// Of each rule that does nothing but this: what it wishes of a request's fields.
    let plainWishes: [HeaderRule?]
    private let needs: RequestNeeds
    /// What `answer-from` answers with, by the place that rules name.
    private let recordings: [String: RecordedAnswers]

    /// A rule made ready to be asked. An object, as each exchange looks at all of them.
    final class Ready: Sendable {
        let rule: Rule
        /// Of the rule: each exchange asks for these.
        let (turn, isAlways, steps, isFinal): (RuleTurn, Bool, [RuleStep], Bool)
        let key: RuleKey
        let stage: RuleStage
        let matcher: FilterMatcher
        /// Of a filter that reads a body the part that is known before; a message that does not pass it is not kept
        /// waiting.
        let gate: FilterMatcher?
        let gateStage: RuleStage
        /// The last wildcard of a `url` or `path` glob, for map-file.
        let globs: [(isPath: Bool, GlobPattern)]
        /// Which hosts it means, and what of a request's head.
        let hosts: [Bytes]?
        fileprivate let needs: RequestNeeds

        fileprivate init(_ rule: Rule, _ clock: FilterClock) {
            self.rule = rule
            (turn, isAlways, steps, isFinal) = (rule.turn, rule.turn == .always, rule.steps, rule.isFinal)
            stage = rule.stage
            key = RuleKey(RuleFormat.text(rule))
            matcher = FilterMatcher(rule.filter, clock)
            let gate = stage.isBody || stage == .message ? RuleBook.gate(rule.filter) : nil
            self.gate = gate.map { FilterMatcher($0, clock) }
            gateStage = gate.map { RuleStage.known($0) } ?? .request
            globs = RuleBook.globs(rule.filter.expression)
            hosts = rule.filter.expression.hosts
            needs = RequestNeeds(CollectionOfOne(rule.filter))
        }

        /// The same rule at another place.
        fileprivate init(_ ready: Ready, movedTo rule: Rule) {
            self.rule = rule
            (turn, isAlways, steps, isFinal) = (rule.turn, rule.turn == .always, rule.steps, rule.isFinal)
            (key, stage, matcher) = (ready.key, ready.stage, ready.matcher)
            (gate, gateStage, globs) = (ready.gate, ready.gateStage, ready.globs)
            (hosts, needs) = (ready.hosts, ready.needs)
        }
    }

    package static let empty = RuleBook([], files: [], clock: FilterClock(now: 0))

    /// - Parameters:
    ///   - known: rules that were made ready before, by their lines.
    ///   - clock: what times in filters are counted from.
    init(
        _ rules: [Rule], files: [String], recordings: [String: RecordedAnswers] = [:], known: [String: Ready] = [:],
        clock: FilterClock
    ) {
        self.rules = rules
        self.recordings = recordings
        self.files = files
        ready = rules.map { rule in
            let before = rule.line.flatMap { line in known[line].flatMap { $0.rule.isOf(line: line) ? $0 : nil } }
            return before.flatMap { Self.moved($0, to: rule) } ?? Ready(rule, clock)
        }
        index = RuleIndex(ready)
        plainWishes = ready.map { $0.steps.count == 1 ? $0.steps[0].plainRequestWish : nil }
        needs = RequestNeeds(joining: ready.lazy.map(\.needs))
        stages = Self.stages(ready)
    }

    /// Those whose lines are known again when they are read once more.
    var byLine: [String: Ready] {
        let lines = ready.compactMap { ready in ready.rule.line.map { ($0, ready) } }
        return Dictionary(lines, uniquingKeysWith: { one, _ in one })
    }

    package var isEmpty: Bool { rules.isEmpty }

    /// Whether a rule may act on an exchange whose request has this head; most can be told from it.
    package func mayMean(_ head: RequestHead) -> Bool { needs.mayMean(head) }

    /// What was recorded in a session that a rule names.
    package func recording(_ session: String) -> RecordedAnswers? { recordings[session] }

    /// A request may be answered, or sent elsewhere, although its own server cannot be reached.
    package var spares: Bool { rules.contains { rule in rule.steps.contains { $0.action.sparesServer } } }

    /// Whether a rule of this source has a password in it.
    package func hidesCredentials(in source: String) -> Bool {
        rules.contains { $0.place.file == source && $0.steps.contains(where: \.action.hasPassword) }
    }

    /// The same without some of the rules, by their names.
    package func without(_ names: Set<String>, _ clock: FilterClock) -> RuleBook {
        guard !names.isEmpty else { return self }
        return RuleBook(
            rules.filter { !names.contains($0.name) }, files: files, recordings: recordings, known: byLine,
            clock: clock)
    }

    /// Where rules have anything to say; nobody needs to ask them elsewhere.
    package let stages: Question.Stages

    private static func stages(_ all: [Ready]) -> Question.Stages {
        var stages: Question.Stages = all.isEmpty ? [] : .requestHead
        for ready in all {
            let rule = ready.rule
            let bodies = rule.steps.compactMap(\.action.bodyKind)
            if bodies.contains(.request) { stages.insert(.requestBody) }
            if bodies.contains(.response) { stages.formUnion([.responseHead, .responseBody]) }
            // Whoever decides about a held message may want its body, too.
            let held = rule.steps.reduce(into: Set()) { $0.formUnion($1.action.holds) }
            if held.contains(.request) { stages.insert(.requestBody) }
            if held.contains(.response) { stages.insert(.responseBody) }
            if ready.stage == .response || ready.stage == .message
                || rule.steps.contains(where: { $0.action.actsOnResponses })
            {
                stages.insert(.responseHead)
            }
        }
        return stages
    }

    /// The same rule at another place. Times are counted from now, so that one which speaks of them is made anew.
    private static func moved(_ ready: Ready, to rule: Rule) -> Ready? {
        guard !rule.filter.expression.tests.contains(where: { $0.field.kind == .time }) else { return nil }
        return Ready(ready, movedTo: rule)
    }

    /// The parts of a conjunction that neither a body nor a message is needed for.
    fileprivate static func gate(_ filter: FlowFilter) -> FlowFilter? {
        func isEarly(_ expression: FilterExpression) -> Bool {
            let stage = RuleStage.known(expression)
            return !stage.isBody && stage != .message
        }
        if isEarly(filter.expression) { return filter }
        guard case .all(let parts) = filter.expression else { return nil }
        let early = parts.filter(isEarly)
        return early.isEmpty ? nil : FlowFilter(.all(early))
    }

    fileprivate static func globs(_ expression: FilterExpression) -> [(isPath: Bool, GlobPattern)] {
        expression.tests.compactMap { test in
            guard case .isLike(let pattern, isNegated: false) = test.condition else { return nil }
            switch test.field.title {
            case "url": return (false, pattern)
            case "path": return (true, pattern)
            default: return nil
            }
        }
    }
}
