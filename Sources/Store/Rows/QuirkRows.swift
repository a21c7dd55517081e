import Flow
import HTTPModel
import HTTPWire

/// The quirks of a flow: rows of `quirk`. Those of a head are numbered apart from those found after it.
enum QuirkRows {
    private enum Part: String {
        case head, body
        /// Of all interim responses, for those who search; a head's own are found again in its bytes.
        case interim
    }

    private static let insert =
        "INSERT OR REPLACE INTO quirk(flow, message, part, number, code, offset, length) VALUES(?,?,?,?,?,?,?)"

    static func isNeeded(_ record: FlowRecord) -> Bool {
        record.requestHead?.quirks.isEmpty == false || record.responseHead?.quirks.isEmpty == false
            || !record.request.quirks.isEmpty || !record.response.quirks.isEmpty || !record.interimQuirks.isEmpty
    }

    static func write(_ record: FlowRecord, to database: Database) throws {
        try write(record, .request, .head, record.requestHead?.quirks ?? [], database)
        try write(record, .request, .body, record.request.quirks, database)
        try write(record, .response, .head, record.responseHead?.quirks ?? [], database)
        try write(record, .response, .body, record.response.quirks, database)
        try write(record, .response, .interim, record.interimQuirks.map(\.quirk), database)
    }

    private static func write(
        _ record: FlowRecord, _ kind: MessageKind, _ part: Part, _ quirks: [Quirk], _ database: Database
    ) throws {
        guard !quirks.isEmpty else { return }
        let row = try Prepared(database, insert)
        for (number, quirk) in quirks.enumerated() {
            row.bind(0, Int64(bitPattern: record.id.number))
            row.bind(1, kind.column)
            row.bind(2, part.rawValue)
            row.bind(3, Int64(number))
            row.bind(4, quirk.code.rawValue)
            row.bind(5, Int64(quirk.offset))
            row.bind(6, Int64(quirk.length))
            try row.run()
        }
    }

    /// - Parameter omitted: how many more quirks each head had.
    static func read(
        into record: inout FlowRecord, omitted: (request: Int, response: Int), _ database: Database
    ) throws {
        var found: [MessageKind: [Part: [Quirk]]] = [:]
        let rows = try Prepared(
            database,
            "SELECT message, part, code, offset, length FROM quirk WHERE flow = ? ORDER BY message, part, number")
        rows.bind(0, Int64(bitPattern: record.id.number))
        try rows.forEachRow { row in
            guard let kind = MessageKind(column: row.integer(0)), let part = row.text(1).flatMap(Part.init(rawValue:)),
                let code = row.text(2).flatMap(Quirk.Code.init(rawValue:))
            else { return true }
            let quirk = Quirk(
                code, offset: row.position(3) ?? 0, length: row.position(4) ?? 0)
            found[kind, default: [:]][part, default: []].append(quirk)
            return true
        }
        record.request.quirks = found[.request]?[.body] ?? []
        record.response.quirks = found[.response]?[.body] ?? []
        setHeadQuirks(
            &record, request: found[.request]?[.head] ?? [], response: found[.response]?[.head] ?? [], omitted: omitted)
    }

    /// What reading a head's bytes again cannot tell: the quirks are those that were seen on the wire.
    static func setHeadQuirks(
        _ record: inout FlowRecord, request: [Quirk], response: [Quirk], omitted: (request: Int, response: Int)
    ) {
        if let head = record.requestHead, head.quirks != request || head.omittedQuirks != omitted.request {
            record.requestHead = RequestHead(
                method: head.method, target: head.target, version: head.version, fields: head.fields, quirks: request,
                omittedQuirks: omitted.request)
        }
        guard var head = record.responseHead else { return }
        // It said that it was of HTTP/2, and was read as HTTP/1.
        if head.version.major >= 2, response.contains(where: { $0.code == .oddVersion }) {
            head = RecordedHead.response(head.raw, to: record.method, isLive: true).head ?? head
        }
        record.responseHead = head.with(response, omitted: omitted.response)
    }
}

extension ResponseHead {
    /// The same head with other quirks.
    func with(_ quirks: [Quirk], omitted: Int) -> ResponseHead {
        guard self.quirks != quirks || omittedQuirks != omitted else { return self }
        return ResponseHead(
            status: status, version: version, reasonRange: reasonRange, fields: fields, quirks: quirks,
            omittedQuirks: omitted)
    }
}
