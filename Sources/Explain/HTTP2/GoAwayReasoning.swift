import Flow
import Registry

/// What a GOAWAY on one of its connections meant for an exchange (RFC 9113 §6.8): whether it was left behind.
enum GoAwayReasoning {
    private static let spec = "RFC 9113 §6.8"

    static func steps(about exchange: FlowRecord, _ connections: [ConnectionRecord]) -> [Reasoning.Step] {
        guard !connections.isEmpty else { return [] }
        var steps = StepCollector()
        let names = ConnectionRecord.names(of: exchange)
        for connection in connections where connection.run == exchange.run {
            if let lost = connection.lost.first(where: { $0.flow == exchange.id }) {
                left(lost.stream, behindBy: connection, exchange, &steps)
            } else if names.contains(connection.name) {
                told(connection, exchange, &steps)
            }
        }
        return steps.steps
    }

    /// The server did not look at it: it may be sent again, whatever its method (RFC 9113 §8.7).
    private static func left(
        _ stream: UInt32, behindBy connection: ConnectionRecord, _ exchange: FlowRecord, _ steps: inout StepCollector
    ) {
        guard let goAway = connection.goAways.filter({ !$0.isSent && $0.last < stream }).min(by: { $0.last < $1.last })
        else { return }
        let text: Prose = """
            The server's GOAWAY (\(name(goAway.code))) said that it had processed no stream above \(goAway.last). This \
            was stream \(stream) of connection \(connection.number).
            """
        if exchange.wasRetried {
            steps.add(
                "GOAWAY", held: true,
                text + """
                     The request was sent again on another connection.
                    """, "RFC 9113 §8.7")
        } else {
            steps.fault("GOAWAY", text + " The request was not sent again.", spec)
        }
    }

    /// Those that say of the exchange's own stream whether it was looked at: they come from the side that did not open
    /// it.
    private static func told(_ connection: ConnectionRecord, _ exchange: FlowRecord, _ steps: inout StepCollector) {
        let isClients = connection.leg == .client
        guard let stream = isClients ? exchange.request.stream : exchange.response.stream else { return }
        // The last one counts: the first often rules nothing out yet.
        guard let goAway = connection.goAways.last(where: { $0.isSent == isClients }) else { return }
        let who: Prose = isClients ? "Hark" : "The server"
        if stream > goAway.last {
            steps.fault(
                "GOAWAY",
                who + """
                     sent GOAWAY (\(name(goAway.code))) and processed no stream above \(goAway.last). This one, \
                    \(stream), was not processed, so it can be sent again.
                    """, spec)
        } else if goAway.code != 0 {
            steps.add(
                "GOAWAY",
                who + """
                     ended the connection with GOAWAY (\(name(goAway.code))). Stream \(stream) may have been \
                    processed.
                    """, spec)
        }
    }

    private static func name(_ code: UInt32) -> String { Vocabulary.errorCodes[Int(code)]?.name ?? "code \(code)" }
}
