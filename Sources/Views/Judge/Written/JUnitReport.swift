import Bytes
import Explain
import Judge

/// JUnit's XML, as build servers read it: a suite for each topic, a case for each check and endpoint.
enum JUnitReport {
    private enum Outcome {
        case passed, failed, skipped
    }

    /// What was found by one check at one endpoint: new, known and suppressed, at whatever level. Build servers know a
    /// case by its name, so that two of one name would hide each other.
    private struct Case {
        let check: Check
        let name: String
        var groups: [JudgeResult.Group] = []

        /// The one that decides.
        func outcome(_ result: JudgeResult) -> Outcome {
            if groups.allSatisfy({ $0.state == .suppressed }) { return .skipped }
            return groups.contains { $0.state == .new && result.fails($0.level) } ? .failed : .passed
        }
    }

    static func written(_ result: JudgeResult) -> Bytes {
        let cases = cases(result)
        let topics = Dictionary(grouping: cases) { $0.check.topic.word }
        let unread = result.inputs.filter(\.isUnread)
        var out =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hark judge\""
            + "\(counts(cases, result, unread.count))>\n"
        if !unread.isEmpty {
            out += "  <testsuite name=\"inputs\"\(counts([], result, unread.count))>\n"
            for input in unread {
                out += "    <testcase classname=\"hark.inputs\" name=\"\(xml(input.name))\">"
                out += "<error message=\"\(xml(input.fault ?? ""))\"/></testcase>\n"
            }
            out += "  </testsuite>\n"
        }
        for topic in topics.keys.sorted() {
            let cases = topics[topic] ?? []
            out += "  <testsuite name=\"\(xml(topic))\"\(counts(cases, result))>\n"
            for one in cases { out += written(one, topic, result) }
            out += "  </testsuite>\n"
        }
        return Bytes(out + "</testsuites>\n")
    }

    private static func cases(_ result: JudgeResult) -> [Case] {
        var cases: [Case] = []
        var places: [String: Int] = [:]
        for group in result.groups {
            let name = "\(group.check.code) \(result.title(of: group))"
            let place = places[name] ?? cases.count
            if place == cases.count {
                cases.append(Case(check: group.check, name: name))
                places[name] = place
            }
            cases[place].groups.append(group)
        }
        return cases
    }

    private static func counts(_ cases: [Case], _ result: JudgeResult, _ unread: Int = 0) -> String {
        let outcomes = cases.map { $0.outcome(result) }
        return " tests=\"\(cases.count + unread)\" failures=\"\(outcomes.count { $0 == .failed })\""
            + " errors=\"\(unread)\" skipped=\"\(outcomes.count { $0 == .skipped })\""
    }

    private static func written(_ one: Case, _ topic: String, _ result: JudgeResult) -> String {
        var out = "    <testcase classname=\"hark.\(xml(topic))\" name=\"\(xml(one.name))\">"
        let outcome = one.outcome(result)
        // What fails is not hidden among what is known.
        let told = one.groups.filter { outcome != .failed || $0.state == .new && result.fails($0.level) }
        let summary = told.first?.findings.first?.summary.text ?? ""
        let text = told.flatMap { $0.findings.prefix(20) }.map { finding in
            let line = finding.place.map { "\n  \($0.text)" } ?? ""
            return "\(finding.flowText(result)) \(finding.fullText)\(line)"
        }.joined(separator: "\n")
        switch outcome {
        case .failed:
            let level = told.first?.level.rawValue ?? ""
            out += "<failure type=\"\(level)\" message=\"\(xml(summary))\">\(xml(text, keepsLines: true))</failure>"
        case .skipped: out += "<skipped message=\"\(xml(one.groups.first?.reason ?? ""))\"/>"
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
