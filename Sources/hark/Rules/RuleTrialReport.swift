import Bytes
import Filter
import Flow
import HTTPModel
import Platform
import Rules
import Synchronization
import Views

/// What rules would have done to flows, flow by flow, and at the end how often each acted. Owned by one command.
final class RuleTrialReport {
    private let book: RuleBook
    private let seed: UInt64
    private let showsSecrets: Bool
    private let isJSON: Bool
    private let counting = Counting()
    private var flows = 0
    private var counts: [String: Int] = [:]

    private final class Counting: RuleCounting {
        private let numbers = Mutex<[String: UInt64]>([:])

        func next(_ name: String) -> UInt64 {
            numbers.withLock { numbers in
                numbers[name, default: 0] += 1
                return numbers[name, default: 0]
            }
        }
    }

    init(_ book: RuleBook, seed: UInt64, showsSecrets: Bool, isJSON: Bool = false) {
        self.isJSON = isJSON
        self.book = book
        self.seed = seed
        self.showsSecrets = showsSecrets
    }

    func take(_ subject: FilterSubject) {
        let record = subject.record
        flows += 1
        let trial = RuleTrial(book, record, counting: counting, seed: seed, reader: .standard) { path in
            (try? RuleFiles.content(path, limit: 16 << 20)).flatMap { $0 }
        }
        for name in trial.matched { counts[name, default: 0] += 1 }
        guard !trial.acts.isEmpty || !trial.request.isEmpty || !trial.response.isEmpty else { return }
        let hidden = showsSecrets ? HiddenValues.none : HiddenValues(in: [record])
        if isJSON { return Report.json(hiding: hidden) { Self.write(trial, record, to: &$0) } }
        Report.lines(hiding: hidden) { out in
            out.line("#\(record.id.number) \(record.method.name.text) \(record.url.text)")
            for act in trial.acts {
                out.wrapped(
                    "\(act.rule) (\(act.file):\(act.line)): \(act.action). \(act.text)", width: Report.width, indent: 2,
                    hanging: 4)
            }
            for (title, lines) in [("request", trial.request), ("response", trial.response)] where !lines.isEmpty {
                out.line(title, indent: 2)
                for line in lines { out.line("\(line.isNew ? "+" : "-") \(line.text.text)", indent: 4) }
            }
        }
    }

    /// Says how often each rule acted; how many never did.
    func finish() -> Int {
        let idle = book.rules.filter { counts[$0.name] == nil }
        if isJSON {
            for rule in book.rules { write(rule) }
            return idle.count
        }
        Report.lines { out in
            for rule in book.rules {
                let count = counts[rule.name] ?? 0
                out.line(count == 0 ? "\(rule.name): matched nothing" : "\(rule.name): \(count) of \(flows) flows")
            }
        }
        return idle.count
    }

    private static func write(_ trial: RuleTrial, _ record: FlowRecord, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("flow", record.id.number)
        writer.member("method", record.method.name)
        writer.member("url", record.url)
        writer.beginArray("acts")
        for act in trial.acts {
            writer.beginObject()
            let texts: [(StaticString, String)] = [
                ("rule", act.rule), ("file", act.file), ("action", act.action), ("text", act.text),
            ]
            for (key, value) in texts {
                writer.key(key)
                writer.string(value)
            }
            writer.member("line", act.line)
            writer.endObject()
        }
        writer.endArray()
        let messages: [(StaticString, [RuleTrial.Line])] = [("request", trial.request), ("response", trial.response)]
        for (title, lines) in messages {
            writer.key(title)
            writer.beginArray()
            for line in lines {
                writer.beginObject()
                writer.member("action", line.isNew ? "added" : "removed")
                writer.member("line", line.text)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }

    private func write(_ rule: Rule) {
        Report.json { writer in
            writer.beginObject()
            writer.member("rule", rule.name)
            writer.member("matched", counts[rule.name] ?? 0)
            writer.member("flows", flows)
            writer.endObject()
        }
    }
}
