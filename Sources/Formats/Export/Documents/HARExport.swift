import Bytes
import Flow
import Judge
import Messages

/// One HAR 1.2 of all flows, each entry on a line of its own.
struct HARExport: FlowExporter {
    let version: String
    let spool: () -> (any JSONSpool)?
    private var hasEntries = false
    /// The pages that entries belong to, as they come, and their names.
    private var pages: [Bytes] = []
    private var pageNames: Set<Bytes> = []
    private var connections: [ConnectionRecord] = []
    /// What the flows that were written went over, told by a record of each.
    private var carried: Set<ConnectionRecord.Name> = []
    private var isRedacted = false

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
        carried.formUnion(ConnectionRecord.names(of: flow.record))
        isRedacted = isRedacted || flow.places != nil
        output.put(entry: flow, spool)
        guard let page = ToldMembers(flow.record.remarks)?.page, pageNames.insert(page.id).inserted else { return }
        var writer = JSONWriter(capacity: 256)
        writer.value(page.node, in: page.file)
        pages.append(writer.withBytes { Bytes(Array($0)) })
    }

    mutating func connections(_ connections: [ConnectionRecord]) {
        self.connections = connections.filter { carried.contains($0.name) }
        // Whatever a peer wrote there, nobody can say that it is no secret.
        guard isRedacted else { return }
        for place in self.connections.indices { self.connections[place].forgetDebugData() }
    }

    /// Which pages there are is known when all entries were seen; the order of members says nothing.
    mutating func end(_ output: ExportOutput) {
        output.put("\n],\"pages\":[")
        for (place, page) in pages.enumerated() {
            if place > 0 { output.put(",") }
            output.put(page)
        }
        output.put("]")
        if !connections.isEmpty { put(connections, output) }
        output.put("}}\n")
    }

    private func put(_ connections: [ConnectionRecord], _ output: ExportOutput) {
        output.put(",\"_connections\":[")
        for (place, connection) in connections.enumerated() {
            output.put(place == 0 ? "\n" : ",\n")
            var writer = JSONWriter(capacity: 4 << 10)
            writer.connection(connection)
            writer.withBytes { output.put($0) }
        }
        output.put("\n]")
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
