import Bytes
import Filter
import Flow
import HTTPModel
import Library

/// Puts flows into the tables. A value of the session's writer, used on its queue, within its transactions.
struct FlowWriter {
    /// How much of one body is kept.
    let bodyLimit: Int
    /// What of a flow checks and filters ask; nil: no flow is judged.
    private let judging: FlowJudging?
    /// Looks at flows as they are written, where nobody else has; else they are looked at later.
    private let judgesAtOnce: Bool
    private var open: [FlowID: OpenFlow] = [:]
    private var shared = SharedRows()
    private var search = SearchIndex()
    private var hops = RedirectHops()
    private var blocks = FlowBlocks()
    /// Flows that this transaction ends and that are in the file already, as they were before.
    private var ended: [FlowID: OpenFlow] = [:]
    /// Flows that go on of which something is not in the file, in the order of their oldest change; some may have
    /// ended.
    private var dirty: [FlowID] = []
    /// Flows of which this transaction writes something.
    private var written: [FlowID] = []

    init(bodyLimit: Int, judging: FlowJudging? = nil, judgesAtOnce: Bool = false) {
        self.bodyLimit = bodyLimit
        self.judging = judging
        self.judgesAtOnce = judgesAtOnce
    }

    /// Takes one change; writes it when it ends a flow, or when too much of a body waits.
    ///
    /// - Parameter moment: when it came, or before.
    mutating func take(_ change: FlowChange, since moment: UInt64, _ database: Database) throws {
        switch change {
        case .open(let flow):
            var known = open.removeValue(forKey: flow.id) ?? OpenFlow()
            known.latest = flow
            touch(&known, flow.id, moment)
            open[flow.id] = known
        case .content(let id, let kind, let bytes):
            let limit = bodyLimit
            try content(id, kind, moment, database) { $0.append(bytes, limit: limit) }
        case .contentDropped(let id, let kind):
            try content(id, kind, moment, database) { $0.cut() }
        case .over(let last, let judgement):
            var flow = open.removeValue(forKey: last.id) ?? OpenFlow()
            flow.latest = last
            flow.judgement = judgement
            flow.isOver = true
            if flow.isInFile { ended[last.id] = flow }
            try write(&flow, last, database)
        case .connection(let record):
            try ConnectionRows.write(record, to: database)
        }
    }

    private mutating func content(
        _ id: FlowID, _ kind: MessageKind, _ moment: UInt64, _ database: Database, _ body: (inout OpenBody) -> Void
    ) throws {
        var flow = open.removeValue(forKey: id) ?? OpenFlow()
        defer { open[id] = flow }
        touch(&flow, id, moment)
        switch kind {
        case .request: body(&flow.request)
        case .response: body(&flow.response)
        }
        guard flow.hasPart else { return }
        // A part that is in the file is one of a flow that is there, too.
        flow.dirtySince = 0
        written.append(id)
        try flow.flush(database)
    }

    private mutating func touch(_ flow: inout OpenFlow, _ id: FlowID, _ moment: UInt64) {
        guard flow.dirtySince == nil else { return }
        flow.dirtySince = moment
        dirty.append(id)
    }

    /// Something is not in the file of flows that go on.
    var isWaiting: Bool { !dirty.isEmpty }

    /// Writes what is new of the flows that go on and has waited since this moment or longer, and the end of those for
    /// which that failed before. Most flows end sooner, and are written once.
    mutating func flush(upTo moment: UInt64 = .max, _ database: Database) throws {
        guard !dirty.isEmpty else { return }
        let waiting = dirty
        dirty = []
        for (place, id) in waiting.enumerated() {
            guard var flow = open[id], let since = flow.dirtySince else { continue }
            guard since <= moment, let latest = flow.latest else {
                dirty.append(id)
                continue
            }
            if flow.isOver {
                open[id] = nil
                ended[id] = flow
            }
            written.append(id)
            do {
                try flow.flush(database)
                try write(&flow, latest, database)
            } catch {
                dirty += waiting[place...]
                throw error
            }
            flow.dirtySince = nil
            flow.isWritten = true
            if !flow.isOver { open[id] = flow }
        }
    }

