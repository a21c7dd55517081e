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

    init(_ book: RuleBook, seed: UInt64, showsSecrets: Bool) {
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
        Report.lines(hiding: showsSecrets ? .none : HiddenValues(in: [record])) { out in
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
        Report.lines { out in
            for rule in book.rules {
                let count = counts[rule.name] ?? 0
                out.line(count == 0 ? "\(rule.name): matched nothing" : "\(rule.name): \(count) of \(flows) flows")
            }
        }
        return idle.count
    }
}
