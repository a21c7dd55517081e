import Bytes
import Filter
import Flow
import HTTPModel
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
        json.member("looked", looked)
        json.member("more", isCut)
        json.beginArray("rules")
        for rule in book.rules {
            json.beginObject()
            json.member("name", rule.name)
            json.member("words", RuleWords.sentence(rule))
            json.member("hits", hits[rule.name] ?? 0)
            json.endObject()
        }
        json.endArray()
        json.beginArray("flows")
        for (record, trial) in shown.prefix(most) { Self.write(record, trial, to: &json) }
        json.endArray()
        json.endObject()
    }

    private static func write(_ record: FlowRecord, _ trial: RuleTrial, to json: inout JSONWriter) {
        json.beginObject()
        json.member("flow", record.id.number)
        json.member("method", record.method.name.text)
        json.member("url", record.url.text)
        json.beginArray("acts")
        for act in trial.acts {
            json.beginObject()
            json.member("rule", act.rule)
            json.member("action", act.action)
            json.member("text", act.text)
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
            member("new", line.isNew)
            member("text", line.text.text)
            endObject()
        }
        endArray()
    }

    mutating func made(_ rules: [RuleMaker.Made]) {
        beginObject()
        beginArray("rules")
        for rule in rules {
            beginObject()
            member("kind", rule.kind.rawValue)
            member("words", rule.kind.words)
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
    mutating func rules(_ state: PageRuleState?, canEdit: Bool = true) {
        beginObject()
        member("revision", state?.revision ?? 0)
        member("canEdit", state != nil && canEdit)
        beginArray("sources")
        for source in state?.sources ?? [] {
            beginObject()
            member("name", source.name)
            member("kind", source.kind.rawValue)
            key("text")
            if let text = source.text { string(text) } else { null() }
            member("editable", source.isEditable)
            endObject()
        }
        endArray()
        beginArray("rules")
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
            member("name", rule.name)
            member("source", rule.place.file)
            member("line", rule.place.line)
            member("on", !state.off.contains(rule.name))
            member("hits", state.hits[rule.name] ?? 0)
            member("text", RuleFormat.text(rule))
            member("words", RuleWords.sentence(rule))
            beginArray("doubts")
            for doubt in doubts[rule.name] ?? [] { string(doubt.text) }
            endArray()
            endObject()
        }
    }
}
