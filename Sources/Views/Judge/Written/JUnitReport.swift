import Bytes
import Explain
import Judge

/// JUnit's XML, as build servers read it: a suite for each topic, a case for each check and endpoint.
enum JUnitReport {
    private enum Outcome {
        case passed, failed, skipped
    }

    private struct Case {
        let group: JudgeResult.Group
        let outcome: Outcome
    }

    static func written(_ result: JudgeResult) -> Bytes {
        let cases = result.groups.map { Case(group: $0, outcome: outcome(of: $0, result)) }
        let topics = Dictionary(grouping: cases) { $0.group.check.topic.word }
        let unread = result.inputs.filter(\.isUnread)
        var out =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hark judge\""
            + "\(counts(cases, unread.count))>\n"
        if !unread.isEmpty {
            out += "  <testsuite name=\"inputs\"\(counts([], unread.count))>\n"
            for input in unread {
                out += "    <testcase classname=\"hark.inputs\" name=\"\(xml(input.name))\">"
                out += "<error message=\"nothing in it, or not all of it, could be read\"/></testcase>\n"
            }
            out += "  </testsuite>\n"
        }
        for topic in topics.keys.sorted() {
            let cases = topics[topic] ?? []
            out += "  <testsuite name=\"\(xml(topic))\"\(counts(cases))>\n"
            for one in cases { out += written(one, topic, result) }
            out += "  </testsuite>\n"
        }
        return Bytes(out + "</testsuites>\n")
    }

    private static func counts(_ cases: [Case], _ unread: Int = 0) -> String {
        " tests=\"\(cases.count + unread)\" failures=\"\(cases.count { $0.outcome == .failed })\""
            + " errors=\"\(unread)\" skipped=\"\(cases.count { $0.outcome == .skipped })\""
    }

    private static func outcome(of group: JudgeResult.Group, _ result: JudgeResult) -> Outcome {
        if group.findings.allSatisfy({ $0.state == .suppressed }) { return .skipped }
        let isNew = group.findings.contains { $0.state == .new }
        return isNew && result.fails(group.level) ? .failed : .passed
    }

    private static func written(_ one: Case, _ topic: String, _ result: JudgeResult) -> String {
        let group = one.group
        let name = "\(group.check.code) \(result.title(of: group))"
        var out = "    <testcase classname=\"hark.\(xml(topic))\" name=\"\(xml(name))\">"
        let summary = group.findings.first?.summary.text ?? ""
        let text = group.findings.prefix(20).map { finding in
            let line = finding.place.map { "\n  \($0.text)" } ?? ""
            return "\(finding.flowText(result)) \(finding.fullText)\(line)"
        }.joined(separator: "\n")
        switch one.outcome {
        case .failed:
            out +=
                "<failure type=\"\(group.level.rawValue)\" message=\"\(xml(summary))\">\(xml(text, keepsLines: true))"
                + "</failure>"
        case .skipped: out += "<skipped message=\"\(xml(group.findings.first?.reason ?? ""))\"/>"
        case .passed: out += "<system-out>\(xml(text, keepsLines: true))</system-out>"
        }
        return out + "</testcase>\n"
    }

    /// Escaped; characters that XML 1.0 does not have (§2.2) are escapes of ours already.
    private static func xml(_ text: String, keepsLines: Bool = false) -> String {
        guard keepsLines else { return PlainText.html(text) }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.html(String($0)) }
            .joined(separator: "\n")
    }
}
