import Bytes
import Explain
import Judge

/// SARIF 2.1.0 (OASIS Standard, 27 March 2020).
struct SARIFReport {
    private let result: JudgeResult
    private let version: String
    /// The checks that were asked or found something, and where each is among the rules.
    private let rules: [Check]
    private let places: [String: Int]

    init(_ result: JudgeResult, version: String) {
        self.result = result
        self.version = version
        let codes = Set(result.asked.map(\.check.code)).union(result.groups.map(\.check.code))
        rules = codes.sorted().compactMap { Checks.byCode[$0] }
        places = Dictionary(
            rules.enumerated().map { ($0.element.code, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    func written() -> Bytes {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        writer.member("version", "2.1.0")
        writer.beginArray("runs")
        writer.beginObject()
        writer.beginObject("tool")
        writer.beginObject("driver")
        writer.member("name", "Hark")
        writer.member("semanticVersion", version)
        writer.beginArray("rules")
        for rule in rules { write(rule, &writer) }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        writeInvocation(&writer)
        writer.member("columnKind", "utf16CodeUnits")
        writer.beginArray("results")
        // What is good is no result.
        for finding in result.findings where finding.level > .good { write(finding, &writer) }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return Bytes(writer.withBytes { Array($0) } + [ASCII.lineFeed])
    }

    /// Whether all inputs could be read: without it, no result looks like a result (§3.20.14, §3.20.21).
    private func writeInvocation(_ writer: inout JSONWriter) {
        writer.beginArray("invocations")
        writer.beginObject()
        writer.key("executionSuccessful")
        writer.boolean(!result.hasUnreadInput)
        let unread = result.inputs.filter { $0.isUnread || $0.isCut }
        if !unread.isEmpty {
            writer.beginArray("toolExecutionNotifications")
            for input in unread {
                writer.beginObject()
                writer.member("level", input.isUnread ? "error" as StaticString : "warning")
                text("message", "\(PlainText.of(input.name)): \(input.fault ?? "")", &writer)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
        writer.endArray()
    }

    private func write(_ rule: Check, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", rule.code)
        text("shortDescription", rule.summary.filled(with: []).text, &writer)
        text("fullDescription", rule.about.text, &writer)
        if let url = rule.spec.url { writer.member("helpUri", url) }
        writer.beginObject("defaultConfiguration")
        writer.member("level", Self.level(result.policy.level(of: rule) ?? rule.level))
        writer.endObject()
        writer.beginObject("properties")
        writer.beginArray("tags")
        writer.string(rule.topic.word)
        if rule.scope.word != rule.topic.word { writer.string(rule.scope.word) }
        writer.endArray()
        writer.endObject()
        writer.endObject()
    }

    private func write(_ finding: JudgedFinding, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ruleId", finding.check.code)
        if let place = places[finding.check.code] { writer.member("ruleIndex", place) }
        writer.member("level", Self.level(finding.level))
        text("message", PlainText.of(finding.summary) + ": " + finding.fullText, &writer)
        let input = result.inputs[finding.input]
        writer.beginArray("locations")
        writer.beginObject()
        if input.isFile {
            writer.beginObject("physicalLocation")
            writer.beginObject("artifactLocation")
            writer.member("uri", Self.uri(input.name))
            writer.endObject()
            if let place = finding.inputPlace { region(place, &writer) }
            writer.endObject()
        }
        writer.beginArray("logicalLocations")
        writer.beginObject()
        writer.member("fullyQualifiedName", "\(PlainText.of(finding.endpoint)) #\(finding.flow)")
        writer.endObject()
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.beginObject("partialFingerprints")
        writer.member("hark/v1", finding.fingerprint)
        writer.endObject()
        if result.hasBaseline { writer.member("baselineState", result.baselineState(of: finding)) }
        if finding.state == .suppressed {
            writer.beginArray("suppressions")
            writer.beginObject()
            writer.member("kind", "external")
            writer.member("justification", finding.reason ?? "")
            writer.endObject()
            writer.endArray()
        }
        if finding.more > 0 { writer.member("occurrenceCount", finding.more + 1) }
        writer.endObject()
    }

    private func region(_ place: InputPlace, _ writer: inout JSONWriter) {
        writer.beginObject("region")
        writer.member("startLine", place.line)
        // Of a text region without an end, the end of its line is assumed (§3.30.8).
        if let column = place.column { writer.member("startColumn", column) }
        if let end = place.endColumn { writer.member("endColumn", end) }
        if let offset = place.offset, let length = place.length {
            writer.member("byteOffset", offset)
            writer.member("byteLength", length)
        }
        writer.endObject()
    }

    private func text(_ name: StaticString, _ text: String, _ writer: inout JSONWriter) {
        writer.key(name)
        writer.beginObject()
        writer.member("text", text)
        writer.endObject()
    }

    private static func level(_ level: Note.Level) -> StaticString {
        switch level {
        case .bad: "error"
        case .warning: "warning"
        case .info: "note"
        case .good: "none"
        }
    }

    /// A path as a reference (RFC 3986 §4.2): what is not allowed in one is percent-encoded. A colon in a first
    /// segment would make it a scheme.
    static func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                ASCII.zero...ASCII.nine, ASCII.slash, ASCII.period, ASCII.hyphen, ASCII.underscore, ASCII.tilde:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%"
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 0x0F)])
            }
        }
        return text
    }
}

extension JudgeResult {
    fileprivate func baselineState(of finding: JudgedFinding) -> StaticString {
        finding.state == .known ? "unchanged" : "new"
    }
}
