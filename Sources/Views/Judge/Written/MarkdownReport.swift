import Explain
import Judge

/// Markdown as GitHub and GitLab show it: a table of checks, then each with an example.
enum MarkdownReport {
    static func written(_ result: JudgeResult) -> String {
        var out = "# Hark: \(result.verdict)\n\n\(result.tally).\n"
        for remark in result.remarks { out += "\n\(text(remark))\n" }
        let groups = result.groups.filter { $0.level > .good && $0.state == .new }
        out += table(groups, result)
        for group in groups {
            guard let finding = group.findings.first else { continue }
            out += "\n## \(group.level.rawValue): \(text(finding.summary.text))\n\n"
            out += "`\(group.check.code)`, \(code(result.title(of: group))) (\(text(group.flowsText(result))))\n"
            for told in group.told {
                if let place = told.place { out += "\n    \(place.text)\n" }
                out += "\n\(text(told.text.text))\n"
                if let advice = told.advice { out += "\n**\(text(advice.text))**\n" }
            }
            if let reason = group.reason { out += "\n\(text(reason))\n" }
            let spec = text(group.check.spec.text)
            out += "\n" + (group.check.spec.url.map { "[\(spec)](\($0))" } ?? spec) + "\n"
        }
        // What is set aside is named, and was explained where it was new.
        for (state, title) in JudgeResult.setAside {
            let rows = table(result.groups.filter { $0.level > .good && $0.state == state }, result)
            if !rows.isEmpty { out += "\n## \(title)\n" + rows }
        }
        return out
    }

    private static func table(_ groups: [JudgeResult.Group], _ result: JudgeResult) -> String {
        guard !groups.isEmpty else { return "" }
        let hasReasons = groups.contains { $0.state == .suppressed }
        var out = "\n| level | check | endpoint | flows |\(hasReasons ? " reason |" : "")\n"
        out += "| --- | --- | --- | ---: |\(hasReasons ? " --- |" : "")\n"
        for group in groups {
            out += "| \(group.level.rawValue) | `\(group.check.code)` | \(code(result.title(of: group))) "
            out += "| \(group.flows) |\(hasReasons ? " \(text(group.reason ?? "")) |" : "")\n"
        }
        return out
    }

    /// Words in which no sign means anything.
    static func text(_ text: String) -> String {
        var out = ""
        for character in PlainText.of(text).unicodeScalars {
            if "\\`*_{}[]()#+-!|~".unicodeScalars.contains(character) { out += "\\" }
            out += PlainText.html(String(character))
        }
        return out
    }

    /// A quotation. As HTML, since a code span cannot hold every run of backticks in a table.
    private static func code(_ text: String) -> String {
        var out = ""
        for character in PlainText.html(text).unicodeScalars {
            if "\\`*_[]|~{}".unicodeScalars.contains(character) {
                out += "&#\(character.value);"
            } else {
                out.unicodeScalars.append(character)
            }
        }
        return "<code>\(out)</code>"
    }
}
