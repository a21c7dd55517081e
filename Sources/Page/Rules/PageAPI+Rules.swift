import Bytes
import Filter
import Flow
package import Rules

// Rules: listed, changed, tried, completed.
extension PageAPI {
    static let noProxy = PageError(
        409, .readOnly, "No proxy is running: you can try rules on the recording, but none is active.")

    func rules(_ call: PageCall) throws(PageError) -> PageStep {
        let (rules, right) = (tools.rules, right)
        return .work { .answer(.json { $0.rules(rules?.state(), canEdit: right == .own) }) }
    }

    func changeRules(_ call: PageCall) throws(PageError) -> PageStep {
        guard let rules = tools.rules else { throw Self.noProxy }
        let body = try PageBody(call.request.body)
        guard let revision = try body.integer("revision").flatMap({ UInt64(exactly: $0) }) else {
            throw .request("'revision' must be the revision of the rules that you read.")
        }
        let change = try Self.change(body)
        return .answering { () throws(PageError) in
            let state = try rules.change(change, at: revision)
            return .json { $0.rules(state) }
        }
    }

    private static func change(_ body: PageBody) throws(PageError) -> PageRuleChange {
        let source = try body.text("source") ?? PageRuleSource.page
        if let text = try body.text("text") { return .text(source: source, text) }
        if body.has("order") { return .order(source: source, try body.texts("order")) }
        guard body.has("off") else { throw .request("Missing change: text, order or off.") }
        return .off(Set(try body.texts("off")))
    }

    // MARK: - Trying

    /// So many flows are looked at, the newest of those that are meant.
    private static let mostTried = 2_000
    /// Of so many the difference is shown.
    private static let mostShown = 50

    /// What rules would have changed in recorded flows. Nothing is sent.
    func tryRules(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        let book = try Self.book(rule: try body.text("rule"), rules: try body.text("rules"), call.now.clock)
        let flow = try body.integer("flow").map { UInt64(clamping: $0) }
        let text = try body.text("filter") ?? ""
        _ = try Self.filter(text)
        let (source, live, tools, clock) = (source, live, tools, call.now.clock)
        return .answering { () throws(PageError) in
            var trial = PageTrial(book, tools)
            if let flow {
                trial.take(try Self.subject(flow, hasContent: true, source, live, tools))
            } else {
                let filter = try Self.filter(text) { count in
                    let all = (try? source.numbers(.everything, clock, nil)) ?? []
                    return Array(all.sorted(by: >).prefix(Int(clamping: count)))
                }
                let numbers = try source.numbers(filter, clock, nil)
                trial.isCut = numbers.count > Self.mostTried
                try source.subjects(Array(numbers.suffix(Self.mostTried)), hasContent: true) { subject in
                    trial.take(subject)
                    return true
                }
            }
            return .json { trial.write(to: &$0, most: Self.mostShown) }
        }
    }

    private static func book(rule: String?, rules: String?, _ clock: FilterClock) throws(PageError) -> RuleBook {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in throw RuleLoader.Unreadable("is ignored here") }
        guard let text = rule ?? rules else {
            throw .request("Expected 'rule' with one rule, or 'rules' with a text of rules.")
        }
        do throws(RuleError) {
            if rule != nil {
                try loader.add(rule: text, option: "rule")
            } else {
                try loader.add(text: text, named: PageRuleSource.page)
            }
        } catch {
            throw PageError(error, in: text)
        }
        return loader.book(clock)
    }

    // MARK: - Making

    /// Rules that may be wanted for a flow.
    func madeRules(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let subject = try Self.subject(number, hasContent: true, source, live, tools)
            let taken = Set(tools.rules?.state().rules.map(\.name) ?? [])
            let content = tools.reader.content(subject.record, .response)
            let made = RuleMaker.Kind.allCases.map { kind in
                RuleMaker.rule(kind, from: subject.record, content: content, taken: taken)
            }
            return .json { $0.made(made) }
        }
    }

    // MARK: - Completing

    /// What can come next in a rule, what it says in words, and why it is none.
    static func completed(_ text: String, _ at: Int?) -> PageAnswer {
        let completion = RuleCompletion(text, at: at)
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in throw RuleLoader.Unreadable("is ignored here") }
        var fault: PageError?
        do throws(RuleError) {
            try loader.add(rule: completion.line, option: "rule")
        } catch {
            // The empty line is nothing to complain of.
            if !completion.line.allSatisfy({ $0 == " " }) {
                fault = PageError(error, in: completion.line, before: completion.lineStart)
                fault?.line = ("", completion.lineNumber, error.column)
            }
        }
        let book = loader.book(FilterClock(now: 0))
        return .json { json in
            json.beginObject()
            json.candidates(completion.candidates, for: completion.range)
            json.key("usage")
            if let usage = completion.usage { json.string(usage) } else { json.null() }
            json.key("words")
            if let rule = book.rules.first { json.string(RuleWords.sentence(rule)) } else { json.null() }
            json.key("form")
            if let filled = FilledForm(completion.line) { json.form(filled) } else { json.null() }
            json.key("error")
            if let fault { json.fault(fault) } else { json.null() }
            json.endObject()
        }
    }
}

extension PageError {
    /// Why a text is no rules.
    ///
    /// - Parameters:
    ///   - text: that was read, where the place is to be told in it; a file that it includes has another.
    ///   - before: bytes before the text.
    package init(_ error: RuleError, in text: String?, before: Int = 0) {
        var range: Range<Int>?
        if let text {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let start = lines.prefix(max(0, error.place.line - 1)).reduce(before) { $0 + $1.utf8.count + 1 }
            range = (start + error.fault.range.lowerBound)..<(start + error.fault.range.upperBound)
        }
        self.init(422, .rules, error.text, at: range)
        line = (error.place.file, error.place.line, error.column)
        nearest = Self.nearest(in: error.fault.message)
    }
}
