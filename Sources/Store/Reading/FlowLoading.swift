import Bytes
import Flow
import GRDB
import HTTPModel

/// What a flow has in other tables than `flow` and `head`.
enum FlowLoading {
    /// - Parameter bodies: who reads content that is large later on; nil when nobody wants any.
    static func complete(
        _ flow: inout StoredFlow, _ links: FlowLinks, bodies: SessionReader?, _ database: Database
    ) throws {
        let edits = { (list: Int64) in try EditRows.read(list, database) }
        var extra: [ExtraName: SQLValue] = [:]
        if links.parts.contains(.extra) {
            extra = try values(flow.record, database)
            try ExtraRows.read(extra, into: &flow.record, edits: edits)
        }
        let omitted = (count(extra[.requestHeadQuirksOmitted]), count(extra[.responseHeadQuirksOmitted]))
        if links.parts.contains(.quirks) {
            try QuirkRows.read(into: &flow.record, omitted: omitted, database)
        } else {
            QuirkRows.setHeadQuirks(&flow.record, request: [], response: [], omitted: omitted)
        }
        if links.parts.contains(.requestChunks) { try ChunkRows.read(.request, into: &flow.record, database) }
        if links.parts.contains(.responseChunks) { try ChunkRows.read(.response, into: &flow.record, database) }
        if links.parts.contains(.interim) { try InterimRows.read(into: &flow.record, edits: edits, database) }
        if links.parts.contains(.changes) { try ChangeRows.read(into: &flow.record, database) }
        if let list = links.request.edits { flow.record.request.edits = try edits(list) }
        if let list = links.response.edits { flow.record.response.edits = try edits(list) }
        if let id = links.clientTLS { flow.record.clientTLS = try TLSRows.read(id, database) }
        if let id = links.upstreamTLS { flow.record.upstreamTLS = try TLSRows.read(id, database) }
        if let id = links.run { flow.record.run = try run(id, database) }
        if let bodies {
            flow.record.request.content.kept = try content(links.request.body, bodies, database)
            flow.record.response.content.kept = try content(links.response.body, bodies, database)
        }
        flow.tags = try tags(flow.record, database)
    }

    private static func values(_ record: FlowRecord, _ database: Database) throws -> [ExtraName: SQLValue] {
        var values: [ExtraName: SQLValue] = [:]
        let rows = try Prepared(database, "SELECT name, value FROM extra WHERE flow = ?")
        rows.bind(0, Int64(bitPattern: record.id.number))
        try rows.forEachRow { row in
            if let name = row.text(0).flatMap({ ExtraName.byText[$0] }) { values[name] = row.value(1) }
            return true
        }
        return values
    }

    private static func count(_ value: SQLValue?) -> Int {
        if case .integer(let number)? = value { Int(clamping: number) } else { 0 }
    }

    private static func run(_ id: Int64, _ database: Database) throws -> RunID? {
        let row = try Prepared(database, "SELECT name FROM run WHERE id = ?")
        row.bind(0, id)
        return try row.first { $0.text(0).flatMap { RunID($0) } } ?? nil
    }

    private static func content(
        _ id: Int64?, _ reader: SessionReader, _ database: Database
    ) throws -> ContentRef {
        guard let id, let size = try BodyRows.size(id, database) else { return .absent }
        guard size > SessionReader.inlineLimit else { return .inline(try BodyRows.bytes(id, database)) }
        return .spooled(StoredBody(id, size: size, reader))
    }

    private static func tags(_ record: FlowRecord, _ database: Database) throws -> [String] {
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
