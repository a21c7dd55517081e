import ArgumentParser
import Bytes
import Explain
import Filter
import Judge
import Platform
import Views

/// The list of checks, or those with a word in them.
struct CheckListing {
    private let checks: [Check]
    private let word: String?

    init(word: String?) {
        self.word = word
        let asked = word?.lowercased() ?? ""
        checks = Checks.byCode.values.sorted { $0.code < $1.code }.filter { check in
            asked.isEmpty || check.code.contains(asked) || check.topic.word == asked || check.level.rawValue == asked
                || check.scope.word == asked || Self.summary(check).lowercased().contains(asked)
        }
    }

    /// Where the words begin in a row.
    private static let column = 74

    private static func summary(_ check: Check) -> String { check.summary.filled(with: []).text }

    func show(asJSON: Bool) throws {
        if asJSON {
            Report.json { writer in
                writer.beginArray()
                for check in checks {
                    writer.beginObject()
                    for (name, value) in [
                        ("code", check.code), ("level", check.level.rawValue), ("topic", check.topic.word),
                        ("scope", check.scope.word), ("spec", check.spec.text), ("summary", Self.summary(check)),
                    ] {
                        writer.key(escaping: name)
                        writer.string(value)
                    }
                    writer.key("url")
                    if let url = check.spec.url { writer.string(url) } else { writer.null() }
                    writer.endObject()
                }
                writer.endArray()
            }
        } else {
            let width = TerminalWriter(descriptor: STDOUT_FILENO).width
            Report.lines { out in
                for check in checks {
                    let words = "\(Self.summary(check)) (\(check.spec.text))"
                    // Where a row does not fit, its words have lines of their own.
                    if let width, width < Self.column + words.count {
                        out.wire("\(check.level.sign) \(check.code)")
                        out.newline()
                        out.wrapped(
                            "\(check.level.rawValue), \(check.topic.word), \(check.scope.word): \(words)", width: width,
                            indent: 4, hanging: 4)
                        continue
                    }
                    out.wire(check.level.sign)
                    out.text(" ")
                    out.wire(check.code)
                    out.pad(to: 38)
                    out.wire(" \(check.level.rawValue)")
                    out.pad(to: 47)
                    out.wire(" \(check.topic.word)")
                    out.pad(to: 63)
                    out.wire(" \(check.scope.word)")
                    out.pad(to: 73)
                    out.wire(" \(words)")
                    out.newline()
                }
            }
        }
        guard checks.isEmpty, let word else { return }
        let nearest = NearestName.find(word.lowercased(), among: Checks.byCode.keys.sorted())
        Diagnostics.say(
            "no check has '\(word.terminalEscaped)'" + (nearest.map { " (did you mean '\($0)'?)" } ?? ""))
        throw UsageFailure.notFound
    }
}
