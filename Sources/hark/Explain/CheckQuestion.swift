import ArgumentParser
import Bytes
import Explain
import Filter
import Judge
import Views

/// `hark explain check CODE`: what a check of the judge finds, and what to write instead.
struct CheckQuestion {
    private let word: String

    /// Whether the words ask for a check.
    /// `check` without a code is a word of the glossary.
    static func isAsked(_ words: [String]) -> Bool { words.first == "check" && words.count == 2 }

    /// - Parameter words: of a command line that asks for a check.
    init(_ words: [String]) {
        word = words.last ?? ""
    }

    func show(_ output: ExplainOutputOptions) throws {
        guard let check = CheckPattern.check(named: word) else {
            let nearest = NearestName.find(word.lowercased(), among: Checks.byCode.keys.sorted())
            Diagnostics.say(
                "unknown check '\(word.terminalEscaped)' "
                    + (nearest.map { "(did you mean '\($0)'?)" } ?? "('hark judge --list' lists the checks)"))
            throw UsageFailure.notFound
        }
        guard output.json else { return ExplainPage.print { CheckPage.text(check, style: $0, width: $1) } }
        Report.json { writer in
            writer.beginObject()
            for (name, value) in [
                ("code", check.code), ("level", check.level.rawValue), ("topic", check.topic.word),
                ("scope", check.scope.word), ("spec", check.spec.text),
                ("summary", check.summary.filled(with: []).text), ("text", check.about.text),
            ] {
                writer.key(escaping: name)
                writer.string(value)
            }
            writer.key("advice")
            if let advice = check.advice { writer.string(advice.filled(with: []).text) } else { writer.null() }
            writer.key("url")
            if let url = check.spec.url { writer.string(url) } else { writer.null() }
            for (name, examples) in [("bad", CheckPage.bad(check)), ("good", CheckPage.good(check))] {
                writer.key(escaping: name)
                writer.beginArray()
                for example in examples { writer.string(example.joined(separator: "\n")) }
                writer.endArray()
            }
            writer.endObject()
        }
    }
}
