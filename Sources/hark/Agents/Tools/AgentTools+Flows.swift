import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPModel
import Judge
import Library
import MCP
import Store
import Views
import Workbench

// One flow, two flows, and flows in forms for elsewhere.
extension AgentTools {
    private static let partNames = ["request", "response", "timing", "tls", "changes", "notes", "story"]

    /// So much of a body is shown with the flow.
    private static let bodyLimit = 2 << 10

    func flow(_ arguments: ToolArguments) throws -> ToolAnswer {
        let given = arguments.texts("parts")
        let parts = given.isEmpty ? ["request", "response", "notes"] : given
        if let unknown = parts.first(where: { !Self.partNames.contains($0) }) {
            throw AgentFailure(
                "parts: '\(CapturedText.cut(unknown, to: 80))' is not one of \(Self.partNames.joined(separator: ", "))")
        }
        let number = try number(arguments)
        let subject = try subject(number)
        var answer = try shown(subject, parts: parts)
        let missing = Self.partNames.filter { !parts.contains($0) }
        answer.rest = "Ask for one part: get_flow {\"flow\": \(number), \"parts\": [\"response\"]}"
        if given.isEmpty { answer.say("More parts: \(missing.joined(separator: ", ")).") }
        return answer
    }

    /// What there is to see of a flow whose credentials are replaced.
    func shown(_ subject: FilterSubject, parts: [String]) throws -> ToolAnswer {
        let record = subject.record
        let number = record.id.number
        var answer = ToolAnswer()
        answer.fact("flow", .integer(Int64(clamping: number)))
        answer.fact("status", record.status.map { .integer(Int64($0)) } ?? .null)
        answer.fact("outcome", record.outcome.map { .string($0.kind.rawValue) } ?? .null)
        let status = record.status.map { "status \($0)" } ?? "no response"
        let ended = record.outcome.map { "\($0.kind.rawValue) by \($0.by.rawValue)" } ?? "no end was recorded"
        let duration = record.outcome == nil ? nil : record.duration
        let time = duration.map { ", \(Quantity.duration($0))" } ?? ""
        answer.say("Flow \(number): \(status), \(ended)\(time).")
        var texts = ["\(record.method.name.text) \(record.url.text)"]
        if let outcome = record.outcome, outcome.kind != .complete, outcome.kind != .tunnel {
            texts.append("Why: \(outcome.text)")
        }
        for part in parts {
            texts.append("## \(part)")
            texts.append(try text(part, of: subject))
        }
        let text = texts.joined(separator: "\n")
        answer.add(captured: text)
        answer.fact(captured: "method", .string(record.method.name.text))
        answer.fact(captured: "url", .string(record.url.text))
        answer.fact(captured: "text", .string(text))
        return answer
    }

    private func text(_ part: String, of subject: FilterSubject) throws -> String {
        let number = subject.record.id.number
        switch part {
        case "request": return head(.request, of: subject)
        case "response": return head(.response, of: subject)
        case "notes":
            guard let flow = try original().flow(number)?.flow else { return "" }
            let notes = flow.findings.filter { $0.level > .good }.map { Self.line($0.note) }
            return notes.isEmpty ? "Nothing was found." : hidden(notes.joined(separator: "\n"), in: flow.record)
        default:
            return try output(of: ShowCommand.self, ["\(number)", "--\(part)"] + sessionWords, seesSecrets: true)
        }
    }

    /// `[bad] cookie-without-secure (RFC 6265 §4.1.2.5): …`.
    static func line(_ note: Note) -> String {
        let place = note.message.map { ", \($0.rawValue)" } ?? ""
        return "[\(note.level.rawValue)] \(note.code) (\(note.spec)\(place)): \(note.summary.text). \(note.text.text)"
    }

    /// What is said about a flow as it was recorded, without its credentials.
    func hidden(_ text: String, in record: FlowRecord) -> String {
        guard let redaction else { return text }
        _ = redaction.subject(FilterSubject(record))
        return HiddenValues(in: [record]).hide(Bytes(redaction.text(text))).text
    }

    /// A head as it came, and the beginning of the body.
    private func head(_ kind: MessageKind, of subject: FilterSubject) -> String {
        let record = subject.record
        let came =
            switch kind {
            case .request: record.requestHead?.raw
            case .response: record.responseHead?.raw
            }
        guard let head = came ?? record[kind].malformedHead, !head.isEmpty else { return "(no \(kind.rawValue))" }
        var text = head.text.replacing("\r\n", with: "\n")
        while text.hasSuffix("\n") { text.removeLast() }
        guard let content = FilterReader.standard.content(record, kind), !content.isEmpty else {
            let size = record[kind].content.size ?? 0
            return size > 0 ? text + "\n\n(body of \(Quantity.size(size)); its content cannot be shown)" : text
        }
        guard
            let body = String(validating: content.prefix(Self.bodyLimit + 3), as: UTF8.self)
                ?? AgentBody.text(content.prefix(Self.bodyLimit))
        else { return text + "\n\n(binary body of \(Quantity.size(content.count)))" }
        let shown = CapturedText.cut(body, to: Self.bodyLimit)
        let rest = content.count - shown.utf8.count
        let more = rest > 0 ? "\n(\(rest) more bytes: get_body)" : ""
        return "\(text)\n\n\(shown)\(more)"
    }

