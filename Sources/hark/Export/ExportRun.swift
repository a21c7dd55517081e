import Bytes
import Filter
import Flow
import Formats
import HTTPModel
import Messages
import Platform
import Store
import Views
import Workbench

/// One export from its first flow to its last: made for one command, used by one thread.
struct ExportRun {
    private let format: ExportFormat
    private let target: ExportTarget
    private let redactor: Redactor?
    /// Of the one file; nil when each flow has its own.
    private var exporter: (any FlowExporter)?
    private var file: ExportFile?
    /// What the exporter has to say at its end.
    private var remarks: [String] = []
    private(set) var flows = 0
    /// Flows that are not in the export, and why: by reason, with the first number.
    private var omitted: [(reason: String, numbers: [UInt64])] = []
    /// Bodies that could not be looked through for secrets.
    private var bodiesLeftOut = 0

    /// No flow came.
    var isEmpty: Bool { flows == 0 && omitted.isEmpty }

    init(_ format: ExportFormat, _ target: ExportTarget, redactor: Redactor?) {
        self.format = format
        self.target = target
        self.redactor = redactor
    }

    /// Random bytes that end with this process.
    static func randomKey() -> Bytes {
        var generator = SystemRandomNumberGenerator()
        return Bytes((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Writes one flow; says whether to go on.
    mutating func take(_ subject: FilterSubject) throws -> Bool {
        var exporter = self.exporter ?? makeExporter()
        // Held once, so that what it gathers is changed where it lies and not copied for each flow.
        self.exporter = nil
        defer { if !target.isFolder { self.exporter = exporter } }
        if let reason = exporter.omission(of: subject.record) {
            omit(subject.record.id.number, reason)
            return true
        }
        let read: ExportedFlow.TextReader? = format.isDocument ? { Self.text($0, $1) } : nil
        let flow = ExportedFlow(
            subject.flow, comment: subject.context.comment, tags: subject.context.tags, redactor: redactor,
            read: read)
        flows += 1
        for state in [flow.places?.request.state, flow.places?.response.state] {
            if case .leftOut? = state { bodiesLeftOut += 1 }
        }
        guard target.isFolder else {
            let isFirst = self.file == nil
            let file = try self.file ?? open(target.path)
            self.file = file
            if isFirst { exporter.begin(file.output) }
            exporter.flow(flow, file.output)
            return try !file.check()
        }
        let file = try ExportFile(target.file(of: flow), replaces: target.replaces)
        do {
            exporter.begin(file.output)
            exporter.flow(flow, file.output)
            exporter.end(file.output)
            try file.finish()
        } catch {
            file.abandon()
            throw error
        }
        return true
    }

    /// A content in another charset than UTF-8. Much more of it than a document shows, so that a secret is found whole.
    private static func text(_ record: FlowRecord, _ kind: MessageKind) -> ExportedFlow.Text? {
        CharsetText(
            record[kind].content, record.fields(kind), limit: 256 << 10, multibyte: MultibyteCharset.bySystem
        ).map { ExportedFlow.Text($0.text, charset: $0.charset, isWhole: $0.isWhole) }
    }

    /// - Parameter connections: those that are recorded beside the flows.
    mutating func finish(_ connections: [ConnectionRecord]) throws {
        guard flows > 0 else { return }
        guard let file else { return }
        exporter?.connections(connections)
        exporter?.end(file.output)
        remarks = exporter?.remarks ?? []
        try file.finish()
        self.file = nil
        exporter = nil
    }

    /// Leaves nothing behind.
    func abandon() { file?.abandon() }

    private func makeExporter() -> any FlowExporter {
        format.exporter(version: Hark.version, spool: SpoolFile.make) { path in
            // A tag in place of a secret varies with it.
            PathTemplates.segments(of: path).map { $0.hasOpening("%5Bsecret") ? "{id}" : $0 }
        }
    }

    private func open(_ path: String?) throws -> ExportFile { try ExportFile(path, replaces: target.replaces) }

    private mutating func omit(_ number: UInt64, _ reason: String) {
        if let index = omitted.firstIndex(where: { $0.reason == reason }) {
            omitted[index].numbers.append(number)
        } else {
            omitted.append((reason, [number]))
        }
    }

    // MARK: What is said

    /// On standard error: what was written, what was left out, what was replaced.
    func report(saysSecrets: Bool) {
        for (reason, numbers) in omitted {
            let others = numbers.count > 1 ? ", and \(numbers.count - 1) more like it," : ""
            Diagnostics.say("flow #\(numbers[0])\(others) was left out: it \(reason)")
        }
        for remark in remarks { Diagnostics.say(remark) }
        guard flows > 0 else {
            Diagnostics.say("no flow was exported.")
            return
        }
        if let path = target.path {
            Diagnostics.say("\(flows == 1 ? "1 flow" : "\(flows) flows") written to \(path.terminalEscaped).")
        }
        if saysSecrets {
            Diagnostics.say("warning: the export contains credentials; without --with-secrets they are replaced")
        }
        guard let total = redactor?.total else { return }
        if bodiesLeftOut > 0 {
            let bodies = bodiesLeftOut == 1 ? "1 body is" : "\(bodiesLeftOut) bodies are"
            Diagnostics.say(
                "\(bodies) left out, because Hark could not search it for credentials; --with-secrets keeps it")
        }
        if total.total == 0 {
            Diagnostics.say("no credentials were found")
        } else {
            let places = total.counts.map { "\($0.place) \($0.count)" }.joined(separator: ", ")
            Diagnostics.say(
                "\(total.total == 1 ? "1 credential was" : "\(total.total) credentials were") replaced: \(places)"
                    .terminalEscaped)
        }
    }
}
