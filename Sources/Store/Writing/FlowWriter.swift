import Bytes
import Flow
import GRDB
import HTTPModel

/// Puts flows into the tables. A value of the session's writer, used on its queue, within its transactions.
struct FlowWriter {
    /// How much of one body is kept.
    let bodyLimit: Int
    private(set) var open: [FlowID: OpenFlow] = [:]
    private var shared = SharedRows()

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// Takes one change; writes it when it ends a flow, or when too much of a body waits.
    mutating func take(_ change: FlowChange, _ database: Database) throws {
        switch change {
        case .progressed(let record):
            open[record.id, default: OpenFlow()].record = record
            open[record.id]?.isDirty = true
        case .content(let id, let kind, let bytes):
            let limit = bodyLimit
            try content(id, kind, database) { $0.append(bytes, limit: limit) }
        case .contentDropped(let id, let kind):
            try content(id, kind, database) { $0.cut() }
        case .finished(let record):
            var flow = open.removeValue(forKey: record.id) ?? OpenFlow()
            flow.record = record
            try write(&flow, record, database)
        }
    }

    private mutating func content(
        _ id: FlowID, _ kind: MessageKind, _ database: Database, _ body: (inout OpenBody) -> Void
    ) throws {
        var flow = open.removeValue(forKey: id) ?? OpenFlow()
        defer { open[id] = flow }
        flow.isDirty = true
        switch kind {
        case .request:
            body(&flow.request)
            if flow.request.pendingCount >= OpenBody.partSize { try flow.request.flush(database) }
        case .response:
            body(&flow.response)
            if flow.response.pendingCount >= OpenBody.partSize { try flow.response.flush(database) }
        }
    }

    /// Writes what is new of the flows that go on.
    mutating func flush(_ database: Database) throws {
        for id in open.filter({ $0.value.isDirty }).keys {
            guard var flow = open[id], let record = flow.record else { continue }
            try flow.request.flush(database)
            try flow.response.flush(database)
            try write(&flow, record, database)
            flow.isDirty = false
            open[id] = flow
        }
    }

    /// The transaction failed: nothing of it is in the file. Bodies lost what waited; flows are written again.
    mutating func forget() {
        shared.forget()
        for id in open.keys {
            open[id]?.request.lose()
            open[id]?.response.lose()
            open[id]?.isDirty = true
            open[id]?.requestChunks = 0
            open[id]?.responseChunks = 0
        }
    }

    /// The transaction is in the file.
    mutating func confirm() {
        for id in open.keys {
            open[id]?.request.confirm()
            open[id]?.response.confirm()
        }
    }

    /// Somebody else changed the file.
    mutating func forgetShared() {
        shared.forget()
    }

    private mutating func write(_ flow: inout OpenFlow, _ record: FlowRecord, _ database: Database) throws {
        var links = FlowLinks()
        links.run = try shared.run(record.run, database)
        links.clientTLS = try shared.tls(record.clientTLS, database)
        links.upstreamTLS = try shared.tls(record.upstreamTLS, database)
        links.request.edits = try shared.list(record.request.edits, database)
        links.response.edits = try shared.list(record.response.edits, database)
        try body(&flow.request, record.request, record.isFinished, &links.request, database)
        try body(&flow.response, record.response, record.isFinished, &links.response, database)
        links.parts = try parts(&flow, record, database)

        let row = try Prepared(database, RecordColumn.upsertText)
        FlowRow.bind(record, links, to: row)
        try row.run()
        let heads = try Prepared(database, HeadColumn.upsertText)
        FlowRow.bindHeads(record, to: heads)
        try heads.run()
    }

    private mutating func body(
        _ body: inout OpenBody, _ message: FlowRecord.Message, _ isFinished: Bool,
        _ links: inout FlowLinks.MessageLinks, _ database: Database
    ) throws {
        if !body.hasContent, isFinished { try take(message.content.kept, into: &body, database) }
        let kept = UInt64(body.count)
        links.body = isFinished ? try body.finish(&shared, database) : body.row
        // What is beyond the limit of what is kept of a body may not even be handed over.
        let isShort = body.hasContent && kept < message.content.size ?? 0
        links.isCut = message.content.isTruncated || body.isCut || isShort
    }

    /// What came with the record itself: it was read from a file.
    private func take(_ kept: ContentRef, into body: inout OpenBody, _ database: Database) throws {
        switch kept {
        case .absent:
            return
        case .inline(let bytes):
            body.append(bytes, limit: .max)
        case .spooled(let content):
            var failure: (any Error)?
            let isWhole = content.forEachPiece(of: OpenBody.partSize) { piece in
                body.append(Bytes(Array(piece)), limit: .max)
                do {
                    // Never more than a part of it is in memory.
                    try body.flush(database)
                } catch {
                    failure = error
                }
                return failure == nil
            }
            if let failure { throw failure }
            if !isWhole { body.cut() }
        }
    }

    /// Writes the rows of other tables, and says which have some.
    private mutating func parts(
        _ flow: inout OpenFlow, _ record: FlowRecord, _ database: Database
    ) throws -> FlowParts {
        var parts: FlowParts = []
        if !record.request.chunks.isEmpty {
            try ChunkRows.write(record, .request, from: flow.requestChunks, to: database)
            flow.requestChunks = record.request.chunks.count
            parts.insert(.requestChunks)
        }
        if !record.response.chunks.isEmpty {
            try ChunkRows.write(record, .response, from: flow.responseChunks, to: database)
            flow.responseChunks = record.response.chunks.count
            parts.insert(.responseChunks)
        }
        if QuirkRows.isNeeded(record) {
            try QuirkRows.write(record, to: database)
            parts.insert(.quirks)
        }
        if !record.interim.isEmpty {
            try InterimRows.write(record, edits: { try shared.list($0, database) }, to: database)
            parts.insert(.interim)
        }
        if record.toldChanges?.isEmpty == false {
            try ChangeRows.write(record, to: database)
            parts.insert(.changes)
        }
        let extra = try ExtraRows.rows(record) { try shared.list($0, database) }
        if !extra.isEmpty {
            let row = try Prepared(database, "INSERT OR REPLACE INTO extra(flow, name, value) VALUES(?,?,?)")
            for (name, value) in extra {
                row.bind([.integer(Int64(bitPattern: record.id.number)), .text(name.text), value])
                try row.run()
            }
            parts.insert(.extra)
        }
        return parts
    }
}
