import Bytes
import Flow
package import Page
import Rules

/// The rules in force and the messages they hold, as the screen lists them. A value.
package struct ScreenRules: Sendable {
    struct Rule: Sendable {
        let name: String
        let source: String
        let line: Int
        let isOn: Bool
        let hits: UInt64
        let words: String
        /// The line as it is written; nil where it cannot be changed here.
        let written: String?
    }

    struct Held: Sendable {
        let flow: UInt64
        let start: String
        let rule: String
        /// `client waits 0:12 · server waits 0:03 · is forwarded in 9:48`.
        let clock: String
    }

    let revision: UInt64
    let rules: [Rule]
    let held: [Held]
    /// Why a file that changed was not taken, in a sentence.
    let fault: String?
    let texts: [String: String]

    /// - Parameter now: nanoseconds of the steady clock.
    package init(_ state: PageRuleState, _ held: [PageHeld], now: UInt64) {
        revision = state.revision
        texts = Dictionary(
            state.sources.compactMap { source in source.isEditable ? source.text.map { (source.name, $0) } : nil },
            uniquingKeysWith: { first, _ in first })
        let lines = texts.mapValues { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        rules = state.rules.map { rule in
            let own = lines[rule.place.file]
            let place = rule.place.line - 1
            return Rule(
                name: rule.name, source: rule.place.file, line: rule.place.line, isOn: !state.off.contains(rule.name),
                hits: state.hits[rule.name] ?? 0, words: RuleWords.sentence(rule),
                written: own.flatMap { $0.indices.contains(place) ? String($0[place]) : nil })
        }
        fault = state.fault.map { "The rules were not changed. \($0.place.text): \($0.text)" }
        self.held = held.map { message in
            func time(_ from: UInt64, _ to: UInt64) -> String {
                let seconds = to > from ? (to - from) / 1_000_000_000 : 0
                return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
            }
            let server =
                message.kind == .response
                ? "server waits \(time(message.since, now))" : "no server was contacted"
            let client =
                message.clientEndedAt.map { "client closed its side \(time($0, now)) ago and may have left" }
                ?? "client waits \(time(message.cameAt, now))"
            return Held(
                flow: message.flow, start: message.start.text, rule: message.rule,
                clock: "\(client) · \(server) · is forwarded in "
                    + time(now, message.until))
        }
    }

    /// The text of a source with another line in the place of one; an empty one takes it away.
    func text(of source: String, replacing line: Int?, by new: String) -> String {
        var lines = (texts[source] ?? "").split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if let line, lines.indices.contains(line - 1) {
            if new.isEmpty { lines.remove(at: line - 1) } else { lines[line - 1] = new }
            return lines.joined(separator: "\n")
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return (lines + [new, ""]).joined(separator: "\n")
    }
}
