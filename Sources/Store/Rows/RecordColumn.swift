/// The columns of `flow` that a record has a part in; marks and what is derived are not among them.
enum RecordColumn: Int32, TableColumn {
    case id = 0
    case run, state, started, opened
    case client, listener, clientConnection, requestNumber
    case serverName, serverPort
    case upstream, upstreamConnection, isReused, isLocal
    case method, url, status, duration
    case outcome, outcomeBy, outcomeCode, outcomeDetail
    case requestFraming, requestSize, requestWireSize, requestEnded, requestEdits, requestBody, requestCut
    case requestChunks
    case responseFraming, responseSize, responseWireSize, responseEnded, responseEdits, responseBody, responseCut
    case responseChunks
    case clientTls, upstreamTls
    case tunnel, relayedSent, relayedReceived, wasRetried
    case atRequestHead, atUpstreamSought, atNameResolved, atTransportConnected, atUpstreamConnected
    case atRequestForwarded, atRequestEnded, atResponseHead, atResponseEnded, atTunnelOpened, atFinished, atLatest
    case parts

    static let table = "flow"
    static let names = allCases.map { SnakeCase.name("\($0)") }
    /// Of few flows something is in these.
    static let rare = [
        RecordColumn.outcomeDetail, .requestBody, .requestCut, .requestChunks, .responseCut, .responseChunks,
        .tunnel, .relayedSent, .relayedReceived, .wasRetried, .atNameResolved, .atTransportConnected, .atTunnelOpened,
    ].map { SnakeCase.name("\($0)") }
}
