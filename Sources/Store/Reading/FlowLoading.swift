import Bytes
import Flow
import HTTPModel

/// What flows have in other tables than `flow` and `head`. Made for one page: what many of its flows share is read
/// once.
struct FlowLoading {
    private let reading: FlowPage.Reading
    private let database: Database
    private var edits: [Int64: [Change]] = [:]
    private var tls: [Int64: TLSFacts?] = [:]
    private var runs: [Int64: RunID?] = [:]

    init(_ reading: FlowPage.Reading, _ database: Database) {
        self.reading = reading
        self.database = database
    }

    mutating func complete(_ flow: inout StoredFlow, _ links: FlowLinks) throws {
        var extra: [ExtraName: SQLValue] = [:]
        if links.parts.contains(.extra) {
            let pieces: [Bytes]
            (extra, pieces) = try values(flow.record)
            try ExtraRows.read(extra, pieces: pieces, into: &flow.record) { try edits(of: $0) }
        }
        let omitted = (count(extra[.requestHeadQuirksOmitted]), count(extra[.responseHeadQuirksOmitted]))
        if links.parts.contains(.quirks) {
            try QuirkRows.read(into: &flow.record, omitted: omitted, database)
        } else {
            QuirkRows.setHeadQuirks(&flow.record, request: [], response: [], omitted: omitted)
        }
        if links.parts.contains(.requestChunks) { try ChunkRows.read(.request, into: &flow.record, database) }
        if links.parts.contains(.responseChunks) { try ChunkRows.read(.response, into: &flow.record, database) }
        if links.parts.contains(.interim) {
            try InterimRows.read(into: &flow.record, edits: { try edits(of: $0) }, database)
        }
        if links.parts.contains(.changes) {
            try ChangeRows.read(into: &flow.record, version: reading.version, database)
        }
        if let list = links.request.edits { flow.record.request.edits = try edits(of: list) }
        if let list = links.response.edits { flow.record.response.edits = try edits(of: list) }
        if let id = links.clientTLS { flow.record.clientTLS = try tls(of: id) }
        if let id = links.upstreamTLS { flow.record.upstreamTLS = try tls(of: id) }
        if let id = links.run { flow.record.run = try run(of: id) }
        if reading.hasBodies {
            flow.record.request.content.kept = try content(links.request.body)
            flow.record.response.content.kept = try content(links.response.body)
        }
        flow.tags = try tags(flow.record)
    }

    // MARK: Shared

    private mutating func edits(of list: Int64) throws -> [Change] {
        if let known = edits[list] { return known }
        let read = try EditRows.read(list, database)
        edits[list] = read
        return read
    }

    private mutating func tls(of id: Int64) throws -> TLSFacts? {
        if let known = tls[id] { return known }
        let read = try TLSRows.read(id, database)
        tls[id] = .some(read)
        return read
    }

    private mutating func run(of id: Int64) throws -> RunID? {
        if let known = runs[id] { return known }
        let read = try run(id)
        runs[id] = .some(read)
        return read
    }

    // MARK: Its own

    /// What `extra` has, and in order the pieces of the messages inside that are rows of their own.
    private func values(_ record: FlowRecord) throws -> ([ExtraName: SQLValue], pieces: [Bytes]) {
        var values: [ExtraName: SQLValue] = [:]
        var pieces: [Int: Bytes] = [:]
        let rows = try Prepared(database, "SELECT name, value FROM extra WHERE flow = ?")
        rows.bind(0, Int64(bitPattern: record.id.number))
        try rows.forEachRow { row in
            guard let text = row.text(0) else { return true }
            if let name = ExtraName.byText[text] {
                values[name] = row.value(1)
            } else if let place = ExtraName.innerPiece(named: text), case .blob(let piece) = row.value(1) {
                pieces[place] = piece
            }
            return true
        }
        return (values, pieces.sorted { $0.key < $1.key }.map(\.value))
    }

    private func count(_ value: SQLValue?) -> Int {
        if case .integer(let number)? = value { Prepared.position(number) } else { 0 }
    }

    private func run(_ id: Int64) throws -> RunID? {
        let row = try Prepared(database, "SELECT name FROM run WHERE id = ?")
        row.bind(0, id)
        return try row.first { $0.text(0).flatMap { RunID($0) } } ?? nil
    }

    private func content(_ id: Int64?) throws -> ContentRef {
        guard let id, let size = try BodyRows.size(id, database) else { return .absent }
        guard size > SessionReader.inlineLimit else { return .inline(try BodyRows.bytes(id, upTo: size, database)) }
        return reading.bodies.map { .spooled(StoredBody(id, size: size, $0)) } ?? .absent
    }

    private func tags(_ record: FlowRecord) throws -> [String] {
        var tags: [String] = []
        let rows = try Prepared(database, "SELECT name FROM tag WHERE flow = ? ORDER BY name")
        rows.bind(0, Int64(bitPattern: record.id.number))
        try rows.forEachRow { row in
            if let name = row.text(0) { tags.append(name) }
            return true
        }
        return tags
    }
}