    /// The transaction failed that was to write these changes: nothing of it is in the file. Bodies lost what waited;
    /// flows that are in the file are written again, also when they have ended, as nobody else would say so. How many
    /// flows are lost altogether.
    mutating func forget(_ changes: [FlowChange]) -> Int {
        shared.forget()
        search.forget()
        blocks.forget()
        open.merge(ended) { _, before in before }
        for id in ended.keys { lose(id) }
        for id in written { lose(id) }
        ended = [:]
        written = []
        var lost = 0
        for change in changes {
            switch change {
            case .open(let flow):
                open[flow.id, default: OpenFlow()].latest = flow
                lose(flow.id)
            case .content(let id, let kind, _), .contentDropped(let id, let kind):
                open[id, default: OpenFlow()].cut(kind)
                lose(id)
            case .over(let last, let judgement) where open[last.id]?.isInFile == true:
                open[last.id]?.latest = last
                open[last.id]?.judgement = judgement
                open[last.id]?.isOver = true
                lose(last.id)
                open[last.id]?.loseEnd()
            case .over(let last, _):
                open[last.id] = nil
                lost += 1
            case .connection:
                // No flow is lost by it; the next state of it comes when it ends.
                continue
            }
        }
        // One failure after the other would name the same flows again and again.
        var seen: Set<FlowID> = []
        dirty = dirty.filter { open[$0] != nil && seen.insert($0).inserted }
        return lost
    }

    private mutating func lose(_ id: FlowID) {
        guard open[id] != nil else { return }
        open[id]?.lose()
        dirty.append(id)
    }

    /// The transaction is in the file.
    mutating func confirm() {
        ended = [:]
        for id in written { open[id]?.confirm() }
        written.removeAll(keepingCapacity: true)
    }

    /// Looks at some flows that are in the file; whether there may be more.
    mutating func judge(_ judging: FlowJudging, _ database: Database) throws -> Bool {
        try judging.judge(&shared, &blocks, database)
    }

    /// Says of some flows together what they have, so that they are passed over by those who look for something else.
    mutating func closeBlocks(_ database: Database) throws {
        try blocks.closeSome(database)
    }

    /// No more flows come: what was gathered of their texts is written, and what they have together.
    mutating func closeIndices(_ database: Database) throws {
        try search.close(database)
        try blocks.closeAll(database)
    }

    /// The connection is about to be closed.
    mutating func close() {
        shared.close()
    }

    /// Rows went that flows share, by our own hand or by somebody else's.
    mutating func forget(_ rows: SharedRows.Kind) {
        shared.forget(rows)
        blocks.forget()
        if rows == .all { search.forget() }
    }

    private mutating func write(_ flow: inout OpenFlow, _ latest: FlowSnapshot, _ database: Database) throws {
        let record = latest.record
        var links = FlowLinks()
        links.run = try shared.run(record.run, database)
        links.clientTLS = try shared.tls(record.clientTLS, database)
        links.upstreamTLS = try shared.tls(record.upstreamTLS, database)
        links.request.edits = try shared.list(record.request.edits, database)
        links.response.edits = try shared.list(record.response.edits, database)
        var context = FlowContext()
        if flow.isOver { context.redirectHop = hops.hop(of: record) }
        let reader = judging.flatMap { isJudged(flow, record) ? $0.reader : nil }
        let subject = FilterSubject(
            JudgedFlow(latest, flow.judgement), context, reader: reader ?? FilterReader())
        links.changes = try shared.listed(ListedRows.changes(of: subject), database)
        if reader != nil {
            let notes = try shared.listed(ListedRows.notes(of: subject), database)
            links.judgment = FlowLinks.Judgment(subject, notes: notes)
        }
        let request = try body(&flow.request, subject, .request, flow.isOver, &links.request, database)
        let response = try body(&flow.response, subject, .response, flow.isOver, &links.response, database)
        if flow.isOver {
            links.search = try search.add(subject, request: request, response: response, database) ?? 0
        }
        links.parts = try parts(&flow, record, database)
        try CodingRows.write(subject, to: database)

        let statements = try shared.statements(database)
        let (isOver, isNew) = (flow.isOver, !flow.isInFile && !flow.isWritten)
        try statements.flow.write(isNew: isNew) { FlowRow.bind(subject, links, isOver: isOver, to: $0) }
        try statements.head.write(isNew: isNew) { FlowRow.bindHeads(record, to: $0) }
        let isUnjudged = isOver && links.judgment == nil
        try blocks.touch(Int64(bitPattern: record.id.number), isJudged: !isUnjudged, database)
    }

