import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPModel
import MCP
import Workbench

/// Rows of a list of flows for an agent: a table and the same as members, both within a budget.
struct AgentRows {
    private(set) var lines: [String] = []
    private(set) var members: [RPCValue] = []
    private var left: Int
    /// There was no room for one more.
    private(set) var isFull = false

    /// What surrounds the rows takes this much.
    private static let margin = 900
    /// Longer URLs are cut: get_flow has them whole.
    private static let urlLimit = 300

    init(budget: Int) { left = budget - Self.margin }

    mutating func add(_ subject: FilterSubject) {
        let record = subject.record
        let url = CapturedText.cut(CapturedText.plain(record.url.text), to: Self.urlLimit)
        let method = CapturedText.cut(CapturedText.plain(record.method.name.text), to: 40)
        let type = Self.text("response.type", subject)
        let status = record.status.map { String($0) } ?? "-"
        let outcome = record.outcome?.kind.rawValue
        let duration = record.outcome == nil ? nil : record.duration
        let size = record.response.content.size
        let line = [
            "\(record.id.number)", method, status, url, type.isEmpty ? "-" : type,
            size.map { Quantity.size($0) } ?? "-",
            duration.map { Quantity.duration($0) } ?? "-", outcome ?? "-",
        ].joined(separator: "  ")
        let member: RPCValue = [
            "id": .integer(Int64(clamping: record.id.number)),
            "status": record.status.map { .integer(Int64($0)) } ?? .null,
            "outcome": outcome.map { .string($0) } ?? .null,
            "duration_us": duration.map { .integer($0) } ?? .null,
            "size": size.map { .integer(Int64(clamping: $0)) } ?? .null,
            "captured": ["method": .string(method), "url": .string(url), "type": .string(type)],
        ]
        let cost = max(line.utf8.count + 1, member.json.count + 1)
        guard cost <= left else {
            isFull = true
            return
        }
        left -= cost
        lines.append(line)
        members.append(member)
    }

    private static func text(_ field: String, _ subject: FilterSubject) -> String {
        guard let column = FlowColumn(field), case .text(let bytes) = column.value(subject) else { return "" }
        return CapturedText.cut(CapturedText.plain(bytes.text), to: 80)
    }

    func write(to answer: inout ToolAnswer) {
        answer.fact("flows", .array(members))
        guard !lines.isEmpty else { return }
        answer.add(captured: "id  method  status  url  type  size  duration  outcome\n" + lines.joined(separator: "\n"))
    }
}
