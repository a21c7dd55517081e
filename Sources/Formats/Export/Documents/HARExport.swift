import Bytes
import Flow
import JSON
import Judge
import Redaction

/// One HAR 1.2 of all flows, each entry on a line of its own.
struct HARExport: FlowExporter {
    let version: String
    let spool: () -> (any JSONSpool)?
    private var hasEntries = false
    /// The pages that entries belong to, as they come, and their names.
    private var pages: [Bytes] = []
    private var pageNames: Set<Bytes> = []

    init(version: String, spool: @escaping () -> (any JSONSpool)?) {
        self.version = version
        self.spool = spool
    }

    mutating func begin(_ output: ExportOutput) {
        var writer = JSONWriter()
        writer.literal(#"{"log":{"version":"1.2","creator":{"name":"Hark","version":"#)
        writer.string(version)
        writer.literal(#"},"entries":["#)
        writer.withBytes { output.put($0) }
    }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        output.put(hasEntries ? ",\n" : "\n")
        hasEntries = true
        output.put(entry: flow, spool)
        guard let page = ToldMembers(flow.record.remarks)?.page, pageNames.insert(page.id).inserted else { return }
        var writer = JSONWriter(capacity: 256)
        writer.value(page.node, in: page.file)
        pages.append(writer.withBytes { Bytes(Array($0)) })
    }

    /// Which pages there are is known when all entries were seen; the order of members says nothing.
    mutating func end(_ output: ExportOutput) {
        output.put("\n],\"pages\":[")
        for (place, page) in pages.enumerated() {
            if place > 0 { output.put(",") }
            output.put(page)
        }
        output.put("]}}\n")
    }
}

/// Hark's log: one entry a line.
struct LogExport: FlowExporter {
    let spool: () -> (any JSONSpool)?

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        output.put(entry: flow, spool)
        output.put("\n")
    }
}

extension ExportOutput {
    fileprivate func put(entry flow: ExportedFlow, _ spool: @escaping () -> (any JSONSpool)?) {
        var writer = JSONWriter(spool: spool)
        let additions = HARAdditions(
            findings: flow.findings, places: flow.places, comment: flow.comment, tags: flow.tags)
        HAREntry.write(flow.record, additions, to: &writer)
        _ = writer.forEachPiece { piece in
            put(piece)
            return !hasFailed
        }
    }
}