    // MARK: Reasons

    func explanation(_ arguments: ToolArguments) throws -> ToolAnswer {
        let number = try number(arguments)
        let seen = try subject(number)
        if arguments.text("topic") == "tls" { return tls(seen.record) }
        let topic = arguments.text("topic").map { ["--only=\($0)"] } ?? []
        let text = try output(
            of: ExplainCommand.self, ["--flow=\(number)"] + topic + sessionWords, seesSecrets: true)
        var answer = ToolAnswer()
        answer.say("Flow \(number), explained\(arguments.text("topic").map { ": \($0)" } ?? "").")
        answer.add(captured: text)
        answer.fact("flow", .integer(Int64(clamping: number)))
        answer.fact(captured: "text", .string(text))
        answer.rest = "Ask for one topic: explain_flow {\"flow\": \(number), \"topic\": \"caching\"}"
        return answer
    }

    func difference(_ arguments: ToolArguments) throws -> ToolAnswer {
        let (left, right) = (try number(arguments, "a"), try number(arguments, "b"))
        let (first, second) = (try subject(left).record, try subject(right).record)
        let diff = FlowDiff(first, second)
        let text = Self.text(diff, "\(left)", first, "\(right)", second)
        var answer = ToolAnswer()
        answer.say(
            diff.differences.isEmpty
                ? "The flows do not differ." : "\(diff.differences.count) differences: - is \(left), + is \(right).")
        answer.add(captured: text)
        answer.fact("same", .boolean(diff.isSteady))
        answer.fact("differences", .integer(Int64(diff.differences.count)))
        answer.fact(captured: "text", .string(text))
        return answer
    }

    static func text(
        _ diff: FlowDiff, _ left: String, _ first: FlowRecord, _ right: String, _ second: FlowRecord
    ) -> String {
        let capture = OutputCapture(limit: 1 << 20)
        OutputCapture.$current.withValue(capture) {
            Report.lines { out in
                var report = DiffReport(out, width: nil)
                report.heading(left, first, right, second)
                report.write(diff)
                out = report.out
            }
        }
        return capture.results
    }

    // MARK: Elsewhere

    private static let exportLimit = 1_000

    func export(_ arguments: ToolArguments) throws -> ToolAnswer {
        let name = arguments.text("format") ?? ""
        guard let format = ExportFormat(rawValue: name), !format.isBinary else {
            let names = ExportFormat.allCases.filter { !$0.isBinary }.map(\.rawValue).joined(separator: ", ")
            throw AgentFailure("format: '\(CapturedText.cut(name, to: 80))' is not one of \(names)")
        }
        let source = try source()
        let given = arguments.flows("flows")
        if !given.isEmpty, arguments.text("filter") != nil {
            throw AgentFailure("give flows or filter, not both")
        }
        let numbers = try given.isEmpty ? source.matching(filter(arguments), limit: Self.exportLimit) : numbers(given)
        var bytes: [UInt8] = []
        let output = ExportOutput { piece in
            bytes += piece
            return bytes.count < Self.outputSize
        }
        var exporter = format.exporter(version: Hark.version, spool: SpoolFile.make) { path in
            // A tag in place of a secret varies with it.
            PathTemplates.segments(of: path).map { $0.hasOpening("%5Bsecret") ? "{id}" : $0 }
        }
        exporter.begin(output)
        var count = 0
        for number in numbers where !output.hasFailed {
            let subject = try subject(number)
            guard exporter.omission(of: subject.record) == nil else { continue }
            let context = subject.context
            exporter.flow(
                ExportedFlow(subject.flow, comment: context.comment, tags: context.tags, redactor: nil), output)
            count += 1
        }
        exporter.end(output)
        output.flush()
        guard count > 0 else { throw AgentFailure("none of these flows can be written as \(name). Try another format") }
        let budget = arguments.budget ?? Self.standardBudget
        guard bytes.count < budget - 512 else {
            let which = given.isEmpty ? "'\(arguments.text("filter") ?? "all")'" : given.joined(separator: " ")
            throw AgentFailure(
                "the export has more than \(budget) bytes. Choose fewer flows, or ask the user to run: "
                    + "hark export \(which) --format \(name) -o flows.\(format.fileExtension)")
        }
        var answer = ToolAnswer()
        let text = String(decoding: bytes, as: UTF8.self)
        answer.say("\(count) flow\(count == 1 ? "" : "s") as \(name).")
        answer.add(captured: text)
        answer.fact("flows", .integer(Int64(count)))
        answer.fact(captured: "text", .string(text))
        return answer
    }

    private static let outputSize = 128 << 10
}
