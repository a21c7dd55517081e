import Explain
import Judge

/// Workflow commands of GitHub Actions, the worst first: GitHub shows ten of each kind.
enum GitHubReport {
    static func written(_ result: JudgeResult) -> String {
        var out = ""
        for input in result.inputs where input.isUnread {
            let file = input.isFile ? "file=\(property(input.name))," : ""
            out +=
                "::error \(file)title=unreadable::\(data(input.name)): \(data(input.fault ?? ""))\n"
        }
        for group in result.groups where group.level > .good {
            guard group.findings.contains(where: { $0.state == .new }) else { continue }
            let command =
                switch group.level {
                case .bad: "error"
                case .warning: "warning"
                case .info, .good: "notice"
                }
            for finding in group.told where finding.state == .new {
                var properties: [String] = []
                let input = result.inputs[finding.input]
                if input.isFile {
                    properties.append("file=\(property(input.name))")
                    if let line = finding.inputPlace?.line { properties.append("line=\(line)") }
                }
                properties.append("title=\(property(group.check.code))")
                let text = "\(result.title(of: group)) (\(group.flowsText(result))): \(finding.fullText)"
                out += "::\(command) \(properties.joined(separator: ","))::\(data(text))\n"
            }
        }
        // A tally begins with a number, which is no command.
        return out + "\(result.tally). \(result.verdict)\n"
    }

    /// The characters that end or part commands, as the runner's toolkit escapes them.
    private static func data(_ text: String) -> String {
        PlainText.of(text).replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
