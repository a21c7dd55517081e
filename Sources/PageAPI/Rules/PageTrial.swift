import Bytes
import Filter
import Flow
import HTTPModel
import JSON
import Rules

/// What rules would have done to recorded flows.
struct PageTrial {
    private let book: RuleBook
    private let tools: PageTools
    private let counting: any RuleCounting
    private var looked = 0
    private var hits: [String: Int] = [:]
    private var shown: [(record: FlowRecord, trial: RuleTrial)] = []
    /// There are more flows than were looked at.
    var isCut = false

    /// Chance falls the same way each time.
    private static let seed: UInt64 = 0
    private static let mostKept = 50

    init(_ book: RuleBook, _ tools: PageTools) {
        self.book = book
        self.tools = tools
        counting = tools.trials.counts()
    }

    mutating func take(_ subject: FilterSubject) {
        looked += 1
        let trial = RuleTrial(
            book, subject.record, counting: counting, seed: Self.seed, reader: tools.reader, files: tools.trials.file)
        for name in trial.matched { hits[name, default: 0] += 1 }
        guard !trial.matched.isEmpty, shown.count < Self.mostKept else { return }
        shown.append((subject.record, trial))
    }

    func write(to json: inout JSONWriter, most: Int) {
        json.beginObject()
        json.key("looked")
        json.integer(looked)
        json.key("more")
        json.boolean(isCut)
        json.key("rules")
        json.beginArray()
        for rule in book.rules {
            json.beginObject()
            json.key("name")
            json.string(rule.name)
            json.key("words")
            json.string(RuleWords.sentence(rule))
            json.key("hits")
            json.integer(hits[rule.name] ?? 0)
            json.endObject()
        }
        json.endArray()
        json.key("flows")
        json.beginArray()
        for (record, trial) in shown.prefix(most) { Self.write(record, trial, to: &json) }
        json.endArray()
        json.endObject()
    }

    private static func write(_ record: FlowRecord, _ trial: RuleTrial, to json: inout JSONWriter) {
        json.beginObject()
        json.key("flow")
        json.integer(record.id.number)
        json.key("method")
        json.string(record.method.name.text)
        json.key("url")
        json.string(record.url.text)
        json.key("acts")
        json.beginArray()
        for act in trial.acts {
            json.beginObject()
            json.key("rule")
            json.string(act.rule)
            json.key("action")
            json.string(act.action)
            json.key("text")
            json.string(act.text)
            json.endObject()
        }
        json.endArray()
        json.key("request")
        json.difference(trial.request)
        json.key("response")
        json.difference(trial.response)
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func difference(_ lines: [RuleTrial.Line]) {
        beginArray()
        for line in lines {
            beginObject()
            key("new")
            boolean(line.isNew)
            key("text")
            string(line.text.text)
            endObject()
        }
        endArray()
    }

    mutating func made(_ rules: [RuleMaker.Made]) {
        beginObject()
        key("rules")
        beginArray()
        for rule in rules {
            beginObject()
            key("kind")
            string(rule.kind.rawValue)
            key("words")
            string(rule.kind.words)
            key("rule")
            if let line = rule.line { string(line) } else { null() }
            key("reason")
            if let reason = rule.reason { string(reason) } else { null() }
            endObject()
        }
        endArray()
        endObject()
    }

    /// All rules; nil: no proxy runs.
    mutating func rules(_ state: PageRuleState?) {
        beginObject()
        key("revision")
        integer(state?.revision ?? 0)
        key("canEdit")
        boolean(state != nil)
        key("sources")
        beginArray()
        for source in state?.sources ?? [] {
            beginObject()
            key("name")
            string(source.name)
            key("kind")
            string(source.kind.rawValue)
            key("text")
            if let text = source.text { string(text) } else { null() }
            key("editable")
            boolean(source.isEditable)
            endObject()
        }
        endArray()
        key("rules")
        beginArray()
        if let state { rows(state) }
        endArray()
        key("fault")
        if let error = state?.fault { fault(PageError(error, in: nil)) } else { null() }
        endObject()
    }

    private mutating func rows(_ state: PageRuleState) {
        let doubts = Dictionary(grouping: RuleReview.doubts(state.rules), by: \.rule)
        for rule in state.rules {
            beginObject()
            key("name")
            string(rule.name)
            key("source")
            string(rule.place.file)
            key("line")
            integer(rule.place.line)
            key("on")
            boolean(!state.off.contains(rule.name))
            key("hits")
            integer(state.hits[rule.name] ?? 0)
            key("text")
            string(RuleFormat.text(rule))
            key("words")
            string(RuleWords.sentence(rule))
            key("doubts")
            beginArray()
            for doubt in doubts[rule.name] ?? [] { string(doubt.text) }
            endArray()
            endObject()
        }
    }
}
