import Bytes
import Filter
import Flow
import HTTPModel

/// A record as a row of `flow` and one of `head`.
enum FlowRow {
    /// - Parameter isOver: nothing more comes of it, whether anybody says how it ended or not.
    static func bind(_ subject: FilterSubject, _ links: FlowLinks, isOver: Bool, to row: Prepared) {
        let record = subject.record
        row.bind(RecordColumn.id, record.id.number)
        row.bind(RecordColumn.run, links.run)
        row.bind(RecordColumn.state, isOver)
        row.bind(RecordColumn.opened, record.openedAt.nanoseconds)
        if let opening = record.opening {
            row.bind(RecordColumn.started, opening.wallClock)
            row.bind(RecordColumn.client, opening.client)
            row.bind(RecordColumn.listener, opening.listener)
            row.bind(RecordColumn.clientConnection, opening.clientConnection)
            row.bind(RecordColumn.requestNumber, opening.requestNumber)
        }
        row.bind(RecordColumn.serverName, record.host)
        row.bind(RecordColumn.serverPort, record.port.map { Int64($0) })
        if let lease = record.upstream {
            row.bind(RecordColumn.upstream, lease.address)
            row.bind(RecordColumn.upstreamConnection, lease.connection)
            row.bind(RecordColumn.isReused, lease.reused)
            row.bind(RecordColumn.isLocal, lease.isLocal)
        }
        FactColumn.bind(subject, to: row)
        row.bind(FactColumn.search.place, links.search)
        row.bind(FactColumn.changes.place, links.changes)
        FlowLinks.Judgment.bind(links.judgment, to: row)
        if let outcome = record.outcome {
            row.bind(RecordColumn.outcome, outcome.kind.rawValue)
            row.bind(RecordColumn.outcomeBy, outcome.by.rawValue)
            row.bind(RecordColumn.outcomeCode, outcome.code.rawValue)
            if !outcome.detail.isEmpty { row.bind(RecordColumn.outcomeDetail, outcome.detail) }
        }
        bindRequest(record.request, links.request, to: row)
        bindResponse(record.response, links.response, to: row)
        row.bind(RecordColumn.clientTls, links.clientTLS)
        row.bind(RecordColumn.upstreamTls, links.upstreamTLS)
        row.bind(RecordColumn.tunnel, record.tunnelProtocol)
        if record.relayedSent > 0 { row.bind(RecordColumn.relayedSent, record.relayedSent) }
        if record.relayedReceived > 0 { row.bind(RecordColumn.relayedReceived, record.relayedReceived) }
        if record.wasRetried { row.bind(RecordColumn.wasRetried, true) }
        for time in FlowTimes.all {
            guard let moment = time.get(record.times) else { continue }
            // The difference wraps as clocks of recordings may run backwards.
            row.bind(time.column, Int64(bitPattern: moment.nanoseconds &- record.openedAt.nanoseconds))
        }
        row.bind(RecordColumn.parts, links.parts.rawValue)
    }

    private static func bindRequest(_ message: FlowRecord.Message, _ links: FlowLinks.MessageLinks, to row: Prepared) {
        row.bind(RecordColumn.requestFraming, message.framing.map(FramingText.text))
        row.bind(RecordColumn.requestSize, message.content.size)
        row.bind(RecordColumn.requestWireSize, message.wireSize)
        if message.hasEnded { row.bind(RecordColumn.requestEnded, true) }
        row.bind(RecordColumn.requestEdits, links.edits)
        row.bind(RecordColumn.requestBody, links.body)
        if links.isCut { row.bind(RecordColumn.requestCut, true) }
        if message.chunkCount > 0 { row.bind(RecordColumn.requestChunks, Int64(message.chunkCount)) }
    }

    private static func bindResponse(_ message: FlowRecord.Message, _ links: FlowLinks.MessageLinks, to row: Prepared) {
        row.bind(RecordColumn.responseFraming, message.framing.map(FramingText.text))
        row.bind(RecordColumn.responseSize, message.content.size)
        row.bind(RecordColumn.responseWireSize, message.wireSize)
        if message.hasEnded { row.bind(RecordColumn.responseEnded, true) }
        row.bind(RecordColumn.responseEdits, links.edits)
        row.bind(RecordColumn.responseBody, links.body)
        if links.isCut { row.bind(RecordColumn.responseCut, true) }
        if message.chunkCount > 0 { row.bind(RecordColumn.responseChunks, Int64(message.chunkCount)) }
    }

    static func bindHeads(_ record: FlowRecord, to row: Prepared) {
        row.bind(HeadColumn.flow, record.id.number)
        row.bind(HeadColumn.request, record.requestHead?.raw)
        row.bind(HeadColumn.requestSent, record.request.sent)
        row.bind(HeadColumn.response, record.responseHead?.raw)
        row.bind(HeadColumn.responseSent, record.response.sent)
        row.bind(HeadColumn.requestTrailers, record.request.trailers?.raw)
        row.bind(HeadColumn.requestTrailersSent, record.request.trailersSent)
        row.bind(HeadColumn.responseTrailers, record.response.trailers?.raw)
        row.bind(HeadColumn.responseTrailersSent, record.response.trailersSent)
        row.bind(HeadColumn.requestMalformed, record.request.malformedHead)
        row.bind(HeadColumn.responseMalformed, record.response.malformedHead)
    }
}
