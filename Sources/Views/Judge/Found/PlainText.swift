import Bytes
import Explain

/// Text that may quote a message, so that it drives no terminal and no log viewer: control characters as escapes, one
/// line.
enum PlainText {
    static func of(_ text: String) -> String { of(Bytes(text)) }

    /// What is no UTF-8 is shown as the bytes that it is.
    static func of(_ bytes: Bytes) -> String {
        var out: [UInt8] = []
        TerminalText.append(bytes, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    static func of(_ prose: Prose) -> String { of(prose.text) }

    /// For HTML, and for text in Markdown, which reads HTML's references.
    static func html(_ text: String) -> String { html(Bytes(text)) }

    static func html(_ bytes: Bytes) -> String {
        var out = ""
        for character in of(bytes).unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }

    /// `1 finding`, `2 findings`.
    static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}

extension JudgeResult {
    /// What is found and does not count, with the titles of its lists.
    static let setAside: [(JudgedFinding.State, String)] = [(.suppressed, "Suppressed"), (.known, "Known findings")]

    /// `2 bad, 1 warning, 0 info, 7 good in 12 flows`.
    var tally: String {
        let bad = counts[.bad] ?? 0
        let parts = [
            "\(bad) bad", PlainText.count(counts[.warning] ?? 0, "warning"), "\(counts[.info] ?? 0) info",
            "\(counts[.good] ?? 0) good",
        ]
        return parts.joined(separator: ", ") + " in " + PlainText.count(flows, "flow")
    }

    /// What the tally does not tell; a sentence each, without full stop.
    var remarks: [String] {
        var remarks: [String] = []
        if suppressed > 0 { remarks.append("\(suppressed) suppressed") }
        if case .skipped(let name)? = update { remarks.append("\(PlainText.of(name)) was not written") }
        if hasBaseline { remarks.append("baseline: \(known) known, \(new) new, \(gone) gone") }
        for expired in expiredSuppressions {
            let date = expired.expires?.text ?? ""
            remarks.append("suppression expired \(date), line \(expired.line): \(PlainText.of(expired.pattern.text))")
        }
        for unused in unusedSuppressions {
            remarks.append("unused suppression, line \(unused.line): \(PlainText.of(unused.pattern.text))")
        }
        return remarks
    }

    /// `5 findings at or above bad in tour.har`.
    private func failing(_ level: Note.Level) -> String {
        let faulty = inputs.filter { $0.failing > 0 }
        let count = PlainText.count(faulty.reduce(0) { $0 + $1.failing }, "finding")
        let text = "\(count) at or above \(level.rawValue)"
        guard faulty.count > 1 else { return text + (faulty.first.map { " in \(PlainText.of($0.name))" } ?? "") }
        let more = faulty.count > 5 ? " and \(faulty.count - 5) more inputs" : ""
        let named = faulty.prefix(5).map { "\($0.failing) in \(PlainText.of($0.name))" }
        return text + " (\(named.joined(separator: ", "))\(more))"
    }

    /// Why the run failed, or did not.
    var verdict: String {
        switch update {
        case .written(let name)?:
            let count = "\(baseline.entries.count) \(baseline.entries.count == 1 ? "entry" : "entries")"
            return "passed: \(PlainText.of(name)) now has \(count) (\(added) added, \(gone) removed)"
        case .failed(let name)?: return "failed: could not write \(PlainText.of(name))"
        case .skipped?, nil: break
        }
        var faults: [String] = []
        if failed, let level = policy.failOn.level { faults.append(failing(level)) }
        // Silence about what nobody read is no verdict.
        let unread = inputs.filter(\.isUnread).map { PlainText.of($0.name) }
        if !unread.isEmpty {
            let more = unread.count > 5 ? " and \(unread.count - 5) more" : ""
            faults.append("could not read \(unread.prefix(5).joined(separator: ", "))\(more)")
        }
        let rest = cutInputs.map { "; not all flows of \($0) could be read" } ?? ""
        if !faults.isEmpty { return "failed: " + faults.joined(separator: "; ") + rest }
        guard flows > 0 else { return "nothing was judged" + rest }
        guard let level = policy.failOn.level else { return "passed (--fail-on never)" + rest }
        return "passed: no \(hasBaseline ? "new " : "")finding at or above \(level.rawValue)" + rest
    }

    /// The inputs of which some flows could not be read.
    private var cutInputs: String? {
        let names = inputs.filter(\.isCut).map { PlainText.of($0.name) }
        guard !names.isEmpty else { return nil }
        return names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }
}

extension JudgeResult.Group {
    /// `2 flows, first #14`.
    func flowsText(_ result: JudgeResult) -> String {
        guard let first = findings.first else { return "" }
        return flows == 1
            ? first.flowText(result) : "\(PlainText.count(flows, "flow")), first \(first.flowText(result))"
    }
}

extension JudgedFinding {
    /// `#14`, and in which input when there are several.
    func flowText(_ result: JudgeResult) -> String {
        let name = result.inputs.count > 1 ? "\(PlainText.of(result.inputs[input].name)) " : ""
        guard flows.count > 1, let first = flows.first else { return "\(name)#\(flow)" }
        let few = flows.count <= 4 ? flows.map { "#\($0)" }.joined(separator: ", ") : nil
        return name + (few ?? "\(flows.count) flows, #\(first) to #\(flow)")
    }

    /// The text with what is told of it besides: how many more, an expired suppression.
    var fullText: String {
        var text = PlainText.of(self.text)
        if let advice { text += " " + PlainText.of(advice) }
        if state != .suppressed, let reason { text += " (\(reason))" }
        return text
    }
}
