import Bytes
import Flow
import HTTPModel
import HTTPWire

extension FlowRow {
    /// The columns of a flow and its heads; what `record` and `links` read.
    ///
    /// - Parameter version: of the file's schema.
    static func select(version: Int64) -> String {
        version < 3 ? selectBefore3 : selectNewest
    }

    private static let selectNewest = select(hop: "flow.redirect_hop")
    private static let selectBefore3 = select(hop: "NULL")

    private static func select(hop: String) -> String {
        let flow = RecordColumn.names.map { "flow.\($0)" }
        let head = HeadColumn.names.map { "head.\($0)" }
        return
            "SELECT \((flow + head).joined(separator: ",")), flow.pinned, flow.comment, \(hop) FROM flow "
            + "LEFT JOIN head ON head.flow = flow.id"
    }

    static func links(_ row: Prepared) -> FlowLinks {
        var links = FlowLinks()
        links.run = row.integer(.run)
        links.request.edits = row.integer(.requestEdits)
        links.request.body = row.integer(.requestBody)
        links.request.isCut = row.flag(.requestCut)
        links.response.edits = row.integer(.responseEdits)
        links.response.body = row.integer(.responseBody)
        links.response.isCut = row.flag(.responseCut)
        links.clientTLS = row.integer(.clientTls)
        links.upstreamTLS = row.integer(.upstreamTls)
        links.parts = FlowParts(rawValue: row.integer(.parts) ?? 0)
        return links
    }

    /// What the two rows say by themselves.
    static func record(_ row: Prepared) -> FlowRecord {
        let opened = Instant(nanoseconds: min(row.count(.opened) ?? 0, Instant.latestOpened))
        var record = FlowRecord(id: FlowID(row.count(.id) ?? 0), openedAt: opened)
        if let started = row.moment(RecordColumn.started.rawValue) {
            record.opening = FlowEvent.Opening(
                wallClock: started, client: row.text(.client), listener: row.text(.listener),
                clientConnection: row.count(.clientConnection), requestNumber: row.count(.requestNumber))
        }
        record.host = row.text(.serverName)
        record.port = row.integer(.serverPort).flatMap { UInt16(exactly: $0) }
        if row.integer(.isLocal) != nil {
            record.upstream = FlowEvent.UpstreamLease(
                connection: row.count(.upstreamConnection), address: row.text(.upstream), reused: row.flag(.isReused),
                isLocal: row.flag(.isLocal))
        }
        record.outcome = outcome(row)
        record.tunnelProtocol = row.text(.tunnel)
        record.relayedSent = row.count(.relayedSent) ?? 0
        record.relayedReceived = row.count(.relayedReceived) ?? 0
        record.wasRetried = row.flag(.wasRetried)
        for time in FlowTimes.all {
            guard let difference = row.span(time.column.rawValue) else { continue }
            time.set(&record.times, opened.shifted(by: difference))
        }
        readRequest(row, &record)
        readResponse(row, &record)
        return record
    }

    private static func outcome(_ row: Prepared) -> Outcome? {
        guard let kind = row.text(.outcome).flatMap(Outcome.Kind.init(rawValue:)) else { return nil }
        return Outcome(
            kind, by: row.text(.outcomeBy).flatMap(Outcome.Party.init(rawValue:)) ?? .proxy,
            row.text(.outcomeCode).flatMap(Outcome.Code.init(rawValue:)) ?? .internalError,
            detail: row.text(.outcomeDetail) ?? "")
    }

    private static func trailers(_ raw: Bytes?) -> FieldSection? {
        raw.map { RecordedHead.section($0, hasStartLine: false) }
    }

    private static func readRequest(_ row: Prepared, _ record: inout FlowRecord) {
        if let raw = row.bytes(HeadColumn.request.place) { record.requestHead = RecordedHead.request(raw).head }
        record.request.framing = row.text(.requestFraming).flatMap(FramingText.framing)
        record.request.content.size = row.count(.requestSize)
        record.request.wireSize = row.count(.requestWireSize)
        record.request.hasEnded = row.flag(.requestEnded)
        record.request.content.isTruncated = row.flag(.requestCut)
        // Equal contents are kept once.
        record.request.content.likeness = row.integer(.requestBody).map { UInt64(bitPattern: $0) }
        record.request.chunkCount = row.position(RecordColumn.requestChunks.rawValue) ?? 0
        record.request.sent = row.bytes(HeadColumn.requestSent.place)
        record.request.trailers = trailers(row.bytes(HeadColumn.requestTrailers.place))
        record.request.trailersSent = row.bytes(HeadColumn.requestTrailersSent.place)
        record.request.malformedHead = row.bytes(HeadColumn.requestMalformed.place)
    }

    private static func readResponse(_ row: Prepared, _ record: inout FlowRecord) {
        if let raw = row.bytes(HeadColumn.response.place) {
            record.responseHead = RecordedHead.response(raw, to: record.method).head
        }
        record.response.framing = row.text(.responseFraming).flatMap(FramingText.framing)
        record.response.content.size = row.count(.responseSize)
        record.response.wireSize = row.count(.responseWireSize)
        record.response.hasEnded = row.flag(.responseEnded)
        record.response.content.isTruncated = row.flag(.responseCut)
        record.response.chunkCount = row.position(RecordColumn.responseChunks.rawValue) ?? 0
        record.response.sent = row.bytes(HeadColumn.responseSent.place)
        record.response.trailers = trailers(row.bytes(HeadColumn.responseTrailers.place))
        record.response.trailersSent = row.bytes(HeadColumn.responseTrailersSent.place)
        record.response.malformedHead = row.bytes(HeadColumn.responseMalformed.place)
    }
}

extension Instant {
    /// So late a flow of a file may have begun that all its times have room behind it.
    fileprivate static let latestOpened: UInt64 = 1 << 63

    /// - Parameter span: one that a file has, in nanoseconds.
    func shifted(by span: Int64) -> Instant {
        let length = span.magnitude
        guard span < 0 else {
            let (sum, overflow) = nanoseconds.addingReportingOverflow(length)
            return Instant(nanoseconds: overflow ? .max : sum)
        }
        return Instant(nanoseconds: nanoseconds > length ? nanoseconds - length : 0)
    }
}

extension Prepared {
    fileprivate func integer(_ column: RecordColumn) -> Int64? { integer(column.rawValue) }
    fileprivate func text(_ column: RecordColumn) -> String? { text(column.rawValue) }
    fileprivate func flag(_ column: RecordColumn) -> Bool { integer(column.rawValue) == 1 }
    fileprivate func count(_ column: RecordColumn) -> UInt64? {
        integer(column.rawValue).map { UInt64(bitPattern: $0) }
    }
}