    /// Whether what checks find in a flow is written with it: somebody has asked already, or it is asked for at once,
    /// of a record that has all that there is to look at: nothing came beside it, nothing follows, and it is not large.
    private func isJudged(_ flow: OpenFlow, _ record: FlowRecord) -> Bool {
        guard flow.isOver else { return false }
        if flow.judgement != nil { return hasContents(flow, record) }
        guard judgesAtOnce, !flow.request.hasContent, !flow.response.hasContent else { return false }
        let size = (record.request.content.kept.count ?? 0) + (record.response.content.kept.count ?? 0)
        return size <= SessionReader.inlineLimit
    }

    /// Whether those who looked at the record saw of its contents what the file has of them, so that looking at the
    /// flow in the file would find the same.
    private func hasContents(_ flow: OpenFlow, _ record: FlowRecord) -> Bool {
        func hasContent(_ content: FlowRecord.Content, _ body: OpenBody) -> Bool {
            !body.isCut && (!body.hasContent || content.kept.count ?? 0 == body.count)
        }
        return hasContent(record.request.content, flow.request) && hasContent(record.response.content, flow.response)
    }

    /// Writes what is new of a content; what of it is searched, when it has ended.
    private mutating func body(
        _ body: inout OpenBody, _ subject: FilterSubject, _ kind: MessageKind, _ isOver: Bool,
        _ links: inout FlowLinks.MessageLinks, _ database: Database
    ) throws -> SearchedContent {
        let message = subject.record[kind]
        if !body.hasContent, isOver { try take(message.content.kept, into: &body, database) }
        let kept = UInt64(body.count)
        var searched = SearchedContent.nothing
        if isOver {
            let bytes = body.whole
            links.body = try body.finish(&shared, database)
            if let decoded = message.content.decoded {
                searched = subject.hasText(kind) ? .decoded(decoded) : .nothing
            } else if let row = links.body, subject.hasText(kind) {
                // What came bit by bit is in the file in parts.
                let isSmall = kept <= UInt64(SearchIndex.contentLimit)
                let whole = try bytes ?? (isSmall ? BodyRows.bytes(row, upTo: SearchIndex.contentLimit, database) : nil)
                searched = whole.map { .text($0, row: row) } ?? .elsewhere
            }
        } else {
            links.body = body.row
        }
        // What is beyond the limit of what is kept of a body may not even be handed over: nothing, when that is 0.
        let isShort = (body.hasContent || bodyLimit == 0) && kept < message.content.size ?? 0
        links.isCut = message.content.isTruncated || body.isCut || isShort
        return searched
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
            let isWhole = unsafe content.forEachPiece(of: OpenBody.partSize) { piece in
                unsafe body.append(Bytes(Array(piece)), limit: .max)
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
        let pieces = record.inner.list.pieces.count
        let extra = try ExtraRows.rows(record) { try shared.list($0, database) }
        if !extra.isEmpty {
            let row = try Prepared(database, "INSERT OR REPLACE INTO extra(flow, name, value) VALUES(?,?,?)")
            for (name, value) in extra {
                row.bind([.integer(Int64(bitPattern: record.id.number)), .text(name.text), value])
                try row.run()
            }
            for place in min(flow.innerPieces, pieces)..<pieces {
                let (name, value) = ExtraRows.piece(place, of: record)
                row.bind([.integer(Int64(bitPattern: record.id.number)), .text(name), value])
                try row.run()
            }
            flow.innerPieces = pieces
            parts.insert(.extra)
        }
        return parts
    }
}
